import type { LoggedEvent } from "../../../contract/plan/event.ts";
import type { IconName } from "../../parts/icon.tsx";
import { placeIn, type Stretch } from "./time-scale.ts";

/** What marks a moment: a question, somebody's act, a new try, time that ran out, or going on. */
export const MARK_ICONS = {
  asks: "question",
  person: "person",
  goes_on: "play",
  again: "again",
  late: "clock",
  paused: "pause",
  edited: "pencil",
} as const satisfies Record<string, IconName>;
export type MarkKind = keyof typeof MARK_ICONS;

const KINDS: Readonly<Partial<Record<LoggedEvent["type"], MarkKind>>> = {
  human_query_requested: "asks",
  human_query_answered: "person",
  task_resumed_after_human_query: "goes_on",
  "hold.requested": "asks",
  "hold.signed": "person",
  "hold.decided": "person",
  "hold.undone": "person",
  "hold.extended": "person",
  "hold.delegated": "person",
  "hold.escalated": "late",
  "hold.expired": "late",
  "todo.claimed": "person",
  "todo.released": "person",
  "todo.skip_requested": "person",
  "todo.retried": "person",
  "todo.rerun": "person",
  "agent.countdown_cancelled": "person",
  "todo.overdue": "late",
  "todo.attempt_failed": "again",
  "plan.paused": "paused",
  "plan.resumed": "goes_on",
  "plan.edited": "edited",
  "plan.reopened": "again",
  "plan.cancel_requested": "person",
};

/** What is asked of a plan's log for its marks. */
export const MARKED = Object.keys(KINDS).join(",");

export interface Mark {
  readonly kind: MarkKind;
  readonly event: LoggedEvent;
}

/**
 * The marks of each todo, and under null of the plan as a whole, oldest first. A question of an agent is
 * told in S4's words alone.
 */
export function marksOf(events: readonly LoggedEvent[]): Map<string | null, Mark[]> {
  const queries = new Set(
    events.flatMap(({ type, todo_id, at }) =>
      type === "human_query_requested" || type === "human_query_answered"
        ? [`${todo_id} ${at}`]
        : [],
    ),
  );
  const marks = events.flatMap((event): Mark[] => {
    const { type, todo_id = null, at } = event;
    const kind = KINDS[type];
    const isTold = type.startsWith("hold.") && queries.has(`${todo_id} ${at}`);
    return kind === undefined || isTold ? [] : [{ kind, event }];
  });
  return Map.groupBy(marks, ({ event }) => event.todo_id ?? null);
}

/** Marks that would cover one another, as one: it shows the first kind, and how many they are. */
export interface Spot {
  readonly left: number;
  readonly kind: MarkKind;
  readonly count: number;
}

/** Where the marks of a row are, in percents of its width; `least` percents lie between two. */
export function spotsOf(marks: readonly Mark[], shown: Stretch, least: number): Spot[] {
  const spots: Spot[] = [];
  for (const { kind, event } of marks) {
    const at = Date.parse(event.at);
    const left = placeIn(shown, { from: at, to: at })?.left;
    if (left === undefined) continue;
    const last = spots.at(-1);
    if (last === undefined || left - last.left >= least) spots.push({ left, kind, count: 1 });
    else spots[spots.length - 1] = { ...last, count: last.count + 1 };
  }
  return spots;
}
