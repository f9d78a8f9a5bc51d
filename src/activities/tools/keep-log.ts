import { stripVTControlCharacters } from "node:util";
import type { LogLine } from "../../contract/plan/todo-log.ts";
import { LIMITS } from "../../contract/tables/limits.ts";
import type { Json, JsonObject } from "../../contract/text.ts";
import type { LogOwner, ToolLogs } from "../../temporal/connection/payloads/tool-logs.ts";
import { startOf } from "../../text/cut-text.ts";
import type { ToolLog } from "../../tools/define-tool.ts";

/** The first lines are kept so soon after they were written; of a long log, more come together. */
const FIRST_MS = 1_000;
const LONGER_EACH_MS = 250;

/** How a terminal is told of colours and styles. */
// eslint-disable-next-line no-control-regex -- a terminal's own sequence is what is looked for
const COLOUR = /(\u001B\[[0-9;:]*m)/;

const TOO_LONG = "[too long]";

export interface KeptLog {
  readonly log: ToolLog;
  /**
   * Keeps what is not kept yet; what is written later stands in the worker's own log alone. A log that
   * cannot be kept fails no tool: it is told instead.
   */
  end(): Promise<void>;
}

/** A log whose lines people can read while the tool runs and after it, beside the worker's own log. */
export function keepLog(
  logs: ToolLogs,
  owner: LogOwner & Pick<LogLine, "attempt">,
  own: ToolLog,
): KeptLog {
  let waiting: LogLine[] = [];
  let timer: NodeJS.Timeout | undefined;
  let kept = 0;
  let hasEnded = false;
  let writing = Promise.resolve();
  const write =
    (level: keyof ToolLog): ToolLog["info"] =>
    (message, fields) => {
      own[level](message, fields);
      if (hasEnded) return;
      waiting.push(lineOf(owner.attempt, level, message, fields));
      timer ??= setTimeout(() => void keep(), FIRST_MS + kept * LONGER_EACH_MS).unref();
    };
  return {
    log: { info: write("info"), warn: write("warn"), error: write("error") },
    end() {
      hasEnded = true;
      return keep();
    },
  };

  function keep(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const lines = waiting;
    waiting = [];
    if (lines.length > 0) {
      kept += 1;
      writing = writing
        .then(() => logs.append(owner, lines))
        .catch((error: unknown) =>
          own.warn("a tool's log could not be kept", { error: String(error) }),
        );
    }
    return writing;
  }
}

function lineOf(
  attempt: number,
  level: keyof ToolLog,
  message: string,
  fields: Record<string, unknown> | undefined,
): LogLine {
  return {
    attempt,
    at: new Date().toISOString(),
    level,
    message: startOf(withColoursAlone(message), LIMITS.log_message),
    fields: fieldsOf(fields),
  };
}

/** The message without what commands a terminal, but for its colours: who shows them makes them their own. */
function withColoursAlone(message: string): string {
  return message
    .split(COLOUR)
    .map((part, place) => (place % 2 === 1 ? part : stripVTControlCharacters(part)))
    .join("");
}

/** Fields as JSON; those that do not fit into a line any more are told to be too long. */
function fieldsOf(fields: Record<string, unknown> | undefined): JsonObject | null {
  const entries = Object.entries(JSON.parse(JSON.stringify(fields ?? {})) as JsonObject);
  if (entries.length === 0) return null;
  let left = LIMITS.log_message;
  const kept = entries.map(([key, value]): [string, Json] => {
    const size = JSON.stringify({ [key]: value }).length;
    const fits = size <= left;
    left -= fits ? size : JSON.stringify({ [key]: TOO_LONG }).length;
    return [key, fits ? value : TOO_LONG];
  });
  return left >= 0 ? Object.fromEntries(kept) : { fields: TOO_LONG };
}
