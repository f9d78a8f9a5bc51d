import { randomUUID } from "node:crypto";
import { Connection } from "@temporalio/client";
import { msToTs } from "@temporalio/common/lib/time.js";
import proto from "@temporalio/proto";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test, vi } from "vitest";
import { inEnglish } from "../../src/contract/service/notices.ts";
import { readDevConfig } from "../../src/temporal/connection/dev-config.ts";
import { NO_KEYS } from "../../src/temporal/connection/payloads/encryption-keys.ts";
import { readPresence } from "../../src/temporal/connection/workers/worker-presence.ts";
import { runDoctor } from "../../src/temporal/doctor.ts";
import { echo } from "../support/plan-tools.ts";
import { useDevServer } from "../support/plan-worker.ts";

const server = useDevServer();
const WAIT = { timeout: 20_000, interval: 50 };
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
  const up = await vi.waitFor(async () => {
    const found = await presence(worker.taskQueue);
    expect(found.state).toBe("up");
    return found;
  }, WAIT);
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
  // Temporal lists workers by these keys. This one says every minute that it lives.
  const lives = { ...beat("lives", Date.now()), startTime: msToTs(Date.now() - 60_000) };
  await connection.workflowService.recordWorkerHeartbeat({
    namespace,
    workerHeartbeat: [...killed, lives],
  });
  expect(await presence(queue)).toMatchObject({ state: "up" });
});

/** Polls a queue as somebody until the test ends. */
function poll(queue: string, identity: string): void {
  const over = new AbortController();
  const polling = connection
    .withAbortSignal(over.signal, () =>
      connection.withDeadline(Date.now() + 30_000, () =>
        connection.workflowService.pollWorkflowTaskQueue({
          namespace: inject("temporalNamespace"),
          taskQueue: { name: queue },
          identity,
        }),
      ),
    )
    .catch(() => undefined);
  onTestFinished(async () => {
    over.abort();
    await polling;
  });
}

test("who polls without heartbeats may be a worker", async () => {
  const queue = `quiet-${randomUUID()}`;
  poll(queue, "an old worker");
  const found = await vi.waitFor(async () => {
    const seen = await presence(queue);
    expect(seen.state).toBe("unknown");
    return seen;
  }, WAIT);
  expect(found.seen_at).toBeGreaterThan(0);
});

describe.each([
  ["behind", -3_600_000],
  ["ahead", 3_600_000],
])("a worker whose clock is an hour %s", (_, ahead) => {
  /** Says as a worker that it lives, by its clock. */
  async function beat(queue: string, workerIdentity: string): Promise<void> {
    const heartbeatTime = msToTs(Date.now() + ahead);
    const status = proto.temporal.api.enums.v1.WorkerStatus.WORKER_STATUS_RUNNING;
    await connection.workflowService.recordWorkerHeartbeat({
      namespace: inject("temporalNamespace"),
      workerHeartbeat: [
        {
          workerInstanceKey: randomUUID(),
          workerIdentity,
          taskQueue: queue,
          heartbeatTime,
          startTime: msToTs(Date.now() + ahead - 1_000),
          status,
        },
      ],
    });
  }

  test("is not taken for one that has died, and the doctor names it", async () => {
    const queue = `wrong-clock-${randomUUID()}`;
    const identity = `7@${queue}`;
    poll(queue, identity);
    await vi.waitFor(async () => expect((await presence(queue)).state).toBe("unknown"), WAIT);
    await beat(queue, identity);
    const found = await presence(queue);
    expect(found.state).toBe("unknown");
    expect(Math.abs(found.seen_at! - Date.now())).toBeLessThan(75_000);

    const [address, namespace] = [inject("temporalAddress"), inject("temporalNamespace")];
    const checks = await runDoctor({
      config: readDevConfig(),
      dataDir: "nowhere",
      taskQueue: queue,
      encryptionKeys: NO_KEYS,
      server: { address, namespace, connect: () => Connection.connect({ address }) },
    });
    const { ok, detail } = checks.find(({ name }) => name === "clock")!;
    expect(ok).toBe(false);
    const told = inEnglish(detail);
    expect(told).toContain(`by how much: ${identity} (`);
    const [, seconds] = /\(([+-]\d+) s\)$/.exec(told)!;
    expect(Math.abs(Number(seconds) - ahead / 1_000)).toBeLessThan(60);
  });

  test("is down once it does not poll any more, however long its last word counts by its clock", async () => {
    const queue = `gone-clock-${randomUUID()}`;
    await beat(queue, `7@${queue}`);
    expect(await presence(queue)).toMatchObject({ state: "down" });
  });
});
