import type { Hold } from "../contract/hold.ts";
import {
  ERROR_TYPES,
  FAILURE_STRATEGIES,
  type ErrorType,
  type FailureStrategy,
  type RecoveryAction,
} from "../contract/vocabulary.ts";
import { resolveArguments } from "./arguments.ts";
import { approvalDigest } from "./digest.ts";
import { newHold } from "./holds.ts";
import { later } from "./later.ts";
import type { Plan } from "./plan.ts";
import type { EventBody, TodoState } from "./state.ts";

/** How long running todos get to stop after a cancel, in milliseconds. */
export const CANCEL_GRACE_MS = 30_000;

/** What follows a failure once no attempt is left. */
export type LastResort = "SKIP" | "MANUAL" | "ABORT" | "FAIL";

/** The attempts that a run has for one kind of failure. */
export interface Retries {
  readonly max: number;
  /** Seconds before each further attempt; null for a growing pause. */
  readonly delay_seconds: number | null;
}

function strategyOf(plan: Plan, todo: TodoState, type: ErrorType): FailureStrategy {
  return todo.failure[type] ?? plan.state.failure[type] ?? FAILURE_STRATEGIES[type];
}

/** The further attempts of a todo by kind of failure; kinds without any are left out. */
export function retriesOf(plan: Plan, todo: TodoState): Partial<Record<ErrorType, Retries>> {
  const retries: Partial<Record<ErrorType, Retries>> = {};
  for (const type of ERROR_TYPES) {
    const { action, max_retries = todo.max_retries, retry_delay } = strategyOf(plan, todo, type);
    const max = Math.min(todo.max_retries, max_retries);
    if (action === "RETRY" && max > 0) retries[type] = { max, delay_seconds: retry_delay ?? null };
  }
  return retries;
}

/** What the strategy for a failure wants once no attempt is left. */
function wanted(plan: Plan, todo: TodoState, type: ErrorType): Exclude<RecoveryAction, "RETRY"> {
  const { action, fallback = "MANUAL" } = strategyOf(plan, todo, type);
  return action === "RETRY" ? fallback : action;
}

/**
 * What a todo's failure leads to. REPLAN asks a person while no planner is configured; an optional
 * todo is skipped, except that a critical failure still ends the plan.
 */
function lastResort(plan: Plan, todo: TodoState, type: ErrorType): LastResort {
  const then = wanted(plan, todo, type);
  if (todo.optional && then !== "ABORT") return "SKIP";
  return then === "REPLAN" ? "MANUAL" : then;
}

/** The events of a failure: the fact, and what follows it at once. */
export function failureEvents(
  plan: Plan,
  todo: TodoState,
  failure: { readonly error_type: ErrorType; readonly message: string; readonly attempts: number },
  at: string,
): EventBody[] {
  const then = plan.state.ending === null ? lastResort(plan, todo, failure.error_type) : "FAIL";
  const about = { by: "holdpoint", todo_id: todo.id };
  const failed: EventBody = {
    ...about,
    type: "todo.failed",
    data: { ...failure, asks: then === "MANUAL" },
  };
  if (then === "SKIP") {
    const reason = `It failed (${failure.error_type}): ${failure.message}`;
    return [failed, { ...about, type: "todo.skipped", data: { reason } }];
  }
  if (then === "ABORT") {
    const reason = `Todo "${todo.id}" failed critically: ${failure.message}`;
    const data = { reason, grace_until: later(at, CANCEL_GRACE_MS) };
    return [failed, { type: "plan.abort_requested", by: "holdpoint", data }];
  }
  return [failed];
}

function recoveryMessage(plan: Plan, todo: TodoState): string {
  const { error_type: type } = todo;
  const error_message = todo.error_message ?? "no message";
  // Without a type it was no failure: a person rejected the todo and wants another plan.
  const failed = type === null ? `${error_message}.` : `It failed (${type}): ${error_message}`;
  const isReplan = type === null || wanted(plan, todo, type) === "REPLAN";
  return isReplan
    ? `${failed}\nThe plan wants to be planned anew here, and no planner is configured: edit the plan, or decide.`
    : failed;
}

/**
 * The hold that asks how to go on after a failure: approve tries again, edit tries again with other
 * arguments, reject skips the todo, leaves it failed, or ends the plan.
 */
export function recoveryHold(plan: Plan, todo: TodoState, at: string): Hold {
  const resolved = resolveArguments(plan, todo);
  const args = "args" in resolved ? resolved.args : null;
  return {
    ...newHold(plan, at),
    kind: "recovery",
    todo_id: todo.id,
    title: todo.title,
    message: recoveryMessage(plan, todo),
    tool_name: todo.tool_name,
    args,
    digest: approvalDigest(todo, args ?? {}),
    deadline_at: null,
    on_timeout: "wait",
    on_reject: "fail",
  };
}
