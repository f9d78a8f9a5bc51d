import { fileURLToPath } from "node:url";
import type { TestWorkflowEnvironment } from "@temporalio/testing";
import { Worker } from "@temporalio/worker";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import {
  startTimeSkippingServer,
  timeSkippingServerPath,
} from "../support/time-skipping-server.ts";
import { sleepsForAnHour } from "./sleeper.workflow.ts";

let environment: TestWorkflowEnvironment;
beforeAll(async () => {
  environment = await startTimeSkippingServer();
});
afterAll(() => environment?.teardown());

test("an hour's sleep is skipped, and both clocks say an hour has passed", async () => {
  const worker = await Worker.create({
    connection: environment.nativeConnection,
    taskQueue: "sleepers",
    workflowsPath: fileURLToPath(new URL("./sleeper.workflow.ts", import.meta.url)),
  });
  const before = await environment.currentTimeMs();
  const slept = await worker.runUntil(
    environment.client.workflow.execute(sleepsForAnHour, {
      workflowId: "sleeper",
      taskQueue: "sleepers",
    }),
  );
  expect(slept).toBeGreaterThanOrEqual(3_600_000);
  // The test's own time limit is a minute: reaching this line shows that nobody waited.
  expect((await environment.currentTimeMs()) - before).toBeGreaterThanOrEqual(3_600_000);
});

test("a wrong path in the environment is an error, not a reason to look on", async () => {
  vi.stubEnv("HOLDPOINT_TEST_SERVER_BINARY", "/nowhere/server");
  onTestFinished(() => void vi.unstubAllEnvs());
  await expect(timeSkippingServerPath()).rejects.toThrow(
    "HOLDPOINT_TEST_SERVER_BINARY names /nowhere/server, which is not an executable file.",
  );
});
