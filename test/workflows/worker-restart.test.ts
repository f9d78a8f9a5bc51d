import { expect, test } from "vitest";
import { createGate, echo } from "../support/plan-tools.ts";
import { useDevServer } from "../support/plan-worker.ts";

const server = useDevServer();

test("a worker that is told to stop hands on what may be tried again, and no hold changes", async () => {
  const gate = createGate();
  const queue = server().queue([gate.tool, echo]);
  const first = await queue.run();
  const plan = await queue.start({
    title: "Handed on",
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
