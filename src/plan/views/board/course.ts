import type { PlanCourse } from "../../../contract/list.ts";
import { LIMITS } from "../../../contract/tables/limits.ts";
import { isFinished, todoOf, type Plan } from "../../model/plan.ts";
import { outlookOf } from "../outlook.ts";
import { next, running } from "../why.ts";
import { toBoardTodo } from "./board.ts";
import { short } from "./summary.ts";

/**
 * Where a plan is, as lists show it: the first todo that runs and the first that would start next, and how
 * much work is left. Costs a look at each todo, so it is worked out only when the plan tells lists anyway.
 * @param at the time in milliseconds since 1970.
 */
export function courseOf(plan: Plan, at: number): PlanCourse {
  if (isFinished(plan.state)) return { running: null, next: null, left: null };
  const named = (id: string | undefined): PlanCourse["next"] =>
    id === undefined ? null : { id, title: short(todoOf(plan, id).title) };
  return {
    running: named(running(plan)[0]),
    next: named(next(plan, 1)[0]),
    left: leftOf(plan, at),
  };
}

function leftOf(plan: Plan, at: number): PlanCourse["left"] {
  const { todos, completed_at, max_parallel, approval } = plan.state;
  const nobodyKnows = { kind: "unknown", least_seconds: null, most_seconds: null } as const;
  if (todos.length > LIMITS.board_rows) return nobodyKnows;
  const { left } = outlookOf(
    {
      plan: { completed_at, max_parallel, approval, todo_count: todos.length },
      todos: todos.map((todo) => toBoardTodo(plan, todo)),
      holds: [...plan.openHolds.values()],
    },
    at,
  );
  switch (left.kind) {
    case "range":
      return { kind: "range", least_seconds: left.least, most_seconds: left.most };
    case "people":
      return { ...nobodyKnows, kind: "people" };
    case "ended":
      return null;
    default:
      return nobodyKnows;
  }
}
