import type { Hold } from "../contract/hold.ts";
import type { JsonObject } from "../contract/text.ts";
import { resolveArguments } from "./arguments.ts";
import { definitionOf } from "./definition.ts";
import { approvalDigest, digestOf } from "./digest.ts";
import { later } from "./later.ts";
import { isHuman, type Plan } from "./plan.ts";
import type { TodoState } from "./state.ts";

/** The hold with this id: whole (`<plan_id>.h1`) or as it is called within the plan (`h1`). */
export function findHold(plan: Plan, id: string): Hold | undefined {
  return plan.holds.get(id) ?? plan.holds.get(`${plan.state.id}.${id}`);
}

/** The newest hold of a todo, open or not. */
export function newestHoldOf(plan: Plan, todoId: string): Hold | undefined {
  return plan.newestHolds.get(todoId);
}

/** A hold that asks whether a todo may run with exactly these arguments. */
export function approvalHold(plan: Plan, todo: TodoState, args: JsonObject, at: string): Hold {
  const { message, on_timeout = "fail", on_reject = "skip", timeout_seconds } = todo.approval;
  const seconds = timeout_seconds ?? plan.state.approval_timeout_seconds;
  return {
    ...newHold(plan, at),
    kind: "approval",
    todo_id: todo.id,
    title: todo.title,
    message: message ?? todo.description,
    tool_name: todo.tool_name,
    args,
    digest: approvalDigest(todo, args),
    deadline_at: on_timeout === "wait" ? null : later(at, seconds * 1_000),
    on_timeout,
    on_reject,
  };
}

/** A hold that asks a person for what a todo needs from them; the answer is the todo's result. */
export function inputHold(plan: Plan, todo: TodoState, at: string): Hold {
  return {
    ...approvalHold(plan, todo, {}, at),
    kind: "input",
    message: todo.input_request?.question ?? null,
    args: null,
    input_request: todo.input_request,
    digest: inputDigest(todo),
  };
}

/** The digest of what an input hold asks. */
export function inputDigest({ id, input_request }: TodoState): string {
  return digestOf({ todo_id: id, input_request });
}

/** The digest of all that decides a todo's result, or null when a value that it uses is missing. */
export function inputDigestOf(plan: Plan, todo: TodoState): string | null {
  if (isHuman(todo)) return inputDigest(todo);
  const resolved = resolveArguments(plan, todo);
  return "args" in resolved ? approvalDigest(todo, resolved.args) : null;
}

/** The hold that asks whether the plan as a whole may start; it waits without a deadline. */
export function planReviewHold(plan: Plan, at: string): Hold {
  const { title, description, todos } = plan.state;
  return {
    ...newHold(plan, at),
    kind: "plan_review",
    todo_id: null,
    title,
    message: description,
    tool_name: null,
    args: null,
    digest: digestOf(todos.map(definitionOf)),
    deadline_at: null,
    on_timeout: "wait",
    on_reject: "fail",
  };
}

/** What every new hold of a plan has. */
export function newHold(plan: Plan, at: string) {
  return {
    id: `${plan.state.id}.h${plan.state.holds.length + 1}`,
    plan_id: plan.state.id,
    status: "open" as const,
    plan_version: plan.state.version,
    opened_at: at,
    remaining_ms: null,
    input_request: null,
    assignee: null,
    decision: null,
    closed_reason: null,
  };
}
