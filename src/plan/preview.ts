import type { Impact, PlanChanges } from "../contract/plan/edit.ts";
import { apply } from "./apply.ts";
import { unawaitedBy } from "./edits/unawaited.ts";
import { isFinished, loadPlan, type Plan } from "./model/plan.ts";
import type { EventBody, PlanEvent } from "./model/state/events.ts";
import type { PlanState } from "./model/state/state.ts";
import type { TodoState } from "./model/state/todo-state.ts";
import { hasEnded } from "./model/transitions.ts";
import { WORK } from "./model/work.ts";
import { settle } from "./settle.ts";
import { writtenEvent } from "./todos/move-todo.ts";
import { endAsSaid } from "./todos/skip-todo.ts";

/** Applies the events to a copy of the plan, settles it, and returns the copy with all its new events. */
export function tryEvents(
  plan: Plan,
  bodies: readonly EventBody[],
  at: string,
): { plan: Plan; events: PlanEvent[] } {
  const copy = loadPlan(JSON.parse(JSON.stringify(plan.state)) as PlanState);
  const events = bodies.map((body) => apply(copy, body, at));
  events.push(...settle(copy, at));
  // What these have told to stop stops next, and what was given is written: then what waits for it runs.
  for (const todo of copy.state.todos) {
    const end = endToCome(todo, plan.todos.get(todo.id));
    if (end.length === 0) continue;
    events.push(...end.map((body) => apply(copy, body, at)), ...settle(copy, at));
  }
  return { plan: copy, events };
}

/** How a todo ends that has just been told to stop, or has just given its result; nothing for others. */
function endToCome(todo: TodoState, before: TodoState | undefined): EventBody[] {
  const wasTold = before?.skipping !== undefined || before?.stopping !== undefined;
  const said = wasTold ? [] : endAsSaid(todo);
  if (said.length > 0 || todo.delivered === undefined || before?.delivered !== undefined)
    return said;
  return [writtenEvent(todo.id, todo.delivered)];
}

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
  const { plan: copy, events } = tryEvents(plan, bodies, at);
  const edited = events.find((event) => event.type === "plan.edited");
  const holds = (type: "hold.withdrawn" | "hold.stale" | "hold.requested"): string[] =>
    events.flatMap((event) => (event.type === type ? [event.hold_id] : []));
  const done = plan.state.todos.filter(({ status }) => hasEnded(status));
  const again = done.filter(({ id }) => {
    const now = copy.todos.get(id);
    return now !== undefined && !hasEnded(now.status);
  });
  // Those after one that runs again are kept, whole, where they are given the same.
  const may = new Set(again.filter(({ id }) => copy.todos.get(id)?.kept_digest !== undefined));
  const lost = done.filter(({ id }) => !copy.todos.has(id));
  return {
    changes: edited?.data.changes ?? null,
    impact: {
      runs_again: again.filter((todo) => !may.has(todo)).map(({ id }) => id),
      may_run_again: [...may].map(({ id }) => id),
      cannot_be_undone: [...again, ...lost]
        .filter(({ work, run }) => WORK[work.kind].completedBy === "report" && run > 0)
        .map(({ id }) => id),
      stops: [...plan.running].filter((id) => copy.todos.has(id) && !copy.running.has(id)),
      starts: events.flatMap((event) => (event.type === "todo.started" ? [event.todo_id] : [])),
      unawaited: unawaitedBy(plan, bodies),
      holds_closed: [...holds("hold.withdrawn"), ...holds("hold.stale")],
      holds_opened: holds("hold.requested"),
      ends_plan: isFinished(copy.state),
    },
  };
}
