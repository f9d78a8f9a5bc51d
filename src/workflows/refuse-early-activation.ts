import type { ConcludeActivationInput, WorkflowInterceptorsFactory } from "@temporalio/workflow";
import { TASK_TO_COME } from "../contract/tables/temporal-names.ts";

/** What the workflow did last, but for answering questions. */
interface Step {
  /** The time of the workflow task that it belongs to. */
  readonly time: string;
  readonly historyLength: number;
  readonly isReplay: boolean;
  /** How many events the history has at least from it, once its task is completed. */
  readonly events: number;
}

type Commands = ConcludeActivationInput["commands"];

/** Between two tasks: one is completed, the next one scheduled and started. */
const TASK_EVENTS = 3;

/**
 * Refuses what the worker would run before its workflow task, of any workflow, and what would follow from
 * a step that never became a part of the history.
 *
 * A query that comes to a worker which does not have the workflow in memory is given the whole
 * history. The SDK (1.24.0, sdk-core `apply_next_wft_from_history`) then also runs what has happened
 * since the last workflow task: a timer that fired or a signal, though its task has yet to start; or what
 * a task was about that another worker had when it died. It runs it with the clock of the task before, or of
 * the lost one, and as a step of its own. What follows from it is kept for the next task, and no replay finds
 * it again, because a replay runs the same under that task's own time and together with its
 * updates. The workflow would be stuck for good.
 *
 * Refused, the query or the task fails, the worker forgets the workflow, and the next task finds it as it was.
 * Whoever asked may ask again at once.
 *
 * Promises: a replay is never refused. A live task is, once: after a lost step, or where the server's clock went
 * back.
 */
export const interceptors: WorkflowInterceptorsFactory = () => {
  let last: Step | undefined;
  /** Before an update that was refused: Temporal forgets its task. */
  let before: Step | undefined;
  return {
    internals: [
      {
        activate(input, next) {
          const { timestamp, isReplaying, jobs } = input.activation;
          if (jobs?.every(({ queryWorkflow }) => queryWorkflow != null)) return next(input);
          const time = `${timestamp?.seconds?.toString()}.${timestamp?.nanos}`;
          const historyLength = input.activation.historyLength ?? 0;
          const isReplay = isReplaying === true;
          const isEarly = time === last?.time && historyLength > last.historyLength;
          if (!isReplay && (isEarly || isLost(last, historyLength))) throw new Error(TASK_TO_COME);
          before = last;
          last = { time, historyLength, isReplay, events: 0 };
          return next(input);
        },
        concludeActivation(input, next) {
          const concluded = next(input);
          if (last !== undefined)
            last = { ...last, events: last.events + eventsOf(concluded.commands) };
          if (refusesUpdates(concluded.commands)) last = before;
          return concluded;
        },
      },
    ],
  };
};

/** Whether the history is too short to have what the step gave. */
function isLost(step: Step | undefined, historyLength: number): boolean {
  if (step === undefined || step.isReplay || step.events === 0) return false;
  return historyLength < step.historyLength + TASK_EVENTS + step.events;
}

/** What always is an event, and what is one unless its opposite, with which the SDK leaves it out, comes with it. */
function eventsOf(commands: Commands): number {
  const count = (isMeant: (command: Commands[number]) => boolean): number =>
    commands.filter(isMeant).length;
  const always = count(
    ({ modifyWorkflowProperties, upsertWorkflowSearchAttributes, updateResponse }) =>
      modifyWorkflowProperties != null ||
      upsertWorkflowSearchAttributes != null ||
      updateResponse?.accepted != null,
  );
  const begun = count(
    ({ scheduleActivity, startTimer, startChildWorkflowExecution }) =>
      scheduleActivity != null || startTimer != null || startChildWorkflowExecution != null,
  );
  const calledOff = count(
    ({ requestCancelActivity, cancelTimer, cancelChildWorkflowExecution }) =>
      requestCancelActivity != null || cancelTimer != null || cancelChildWorkflowExecution != null,
  );
  return always + Math.max(0, begun - calledOff);
}

function refusesUpdates(commands: Commands): boolean {
  return (
    commands.length > 0 && commands.every(({ updateResponse }) => updateResponse?.rejected != null)
  );
}
