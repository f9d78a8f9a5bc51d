import type { LoggedEvent } from "../../contract/plan/event.ts";
import type { PlanView } from "../../contract/plan/plan.ts";
import type { EventWord } from "../../contract/service/stream.ts";
import { eventLine } from "../render/event-line.ts";
import type { Titles } from "../render/holds/reasons.ts";
import type { Session } from "../session/session.ts";
import { dim } from "../terminal/colors.ts";
import { clock, createDayHeadings } from "../terminal/time.ts";
import { titlesOf } from "./read-board.ts";

export interface WatchLinesOptions {
  /** Only what happened after this event. */
  readonly after: number;
  readonly signal: AbortSignal;
  /** Only these event types or families. */
  readonly types?: readonly string[] | undefined;
  /** Told that a hold asks, for the first time or again; true ends the watching. */
  readonly onHold?: (holdId: string) => Promise<boolean>;
  /** Told that a todo waits for somebody who does it; true ends the watching. */
  readonly onWork?: (todoId: string) => Promise<boolean>;
  /** Told the sequence number of each event once it has been dealt with. */
  readonly onTold?: (seq: number) => void;
}

const ASKING: ReadonlySet<LoggedEvent["type"]> = new Set(["hold.requested", "hold.undone"]);
const OFFERING: ReadonlySet<LoggedEvent["type"]> = new Set(["todo.offered", "todo.released"]);

/**
 * Writes events, one after another, as lines where they are worth one, below the day where that is not
 * today, or as JSON.
 */
export function createEventWriter(session: Session, titles: Titles): (event: LoggedEvent) => void {
  const dayOf = createDayHeadings();
  return (event) => {
    const line = eventLine(event, titles, session.plain);
    if (session.json || line !== null) {
      session.show(event, () => [...dayOf(event.at), `${dim(clock(event.at))}  ${line}`]);
    }
  };
}

/** Writes a plan's events as lines, or as JSON, up to its end, the signal, or what `onHold` says. */
export async function watchLines(
  session: Session,
  plan: PlanView,
  { after, signal, types, onHold, onWork, onTold }: WatchLinesOptions,
): Promise<void> {
  const titles = titlesOf(plan);
  const write = createEventWriter(session, titles);
  // Which of the words that were typed are none, the API says.
  const options = { after, signal, types: types as readonly EventWord[] | undefined };
  for await (const item of session.client.plans.watch(plan.id, options)) {
    if (item.type === "snapshot") {
      for (const [id, title] of titlesOf(item.plan)) titles.set(id, title);
      continue;
    }
    const { event } = item;
    write(event);
    const { hold_id, todo_id } = event;
    if (hold_id !== undefined && ASKING.has(event.type) && (await onHold?.(hold_id))) return;
    if (todo_id !== undefined && OFFERING.has(event.type) && (await onWork?.(todo_id))) return;
    onTold?.(event.seq);
  }
}
