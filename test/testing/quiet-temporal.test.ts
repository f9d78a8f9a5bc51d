import { Runtime } from "@temporalio/worker";
import { expect, test } from "vitest";
import { WORKER_HEARTBEAT_MS } from "../../src/temporal/connection/workers/worker-presence.ts";
import { quietTemporal } from "../../src/testing/start-time-skipping.ts";

test("what a process told Temporal's SDK holds in its tests, also once its last worker has stopped", async () => {
  // As the SDK itself does when the last connection is closed.
  await Runtime.instance().shutdown();
  quietTemporal();
  const { runtimeOptions } = Runtime.instance().options;
  expect(runtimeOptions.workerHeartbeatIntervalMillis).toBe(WORKER_HEARTBEAT_MS);
});
