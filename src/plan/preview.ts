import type { Impact, PlanChanges } from "../contract/edit.ts";
import { apply } from "./apply.ts";
import { isFinished, loadPlan, type Plan } from "./plan.ts";
import { settle } from "./settle.ts";
import type { EventBody, PlanState } from "./state.ts";
import { hasEnded } from "./transitions.ts";

/**
 * What a change would do, told by doing it to a copy of the plan: the new structure, what would run
 * again, what cannot be undone, and which questions would no longer stand. Changes nothing.
 * @param bodies the events that the change would record, at `at` (ISO 8601).
 */
export function previewChange(
  plan: Plan,
  bodies: readonly EventBody[],
  at: string,
): { changes: PlanChanges | null; impact: Impact } {
  const copy = loadPlan(JSON.parse(JSON.stringify(plan.state)) as PlanState);
  const recorded = bodies.map((body) => apply(copy, body, at));
  const events = [...recorded, ...settle(copy, at)];
  const edited = recorded.find((event) => event.type === "plan.edited");
  const holds = (type: "hold.withdrawn" | "hold.stale" | "hold.requested"): string[] =>
    events.flatMap((event) => (event.type === type ? [event.hold_id] : []));
  const done = plan.state.todos.filter(({ status }) => hasEnded(status));
  const again = done.filter(({ id }) => {
    const now = copy.todos.get(id);
    return now !== undefined && !hasEnded(now.status);
  });
  const lost = done.filter(({ id }) => !copy.todos.has(id));
  return {
    changes: edited?.data.changes ?? null,
    impact: {
      runs_again: again.map(({ id }) => id),
      cannot_be_undone: [...again, ...lost]
        .filter(({ tool_name, run }) => tool_name !== null && run > 0)
        .map(({ id }) => id),
      starts: events.flatMap((event) => (event.type === "todo.started" ? [event.todo_id] : [])),
      holds_closed: [...holds("hold.withdrawn"), ...holds("hold.stale")],
      holds_opened: holds("hold.requested"),
      ends_plan: isFinished(copy.state) && !isFinished(plan.state),
    },
  };
}
