import { TestWorkflowEnvironment } from "@temporalio/testing";
import { expect, onTestFinished, test, vi } from "vitest";
import { startTestHoldpoint } from "../../src/testing/test-holdpoint.ts";

/* What the SDK says on a machine that reaches no other: the download is not tried here. */
const REFUSED =
  "Failed to start ephemeral server: failed to download ephemeral server executable: dns error";

test("where Temporal's test server cannot be downloaded, it is said how to name one", async () => {
  vi.stubEnv("HOLDPOINT_TEST_SERVER_BINARY", "");
  const starting = vi.spyOn(TestWorkflowEnvironment, "createTimeSkipping");
  starting.mockRejectedValue(new Error(REFUSED));
  onTestFinished(() => {
    starting.mockRestore();
    vi.unstubAllEnvs();
  });
  await expect(startTestHoldpoint()).rejects.toThrow(
    /Set HOLDPOINT_TEST_SERVER_BINARY to the path of one .* dns error/,
  );
  expect(starting).toHaveBeenCalledOnce();
});
