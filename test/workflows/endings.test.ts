import { expect, test } from "vitest";
import { ToolError } from "../../src/tools/tool-error.ts";
import { anyTool, createGate, echo } from "../support/plan-tools.ts";
import { HOUR, useTimeSkippingServer } from "../support/time-skipping-plans.ts";

const server = useTimeSkippingServer();

test("a cancel aborts running todos and leaves every todo in a final status", async () => {
  const gate = createGate();
  const worker = await server().startWorker([gate.tool, echo]);
  const plan = await worker.start({
    title: "Cancelled on the way",
    todos: [
      { id: "a", title: "A", tool_name: "gate" },
      { id: "b", title: "B", tool_name: "gate" },
      { id: "after", title: "After", tool_name: "echo", depends_on: ["a"] },
      { id: "asks", title: "Asks", tool_name: "echo", requires_approval: true },
    ],
  });
  const [a, b] = await Promise.all([gate.begun("a"), gate.begun("b")]);
  await plan.untilHold("asks");
  await plan.signal("cancel", { reason: "No longer wanted" });
  const ended = await plan.ended();
  expect(a.signal.aborted).toBe(true);
  expect(b.signal.aborted).toBe(true);
  expect(ended).toMatchObject({ status: "cancelled", ended_because: "No longer wanted" });
  expect(ended.todos.map(({ id, status }) => [id, status])).toEqual([
    ["a", "cancelled"],
    ["b", "cancelled"],
    ["after", "cancelled"],
    ["asks", "cancelled"],
  ]);
  expect(await plan.holds()).toMatchObject([
    { status: "withdrawn", closed_reason: "No longer wanted" },
  ]);
  // A plan that a person cancels has done what it was told: its workflow completes.
  expect(await plan.result()).toMatchObject({ status: "cancelled" });
});

test("a failing todo is tried max_retries times more, each time after a longer wait", async () => {
  const times: number[] = [];
  const flaky = anyTool("flaky", async (_args, ctx) => {
    times.push(await server().now());
    if (ctx.attempt <= 3) throw new Error(`Attempt ${ctx.attempt} failed`);
    return { attempt: ctx.attempt, key: ctx.idempotency_key };
  });
  const worker = await server().startWorker([flaky]);
  const plan = await worker.start({
    title: "Third time lucky",
    todos: [{ id: "a", title: "A", tool_name: "flaky", max_retries: 3 }],
  });
  expect(await plan.result()).toMatchObject({ status: "completed" });
  expect((await plan.todo("a")).result_data).toEqual({ attempt: 4, key: `${plan.id}/a/1` });
  const waits = times.slice(1).map((time, attempt) => time - times[attempt]!);
  expect(waits).toHaveLength(3);
  [1_000, 2_000, 4_000].forEach((least, attempt) => {
    expect(waits[attempt]).toBeGreaterThanOrEqual(least);
  });
});

test("a todo whose attempts are used up fails with the last error", async () => {
  const attempts: number[] = [];
  const broken = anyTool("broken", (_args, ctx) => {
    attempts.push(ctx.attempt);
    throw new Error(`The service said no (${ctx.attempt})`);
  });
  const worker = await server().startWorker([broken]);
  const plan = await worker.start({
    title: "Broken",
    todos: [{ id: "a", title: "A", tool_name: "broken", max_retries: 2 }],
  });
  await expect(plan.result()).rejects.toMatchObject({
    cause: { type: "plan_failed", message: expect.stringContaining("The service said no (3)") },
  });
  expect(attempts).toEqual([1, 2, 3]);
  expect(await plan.todo("a")).toMatchObject({
    status: "failed",
    error_type: "api_error",
    error_message: "The service said no (3)",
  });
});

test("a todo that takes longer than its timeout fails with error type timeout", async () => {
  const gate = createGate();
  const worker = await server().startWorker([gate.tool]);
  const plan = await worker.start({
    title: "Too slow",
    todos: [{ id: "a", title: "A", tool_name: "gate", timeout_seconds: 2, max_retries: 0 }],
  });
  await gate.begun("a");
  const ended = await plan.ended();
  expect(ended).toMatchObject({
    status: "failed",
    todos: [{ status: "failed", error_type: "timeout" }],
  });
  expect(ended.todos[0]!.error_message).toContain("longer than its timeout");
});

test("a validation error is not tried again", async () => {
  const attempts: number[] = [];
  const picky = anyTool("picky", (_args, ctx) => {
    attempts.push(ctx.attempt);
    throw new ToolError("validation_error", "Not these arguments");
  });
  const worker = await server().startWorker([picky]);
  const plan = await worker.start({
    title: "Picky",
    todos: [{ id: "a", title: "A", tool_name: "picky", max_retries: 5 }],
  });
  expect(await plan.ended()).toMatchObject({
    status: "failed",
    todos: [{ error_type: "validation_error", error_message: "Not these arguments" }],
  });
  expect(attempts).toEqual([1]);
});

test("a critical error ends the plan at once: others are aborted, nothing new starts", async () => {
  const gate = createGate();
  const fatal = anyTool("fatal", async () => {
    await gate.begun("busy");
    throw new ToolError("critical_error", "The disk is full");
  });
  const worker = await server().startWorker([gate.tool, fatal, echo]);
  const plan = await worker.start({
    title: "Critical",
    todos: [
      { id: "busy", title: "Busy", tool_name: "gate" },
      { id: "fatal", title: "Fatal", tool_name: "fatal" },
      { id: "later", title: "Later", tool_name: "echo", depends_on: ["busy"] },
    ],
  });
  const ended = await plan.ended();
  expect(ended).toMatchObject({
    status: "failed",
    ended_because: '"Fatal" failed critically: The disk is full',
  });
  expect(ended.todos.map(({ id, status }) => [id, status])).toEqual([
    ["busy", "cancelled"],
    ["fatal", "failed"],
    ["later", "cancelled"],
  ]);
  expect(gate.runs[0]!.signal.aborted).toBe(true);
});

test("a failed todo fails the plan only after the todos beside it had their turn", async () => {
  const gate = createGate();
  const broken = anyTool("broken", () => {
    throw new ToolError("validation_error", "No");
  });
  const worker = await server().startWorker([gate.tool, broken, echo]);
  const plan = await worker.start({
    title: "One branch fails",
    todos: [
      { id: "broken", title: "Broken", tool_name: "broken" },
      { id: "beside", title: "Beside", tool_name: "gate" },
      { id: "last", title: "Last", tool_name: "echo", depends_on: ["beside"] },
      { id: "lost", title: "Lost", tool_name: "echo", depends_on: ["broken", "beside"] },
    ],
  });
  await gate.begun("beside");
  await plan.until("a failure", ({ todos }) => todos[0]!.status === "failed");
  gate.open("beside");
  const ended = await plan.ended();
  expect(ended.status).toBe("failed");
  expect(ended.todos.map(({ status }) => status)).toEqual([
    "failed",
    "completed",
    "completed",
    "cancelled",
  ]);
});

test("a paused plan starts nothing for hours and goes on when resumed", async () => {
  const gate = createGate();
  const worker = await server().startWorker([gate.tool, echo]);
  const plan = await worker.start({
    title: "Paused",
    todos: [
      { id: "a", title: "A", tool_name: "gate" },
      { id: "b", title: "B", tool_name: "echo", depends_on: ["a"] },
    ],
  });
  await gate.begun("a");
  await plan.signal("pause");
  await plan.until("a pause", ({ mode }) => mode === "paused");
  gate.open("a");
  // What ran when the pause came is finished; what waits for it is ready and stays so.
  await plan.until("a completion", ({ todos }) => todos[0]!.status === "completed");
  await server().pass(3 * HOUR);
  expect(await plan.todo("b")).toMatchObject({ status: "pending", run: 0 });
  await plan.signal("resume");
  expect(await plan.result()).toMatchObject({ status: "completed" });
});
