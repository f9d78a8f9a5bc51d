import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, Connection, type HistoryAndWorkflowId } from "@temporalio/client";
import { historyToJSON } from "@temporalio/common/lib/proto-utils.js";
import { Worker } from "@temporalio/worker";
import { loadWorkflowBundle } from "../../src/runtime/workers/workflow-bundle.ts";
import { CHANNEL } from "../../src/temporal/connection/connect.ts";
import { createArtifactStore } from "../../src/temporal/connection/payloads/artifact-store.ts";
import { createDataConverter } from "../../src/temporal/connection/payloads/data-converter.ts";
import {
  NO_KEYS,
  type EncryptionKeys,
} from "../../src/temporal/connection/payloads/encryption-keys.ts";
import * as workflows from "../../src/workflows/index.ts";

const marked = (encoding: string): string =>
  `"encoding":"${Buffer.from(encoding).toString("base64")}"`;
/** Payloads that only the keys, and only the store, of what ran can read. */
const ENCRYPTED = marked("binary/encrypted");
const REFERENCE = marked("json/protobuf");

/**
 * Replays every workflow that the run left in Temporal, as the next worker would: whatever tests did to a plan
 * and to its workers meanwhile, somebody must be able to go on with it.
 * @param keys of what is encrypted; without any, that is left out.
 * @returns how many were replayed, and what went wrong by workflow.
 */
export async function replayWhatRan(
  address: string,
  namespace: string,
  keys: EncryptionKeys = NO_KEYS,
): Promise<{ replayed: number; broken: Map<string, string> }> {
  // Where nothing is replayed, no runtime is needed.
  await import("./temporal-runtime.ts");
  const connection = await Connection.connect({ address, channelArgs: CHANNEL });
  const client = new Client({ connection, namespace });
  const types = Object.keys(workflows).map((name) => `"${name}"`);
  const broken = new Map<string, string>();
  let replayed = 0;
  const dataConverter = createDataConverter(createArtifactStore(tmpdir()), keys);
  const { failureConverterPath } = dataConverter;
  const workflowBundle = await loadWorkflowBundle(
    failureConverterPath === undefined ? {} : { failureConverterPath },
  );
  const left = readable();
  // Each worker replays one at a time, and waits for what it replays to be fetched.
  await Promise.all([replayLeft(), replayLeft(), replayLeft()]);
  await connection.close();
  return { replayed, broken };

  async function replayLeft(): Promise<void> {
    const histories = { [Symbol.asyncIterator]: () => ({ next: () => left.next() }) };
    const results = Worker.runReplayHistories({ workflowBundle, dataConverter }, histories);
    for await (const { workflowId, runId, error } of results) {
      replayed += 1;
      if (error === undefined) continue;
      const file = join(tmpdir(), `holdpoint-broken-${workflowId}.json`);
      const { events } = await client.workflow.getHandle(workflowId, runId).fetchHistory();
      await writeFile(file, historyToJSON({ events: events ?? [] }));
      broken.set(workflowId, `${String(error)}\n  Its history: ${file}`);
    }
  }

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
        if (text.includes(REFERENCE) || (keys.size === 0 && text.includes(ENCRYPTED))) continue;
        yield { workflowId, history };
      }
      nextPageToken = page.nextPageToken;
    } while (nextPageToken?.length);
  }
}
