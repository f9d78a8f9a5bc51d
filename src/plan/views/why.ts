import type { Reason, Schedule, TodoDetail } from "../../contract/plan/plan.ts";
import { newestHoldOf } from "../holds/holds.ts";
import { inPlanOrder, isFinished, todoOf, type Plan } from "../model/plan.ts";
import type { LiveProgress } from "../model/progress.ts";
import type { AskingHold } from "../model/state/hold.ts";
import type { TodoState } from "../model/state/todo-state.ts";
import { viewNextAttempt, viewTodo } from "../todos/flat-fields.ts";
import { startable } from "../todos/startable.ts";
import { reasonsOf, waits, type Surroundings } from "./reasons.ts";

/** How many todos are named that would start next. */
const NEXT = 10;

/** Every reason for which a todo does not run now; one reason that says so when it does. */
export function why(plan: Plan, todoId: string): Reason[] {
  return reasonsOf(asked(todoOf(plan, todoId)), surroundingsOf(plan));
}

/** A todo as people see it, with every reason for which it waits: none when it runs or has ended. */
export function explainTodo(plan: Plan, todo: TodoState, live?: LiveProgress): TodoDetail {
  const reasons = waits(asked(todo), openHoldsOf(plan)) ? why(plan, todo.id) : [];
  return { ...viewTodo(plan, todo, live), waits_for: reasons };
}

/**
 * The todos that run, in plan order: the order of their starts is forgotten by a load. An agent that waits for a person
 * does not run, though it keeps its place.
 */
export function running(plan: Plan): string[] {
  const asking = askingsOf(plan);
  return inPlanOrder(plan, plan.running).filter(
    (id) => todoOf(plan, id).blocker === null && !asking.has(id),
  );
}

/** By todo, the oldest open hold by which its agent asks. */
function askingsOf({ askings }: Plan): ReadonlyMap<string, AskingHold> {
  return new Map([...askings.values()].toReversed().map((hold) => [hold.todo_id, hold]));
}

/** The todos that would start next if a place became free, first to start first. */
export function next(plan: Plan, limit = NEXT): string[] {
  return startable(plan).slice(0, limit);
}

/**
 * What runs, what is next, and why the others do not run.
 * @param limit how many waiting todos are explained, in plan order.
 */
export function scheduleOf(plan: Plan, limit = 100): Schedule {
  const around = openHoldsOf(plan);
  const waiting: TodoState[] = [];
  for (const todo of plan.state.todos) {
    if (waiting.length >= limit) break;
    if (waits(asked(todo), around)) waiting.push(todo);
  }
  return explainTodos(plan, waiting);
}

/** What runs, what is next, and why those of these todos do not run that wait. */
export function explainTodos(plan: Plan, todos: readonly TodoState[]): Schedule {
  const around = surroundingsOf(plan);
  return {
    running: running(plan),
    next: [...around.next],
    waiting: todos
      .map(asked)
      .filter((todo) => waits(todo, around))
      .map((todo) => ({ todo_id: todo.id, reasons: reasonsOf(todo, around) })),
  };
}

function asked(todo: TodoState) {
  return { ...todo, kind: todo.work.kind, ...viewNextAttempt(todo.next_attempt) };
}

function openHoldsOf(plan: Plan): Pick<Surroundings, "holdOf"> {
  const asking = askingsOf(plan);
  return {
    holdOf(todoId) {
      if (todoId === null)
        return [...plan.openHolds.values()].find(({ kind }) => kind === "plan_review");
      const newest = newestHoldOf(plan, todoId);
      return asking.get(todoId) ?? (newest?.status === "open" ? newest : undefined);
    },
  };
}

function surroundingsOf(plan: Plan): Surroundings {
  const { state } = plan;
  return {
    plan: state,
    isEnding: isFinished(state) || state.ending !== null,
    todo: (id) => plan.todos.get(id),
    ...openHoldsOf(plan),
    taken: inPlanOrder(plan, plan.running),
    next: next(plan),
  };
}
