import type { Client } from "@temporalio/client";
import proto from "@temporalio/proto";
import type { MessageName } from "../../../contract/plan/commands.ts";
import { LIMITS } from "../../../contract/tables/limits.ts";

const { WORKFLOW_EXECUTION_STATUS_RUNNING: RUNNING } =
  proto.temporal.api.enums.v1.WorkflowExecutionStatus;

/** What is larger does not show in the size of a run's history: Temporal gets a reference to it. */
const LARGE_BYTES = 48 * 1024;

/**
 * Whether a command may be sent to a plan without waiting for it. What is sent so, the plan can refuse only by an event
 * more, and Temporal ends a run that gets too many. A cancel may always be: nothing that follows it does anything.
 */
export async function hasRoom(
  { workflowService, options }: Client,
  workflowId: string,
  { name, command }: { readonly name: MessageName; readonly command: object },
): Promise<boolean> {
  if (name === "cancel") return true;
  if (Buffer.byteLength(JSON.stringify(command)) > LARGE_BYTES) return false;
  const asked = { namespace: options.namespace, execution: { workflowId } };
  const { workflowExecutionInfo: run } = await workflowService.describeWorkflowExecution(asked);
  // One that has ended may go on in a new run.
  if (run?.status !== RUNNING) return true;
  const { historyLength, historySizeBytes } = run;
  return Number(historyLength) < LIMITS.run_events && Number(historySizeBytes) < LIMITS.run_bytes;
}
