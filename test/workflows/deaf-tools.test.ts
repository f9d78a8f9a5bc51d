import { expect, test } from "vitest";
import { anyTool, createGate, echo } from "../support/plan-tools.ts";
import { useDevServer } from "../support/plan-worker.ts";

const server = useDevServer();

test("tools that never end after their timeouts keep no other plan's tools from running", async () => {
  const deaf = anyTool("deaf", () => new Promise(() => {}));
  const worker = await server().startWorker([deaf, echo], { slots: 2, tidyingMs: 10 });
  const never = { tool_name: "deaf", timeout_seconds: 1, max_retries: 0 };
  const plan = await worker.start({
    title: "Deaf",
    todos: ["a", "b", "c", "d"].map((id) => ({ id, title: id, ...never })),
  });
  const ended = await plan.ended();
  expect(ended.todos.map(({ error_type }) => error_type)).toEqual(Array(4).fill("timeout"));
  const next = await worker.start({
    title: "Next",
    todos: [{ id: "a", title: "A", tool_name: "echo" }],
  });
  expect(await next.result()).toMatchObject({ status: "completed" });
});

test("a worker that is told to stop does not wait for a tool that goes on", async () => {
  const deaf = createGate("deaf", false);
  const queue = server().queue([deaf.tool], { tidyingMs: 10 });
  const worker = await queue.run();
  const plan = await queue.start({
    title: "Deaf",
    todos: [{ id: "a", title: "A", tool_name: "deaf", max_retries: 0 }],
  });
  const run = await deaf.begun("a");
  await worker.stop();
  expect(run.signal.aborted).toBe(true);
  // What it does later is its own affair.
  run.progress(50, "still here");
  run.log.info("still here");
  deaf.open("a");
  await queue.run();
  expect((await plan.ended()).todos).toMatchObject([{ status: "failed" }]);
});
