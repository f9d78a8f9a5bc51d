import type {
  ActivateInput,
  ConcludeActivationInput,
  WorkflowInterceptorsFactory,
} from "@temporalio/workflow";
import { TASK_TO_COME } from "../contract/tables/temporal-names.ts";

/** What the workflow did last, but for answering questions. */
interface Step {
  /** The time of the workflow task that it belongs to. */
  readonly time: string;
  readonly historyLength: number;
  readonly isReplay: boolean;
  /** How many events the history has at least from it, once its task is completed. */
  readonly events: number;
  /** How much more it has begun than called off, which are events, too. */
  readonly begun: number;
  /** Whether it has called off an activity. */
  readonly calledOff: boolean;
}

type Commands = ConcludeActivationInput["commands"];
type Activation = ActivateInput["activation"];

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
          if (last?.time === time && goesOn(last, input.activation)) return next(input);
          const isEarly = time === last?.time && historyLength > last.historyLength;
          if (!isReplay && (isEarly || isLost(last, historyLength))) throw new Error(TASK_TO_COME);
          before = last;
          last = { time, historyLength, isReplay, events: 0, begun: 0, calledOff: false };
          return next(input);
        },
        concludeActivation(input, next) {
          const concluded = next(input);
          if (last !== undefined) last = withCommands(last, concluded.commands);
          if (refusesUpdates(concluded.commands)) last = before;
          return concluded;
        },
      },
    ],
  };
};

/** Whether the history is too short to have what the step gave. */
function isLost(step: Step | undefined, historyLength: number): boolean {
  if (step === undefined || step.isReplay) return false;
  const events = step.events + Math.max(0, step.begun);
  return events > 0 && historyLength < step.historyLength + TASK_EVENTS + events;
}

/**
 * Whether the SDK only tells, within the same task, that the activities are cancelled which the step has called
 * off: it waits for none of them.
 */
function goesOn(step: Step, { historyLength, jobs }: Activation): boolean {
  return (
    step.calledOff &&
    step.historyLength === historyLength &&
    jobs?.every(({ resolveActivity }) => resolveActivity?.result?.cancelled != null) === true
  );
}

/** A step after these commands: with what always is an event, and what is one unless its opposite comes with it. */
function withCommands(step: Step, commands: Commands): Step {
  const count = (isMeant: (command: Commands[number]) => boolean): number =>
    commands.filter(isMeant).length;
  const events = count(
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
  return {
    ...step,
    events: step.events + events,
    begun: step.begun + begun - calledOff,
    calledOff:
      step.calledOff || commands.some(({ requestCancelActivity }) => requestCancelActivity != null),
  };
}

function refusesUpdates(commands: Commands): boolean {
  return (
    commands.length > 0 && commands.every(({ updateResponse }) => updateResponse?.rejected != null)
  );
}
