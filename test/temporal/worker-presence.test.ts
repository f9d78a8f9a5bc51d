import { randomUUID } from "node:crypto";
import { Connection } from "@temporalio/client";
import { msToTs } from "@temporalio/common/lib/time.js";
import proto from "@temporalio/proto";
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from "vitest";
import { readPresence } from "../../src/temporal/connection/workers/worker-presence.ts";
import { echo } from "../support/plan-tools.ts";
import { useDevServer } from "../support/plan-worker.ts";

const server = useDevServer();
let connection: Connection;
beforeAll(async () => {
  connection = await Connection.connect({ address: inject("temporalAddress") });
});
afterAll(() => connection.close());

const presence = (queue: string) => readPresence(connection, inject("temporalNamespace"), queue);

test("a queue that nobody ever polled has no worker", async () => {
  const found = await presence(`it's "nobody's" \\ queue ${randomUUID()}`);
  expect(found).toEqual({ state: "down", seen_at: null });
});

test("a worker is up while its heartbeats come, and down once it has stopped", async () => {
  const worker = await server().startWorker([echo]);
  const up = await vi.waitFor(
    async () => {
      const found = await presence(worker.taskQueue);
      expect(found.state).toBe("up");
      return found;
    },
    { timeout: 20_000, interval: 50 },
  );
  expect(up.seen_at).toBeGreaterThan(0);
  await worker.stop();
  expect(await presence(worker.taskQueue)).toMatchObject({ state: "down" });
});

test("a worker that lives is found among thousands that were killed", async () => {
  const namespace = inject("temporalNamespace");
  const queue = `crowded-${randomUUID()}`;
  const beat = (workerInstanceKey: string, beganMs: number) => ({
    workerInstanceKey,
    taskQueue: queue,
    heartbeatTime: msToTs(beganMs),
    startTime: msToTs(beganMs - 1_000),
    status: proto.temporal.api.enums.v1.WorkerStatus.WORKER_STATUS_RUNNING,
  });
  const killed = Array.from({ length: 2_500 }, (_, place) => beat(`killed-${place}`, 1_000));
  // Temporal lists workers by these keys.
  const lives = beat("lives", Date.now() + 60_000);
  await connection.workflowService.recordWorkerHeartbeat({
    namespace,
    workerHeartbeat: [...killed, lives],
  });
  expect(await presence(queue)).toMatchObject({ state: "up" });
});

test("who polls without heartbeats may be a worker", async () => {
  const queue = `quiet-${randomUUID()}`;
  const over = new AbortController();
  const poll = connection
    .withAbortSignal(over.signal, () =>
      connection.withDeadline(Date.now() + 30_000, () =>
        connection.workflowService.pollWorkflowTaskQueue({
          namespace: inject("temporalNamespace"),
          taskQueue: { name: queue },
          identity: "an old worker",
        }),
      ),
    )
    .catch(() => undefined);
  onTestFinished(async () => {
    over.abort();
    await poll;
  });
  const found = await vi.waitFor(
    async () => {
      const seen = await presence(queue);
      expect(seen.state).toBe("unknown");
      return seen;
    },
    { timeout: 20_000, interval: 50 },
  );
  expect(found.seen_at).toBeGreaterThan(0);
});
