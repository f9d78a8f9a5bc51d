import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { NewPlanInput } from "../../src/contract/plan/plan.ts";
import { createGate, echo } from "../support/plan-tools.ts";
import { useDevServer } from "../support/plan-worker.ts";
import type { StartedPlan } from "../support/started-plan.ts";

const server = useDevServer();

const LONG = { tool_name: "gate", timeout_seconds: 7_200 } as const;
const SMALL = { history_events: 60 };

/** A long todo, one that waits for it, and one that does not. */
const plan = (long: Partial<NewPlanInput["todos"][number]> = {}): NewPlanInput => ({
  title: "Beside",
  todos: [
    { id: "long", title: "Long", ...LONG, ...long },
    { id: "after", title: "After", tool_name: "echo", depends_on: ["long"] },
    { id: "asks", title: "Asks", tool_name: "echo", requires_approval: true },
  ],
});

/** Ends a todo's workflow as an operator does in Temporal UI. */
function terminate({ id }: StartedPlan, todoId: string): Promise<unknown> {
  return server().client.workflow.getHandle(`plan-${id}.${todoId}`).terminate("by an operator");
}

test("a long todo whose workflow an operator terminates fails, and its plan asks how to go on", async () => {
  const gate = createGate();
  const worker = await server().startWorker([gate.tool, echo]);
  const started = await worker.start({
    ...plan({ max_retries: 5 }),
    failure: { api_error: { action: "RETRY", fallback: "MANUAL" } },
  });
  await gate.begun("long");
  await terminate(started, "long");
  const hold = await started.untilHold("long");
  expect(hold).toMatchObject({ kind: "recovery" });
  expect(await started.todo("long")).toMatchObject({
    status: "failed",
    error_type: "api_error",
    error_message: "Its workflow was terminated in Temporal.",
  });

  gate.open("long");
  await started.send("approval", { hold_id: hold.id, decision: "approve" });
  await started.until("what waits", ({ todos }) => todos[1]!.status === "completed");
  expect(await started.todo("long")).toMatchObject({ status: "completed", run: 1 });
  await started.send("approval", { todo_id: "asks", decision: "approve" });
  expect(await started.result()).toMatchObject({ status: "completed" });
  expect(await started.brokenTasks()).toEqual([]);
});

test("an optional long todo that an operator terminates is skipped", async () => {
  const gate = createGate();
  const worker = await server().startWorker([gate.tool, echo]);
  const started = await worker.start(plan({ optional: true }));
  await gate.begun("long");
  await terminate(started, "long");
  await started.until("what waits", ({ todos }) => todos[1]!.status === "completed");
  expect(await started.todo("long")).toMatchObject({ status: "skipped" });
  await started.send("cancel");
});

test("a long todo that is terminated between two runs of its plan fails in the next one", async () => {
  const gate = createGate();
  const worker = await server().startWorker([gate.tool, echo]);
  const started = await worker.start(plan({ optional: true }), SMALL);
  await gate.begun("long");
  await started.nextRun();
  // The plan has looked once, and saw that the todo runs.
  await started.handle.query("progress");
  await terminate(started, "long");
  await started.nextRun();
  await started.until("what waits", ({ todos }) => todos[1]!.status === "completed");
  expect(await started.todo("long")).toMatchObject({
    status: "skipped",
    error_message: expect.stringContaining("Its workflow was terminated in Temporal."),
  });
  await started.send("approval", { todo_id: "asks", decision: "approve" });
  expect(await started.result()).toMatchObject({ status: "completed" });
});

test("a cancelled plan ends at once when an operator terminates the todo that does not stop", async () => {
  const deaf = createGate("gate", false);
  const worker = await server().startWorker([deaf.tool, echo]);
  const started = await worker.start(plan());
  await deaf.begun("long");
  await started.send("cancel", { reason: "enough" });
  await terminate(started, "long");
  expect(await started.ended()).toMatchObject({
    status: "cancelled",
    todos: [
      { status: "cancelled", error_message: "enough" },
      { status: "cancelled" },
      { status: "cancelled" },
    ],
  });
  deaf.open("long");
});

test("a long todo whose workflow reported is not taken for lost", async () => {
  const gate = createGate();
  const worker = await server().startWorker([gate.tool, echo]);
  const started = await worker.start(plan(), SMALL);
  await gate.begun("long");
  await started.nextRun();
  gate.open("long");
  await started.until("what waits", ({ todos }) => todos[1]!.status === "completed");
  await started.nextRun();
  await started.send("approval", { todo_id: "asks", decision: "approve" });
  expect(await started.result()).toMatchObject({ status: "completed" });
  const types = (await started.events()).map(({ type }) => type);
  expect(types).not.toContain("todo.failed");
});

test("a todo of a queue that no worker asks for work keeps back what waits for it, and nothing else", async () => {
  const worker = await server().startWorker([echo]);
  const others = Array.from({ length: 30 }, (_, place) => ({
    id: `t${place}`,
    title: `Todo ${place}`,
    tool_name: "echo",
    depends_on: place === 0 ? [] : [`t${place - 1}`],
  }));
  const started = await worker.start(
    {
      title: "Nobody there",
      todos: [
        { id: "trains", title: "Train", tool_name: "train", task_queue: `nobody-${randomUUID()}` },
        { id: "after", title: "After", tool_name: "echo", depends_on: ["trains"] },
        ...others,
      ],
    },
    SMALL,
  );
  await started.until("the others' end", ({ todos }) => todos.at(-1)!.status === "completed");
  expect((await started.runs()).length).toBeGreaterThan(1);
  expect(await started.todo("trains")).toMatchObject({ status: "in_progress" });
  await started.send("cancel");
  expect(await started.result()).toMatchObject({ status: "cancelled" });
  expect(await started.todo("trains")).toMatchObject({ status: "cancelled" });
});

test.each([
  ["nothing", undefined, "it"],
  ["a text", "a todo", "it"],
  ["no plan", {}, "/plan_id"],
  ["no run", { plan_id: "p", plan_workflow_id: "plan-p" }, "/run"],
  ["a run that is none", { plan_id: "p", plan_workflow_id: "plan-p", run: null }, "/run"],
  ["no workflow of its plan", { plan_id: "p", plan_workflow_id: "" }, "/plan_workflow_id"],
] as const)(
  "a todo's workflow that is started by hand with %s fails at once",
  async (_, input, place) => {
    const worker = await server().startWorker([echo]);
    await expect(startByHand(worker.taskQueue, input)).rejects.toMatchObject(mistakeAt(place));
  },
);

test.each([
  ["todo_id", "a.b"],
  ["run", "1"],
  ["tool_name", ""],
  ["args", []],
  ["input_data", []],
  ["timeout_seconds", 0],
  ["attempt", 0],
  ["task_queue", ""],
  ["priority", 11],
])(
  "a todo's workflow that is started by hand with a wrong %s fails at once",
  async (field, value) => {
    const worker = await server().startWorker([echo]);
    const run = {
      todo_id: "a",
      run: 1,
      title: "A",
      tool_name: "echo",
      args: {},
      input_data: null,
      references: [],
      timeout_seconds: 600,
      attempt: 1,
      task_queue: null,
      priority: 5,
      long: true,
      [field]: value,
    };
    const input = { plan_id: "p", plan_workflow_id: "plan-p", run };
    await expect(startByHand(worker.taskQueue, input)).rejects.toMatchObject(
      mistakeAt(`/run/${field}`),
    );
  },
);

/** Starts a todo's workflow as a person would in Temporal UI. */
function startByHand(taskQueue: string, input: unknown): Promise<unknown> {
  return server().client.workflow.execute("todoWorkflow", {
    workflowId: `by-hand-${randomUUID()}`,
    taskQueue,
    args: input === undefined ? [] : [input],
    // A task that fails again and again would never end.
    workflowExecutionTimeout: "20s",
  });
}

const mistakeAt = (place: string) => ({
  cause: {
    type: "validation_failed",
    nonRetryable: true,
    message: expect.stringMatching(new RegExp(`^This is not the input of a todo: ${place}[ /]`)),
  },
});
