import {
  allHandlersFinished,
  ApplicationFailure,
  CancellationScope,
  CancelledFailure,
  condition,
  continueAsNew,
  metricMeter,
  workflowInfo,
} from "@temporalio/workflow";
import type { NewGoalInput, NewPlanInput, Progress } from "../contract/plan/plan.ts";
import { english, say, type Sentence } from "../contract/sentences/sentence.ts";
import { TEMPORAL_NAMES } from "../contract/tables/temporal-names.ts";
import type { PlanStatus } from "../contract/tables/vocabulary.ts";
import { apply } from "../plan/apply.ts";
import { runKey } from "../plan/attempts.ts";
import { decideReport } from "../plan/decide.ts";
import { effects, type Effects } from "../plan/effects.ts";
import { CANCEL_GRACE_MS } from "../plan/holds/failures.ts";
import type { AttemptKey, Report } from "../plan/model/commands.ts";
import { packState, unpackState, type PackedState } from "../plan/model/packing/pack-state.ts";
import { isFinished, isRunning, loadPlan, todoOf, type Plan } from "../plan/model/plan.ts";
import { progressOf } from "../plan/model/progress.ts";
import type { PlanState } from "../plan/model/state/state.ts";
import { addMilliseconds } from "../plan/model/time.ts";
import { settle } from "../plan/settle.ts";
import { mostInline } from "../plan/todos/carried-results.ts";
import { archiveOldEvents, keepLastState, type LastStatePlace } from "./plan/archive.ts";
import { showDetails } from "./plan/current-details.ts";
import { watchDetachedTodos, type DetachedTodo } from "./plan/detached-todos.ts";
import { createExecutor, detachedId } from "./plan/execute-effects.ts";
import { createGate, type Gate } from "./plan/gate.ts";
import { handleMessages, handleTodoReports } from "./plan/handle-messages.ts";
import { lineWord } from "./plan/line-word.ts";
import { createListEntryWriter } from "./plan/list-entry.ts";
import { createRunRoom } from "./plan/run-room.ts";
import { createSegments } from "./plan/run-segments.ts";
import { beginAttempts, takeReport } from "./plan/take-report.ts";
import { readPlanInput } from "./read-input.ts";
import { now } from "./this-run.ts";
import type { FirstCommand } from "./wire/plan-start.ts";

/** What our own code begins or continues a plan with. */
interface CarriedPlan {
  readonly state: PackedState;
  /** After how many events it continues as new, in place of the usual number; tests make a plan do so early with it. */
  readonly history_events?: number;
  /** What this run does first: a plan that had ended goes on by it. */
  readonly first?: FirstCommand;
}

/** A person who starts a plan in Temporal UI writes it as the API takes it. */
export type PlanWorkflowInput = CarriedPlan | NewGoalInput | NewPlanInput;

/** How a plan ended. */
export interface PlanOutcome {
  readonly plan_id: string;
  readonly status: PlanStatus;
  readonly ended_because: string | null;
  readonly progress: Progress;
}

/** How a plan ended, and where its last state is: whoever reads it from then on asks no worker. */
export type EndedPlan = PlanOutcome & Partial<LastStatePlace>;

/**
 * Runs one plan. No plan rule lives here: the core decides, this loop makes it happen.
 *
 * Its handlers are registered before the first await, so that messages which arrived with the start
 * find the plan loaded. Nothing is lost when the process dies: the state is a replay of history.
 */
export async function planWorkflow(input: PlanWorkflowInput): Promise<EndedPlan> {
  const { state, history_events, first } = open(input);
  const plan = loadPlan(state);
  const inbox = { changed: true };
  const gate = createGate();
  let isTimeUp = false;
  const report = (news: Report): void =>
    void gate.pass(() => {
      const isTaken = takeReport(plan, news, now());
      if (isTaken && news.type === "todo_requeued") executor.forget(runKey(news));
      isTimeUp ||= news.type === "time_passed";
      inbox.changed = true;
    });
  /** Of a todo that reported, or whose end the plan has seen otherwise, this is no news. */
  const lose = ({ todo_id, run, attempt }: AttemptKey, message: Sentence): void => {
    const lost: Report = { type: "todo_lost", todo_id, run, attempt, message };
    if (decideReport(plan, lost, now()).length > 0) report(lost);
  };
  const wordFor = (todo: AttemptKey) => lineWord(plan.state, todo);
  const detached = detachedTodos(plan);
  const executor = createExecutor(
    plan.state.id,
    { report, lose, wordFor, mostInline: (id) => mostInline(plan, id), history_events },
    detached.map(runKey),
  );
  const segments = createSegments(plan, gate, () => (inbox.changed = true));
  const room = createRunRoom(plan.state, history_events);
  handleMessages(plan, { inbox, gate, room }, now, first);
  handleTodoReports(plan, report, now);
  showDetails(plan);
  const writeListEntry = createListEntryWriter(plan);
  const temporalCancel = cancelWithTemporal(plan, inbox, gate);
  // Tried once in a run: a store that does not answer must not hold back the next one.
  let archived: Promise<void> | undefined;

  return CancellationScope.nonCancellable(async () => {
    let draining = false;
    if (detached.length > 0) {
      void watchDetachedTodos(
        () => stillRunning(plan, detached),
        lose,
        () => (inbox.changed = true),
      );
    }
    for (;;) {
      inbox.changed = false;
      draining ||= room.isLong;
      // Not before its timer: what the attempt before ran in has ended by then.
      if (isTimeUp) beginAttempts(plan, now());
      isTimeUp = false;
      settle(plan, now(), !draining);
      const tellListsAt = writeListEntry();
      const wanted = withWake(effects(plan), tellListsAt);
      executor.execute({ ...wanted, runs: segments.start(wanted.runs) });
      if (isFinished(plan.state)) {
        const { seq } = plan.state;
        const last = await keepLastState(plan.state);
        await condition(allHandlersFinished);
        if (plan.state.seq === seq) return close(plan, last, temporalCancel.requested);
        // Somebody told it something meanwhile, or had it go on.
        continue;
      }
      if (draining && executor.awaited + segments.count === 0 && !staysToEnd(plan)) {
        await (archived ??= archiveOldEvents(plan.state));
        await startNextRun(plan, inbox, history_events);
      }
      await condition(() => inbox.changed && !gate.isShut);
    }
  });
}

/** The same, and the plan is woken to tell lists how far it is, unless something wakes it before. */
function withWake(wanted: Effects, at: string | null): Effects {
  if (at === null || (wanted.wake !== null && wanted.wake.at <= at)) return wanted;
  return { ...wanted, wake: { at, title: "Lists are told the progress" } };
}

/** What an earlier run of this workflow left running: only long todos outlive a run. */
function detachedTodos(plan: Plan): DetachedTodo[] {
  return [...plan.running].flatMap((id) => {
    const { run, attempt = 1, next_attempt, delivered } = todoOf(plan, id);
    // Between two attempts nothing runs, and the plan itself has results written.
    return next_attempt === undefined && delivered === undefined
      ? [{ todo_id: id, run, attempt, workflow_id: detachedId(id) }]
      : [];
  });
}

/** Those of them that the plan still waits for. */
function stillRunning(plan: Plan, detached: readonly DetachedTodo[]): DetachedTodo[] {
  return detached.filter(({ todo_id, run, attempt }) => {
    const todo = plan.todos.get(todo_id);
    // An agent that waits for an answer runs all the same.
    if (todo === undefined || !isRunning(todo) || todo.delivered !== undefined) return false;
    return todo.run === run && todo.attempt === attempt;
  });
}

/** The plan from the workflow's input, which anyone may have written by hand in Temporal UI. */
function open(input: PlanWorkflowInput): CarriedPlan & { readonly state: PlanState } {
  const { workflowId, continuedFromExecutionRunId, parent } = workflowInfo();
  const goesOn = parent?.workflowId.startsWith(TEMPORAL_NAMES.ended_prefix) === true;
  // What a run of this plan carried.
  if (goesOn || continuedFromExecutionRunId !== undefined) {
    const carried = input as CarriedPlan;
    return { ...carried, state: unpackState(carried.state) };
  }
  const state = readPlanInput(input, { workflowId, at: now() });
  return "state" in input ? { ...input, state } : { state };
}

/**
 * Whether the plan ends within the grace time and so without another run. Temporal's cancel is this
 * run's: the next one could not end as cancelled.
 */
function staysToEnd(plan: Plan): boolean {
  return plan.state.ending !== null;
}

/** Drops out of the loop by continuing as new, unless something arrived meanwhile. */
async function startNextRun(
  plan: Plan,
  inbox: { changed: boolean },
  history_events: number | undefined,
): Promise<void> {
  await condition(allHandlersFinished);
  if (inbox.changed) return;
  const state = packState(plan.state);
  const carried = { state, ...(history_events !== undefined && { history_events }) };
  await continueAsNew<typeof planWorkflow>(carried);
}

/** Temporal's own cancel, as from its UI, cancels the plan in good order. */
function cancelWithTemporal(
  plan: Plan,
  inbox: { changed: boolean },
  gate: Gate,
): { requested: boolean } {
  const cancel = { requested: false };
  void CancellationScope.current().cancelRequested.catch(() => {
    cancel.requested = true;
    void gate.pass(() => {
      if (isFinished(plan.state) || plan.state.ending !== null) return;
      const at = now();
      const reason = say("cancelled_in_temporal");
      const grace_until = addMilliseconds(at, CANCEL_GRACE_MS);
      apply(
        plan,
        { type: "plan.cancel_requested", by: "temporal", data: { reason, grace_until } },
        at,
      );
      inbox.changed = true;
    });
  });
  return cancel;
}

/** Ends the workflow so that Temporal shows what became of the plan. */
function close(
  plan: Plan,
  last: LastStatePlace | undefined,
  cancelledByTemporal: boolean,
): EndedPlan {
  const { id, status } = plan.state;
  // Counted once, whoever replays it.
  metricMeter
    .createCounter("holdpoint_plans_ended_total", undefined, "Plans that ended, by status")
    .add(1, { status });
  const words = plan.state.ended_because;
  const ended_because = words === null ? null : english(words);
  const outcome = { plan_id: id, status, ended_because, progress: progressOf(plan), ...last };
  if (status === "failed") {
    throw ApplicationFailure.nonRetryable(
      ended_because ?? english(say("plan_failed")),
      "plan_failed",
      outcome,
    );
  }
  if (status === "cancelled" && cancelledByTemporal)
    throw new CancelledFailure(ended_because ?? "");
  return outcome;
}
