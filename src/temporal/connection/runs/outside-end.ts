import type { Client } from "@temporalio/client";
import { tsToMs } from "@temporalio/common/lib/time.js";
import type { OutsideEnd } from "../../../contract/plan/termination.ts";

/**
 * How a run that has closed was ended in Temporal, as the last event of its history tells; undefined
 * where it ended by itself.
 */
export async function readOutsideEnd(
  { workflowService, options }: Pick<Client, "workflowService" | "options">,
  execution: { readonly workflowId: string; readonly runId: string },
): Promise<OutsideEnd | undefined> {
  const { history } = await workflowService.getWorkflowExecutionHistoryReverse({
    namespace: options.namespace,
    execution,
    maximumPageSize: 1,
  });
  const last = history?.events?.[0];
  const at = new Date(tsToMs(last?.eventTime ?? undefined)).toISOString();
  const terminated = last?.workflowExecutionTerminatedEventAttributes;
  if (terminated != null) {
    const { identity, reason } = terminated;
    return { how: "terminated", at, by: identity ?? "", reason: reason ?? "" };
  }
  if (last?.workflowExecutionTimedOutEventAttributes == null) return undefined;
  return { how: "timed_out", at, by: "", reason: "" };
}
