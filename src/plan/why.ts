import type { Reason, Schedule, TodoDetail } from "../contract/plan.ts";
import { newestHoldOf } from "./holds.ts";
import { isFinished, todoOf, type Plan } from "./plan.ts";
import type { TodoState } from "./state.ts";
import { hasEnded, satisfiesDependents } from "./transitions.ts";
import { viewTodo } from "./view.ts";

/**
 * Every reason for which a todo does not run now; one reason that says so when it does.
 * @param queued the ready todos in their order, when the caller has them already.
 */
export function why(plan: Plan, todoId: string, queued = next(plan, Infinity)): Reason[] {
  const todo = todoOf(plan, todoId);
  const reasons: Reason[] = [];
  if (todo.status === "in_progress") return [{ code: "running", text: "It is running." }];
  if (todo.status === "failed") {
    return [{ code: "failed", text: `It failed: ${todo.error_message ?? "no message"}` }];
  }
  if (hasEnded(todo.status)) return [{ code: "finished", text: `It is ${todo.status}.` }];
  if (isFinished(plan.state) || plan.state.ending !== null) {
    return [{ code: "ending", text: "The plan is ending." }];
  }
  if (plan.state.paused !== null) {
    reasons.push({ code: "paused", text: `The plan was paused by ${plan.state.paused.by}.` });
  }
  if (plan.state.status === "pending" && plan.state.plan_review) {
    const hold = plan.state.holds.findLast(({ kind }) => kind === "plan_review");
    reasons.push({
      code: "plan_review",
      text: "The plan waits for its review.",
      ...(hold !== undefined && { hold_id: hold.id }),
    });
  }
  if (todo.status === "blocked") reasons.push(...dependencyReasons(plan, todo));
  if (todo.status === "needs_approval") {
    const hold = newestHoldOf(plan, todo.id);
    reasons.push({
      code: "hold",
      text:
        hold?.deadline_at == null
          ? "It waits for an approval."
          : `It waits for an approval until ${hold.deadline_at}.`,
      ...(hold !== undefined && { hold_id: hold.id }),
    });
  }
  if (todo.status === "pending" && reasons.length === 0)
    reasons.push(placeReason(plan, todo, queued));
  return reasons;
}

/** A todo as people see it, with every reason for which it waits: none when it runs or has ended. */
export function explainTodo(plan: Plan, todo: TodoState): TodoDetail {
  return { ...viewTodo(plan, todo), waits_for: waits(todo) ? why(plan, todo.id) : [] };
}

/** The todos that would start next if a place became free, first to start first. */
export function next(plan: Plan, limit = 10): string[] {
  return plan.queue
    .inOrder()
    .filter((id) => todoOf(plan, id).status === "pending")
    .slice(0, limit);
}

/**
 * What runs, what is next, and why the others do not run.
 * @param limit how many waiting todos are explained, in plan order.
 */
export function scheduleOf(plan: Plan, limit = 100): Schedule {
  const waiting: Schedule["waiting"] = [];
  const queued = next(plan, Infinity);
  for (const todo of plan.state.todos) {
    if (waiting.length >= limit) break;
    if (!waits(todo)) continue;
    waiting.push({ todo_id: todo.id, reasons: why(plan, todo.id, queued) });
  }
  return { running: [...plan.running], next: queued.slice(0, 10), waiting };
}

function waits({ status }: TodoState): boolean {
  return status !== "in_progress" && !hasEnded(status);
}

function dependencyReasons(plan: Plan, todo: TodoState): Reason[] {
  const open = todo.depends_on
    .map((id) => plan.todos.get(id))
    .filter((dependency) => dependency !== undefined)
    .filter((dependency) => !satisfiesDependents(dependency.status));
  const lost = open.filter(({ status }) => status === "failed" || status === "cancelled");
  const waited = open.filter((dependency) => !lost.includes(dependency));
  const reason = (code: Reason["code"], verb: string, todos: TodoState[]): Reason[] =>
    todos.length === 0
      ? []
      : [
          {
            code,
            text: `${verb} ${todos.map(({ title }) => `"${title}"`).join(", ")}.`,
            todo_ids: todos.map(({ id }) => id),
          },
        ];
  return [
    ...reason("dependency", "It waits for", waited),
    ...reason("dependency_failed", "It cannot start without", lost),
  ];
}

function placeReason(plan: Plan, todo: TodoState, ahead: readonly string[]): Reason {
  const { max_parallel } = plan.state;
  if (plan.running.size < max_parallel) return { code: "starting", text: "It starts now." };
  const rank = ahead.indexOf(todo.id);
  if (rank > 0) {
    return {
      code: "priority",
      text: `${rank} ready todos with higher priority or greater age go first (priority ${todo.priority}).`,
      todo_ids: ahead.slice(0, Math.min(rank, 5)),
    };
  }
  return {
    code: "parallel_limit",
    text: `${plan.running.size} of ${max_parallel} places are taken; it is the next to start.`,
    todo_ids: [...plan.running],
  };
}
