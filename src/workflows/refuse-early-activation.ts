import type { WorkflowInterceptorsFactory } from "@temporalio/workflow";
import { TASK_TO_COME } from "../contract/tables/temporal-names.ts";

/** What tells one activation from the next: the time of the workflow task that it belongs to. */
interface Moment {
  readonly time: string;
  readonly historyLength: number;
}

/**
 * Refuses what the worker would run before its workflow task, of any workflow.
 *
 * A query that comes to a worker which does not have the workflow in memory is given the whole
 * history. The SDK (1.24.0, sdk-core `apply_next_wft_from_history`) then also runs what has happened
 * since the last workflow task, a timer that fired or a signal, though its task has yet to start:
 * with the clock of the task before, and as a step of its own. What follows from it is kept for the
 * task, and no replay finds it again, because a replay runs the same under the task's own time and
 * together with its updates. The workflow would be stuck for good.
 *
 * Refused, the query fails, the worker forgets the workflow, and the task finds it as it was. Whoever
 * asked may ask again at once.
 *
 * Promises: a replay is never refused. A live task is, once, where the server's clock went back.
 */
export const interceptors: WorkflowInterceptorsFactory = () => {
  let last: Moment | undefined;
  return {
    internals: [
      {
        activate(input, next) {
          const { timestamp, isReplaying, jobs } = input.activation;
          if (jobs?.every(({ queryWorkflow }) => queryWorkflow != null)) return next(input);
          const time = `${timestamp?.seconds?.toString()}.${timestamp?.nanos}`;
          const historyLength = input.activation.historyLength ?? 0;
          const isEarly = time === last?.time && historyLength > last.historyLength;
          if (isEarly && isReplaying !== true) throw new Error(TASK_TO_COME);
          last = { time, historyLength };
          return next(input);
        },
      },
    ],
  };
};
