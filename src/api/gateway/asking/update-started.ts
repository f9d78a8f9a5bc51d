import {
  WorkflowIdConflictPolicy,
  WorkflowIdReusePolicy,
  WorkflowNotFoundError,
  type Client,
  type WorkflowStartOptions,
} from "@temporalio/client";
import type { UpdateDefinition } from "@temporalio/common";

/**
 * Sends an update to a workflow, which is started where none runs.
 *
 * It takes two calls. Temporal's update-with-start takes one, but of some thousand of them two were not answered
 * within 20 s, by a worker that answered everything else.
 *
 * @throws what the update fails with.
 */
export async function updateStarted<
  Answer,
  Args extends [unknown, ...unknown[]],
  Name extends string,
>(
  client: Client,
  workflow: string,
  start: Pick<WorkflowStartOptions, "workflowId" | "taskQueue" | "staticSummary"> & {
    readonly args: unknown[];
  },
  update: UpdateDefinition<Answer, Args, Name>,
  args: Args,
): Promise<Answer> {
  const send = async (): Promise<Answer> => {
    await client.workflow.start(workflow, {
      ...start,
      workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
      workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE,
    });
    return client.workflow.getHandle(start.workflowId).executeUpdate(update, { args });
  };
  return send().catch((error: unknown) => {
    // It has ended between the two.
    if (error instanceof WorkflowNotFoundError) return send();
    throw error;
  });
}
