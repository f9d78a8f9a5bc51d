import { say, type Sentence, type Wording } from "../contract/sentences/sentence.ts";
import type { ErrorType } from "../contract/tables/vocabulary.ts";
import { nextAsking } from "./agents/next-asking.ts";
import { apply } from "./apply.ts";
import {
  asksModel,
  dependencyFailedEvents,
  failureEvents,
  lostDependency,
} from "./holds/failures.ts";
import { HOLD_RULES, rulesOf } from "./holds/hold-rules.ts";
import { newestHoldOf } from "./holds/holds.ts";
import { reviewOf } from "./holds/kinds/plan-review.ts";
import { isStillLetThrough, rememberedFor } from "./holds/remember.ts";
import { approvalDigest, type TodoInput } from "./model/digest.ts";
import { dueOf } from "./model/due.ts";
import { compareStartOrder } from "./model/order/ready-queue.ts";
import {
  inPlanOrder,
  isAskedFirst,
  isFinished,
  isRunning,
  isStepMode,
  todoOf,
  type Plan,
} from "./model/plan.ts";
import { isBudgetSpent } from "./model/state/budget.ts";
import type { EventBody, PlanEvent } from "./model/state/events.ts";
import { aboutHold, staleEvent, withdrawnEvent } from "./model/state/hold-events.ts";
import type { HoldState } from "./model/state/hold.ts";
import { NEVER_REPLANNED, stillStands } from "./model/state/replan.ts";
import type { TodoState } from "./model/state/todo-state.ts";
import { hasEnded } from "./model/transitions.ts";
import { WORK } from "./model/work.ts";
import { endContinuations, stopsAfterPause } from "./sessions/decide-session.ts";
import { aboutTodo, unaskedEvent } from "./thinking/decide-replan.ts";
import { listedReport } from "./thinking/report-goal.ts";
import { stillAsks } from "./todos/agent-replies.ts";
import { inputDigestOf, resolveInput } from "./todos/arguments.ts";
import { isStopped, stopMessage, stopOf } from "./todos/skip-todo.ts";
import { isInputUnchanged, startOrderOf } from "./todos/startable.ts";
import { nextAttemptOf } from "./todos/unfinished-run.ts";

const SELF = "holdpoint";
const NOTHING = { result: null, references: [] };

/**
 * Everything that follows by itself from the plan's state: holds open, todos start in order of
 * priority and age, the plan ends. Afterwards only a command, a report or time can move the plan.
 * @param at ISO 8601 time, of every event that follows.
 * @param mayStart false while the shell waits for running todos to finish: holds still open.
 */
export function settle(plan: Plan, at: string, mayStart = true): PlanEvent[] {
  const events: PlanEvent[] = [];
  const emit = (body: EventBody): void => {
    events.push(apply(plan, body, at));
  };
  if (isFinished(plan.state)) return events;
  if (plan.state.ending !== null) {
    endEarly(plan, plan.state.ending, at, emit);
    return events;
  }
  closeOldReview(plan, emit);
  renewTouched(plan, emit);
  closeAskings(plan, emit);
  closeProposals(plan, emit);
  settleUpstream(plan, at, emit);
  if (plan.state.paused === null && goalIsPlanned(plan, at, emit) && reviewIsOver(plan, at, emit)) {
    if (plan.state.status === "pending") emit({ type: "plan.started", by: SELF, data: {} });
    // A milestone completes at once and may free others that go before those in the
    // queue, so each of these is sorted in before the next one starts.
    do {
      settleUpstream(plan, at, emit);
      askRecoveries(plan, at, emit);
      askReviews(plan, emit);
      sortFresh(plan, at, emit);
      if (mayStart) startQueued(plan, at, emit);
      // Also for those that have just begun, where there is nothing left to spend.
      askForAgents(plan, at, emit);
      askNextTurn(plan, at, emit);
    } while (!isEnding(plan) && isUnsettled(plan));
    // An input that is not there can end the whole plan while its todos are being sorted.
    if (plan.state.ending !== null) endEarly(plan, plan.state.ending, at, emit);
    else if (mayStart) endWhenNothingIsLeft(plan, emit);
  }
  if (plan.state.paused === null && !isFinished(plan.state)) {
    for (const body of stopsAfterPause(plan, at)) emit(body);
  }
  return events;
}

type Emit = (body: EventBody) => void;

function isEnding(plan: Plan): boolean {
  return plan.state.ending !== null;
}

/** Whether there are todos: a goal is planned first, and a person asked where that does not go on. */
function goalIsPlanned(plan: Plan, at: string, emit: Emit): boolean {
  const { goal } = plan.state;
  if (goal === null || (goal.phase !== "planning" && goal.phase !== "asking")) return true;
  const isAsked = [...plan.openHolds.values()].some(({ kind }) => kind === "goal");
  if (goal.phase === "asking" && !isAsked) request(HOLD_RULES.goal.open(plan, at, goal), emit);
  return false;
}

/** A review of what the plan was before asks no more, also while the plan is paused. */
function closeOldReview(plan: Plan, emit: Emit): void {
  if (plan.state.status !== "pending") return;
  const review = reviewOf(plan);
  if (review?.status !== "open" || !HOLD_RULES.plan_review.isStale(plan, review)) return;
  emit(staleEvent(review, say("review_of_new_version")));
}

function reviewIsOver(plan: Plan, at: string, emit: Emit): boolean {
  if (!plan.state.plan_review || plan.state.status !== "pending") return true;
  const review = reviewOf(plan);
  const isStale = review !== undefined && HOLD_RULES.plan_review.isStale(plan, review);
  if (review?.status === "approved" && !isStale) return true;
  if (review?.status !== "open") request(HOLD_RULES.plan_review.open(plan, at), emit);
  return false;
}

/** A hold whose question an edit changed asks no more; its todo asks again when it is ready. */
function renewTouched(plan: Plan, emit: Emit): void {
  const touched = [...plan.touched];
  const reasked = new Set(plan.reasked);
  plan.touched.clear();
  plan.reasked.clear();
  for (const id of touched) {
    const hold = plan.todos.has(id) ? newestHoldOf(plan, id) : undefined;
    if (hold?.status !== "open") continue;
    // What somebody has decided stands, whatever the terms are now.
    const isDated = (hold.kind === "approval" || hold.kind === "input") && hold.deciding === null;
    if (rulesOf(hold).isStale(plan, hold)) emit(staleEvent(hold, say("would_ask_otherwise")));
    else if (isDated && reasked.has(id)) emit(staleEvent(hold, say("asks_on_other_terms")));
  }
}

/**
 * What can only run after a todo that stops it is skipped; what waits for one that failed does what
 * its strategy says. Both come back when nothing keeps them any more: the todo runs again, or an edit
 * took the dependency away. In plan order, so that a reloaded plan tells the same.
 */
function settleUpstream(plan: Plan, at: string, emit: Emit): void {
  while (plan.upstreamChanged.size > 0 && !isEnding(plan)) {
    const ids = inPlanOrder(plan, plan.upstreamChanged);
    plan.upstreamChanged.clear();
    for (const id of ids) {
      if (isEnding(plan)) return;
      const todo = todoOf(plan, id);
      if (isRunning(todo)) continue;
      const stop = stopOf(plan, todo);
      const lost = lostDependency(plan, todo);
      if (todo.status === "blocked") {
        if (stop !== null) {
          const data = { reason: stopMessage(plan, stop), skip: stop };
          emit({ type: "todo.skipped", by: SELF, todo_id: id, data });
        } else if (lost !== undefined) {
          for (const body of dependencyFailedEvents(plan, todo, lost, at)) emit(body);
        }
      } else if (stop === null && lost === undefined && endedByUpstream(todo))
        reopen(plan, todo, emit);
    }
  }
}

function endedByUpstream(todo: TodoState): boolean {
  return todo.status === "skipped" ? isStopped(todo) : todo.upstream_failed === true;
}

function reopen(plan: Plan, { id }: TodoState, emit: Emit): void {
  const hold = newestHoldOf(plan, id);
  if (hold?.status === "open") emit(withdrawnEvent(hold, SELF, say("dependency_again")));
  emit({ type: "todo.reopened", by: SELF, todo_id: id, data: {} });
}

function request(hold: HoldState, emit: Emit): void {
  emit({ type: "hold.requested", by: SELF, ...aboutHold(hold), data: { hold } });
}

function askRecoveries(plan: Plan, at: string, emit: Emit): void {
  for (const id of [...plan.failing]) {
    const todo = todoOf(plan, id);
    if (asksModel(plan, todo)) askModel(todo, emit);
    else request(HOLD_RULES.recovery.open(plan, at, todo), emit);
  }
}

/** A model is asked what becomes of the plan, and no person before it has answered. */
function askModel(todo: TodoState, emit: Emit): void {
  const { id, error_type, error_message, ended_seq } = todo;
  const asked =
    error_type === null
      ? { kind: "rejection" as const, feedback: error_message }
      : { kind: "failure" as const, feedback: null };
  const data = { ...asked, ended_seq: ended_seq ?? null };
  emit({ type: "plan.replan_requested", by: SELF, todo_id: id, data });
}

/**
 * Of results at which a model is to look first, the next ones wait until it has (S2). Where it may cost nothing
 * more, they go on as when no model answers.
 */
function askReviews(plan: Plan, emit: Emit): void {
  for (const id of inPlanOrder(plan, plan.unreviewed)) {
    const { ended_seq = null } = todoOf(plan, id);
    const data = { kind: "review" as const, feedback: null, ended_seq };
    emit({ type: "plan.replan_requested", by: SELF, todo_id: id, data });
    if (!isBudgetSpent(plan.state)) continue;
    const cause = plan.state.replan?.waiting.at(-1);
    if (cause !== undefined) emit(unaskedEvent(plan, cause));
  }
}

/** What a model was asked about may be over before it answers, or before a person decides. */
function closeProposals(plan: Plan, emit: Emit): void {
  const { turn, waiting } = plan.state.replan ?? NEVER_REPLANNED;
  for (const cause of waiting) {
    if (stillStands(plan, cause)) continue;
    const data = { request: cause.request, turn, call: null };
    emit({ type: "plan.replan_dropped", by: SELF, ...aboutTodo(cause), data });
  }
  for (const hold of [...plan.proposals.values()]) {
    if (!rulesOf(hold).isStale(plan, hold)) continue;
    emit(staleEvent(hold, say("cause_is_over")));
  }
}

/** Whatever agents wait for that only people can say. */
function askForAgents(plan: Plan, at: string, emit: Emit): void {
  for (let hold = nextAsking(plan, at); hold !== null; hold = nextAsking(plan, at))
    request(hold, emit);
}

/** An agent that has stopped asks no more, and of a limit that was raised nobody needs to be asked. */
function closeAskings(plan: Plan, emit: Emit): void {
  for (const hold of [...plan.askings.values()]) {
    if (!stillAsks(plan.todos.get(hold.todo_id), hold.asked_by)) {
      emit(withdrawnEvent(hold, SELF, say("agent_stopped")));
    } else if (rulesOf(hold).isStale(plan, hold)) emit(staleEvent(hold, say("budget_suffices")));
  }
}

/** Ready todos either ask for their approval now or queue for a place; asking takes no place. */
function sortFresh(plan: Plan, at: string, emit: Emit): void {
  const fresh = [...plan.fresh]
    .map((id) => ({ id, ...startOrderOf(plan, id) }))
    .sort(compareStartOrder);
  plan.fresh.clear();
  for (const { id, ...rank } of fresh) {
    if (isEnding(plan)) return;
    const todo = todoOf(plan, id);
    // It may have waited for another turn than it does now.
    plan.queue.delete(id);
    plan.turns.delete(id);
    if (plan.openDependencies.get(id) !== 0) continue;
    if (isInputUnchanged(plan, todo)) {
      emit({ type: "todo.kept", by: SELF, todo_id: id, data: {} });
      continue;
    }
    if (todo.kept_digest !== undefined && isForEarlierRun(plan, todo)) {
      const hold = newestHoldOf(plan, id);
      if (hold !== undefined) emit(staleEvent(hold, say("arguments_changed")));
    }
    if (!isAskedFirst(plan, todo)) {
      if (todo.work.kind === "manual") offer(plan, todo, at, emit);
      else plan.queue.push(id, rank);
    } else if (isStepMode(plan.state)) plan.turns.push(id, rank);
    else ask(plan, todo, at, emit);
  }
}

/**
 * Whether a todo that has run and would run on something else now stands under what a person wrote for that run: as their
 * arguments, or where its own are by now what they wrote.
 */
function isForEarlierRun(plan: Plan, todo: TodoState): boolean {
  const { approved_args, approved_digest, approved_under } = todo;
  if (approved_args !== null) return true;
  const isOwn = approved_digest !== null && approved_under === undefined;
  return isOwn && approved_digest === inputDigestOf(plan, todo);
}

/** In step mode the next todo is asked about when the one before has ended, and its clock starts then. */
function askNextTurn(plan: Plan, at: string, emit: Emit): void {
  const { running, openHolds, queue, turns, state } = plan;
  const isFree = (): boolean =>
    running.size + openHolds.size + queue.size + (state.replan?.waiting.length ?? 0) === 0;
  while (isFree() && !isUnsettled(plan)) {
    const id = turns.pop();
    if (id === undefined) return;
    ask(plan, todoOf(plan, id), at, emit);
  }
}

/** Whether something is left that follows by itself. */
function isUnsettled(plan: Plan): boolean {
  const { fresh, failing, unreviewed, upstreamChanged } = plan;
  return isEnding(plan) || fresh.size + failing.size + unreviewed.size + upstreamChanged.size > 0;
}

function ask(plan: Plan, todo: TodoState, at: string, emit: Emit): void {
  const { work } = todo;
  if (work.kind === "question") {
    return request(HOLD_RULES.input.open(plan, at, todo, work.request), emit);
  }
  const resolved = resolveInput(plan, todo);
  if ("missing" in resolved) return failInput(plan, todo, resolved.missing, at, emit);
  const { input } = resolved;
  const allowing = rememberedFor(plan, todo, input, at);
  if (allowing !== undefined) {
    const approved_by = allowing.remembered?.by ?? SELF;
    const data = { hold_id: allowing.id, approved_by, digest: approvalDigest(todo, input) };
    return emit({ type: "todo.let_through", by: SELF, todo_id: todo.id, data });
  }
  request(HOLD_RULES.approval.open(plan, at, todo, resolved.input), emit);
}

/** People do what they do beside the plan's places; released work stays on offer. */
function offer(plan: Plan, todo: TodoState, at: string, emit: Emit): void {
  if (todo.offered_at !== null) return;
  if (clearedInput(plan, todo, at, emit) === undefined) return;
  const data = { assignee: todo.assignee, due_at: dueOf(plan.state, todo) };
  emit({ type: "todo.offered", by: SELF, todo_id: todo.id, data });
}

function startQueued(plan: Plan, at: string, emit: Emit): void {
  while (!isEnding(plan) && plan.fresh.size === 0 && plan.running.size < plan.state.max_parallel) {
    const id = plan.queue.pop();
    if (id === undefined) return;
    start(plan, todoOf(plan, id), at, emit);
  }
}

/** The input with which a todo may begin; where it may not, a person is asked, or it has failed. */
function clearedInput(plan: Plan, todo: TodoState, at: string, emit: Emit): TodoInput | undefined {
  const resolved = resolveInput(plan, todo);
  if ("missing" in resolved) {
    failInput(plan, todo, resolved.missing, at, emit);
    return undefined;
  }
  const { approved_digest } = todo;
  const isAllowed = (): boolean =>
    approved_digest === approvalDigest(todo, resolved.input) &&
    isStillLetThrough(plan, todo, resolved.input, at);
  if (approved_digest !== null && !isAllowed()) {
    // What was let through was not decided at a hold of its own.
    const hold = todo.approved_under === undefined ? newestHoldOf(plan, todo.id) : undefined;
    if (hold !== undefined) emit(staleEvent(hold, say("arguments_changed")));
    if (isStepMode(plan.state)) plan.turns.push(todo.id, startOrderOf(plan, todo.id));
    else ask(plan, todo, at, emit);
    return undefined;
  }
  return resolved.input;
}

function start(plan: Plan, todo: TodoState, at: string, emit: Emit): void {
  const input = clearedInput(plan, todo, at, emit);
  if (input === undefined) return;
  const data = nextAttemptOf(todo, input) ?? { run: todo.run + 1 };
  emit({ type: "todo.started", by: SELF, todo_id: todo.id, data });
  if (WORK[todo.work.kind].completedBy === "start") {
    emit({ type: "todo.completed", by: SELF, todo_id: todo.id, data: NOTHING });
  } else {
    plan.runInputs.set(todo.id, input);
  }
}

function failInput(plan: Plan, todo: TodoState, missing: Sentence, at: string, emit: Emit): void {
  const message = say("input_missing", { why: missing });
  const failure = { error_type: "validation_error" as const, message };
  for (const body of failureEvents(plan, todo, failure, at)) emit(body);
}

/** Cancels what has not started, and ends the plan once nothing runs any more. */
function endEarly(
  plan: Plan,
  ending: { outcome: "cancelled" | "failed"; reason: Wording },
  at: string,
  emit: Emit,
): void {
  const { outcome, reason } = ending;
  withdrawHolds(plan, reason, emit);
  for (const body of endContinuations(plan)) emit(body);
  cancelWaiting(plan, reason, emit);
  if (plan.running.size > 0) return;
  const phase = plan.state.goal?.phase;
  if (phase === "planned" || phase === "reporting") {
    const data = { call: null, report: listedReport(plan, at) };
    emit({ type: "plan.reported", by: SELF, data });
  }
  emit({
    type: outcome === "cancelled" ? "plan.cancelled" : "plan.failed",
    by: SELF,
    data: { reason },
  });
}

function withdrawHolds(plan: Plan, reason: Wording, emit: Emit): void {
  for (const hold of [...plan.openHolds.values()]) {
    emit(withdrawnEvent(hold, SELF, reason));
  }
}

function cancelWaiting(plan: Plan, reason: Wording, emit: Emit, error_type?: ErrorType): void {
  const { pending, blocked, needs_approval } = plan.counts;
  if (pending + blocked + needs_approval + plan.running.size + plan.work.size === 0) return;
  for (const todo of plan.state.todos) {
    if (hasEnded(todo.status)) continue;
    if (plan.running.has(todo.id) && todo.next_attempt === undefined) continue;
    const data = { reason, ...(error_type !== undefined && { error_type }) };
    emit({ type: "todo.cancelled", by: SELF, todo_id: todo.id, data });
  }
}

function endWhenNothingIsLeft(plan: Plan, emit: Emit): void {
  const { goal, replan } = plan.state;
  const asked = plan.openHolds.size + (replan?.waiting.length ?? 0);
  if (plan.running.size + asked + plan.work.size > 0) return;
  // A goal ends in an answer, whatever became of its todos.
  if (goal?.phase === "reporting") return;
  if (goal?.phase === "planned") {
    return emit({ type: "plan.report_requested", by: SELF, data: { turn: goal.turn + 1 } });
  }
  for (const body of endContinuations(plan)) emit(body);
  const { failed, cancelled, blocked, pending } = plan.counts;
  if (failed + cancelled + blocked + pending === 0) {
    // What was rejected or failed says best why not all was done: what others could not do without.
    const { todos } = plan.state;
    const stopped = todos.find(isStopped) ?? todos.find(({ skipped }) => skipped?.stops === true);
    const stop = stopped?.skipped ?? null;
    const data =
      stop === null ? {} : { reason: say("with_stop", { what: stopMessage(plan, stop) }) };
    emit({ type: "plan.completed", by: SELF, data });
    return;
  }
  // A todo was cancelled here only when its tool stopped unasked: the plan did not do all it should.
  const lost =
    plan.state.todos.find((todo) => todo.status === "failed") ??
    plan.state.todos.find((todo) => todo.status === "cancelled");
  const reason =
    lost?.status === "cancelled"
      ? say("todo_cancelled", { title: lost.title })
      : say("stop_failed_because", {
          title: lost?.title ?? "",
          why: lost?.error_message ?? say("no_message"),
        });
  const why = say("dependency_lost");
  cancelWaiting(plan, why, emit, "dependency_failed");
  emit({ type: "plan.failed", by: SELF, data: { reason } });
}
