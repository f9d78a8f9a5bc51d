import type { BoardTodo } from "../../../contract/plan/board.ts";
import type { Hold } from "../../../contract/plan/holds/hold.ts";
import type { Outlook } from "../../../plan/views/outlook.ts";
import type { Stretch } from "./time-scale.ts";

/** A stretch of a todo's time: it ran, people were waited for, or it is expected. */
export interface Bar extends Stretch {
  readonly what: "work" | "people" | "expected";
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
): Bar[] {
  const { id, kind, started_at, completed_at, offered_at, status } = todo;
  const ended = completed_at === null ? null : Date.parse(completed_at);
  const bars: Bar[] = [];
  const add = (what: Bar["what"], from: number, to: number, isOpen = false): void => {
    bars.push({ what, from, to: Math.max(from, to), isOpen });
  };
  const since = started_at ?? (kind === "manual" ? offered_at : null);
  if (since !== null && status !== "skipped") {
    const what = kind === "manual" || kind === "question" ? "people" : "work";
    add(what, Date.parse(since), ended ?? now, ended === null);
  }
  for (const hold of holds) {
    const to = endOf(hold, now);
    if (to !== null) add("people", Date.parse(hold.opened_at), to, hold.status === "open");
  }
  const soon = expected.get(id);
  const isRunning = status === "in_progress";
  if (soon !== undefined && soon.to > 0) {
    add("expected", now + (isRunning ? 0 : soon.from * 1_000), now + soon.to * 1_000);
  }
  return bars;
}

/** When a request to people was over; null where nothing tells. */
function endOf({ status, decision, deadline_at }: Asked, now: number): number | null {
  if (status === "open") return now;
  if (decision !== null) return Date.parse(decision.at);
  return status === "expired" && deadline_at !== null ? Date.parse(deadline_at) : null;
}
