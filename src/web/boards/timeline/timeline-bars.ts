import type { BoardTodo } from "../../../contract/plan/board.ts";
import type { Hold } from "../../../contract/plan/holds/hold.ts";
import type { Attempt } from "../../../plan/views/log/attempts.ts";
import type { Outlook } from "../../../plan/views/outlook.ts";
import type { Stretch } from "./time-scale.ts";

/** A stretch of a todo's time: it ran, it had run before, people were waited for, or it is expected. */
export interface Bar extends Stretch {
  readonly what: "work" | "ran" | "people" | "expected";
  /** Whether it goes on. */
  readonly isOpen: boolean;
}

/** A request to people, open or not. */
export type Asked = Pick<Hold, "todo_id" | "status" | "opened_at" | "deadline_at" | "decision">;

/** What a todo's time went into so far, and what it may still take; people's time is drawn apart. */
export function barsOf(
  todo: BoardTodo,
  holds: readonly Asked[],
  expected: Outlook["expected"],
  now: number,
  attempts: readonly Attempt[] = [],
): Bar[] {
  const { id, kind, started_at, completed_at, offered_at, status } = todo;
  const ended = completed_at === null ? null : Date.parse(completed_at);
  const bars: Bar[] = [];
  const add = (what: Bar["what"], from: number, to: number, isOpen = false): void => {
    bars.push({ what, from, to: Math.max(from, to), isOpen });
  };
  bars.push(...earlierRuns(attempts));
  const since = started_at ?? (kind === "manual" ? offered_at : null);
  if (since !== null && status !== "skipped") {
    const what = kind === "manual" || kind === "question" ? "people" : "work";
    add(what, Date.parse(since), ended ?? now, ended === null);
  }
  bars.push(...waitedBars(holds, now));
  const soon = expected.get(id);
  const isRunning = status === "in_progress";
  if (soon !== undefined && soon.to > 0) {
    add("expected", now + (isRunning ? 0 : soon.from * 1_000), now + soon.to * 1_000);
  }
  return bars;
}

/** The runs of a todo before its last one, each from its first attempt to the end of its last. */
function earlierRuns(attempts: readonly Attempt[]): Bar[] {
  const last = attempts.at(-1)?.run;
  return [...Map.groupBy(attempts, ({ run }) => run)].flatMap(([run, tries]): Bar[] => {
    const end = tries.at(-1)?.ended;
    if (run === last || end == null) return [];
    const from = Date.parse(tries[0]!.started_at);
    return [{ what: "ran", from, to: Date.parse(end.at), isOpen: false }];
  });
}

/** When people were waited for. */
export function waitedBars(holds: readonly Asked[], now: number): Bar[] {
  return holds.flatMap((hold): Bar[] => {
    const to = endOf(hold, now);
    const from = Date.parse(hold.opened_at);
    const isOpen = hold.status === "open";
    return to === null ? [] : [{ what: "people", from, to: Math.max(from, to), isOpen }];
  });
}

/** When a request to people was over; null where nothing tells. */
function endOf({ status, decision, deadline_at }: Asked, now: number): number | null {
  if (status === "open") return now;
  if (decision !== null) return Date.parse(decision.at);
  return status === "expired" && deadline_at !== null ? Date.parse(deadline_at) : null;
}
