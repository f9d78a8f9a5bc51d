import { say, type Sentence, type Wording } from "../../contract/sentences/sentence.ts";
import { LIMITS } from "../../contract/tables/limits.ts";
import type {
  ErrorType,
  FailureStrategy,
  RecoveryAction,
} from "../../contract/tables/vocabulary.ts";
import { inPlanOrder, markOfWork, todoOf, type Plan } from "../model/plan.ts";
import { isBudgetSpent } from "../model/state/budget.ts";
import type { EventBody } from "../model/state/events.ts";
import type { TodoState } from "../model/state/todo-state.ts";
import { addMilliseconds } from "../model/time.ts";
import { usualStrategy } from "../model/usual-strategy.ts";
import { skipOf, stopMessage } from "../todos/skip-todo.ts";

/** How long running todos get to stop after a cancel, in milliseconds. */
export const CANCEL_GRACE_MS = 30_000;

/** What follows a failure once no attempt is left. */
type LastResort = "SKIP" | "MANUAL" | "ABORT" | "FAIL";

/** Seconds before the second attempt when the strategy names no delay; they double with each one. */
const FIRST_PAUSE = 1;
const LONGEST_PAUSE = 60;

function strategyOf(plan: Plan, todo: TodoState, type: ErrorType): FailureStrategy {
  const { irreversible = false } = markOfWork(plan, todo.work);
  return todo.failure[type] ?? plan.state.failure[type] ?? usualStrategy(type, irreversible);
}

/** Seconds until the next attempt after one that failed, or null when the strategy has none left. */
function pauseAfter(plan: Plan, todo: TodoState, type: ErrorType, attempt: number): number | null {
  const { action, max_retries = todo.max_retries, retry_delay } = strategyOf(plan, todo, type);
  const max = action === "RETRY" ? Math.min(todo.max_retries, max_retries) : 0;
  const tried = attempt - (todo.first_attempt ?? 1) + 1;
  if (tried > max) return null;
  return retry_delay ?? Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (tried - 1));
}

interface Failure {
  readonly error_type: ErrorType;
  readonly message: Wording;
}

type BetweenAttempts = TodoState & Required<Pick<TodoState, "next_attempt">>;

/** Todos between two attempts, in plan order; none while the plan is paused or ends. */
export function waitingAttempts(plan: Plan): BetweenAttempts[] {
  if (plan.state.paused !== null || plan.state.ending !== null) return [];
  return inPlanOrder(plan, plan.running)
    .map((id) => todoOf(plan, id))
    .filter((todo): todo is BetweenAttempts => todo.next_attempt !== undefined);
}

/** The events of an attempt that failed: another one follows, or its run has failed. */
export function attemptEvents(
  plan: Plan,
  todo: TodoState,
  failure: Failure & { readonly final?: boolean },
  at: string,
): EventBody[] {
  const { error_type, message, final } = failure;
  const attempt = todo.attempt ?? 1;
  const pause =
    final === true || plan.state.ending !== null
      ? null
      : pauseAfter(plan, todo, error_type, attempt);
  if (pause === null) return failureEvents(plan, todo, { error_type, message }, at);
  const retry_at = addMilliseconds(at, pause * 1_000);
  const data = { error_type, message, attempt, retry_at };
  return [{ type: "todo.attempt_failed", by: "holdpoint", todo_id: todo.id, data }];
}

/** What the strategy for a failure wants once no attempt is left. */
function wanted(plan: Plan, todo: TodoState, type: ErrorType): Exclude<RecoveryAction, "RETRY"> {
  const { action, fallback = "MANUAL" } = strategyOf(plan, todo, type);
  return action === "RETRY" ? fallback : action;
}

/**
 * What a todo's failure leads to. REPLAN asks a model, and a person where none answers; an optional
 * todo is skipped, except that a critical failure still ends the plan.
 */
function lastResort(plan: Plan, todo: TodoState, type: ErrorType): LastResort {
  const then = wanted(plan, todo, type);
  if (todo.optional && then !== "ABORT") return "SKIP";
  return then === "REPLAN" ? "MANUAL" : then;
}

/** Whether a todo that fails so, once no attempt is left, has a person asked how to go on. */
export function asksPerson(plan: Plan, todo: TodoState, type: ErrorType): boolean {
  return !todo.optional && wanted(plan, todo, type) === "MANUAL";
}

/** The events of a failure: the fact, and what follows it at once. */
export function failureEvents(
  plan: Plan,
  todo: TodoState,
  failure: Failure,
  at: string,
): EventBody[] {
  const then = plan.state.ending === null ? lastResort(plan, todo, failure.error_type) : "FAIL";
  const about = { by: "holdpoint", todo_id: todo.id };
  const failed: EventBody = {
    ...about,
    type: "todo.failed",
    data: { ...failure, attempts: todo.attempt ?? 0, asks: then === "MANUAL" },
  };
  if (then === "SKIP") {
    const { error_type, message } = failure;
    const skip = skipOf(todo, "failed", about.by, message);
    const reason = failedBecause(error_type, message);
    return [failed, { ...about, type: "todo.skipped", data: { reason, skip } }];
  }
  if (then === "ABORT") {
    const reason = say("todo_failed_critically", { title: todo.title, why: failure.message });
    const data = { reason, grace_until: addMilliseconds(at, CANCEL_GRACE_MS) };
    return [failed, { type: "plan.abort_requested", by: "holdpoint", data }];
  }
  return [failed];
}

/** What a person is told who decides how to go on after a failure. */
export function failureMessage(plan: Plan, todo: TodoState): Sentence {
  const failed = failureOf(todo);
  if (!isForModel(plan, todo)) return failed;
  const { came_to: cameTo, of: asked } = todo.replanned ?? { came_to: null };
  const told = asked === todo.ended_seq ? cameTo : null;
  return say("wants_new_plan", { why: failed, what: told ?? unaskedBecause(plan, todo) });
}

/** How a todo failed, or why a person rejected it. */
export function failureOf({ error_type: type, error_message }: TodoState): Sentence {
  const why = error_message ?? say("no_message");
  return type === null ? say("with_stop", { what: why }) : failedBecause(type, why);
}

function failedBecause(type: ErrorType, why: Wording): Sentence {
  return say("failed_because", { kind: say(`failure_${type}`), why });
}

/** Whether a model is to be asked what becomes of the plan after a todo's failure. */
export function asksModel(plan: Plan, todo: TodoState): boolean {
  const { of: asked, times } = todo.replanned ?? { times: 0 };
  return (
    isForModel(plan, todo) &&
    (asked === undefined || asked !== todo.ended_seq) &&
    times < LIMITS.replans_per_todo &&
    !isBudgetSpent(plan.state)
  );
}

/** Whether a model is told to go on without what failed (S0 §7.2). */
export function excludesFailed(plan: Plan, todo: TodoState): boolean {
  return (
    todo.error_type !== null && strategyOf(plan, todo, todo.error_type).exclude_failed === true
  );
}

/** Without a type it was no failure: a person rejected the todo and wants another plan. */
function isForModel(plan: Plan, todo: TodoState): boolean {
  return todo.error_type === null || wanted(plan, todo, todo.error_type) === "REPLAN";
}

function unaskedBecause({ state }: Plan, { replanned }: TodoState): Sentence {
  if (isBudgetSpent(state)) return say("replan_over_budget");
  return say("replanned_often", { times: replanned?.times ?? 0 });
}

/**
 * The todo whose failure keeps another one from ever starting: the first such one that it waits for.
 * While a person is asked about it, it may still be done.
 */
export function lostDependency(plan: Plan, { depends_on }: TodoState): TodoState | undefined {
  return depends_on
    .flatMap((id) => plan.todos.get(id) ?? [])
    .find(
      ({ id, status, asks_recovery }) =>
        status === "cancelled" ||
        (status === "failed" &&
          asks_recovery !== true &&
          plan.newestHolds.get(id)?.status !== "open"),
    );
}

/**
 * What a todo's strategy for `dependency_failed` does, once something that it waits for is lost. It
 * has to be written, by the todo or its plan: whoever failed the other one has decided already.
 */
export function dependencyFailedEvents(
  plan: Plan,
  todo: TodoState,
  lost: TodoState,
  at: string,
): EventBody[] {
  const isWritten = [todo, plan.state].some(
    ({ failure }) => failure.dependency_failed !== undefined,
  );
  const then = isWritten ? wanted(plan, todo, "dependency_failed") : "FAIL";
  const about = { by: "holdpoint", todo_id: todo.id };
  const skip = { ...skipOf(lost, "failed", about.by, lost.error_message), stops: true };
  const message = stopMessage(plan, skip);
  switch (then) {
    case "FAIL":
      return [];
    case "SKIP":
      return [{ ...about, type: "todo.skipped", data: { reason: message, skip } }];
    case "ABORT": {
      const reason = say("todo_cannot_run_because", { title: todo.title, why: message });
      const data = { reason, grace_until: addMilliseconds(at, CANCEL_GRACE_MS) };
      return [{ type: "plan.abort_requested", by: about.by, data }];
    }
    case "REPLAN":
    case "MANUAL": {
      const failure = { error_type: "dependency_failed" as const, message, attempts: 0 };
      return [{ ...about, type: "todo.failed", data: { ...failure, asks: true } }];
    }
  }
}
