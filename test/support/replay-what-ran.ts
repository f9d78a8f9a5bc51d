import { Client, Connection, type HistoryAndWorkflowId } from "@temporalio/client";
import { Worker } from "@temporalio/worker";
import { loadWorkflowBundle } from "../../src/runtime/workers/workflow-bundle.ts";
import * as workflows from "../../src/workflows/index.ts";

/** Payloads that only the test's own keys and folders can read: encrypted ones, and references to a store. */
const UNREADABLE = ["binary/encrypted", "json/protobuf"].map(
  (encoding) => `"encoding":"${Buffer.from(encoding).toString("base64")}"`,
);

/**
 * Replays every workflow that the run left in Temporal, as the next worker would: whatever tests did to a plan
 * and to its workers meanwhile, somebody must be able to go on with it.
 * @returns how many were replayed, and what went wrong by workflow.
 */
export async function replayWhatRan(
  address: string,
  namespace: string,
): Promise<{ replayed: number; broken: Map<string, string> }> {
  // Where nothing is replayed, no runtime is needed.
  await import("./temporal-runtime.ts");
  const connection = await Connection.connect({ address });
  const client = new Client({ connection, namespace });
  const types = Object.keys(workflows).map((name) => `"${name}"`);
  const broken = new Map<string, string>();
  let replayed = 0;
  const workflowBundle = await loadWorkflowBundle();
  const results = Worker.runReplayHistories({ workflowBundle }, readable());
  for await (const { workflowId, error } of results) {
    replayed += 1;
    if (error !== undefined) broken.set(workflowId, String(error));
  }
  await connection.close();
  return { replayed, broken };

  async function* readable(): AsyncGenerator<HistoryAndWorkflowId> {
    const query = `WorkflowType IN (${types.join(", ")})`;
    let nextPageToken: Uint8Array | undefined;
    do {
      // The client's own list decodes memos, which may be encrypted.
      const page = await connection.workflowService.listWorkflowExecutions({
        namespace,
        query,
        ...(nextPageToken !== undefined && { nextPageToken }),
      });
      for (const { execution } of page.executions) {
        const workflowId = execution!.workflowId!;
        const handle = client.workflow.getHandle(workflowId, execution!.runId!);
        const history = await handle.fetchHistory();
        const text = JSON.stringify(history);
        if (UNREADABLE.some((encoding) => text.includes(encoding))) continue;
        yield { workflowId, history };
      }
      nextPageToken = page.nextPageToken;
    } while (nextPageToken?.length);
  }
}
