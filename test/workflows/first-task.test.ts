import { WithStartWorkflowOperation } from "@temporalio/client";
import { expect, test } from "vitest";
import type { NewPlanInput } from "../../src/contract/plan/plan.ts";
import type { planWorkflow } from "../../src/workflows/plan.workflow.ts";
import { echo } from "../support/plan-tools.ts";
import { useDevServer } from "../support/plan-worker.ts";

const server = useDevServer();

const plain: NewPlanInput = {
  title: "Nobody works yet",
  todos: [{ id: "a", title: "A", tool_name: "echo" }],
};

test("a signal that comes with the start finds the plan loaded", async () => {
  const queue = server().queue([echo]);
  const state = queue.stateOf(plain);
  await server().client.workflow.signalWithStart<typeof planWorkflow, [unknown]>("planWorkflow", {
    workflowId: `plan-${state.id}`,
    taskQueue: queue.taskQueue,
    args: [{ state }],
    signal: "pause",
    signalArgs: [{ by: "ann", reason: "not yet" }],
  });
  await queue.run();
  const plan = queue.find(state.id);
  const paused = await plan.until("a pause", ({ mode }) => mode === "paused");
  expect(paused).toMatchObject({
    status: "pending",
    paused: { by: "ann", reason: "not yet" },
    todos: [{ status: "pending", run: 0 }],
  });
  await plan.send("resume");
  expect(await plan.result()).toMatchObject({ status: "completed" });
});

test.each([
  ["done", { note: "As it was" }],
  ["cannot", { reason: "Not here" }],
])(
  "%s that is said with the start finds the work that the plan begins with",
  async (name, said) => {
    const queue = server().queue([echo]);
    const state = queue.stateOf({
      title: "Said at once",
      todos: [{ id: "person", title: "A person's", assignee: "ann" }],
    });
    const start = new WithStartWorkflowOperation<typeof planWorkflow>("planWorkflow", {
      workflowId: `plan-${state.id}`,
      taskQueue: queue.taskQueue,
      args: [{ state }],
      workflowIdConflictPolicy: "FAIL",
    });
    const answer = server().client.workflow.executeUpdateWithStart(name, {
      startWorkflowOperation: start,
      args: [{ by: "ann", todo_id: "person", ...said }],
    });
    await queue.run();
    expect(await answer).toMatchObject({ plan_id: state.id });
    expect(await queue.find(state.id).brokenTasks()).toEqual([]);
  },
);

test("a cancel that comes before the first task ends the plan before anything ran", async () => {
  const queue = server().queue([echo]);
  const plan = await queue.start(plain);
  await plan.signal("cancel", { reason: "Too soon" });
  await queue.run();
  expect(await plan.result()).toMatchObject({ status: "cancelled", ended_because: "Too soon" });
  expect(await plan.todo("a")).toMatchObject({ status: "cancelled", run: 0 });
});

test("pauses and resumes that come before the first task count in their order", async () => {
  const queue = server().queue([echo]);
  const words = ["pause", "resume", "pause", "resume", "pause"] as const;
  const [odd, even] = [await queue.start(plain), await queue.start(plain)];
  for (const word of words) await odd.signal(word);
  for (const word of words.slice(0, 4)) await even.signal(word);
  await queue.run();
  expect(await odd.until("a pause", ({ mode }) => mode === "paused")).toBeDefined();
  expect(await even.result()).toMatchObject({ status: "completed" });
  for (const [plan, count] of [
    [odd, 5],
    [even, 4],
  ] as const) {
    const events = await plan.events();
    const order = events.flatMap(({ type }) => /^plan\.(pause|resume)d$/.exec(type)?.[1] ?? []);
    expect(order).toEqual(words.slice(0, count));
    expect(events.map(({ type }) => type)).not.toContain("command.refused");
  }
});

test("what does not fit before the first task is logged once, each for itself", async () => {
  const queue = server().queue([echo]);
  const plan = await queue.start({
    ...plain,
    todos: [{ ...plain.todos[0]!, requires_approval: true }],
  });
  await plan.signal("approval", { hold_id: "h1", decision: "approve" });
  await plan.signal("resume");
  await plan.signal("approval", "approve");
  await queue.run();
  // The hold that the first one names was not there yet: nobody decides before it is shown.
  await plan.untilHold("a");
  const refused = await plan.untilEvents(3, "command.refused");
  expect(refused.map(({ data }) => [data!["command"], data!["code"]])).toEqual([
    ["approval", "hold_not_found"],
    ["approval", "invalid_command"],
    ["resume", "illegal_transition"],
  ]);
  await plan.send("approval", { hold_id: "h1", decision: "approve" });
  expect(await plan.result()).toMatchObject({ status: "completed" });
});

test("a plan waits for its first worker and then runs", async () => {
  const queue = server().queue([echo]);
  const plan = await queue.start(plain);
  expect((await plan.handle.describe()).status.name).toBe("RUNNING");
  await queue.run();
  expect(await plan.result()).toMatchObject({ status: "completed" });
});
