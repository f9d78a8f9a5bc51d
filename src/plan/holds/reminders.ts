import { warnedAt } from "../model/due.ts";
import { isFinished, todoOf, type Plan } from "../model/plan.ts";
import type { EventBody } from "../model/state/events.ts";
import { aboutHold } from "../model/state/hold-events.ts";
import type { HoldState } from "../model/state/hold.ts";

/*
 * Nothing follows from a reminder: it is told, so that somebody decides, or does it, in time.
 */

/** The next moment at which people are to be reminded, and of what. */
export function nextReminder(plan: Plan): { readonly at: string; readonly title: string } | null {
  if (plan.state.ending !== null || isFinished(plan.state)) return null;
  let next: { at: string; of: { title: string } } | null = null;
  for (const hold of plan.openHolds.values()) {
    const at = holdWarnedAt(hold);
    if (at !== null && (next === null || at < next.at)) next = { at, of: hold };
  }
  for (const [id, at] of plan.soon) {
    if (next === null || at < next.at) next = { at, of: todoOf(plan, id) };
  }
  return next === null ? null : { at: next.at, title: `Reminder: ${next.of.title}` };
}

/** The reminders whose moment has come: of what is due soon, and of todos that should be done by now. */
export function remind(plan: Plan, at: string): EventBody[] {
  const events: EventBody[] = [];
  for (const hold of plan.openHolds.values()) {
    const warned = holdWarnedAt(hold);
    const { deadline_at } = hold;
    // What is over by now is told as that, here and below.
    if (warned === null || warned > at || deadline_at === null || deadline_at <= at) continue;
    const about = { by: "holdpoint", ...aboutHold(hold) };
    events.push({ ...about, type: "hold.due_soon", data: { deadline_at } });
  }
  for (const [id, due_at] of plan.due) {
    const type = due_at <= at ? "todo.overdue" : "todo.due_soon";
    if (type === "todo.due_soon" && (plan.soon.get(id) ?? due_at) > at) continue;
    const { assignee } = todoOf(plan, id);
    events.push({ type, by: "holdpoint", todo_id: id, data: { assignee, due_at } });
  }
  return events;
}

function holdWarnedAt({
  opened_at,
  escalated_at = opened_at,
  deadline_at,
  warned_of,
  deciding,
}: HoldState): string | null {
  if (deadline_at === null || deadline_at === warned_of) return null;
  // Somebody has decided, and no deadline ends that: waiting to remind of one that is over would never end.
  if (deciding !== null) return null;
  return warnedAt(escalated_at, deadline_at);
}
