import type { Client } from "@temporalio/client";
import type { History } from "@temporalio/common/lib/proto-utils.js";

/** What a plan cost Temporal, over all runs of its workflow. */
export interface HistoryFigures {
  readonly runs: number;
  /** Of the longest run. */
  readonly events: number;
  /** The longest workflow task, from its start to its end. */
  readonly longestTaskMs: number;
  /** Workflow tasks that failed or ran out of time. */
  readonly failedTasks: number;
}

const [TASK_STARTED, TASK_COMPLETED, TASK_TIMED_OUT, TASK_FAILED] = [6, 7, 8, 9];

/** Reads the histories of a plan that has ended. */
export async function readHistory(client: Client, planId: string): Promise<HistoryFigures> {
  const workflowId = `plan-${planId}`;
  const figures = { runs: 0, events: 0, longestTaskMs: 0, failedTasks: 0 };
  let runId: string | null | undefined = (await client.workflow.getHandle(workflowId).describe())
    .runId;
  while (runId) {
    const history: History = await client.workflow.getHandle(workflowId, runId).fetchHistory();
    const all = history.events ?? [];
    figures.runs += 1;
    figures.events = Math.max(figures.events, all.length);
    let began = 0;
    for (const event of all) {
      const type = Number(event.eventType);
      const at = Number(event.eventTime?.seconds) * 1_000 + (event.eventTime?.nanos ?? 0) / 1e6;
      if (type === TASK_STARTED) began = at;
      else if (type === TASK_COMPLETED) {
        figures.longestTaskMs = Math.max(figures.longestTaskMs, at - began);
      } else if (type === TASK_TIMED_OUT || type === TASK_FAILED) figures.failedTasks += 1;
    }
    runId = all[0]?.workflowExecutionStartedEventAttributes?.continuedExecutionRunId;
  }
  return figures;
}
