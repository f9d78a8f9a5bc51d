import type { LoggedEvent } from "../../../contract/plan/event.ts";

/** One attempt at a todo: a run of it begins with its first. */
export interface Attempt {
  readonly run: number;
  readonly attempt: number;
  readonly started_at: string;
  /** The event that ended it; null while it goes on. */
  readonly ended: LoggedEvent | null;
}

const BEGINS: ReadonlySet<LoggedEvent["type"]> = new Set([
  "todo.started",
  "todo.claimed",
  "todo.attempt_started",
]);
const ENDS: ReadonlySet<LoggedEvent["type"]> = new Set([
  "todo.attempt_failed",
  "todo.approval_demanded",
  "todo.attempt_requeued",
  "todo.cancelled",
  "todo.completed",
  "todo.failed",
  "todo.interrupted",
  "todo.released",
  "todo.skipped",
]);

/** The attempts at a todo, oldest first. @param events what happened to it, in order. */
export function attemptsOf(events: readonly LoggedEvent[]): Attempt[] {
  const attempts: Attempt[] = [];
  for (const event of events) {
    const last = attempts.at(-1);
    if (BEGINS.has(event.type)) {
      const { run, attempt = 1 } = event.data as { run: number; attempt?: number };
      attempts.push({ run, attempt, started_at: event.at, ended: null });
    } else if (ENDS.has(event.type) && last?.ended === null) {
      attempts[attempts.length - 1] = { ...last, ended: event };
    }
  }
  return attempts;
}
