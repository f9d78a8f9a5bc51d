import type { LogLine, LogPage } from "../../../contract/plan/todo-log.ts";
import { LIMITS } from "../../../contract/tables/limits.ts";
import { TEMPORAL_NAMES } from "../../../contract/tables/temporal-names.ts";
import { readJson, type ArtifactStore } from "./artifact-store.ts";

/** Whose log it is: a run of a todo, or one call of its agent, by what all its attempts have in common. */
export interface LogOwner {
  readonly plan_id: string;
  readonly idempotency_key: string;
}

/** Where the pieces of a log are, oldest first. */
interface LogIndex {
  readonly pieces: readonly { readonly artifact: string; readonly lines: number }[];
  readonly bytes: number;
  readonly full: boolean;
}

const EMPTY: LogIndex = { pieces: [], bytes: 0, full: false };

/** The logs of tools, in pieces beside a plan's artifacts; they are deleted with the plan. */
export interface ToolLogs {
  /** Adds lines; from the line on that does not fit any more, none. Whoever writes does so one after the other. */
  append(owner: LogOwner, lines: readonly LogLine[]): Promise<void>;
  /** At most `limit` lines after the first `after`, oldest first; none of a run that wrote none. */
  read(owner: LogOwner, after: number, limit: number): Promise<LogPage>;
}

export function createToolLogs(artifacts: ArtifactStore): ToolLogs {
  return {
    async append(owner, lines) {
      const index = await indexOf(owner);
      if (index.full) return;
      const { kept, bytes, full } = fitting(lines, index.bytes);
      const pieces = [...index.pieces];
      if (kept.length > 0) {
        const artifact = await artifacts.put(toBytes(kept), userOf(owner));
        pieces.push({ artifact, lines: kept.length });
      }
      const changed: LogIndex = { pieces, bytes, full };
      const reference = await artifacts.put(toBytes(changed), userOf(owner));
      await artifacts.name(userOf(owner), nameOf(owner), reference);
    },
    async read(owner, after, limit) {
      const { pieces, full } = await indexOf(owner);
      const lines: LogLine[] = [];
      let before = 0;
      for (const piece of pieces) {
        const skipped = Math.max(0, after - before);
        before += piece.lines;
        if (lines.length >= limit || skipped >= piece.lines) continue;
        lines.push(...(await readJson<LogLine[]>(artifacts, piece.artifact)).slice(skipped));
      }
      const page = lines.slice(0, limit);
      const next = Math.min(after, before) + page.length;
      return { lines: page, next, total: before, full };
    },
  };

  async function indexOf(owner: LogOwner): Promise<LogIndex> {
    const reference = await artifacts.named(userOf(owner), nameOf(owner));
    return reference === undefined ? EMPTY : readJson<LogIndex>(artifacts, reference);
  }
}

/** As many of the lines as a log has room for. */
function fitting(lines: readonly LogLine[], from: number) {
  const kept: LogLine[] = [];
  let bytes = from;
  for (const line of lines) {
    bytes += Buffer.byteLength(JSON.stringify(line));
    if (bytes > LIMITS.log_bytes) return { kept, bytes, full: true };
    kept.push(line);
  }
  return { kept, bytes, full: false };
}

const userOf = ({ plan_id }: LogOwner): string => TEMPORAL_NAMES.plan_prefix + plan_id;
const nameOf = ({ idempotency_key }: LogOwner): string => `log ${idempotency_key}`;
const toBytes = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));
