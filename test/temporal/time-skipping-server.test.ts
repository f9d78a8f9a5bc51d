import { fileURLToPath } from "node:url";
import type { TestWorkflowEnvironment } from "@temporalio/testing";
import { Worker } from "@temporalio/worker";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTimeSkippingServer } from "../support/time-skipping-server.ts";
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
