import { setTimeout as sleep } from "node:timers/promises";
import type { LogLine } from "../../../contract/plan/todo-log.ts";
import { defineCommand } from "../../input/define-command.ts";
import { lookAtTodo } from "../../input/find-todo.ts";
import { numberFlag, switchFlag, textFlag } from "../../input/flags.ts";
import { words } from "../../messages/i18n.ts";
import { EXIT } from "../../session/errors/cli-error.ts";
import { yellow, dim, red } from "../../terminal/colors.ts";
import { oneLine } from "../../terminal/printable.ts";
import { createDayHeadings, clock } from "../../terminal/time.ts";
import { watchForLeaving } from "../../terminal/until-stopped.ts";

/** A log tells of itself by no event. */
const LOOK_MS = 1_000;

/** `holdpoint todo log`: what a todo's tool wrote to its log; with `--follow`, up to the end of the todo. */
export const todoLogCommand = defineCommand({
  help: "todo_log",
  examples: ["todo log report fetch", "todo log report fetch -f", "todo log report fetch --run 1"],
  args: ["plan", "todo"],
  flags: {
    follow: switchFlag("flag_follow_log"),
    run: numberFlag("flag_run"),
    call: textFlag("flag_call", "call"),
  },
  aliases: { f: "follow" },
  async run(session, [planId, given], { follow, run, call: call_id }) {
    const { client } = session;
    const [id, todo] = await lookAtTodo(session, planId, given, (...found) =>
      Promise.resolve(found),
    );
    const stop = watchForLeaving(EXIT.usage);
    const dayOf = createDayHeadings();
    try {
      for (let after = 0; ;) {
        // Looked at before the log: what it wrote last is read once it has ended.
        const { status } = await client.todos.get(id, todo);
        const page = await client.todos.log(id, todo, { run, call_id, after, limit: 1_000 });
        for (const line of page.lines) session.show(line, () => [...dayOf(line.at), logText(line)]);
        after = page.next;
        if (page.next < page.total) continue;
        if (!follow || status !== "in_progress" || stop.signal.aborted) {
          if (page.total === 0) session.say(words("log_empty"));
          if (page.full) session.say(yellow(words("log_full")));
          if (stop.signal.aborted) session.end(EXIT.usage);
          return;
        }
        await sleep(LOOK_MS, undefined, { signal: stop.signal }).catch(() => undefined);
      }
    } finally {
      stop.release();
    }
  },
});

/** Of a line's own colours nothing is shown: here they say how bad it is. */
// eslint-disable-next-line no-control-regex -- a terminal's own sequence is what is looked for
const COLOURS = /\u001B\[[0-9;:]*m/g;
const LOOKS = { info: (text: string) => text, warn: yellow, error: red } as const;

/** A line of a tool's log: when, what, and with which values. */
export function logText({ at, level, message, fields }: LogLine): string {
  const values = fields === null ? "" : `  ${dim(oneLine(JSON.stringify(fields)))}`;
  return `${dim(clock(at))}  ${LOOKS[level](oneLine(message.replaceAll(COLOURS, "")))}${values}`;
}
