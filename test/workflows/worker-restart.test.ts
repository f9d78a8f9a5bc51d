import { expect, test } from "vitest";
import { abortOf, createGate, echo } from "../support/plan-tools.ts";
import { useDevServer } from "../support/plan-worker.ts";

const server = useDevServer();

test("a worker that is told to stop puts back what may be tried again, and no hold changes", async () => {
  const gate = createGate();
  const queue = server().queue([gate.tool, echo]);
  const first = await queue.run();
  const plan = await queue.start({
    title: "Requeued",
    todos: [
      { id: "again", title: "Again", tool_name: "gate", max_retries: 1 },
      { id: "once", title: "Once", tool_name: "gate", max_retries: 0 },
      { id: "after", title: "After", tool_name: "echo", depends_on: ["again"] },
      { id: "asks", title: "Asks", tool_name: "echo", requires_approval: true },
    ],
  });
  await Promise.all([gate.begun("again"), gate.begun("once")]);
  const hold = await plan.untilHold("asks");
  await first.stop();
  gate.open("again");
  gate.open("once");
  await queue.run();
  await plan.until("the end of what waits", ({ todos }) => todos[2]!.status === "completed");
  expect(await plan.holds()).toEqual([hold]);
  await plan.send("approval", { hold_id: "h1", decision: "approve" });

  const ended = await plan.ended();
  expect(ended.todos).toMatchObject([
    { status: "completed", run: 1 },
    // Nobody knows how far it came: with no attempt left, a person has to look.
    { status: "failed", error_message: expect.stringContaining("shutting down") },
    { status: "completed" },
    { status: "completed" },
  ]);
  const attempts = gate.runs.filter(({ todo_id }) => todo_id === "again");
  expect(attempts.map(({ attempt, idempotency_key }) => [attempt, idempotency_key])).toEqual([
    [1, `${plan.id}/again/1`],
    [2, `${plan.id}/again/1`],
  ]);
});

test("a todo without another attempt goes on elsewhere when its tool may be repeated", async () => {
  const gate = createGate();
  const tool = { ...gate.tool, repeatable: true };
  const queue = server().queue([tool]);
  const first = await queue.run();
  const plan = await queue.start({
    title: "Repeated",
    todos: [
      { id: "once", title: "Once", tool_name: "gate", max_retries: 0 },
      { id: "long", title: "Long", tool_name: "gate", max_retries: 0, timeout_seconds: 7_200 },
    ],
  });
  await Promise.all([gate.begun("once"), gate.begun("long")]);
  await first.stop();
  gate.open("once");
  gate.open("long");
  await queue.run();
  expect(await plan.result()).toMatchObject({ status: "completed" });
  expect((await plan.ended()).todos).toMatchObject([
    { status: "completed", run: 1, retry_count: 0 },
    { status: "completed", run: 1, retry_count: 0 },
  ]);
  const keys = gate.runs.map(({ idempotency_key }) => idempotency_key).toSorted();
  const [long, once] = [`${plan.id}/long/1`, `${plan.id}/once/1`];
  expect(keys).toEqual([long, long, once, once]);
});

test("many long todos that are put back at once begin again, each as the same run", async () => {
  const gate = createGate();
  const queue = server().queue([{ ...gate.tool, repeatable: true }]);
  const first = await queue.run();
  const ids = Array.from({ length: 12 }, (_, place) => `long${place}`);
  const more = { tool_name: "gate", max_retries: 0, timeout_seconds: 7_200 };
  const plan = await queue.start({
    title: "Repeated",
    max_parallel: ids.length,
    failure: { api_error: { action: "FAIL" } },
    todos: ids.map((id) => ({ id, title: id, ...more })),
  });
  await Promise.all(ids.map((id) => gate.begun(id)));
  await first.stop();
  for (const id of ids) gate.open(id);
  await queue.run();
  const { todos } = await plan.ended();
  expect(todos.map(({ status, run }) => [status, run])).toEqual(ids.map(() => ["completed", 1]));
});

test("a todo that is cancelled while its worker stops does not begin again", async () => {
  const gate = createGate("gate", false);
  const queue = server().queue([{ ...gate.tool, repeatable: true }]);
  const first = await queue.run();
  const plan = await queue.start({
    title: "Cancelled and stopped",
    todos: [{ id: "once", title: "Once", tool_name: "gate", max_retries: 0 }],
  });
  const run = await gate.begun("once");
  await plan.send("cancel", { reason: "enough" });
  const stopped = first.stop();
  await abortOf(run.signal).catch(() => undefined);
  gate.open("once");
  await stopped;
  await queue.run();
  expect(await plan.ended()).toMatchObject({ status: "cancelled" });
  expect(gate.runs).toHaveLength(1);
});
