import { expect, test } from "vitest";
import { createGate, echo } from "../support/plan-tools.ts";
import { useDevServer } from "../support/plan-worker.ts";

const server = useDevServer();

// The grace time is real here: the time-skipping server does not skip while an activity runs.
test("a tool that does not heed the cancel is left behind after the grace time", async () => {
  const deaf = createGate("deaf", false);
  const worker = await server().startWorker([deaf.tool, echo]);
  const plan = await worker.start({
    title: "Deaf",
    todos: [
      { id: "a", title: "A", tool_name: "deaf" },
      { id: "b", title: "B", tool_name: "echo", depends_on: ["a"] },
    ],
  });
  const run = await deaf.begun("a");
  await plan.send("cancel", { reason: "Stop" });
  expect(await plan.view()).toMatchObject({
    status: "running",
    ended_because: "Stop",
    todos: [{ status: "in_progress" }, { status: "cancelled" }],
  });
  // Until then nothing else is accepted.
  expect(await plan.refusalOf("resume", {})).toMatchObject({
    code: "illegal_transition",
    legal: [],
  });

  const ended = await plan.ended();
  expect(ended).toMatchObject({
    status: "cancelled",
    todos: [
      { status: "cancelled", error_message: expect.stringContaining("did not stop in time") },
      { status: "cancelled" },
    ],
  });
  const requested = (await plan.events()).find(({ type }) => type === "plan.cancel_requested");
  const took = Date.parse(ended.completed_at!) - Date.parse(requested!.at);
  expect(took).toBeGreaterThanOrEqual(30_000);
  expect(run.signal.aborted).toBe(true);

  // The worker takes the next plan although the tool still runs.
  const next = await worker.start({
    title: "Next",
    todos: [{ id: "a", title: "A", tool_name: "echo" }],
  });
  expect(await next.result()).toMatchObject({ status: "completed" });
  deaf.open("a");
});
