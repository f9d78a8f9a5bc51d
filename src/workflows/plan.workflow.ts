import {
  allHandlersFinished,
  ApplicationFailure,
  CancellationScope,
  CancelledFailure,
  condition,
  continueAsNew,
  patched,
  workflowInfo,
} from "@temporalio/workflow";
import type { Progress } from "../contract/plan.ts";
import type { PlanStatus } from "../contract/vocabulary.ts";
import { apply } from "../plan/apply.ts";
import type { Report } from "../plan/commands.ts";
import { record } from "../plan/decide.ts";
import { effects } from "../plan/effects.ts";
import { later } from "../plan/later.ts";
import { CANCEL_GRACE_MS } from "../plan/recovery.ts";
import { isFinished, loadPlan, todoOf, type Plan } from "../plan/plan.ts";
import { progressOf } from "../plan/progress.ts";
import { settle } from "../plan/settle.ts";
import type { PlanState } from "../plan/state.ts";
import { archiveOldEvents } from "./archive-events.ts";
import { planInputMistake } from "./check-input.ts";
import { createDetailsWriter } from "./current-details.ts";
import { besideId, createExecutor } from "./execute-effects.ts";
import { handleMessages, handleTodoReports } from "./handle-messages.ts";
import { createListEntryWriter } from "./list-entry.ts";
import { lookAfter, type Beside } from "./look-after.ts";

/**
 * History events after which a plan continues as new, so that a plan dropped from the worker's
 * cache answers again within about a second (its replay costs 1.5–2.5 ms a todo).
 */
const HISTORY_EVENTS = 2_000;

export interface PlanWorkflowInput {
  readonly state: PlanState;
  /** Overrides HISTORY_EVENTS; tests make a plan continue as new early with it. */
  readonly history_events?: number;
}

/** How a plan ended. */
export interface PlanOutcome {
  readonly plan_id: string;
  readonly status: PlanStatus;
  readonly ended_because: string | null;
  readonly progress: Progress;
}

/**
 * Runs one plan. No plan rule lives here: the core decides, this loop makes it happen.
 *
 * Its handlers are registered before the first await, so that messages which arrived with the start
 * find the plan loaded. Nothing is lost when the process dies: the state is a replay of history.
 */
export async function planWorkflow(input: PlanWorkflowInput): Promise<PlanOutcome> {
  const plan = open(input);
  const inbox = { changed: true };
  const report = (news: Report): void => {
    const at = now();
    for (const body of record(plan, news, at)) apply(plan, body, at);
    inbox.changed = true;
  };
  /** Of a todo that reported, or whose end the plan has seen otherwise, this is no news. */
  const lose = ({ todo_id, run }: Pick<Beside, "todo_id" | "run">, message: string): void => {
    const lost: Report = { type: "todo_lost", todo_id, run, message };
    if (record(plan, lost, now()).length > 0 && patched("lost-todos")) report(lost);
  };
  const beside = runsBeside(plan);
  const keys = beside.map(({ todo_id, run }) => `${todo_id}.${run}`);
  const executor = createExecutor(plan.state.id, { report, lose }, keys);
  handleMessages(plan, inbox, now);
  handleTodoReports(plan, report);
  const showDetails = createDetailsWriter(plan);
  const writeListEntry = createListEntryWriter(plan);
  const temporalCancel = cancelWithTemporal(plan, inbox);
  // Tried once in a run: a store that does not answer must not hold back the next one.
  let archived: Promise<void> | undefined;

  return CancellationScope.nonCancellable(async () => {
    let draining = false;
    if (beside.length > 0 && patched("look-after-todos")) {
      void lookAfter(
        () => stillRunning(plan, beside),
        lose,
        () => (inbox.changed = true),
      );
    }
    for (;;) {
      inbox.changed = false;
      draining ||= isHistoryLong(input.history_events ?? HISTORY_EVENTS);
      settle(plan, now(), !draining);
      executor.execute(effects(plan));
      writeListEntry();
      showDetails();
      if (isFinished(plan.state)) break;
      if (draining && executor.awaited === 0 && !staysToEnd(plan)) {
        await (archived ??= archiveOldEvents(plan.state));
        await startNextRun(plan, inbox, input);
      }
      await condition(() => inbox.changed);
    }
    await condition(allHandlersFinished);
    return close(plan, temporalCancel.requested);
  });
}

/** What an earlier run of this workflow left running: only long todos outlive a run. */
function runsBeside(plan: Plan): Beside[] {
  return [...plan.running].map((id) => ({
    todo_id: id,
    run: todoOf(plan, id).run,
    workflow_id: besideId(id),
  }));
}

/** Those of them that the plan still waits for. */
function stillRunning(plan: Plan, beside: readonly Beside[]): Beside[] {
  return beside.filter(({ todo_id, run }) => {
    const todo = plan.todos.get(todo_id);
    return todo?.status === "in_progress" && todo.run === run;
  });
}

/** The plan from the workflow's input, which anyone may have written by hand in Temporal UI. */
function open(input: PlanWorkflowInput): Plan {
  // Later runs get what this code wrote, perhaps an older version of it.
  const isFirstRun = workflowInfo().continuedFromExecutionRunId === undefined;
  const mistake = isFirstRun ? planInputMistake(input) : null;
  if (mistake === null) return loadPlan(input.state);
  throw ApplicationFailure.nonRetryable(
    `This is not the input of a plan: ${mistake}. Create plans through the Holdpoint API.`,
    "validation_failed",
  );
}

/**
 * Whether the plan ends within the grace time and so without another run. Temporal's cancel is this
 * run's: the next one could not end as cancelled.
 */
function staysToEnd(plan: Plan): boolean {
  return plan.state.ending !== null && patched("ends-in-its-run");
}

/** Drops out of the loop by continuing as new, unless something arrived meanwhile. */
async function startNextRun(
  plan: Plan,
  inbox: { changed: boolean },
  input: PlanWorkflowInput,
): Promise<void> {
  await condition(allHandlersFinished);
  if (inbox.changed) return;
  await continueAsNew<typeof planWorkflow>({ ...input, state: plan.state });
}

/** Temporal's own cancel, as from its UI, cancels the plan in good order. */
function cancelWithTemporal(plan: Plan, inbox: { changed: boolean }): { requested: boolean } {
  const cancel = { requested: false };
  void CancellationScope.current().cancelRequested.catch(() => {
    cancel.requested = true;
    if (isFinished(plan.state) || plan.state.ending !== null) return;
    const at = now();
    const reason = "The workflow was cancelled in Temporal.";
    const grace_until = later(at, CANCEL_GRACE_MS);
    apply(
      plan,
      { type: "plan.cancel_requested", by: "temporal", data: { reason, grace_until } },
      at,
    );
    inbox.changed = true;
  });
  return cancel;
}

/** Ends the workflow so that Temporal shows what became of the plan. */
function close(plan: Plan, cancelledByTemporal: boolean): PlanOutcome {
  const { id, status, ended_because } = plan.state;
  const outcome = { plan_id: id, status, ended_because, progress: progressOf(plan) };
  if (status === "failed") {
    throw ApplicationFailure.nonRetryable(
      ended_because ?? "The plan failed.",
      "plan_failed",
      outcome,
    );
  }
  if (status === "cancelled" && cancelledByTemporal)
    throw new CancelledFailure(ended_because ?? "");
  return outcome;
}

function isHistoryLong(limit: number): boolean {
  const info = workflowInfo();
  return info.historyLength >= limit || info.continueAsNewSuggested;
}

function now(): string {
  return new Date().toISOString();
}
