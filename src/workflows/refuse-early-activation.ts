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
  /** How many events the history has at least from it, once its task is completed, beside those of what it began. */
  readonly events: number;
  /** What it has begun and not called off, each of which is an event, too. */
  readonly begun: ReadonlySet<string>;
  /** What had ended when it began: calling that off leaves no event. */
  readonly over: ReadonlySet<string>;
  /** Whether it has called off an activity. */
  readonly calledOff: boolean;
}

type Commands = ConcludeActivationInput["commands"];
type Command = Commands[number];
type Activation = ActivateInput["activation"];

const NOTHING_DONE = { events: 0, begun: new Set<string>(), calledOff: false };

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
          const over = whatEnded(input.activation);
          last = { time, historyLength, isReplay, ...NOTHING_DONE, over };
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
  const events = step.events + step.begun.size;
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

/** A step after these commands: what one step begins and calls off leaves no event; calling off what an earlier one began does. */
function withCommands(step: Step, commands: Commands): Step {
  let { events } = step;
  const begun = new Set(step.begun);
  for (const command of commands) {
    if (isAlwaysAnEvent(command)) events += 1;
    const begins = whatBegins(command);
    if (begins !== undefined) begun.add(begins);
    const ends = whatIsCalledOff(command);
    if (ends !== undefined && !begun.delete(ends) && !step.over.has(ends)) events += 1;
  }
  const calledOff =
    step.calledOff || commands.some(({ requestCancelActivity }) => requestCancelActivity != null);
  return { ...step, events, begun, calledOff };
}

function isAlwaysAnEvent(command: Command): boolean {
  return (
    command.modifyWorkflowProperties != null ||
    command.upsertWorkflowSearchAttributes != null ||
    command.signalExternalWorkflowExecution != null ||
    command.requestCancelExternalWorkflowExecution != null ||
    command.updateResponse?.accepted != null
  );
}

function whatBegins(command: Command): string | undefined {
  const { scheduleActivity, startTimer, startChildWorkflowExecution } = command;
  if (scheduleActivity != null) return `activity ${scheduleActivity.seq}`;
  if (startTimer != null) return `timer ${startTimer.seq}`;
  if (startChildWorkflowExecution != null) return `workflow ${startChildWorkflowExecution.seq}`;
  return undefined;
}

/** Workflows that an earlier step began are let go rather than called off. */
function whatIsCalledOff({ requestCancelActivity, cancelTimer }: Command): string | undefined {
  if (requestCancelActivity != null) return `activity ${requestCancelActivity.seq}`;
  return cancelTimer == null ? undefined : `timer ${cancelTimer.seq}`;
}

function whatEnded({ jobs }: Activation): Set<string> {
  const ended = (jobs ?? []).flatMap(({ fireTimer, resolveActivity }) => [
    ...(fireTimer == null ? [] : [`timer ${fireTimer.seq}`]),
    ...(resolveActivity == null ? [] : [`activity ${resolveActivity.seq}`]),
  ]);
  return new Set(ended);
}

function refusesUpdates(commands: Commands): boolean {
  return (
    commands.length > 0 && commands.every(({ updateResponse }) => updateResponse?.rejected != null)
  );
}
