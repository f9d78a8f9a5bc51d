import { randomUUID } from "node:crypto";
import { WorkflowFailedError } from "@temporalio/client";
import { expect, test } from "vitest";
import type { PlanState } from "../../src/plan/model/state/state.ts";
import type { PlanWorker } from "../support/plan-server.ts";
import { echo } from "../support/plan-tools.ts";
import { useDevServer } from "../support/plan-worker.ts";

const server = useDevServer();

/** Starts the workflow as a person would in Temporal UI, with an input that the person wrote. */
async function failureOf(
  worker: PlanWorker,
  args: unknown[],
  workflowId = `plan-written-${randomUUID()}`,
): Promise<unknown> {
  const workflow = server().client.workflow.execute("planWorkflow", {
    workflowId,
    taskQueue: worker.taskQueue,
    args,
    // A task that fails again and again would never end.
    workflowExecutionTimeout: "20s",
  });
  const error: unknown = await workflow.then(
    (result) => ({ result }),
    (failure: unknown) => failure,
  );
  return error instanceof WorkflowFailedError ? error.cause : error;
}

type Bend = (state: Record<string, unknown>, todo: Record<string, unknown>) => void;

function bendWork(todo: Record<string, unknown>, bent: object): void {
  todo["work"] = { ...(todo["work"] as object), ...bent };
}

/** Each bends one place of a good state; the message must name it. */
const BENT: [string, Bend][] = [
  ["/state/id", (state) => (state["id"] = "../../etc")],
  ["/state/title", (state) => delete state["title"]],
  ["/state/title", (state) => (state["title"] = "\ud800")],
  ["/state/status", (state) => (state["status"] = "running")],
  ["/state/max_parallel", (state) => (state["max_parallel"] = "5")],
  ["/state/approval", (state) => (state["approval"] = "never")],
  ["/state/approval_timeout_seconds", (state) => delete state["approval_timeout_seconds"]],
  ["/state/ending", (state) => (state["ending"] = {})],
  ["/state/todos", (state) => (state["todos"] = { a: 1 })],
  ["/state/todos/0", (state) => (state["todos"] = ["a"])],
  ["/state/todos/0", (state) => (state["todos"] = [null])],
  ["/state/todos/0/id", (state) => (state["todos"] = [{}])],
  [
    "/state/todos/0",
    (state, todo) => {
      const inherits = `{"__proto__":${JSON.stringify(todo)}}`;
      state["todos"] = [JSON.parse(inherits) as object];
    },
  ],
  ["/state/todos/0/title", (_, todo) => delete todo["title"]],
  ["/state/todos/1/id", (state, todo) => (state["todos"] = [todo, todo])],
  ["/state/todos/0/id", (_, todo) => (todo["id"] = "a".repeat(2_000))],
  ["/state/todos/0/status", (_, todo) => (todo["status"] = "in_progress")],
  ["/state/todos/0/status", (_, todo) => (todo["status"] = "done")],
  ["/state/todos/0/depends_on", (_, todo) => (todo["depends_on"] = "b")],
  ["/state/todos/0/timeout_seconds", (_, todo) => (todo["timeout_seconds"] = 0)],
  ["/state/todos/0/max_retries", (_, todo) => (todo["max_retries"] = null)],
  ["/state/todos/0/approval", (_, todo) => (todo["approval"] = null)],
  [
    "/state/todos/0/approval/timeout_seconds",
    (_, todo) => (todo["approval"] = { timeout_seconds: "an hour" }),
  ],
  ["/state/todos/0/work/kind", (_, todo) => (todo["work"] = { kind: "toString" })],
  [
    "/state/todos/0/work/tool_params/a",
    (_, todo) => bendWork(todo, { tool_params: { a: "\udfff" } }),
  ],
  ["/state/todos/0/work/tool_params", (_, todo) => bendWork(todo, { tool_params: [] })],
  ["/state/todos/0/work/tool_name", (_, todo) => bendWork(todo, { tool_name: "x".repeat(2_000) })],
  ["/state/holds", (state) => (state["holds"] = [{}])],
  ["/state/seen", (state) => delete state["seen"]],
  ["/state/versions/0/changes", (state) => (state["versions"] = [{ version: 1 }])],
  [
    "/state/versions/0/changes/todos",
    (state) =>
      (state["versions"] = [{ version: 1, changes: { todos: [{ before: 1 }], settings: null } }]),
  ],
  ["/state/events", (state) => (state["events"] = null)],
  ["/state/archive", (state) => (state["archive"] = "none")],
];

test("an input that no plan has fails the workflow with the place that is wrong", async () => {
  const worker = await server().startWorker([echo]);
  const good = worker.stateOf({
    title: "Good",
    todos: [{ id: "a", title: "A", tool_name: "echo" }],
  });
  const inputs: [string, unknown[]][] = [
    ["it", []],
    ["it", ["a plan"]],
    ["it", [[good]]],
    ["/title", [{}]],
    ["/state", [{ state: null }]],
    ["/state/id", [{ state: { todos: [] } }]],
    ["/history_events", [{ state: good, history_events: 1 }]],
    ["/history_events", [{ state: good, history_events: "many" }]],
    ...BENT.map(([place, bend]): [string, unknown[]] => {
      const state = structuredClone(good) as PlanState & Record<string, unknown>;
      bend(state, state.todos[0] as unknown as Record<string, unknown>);
      return [place, [{ state }]];
    }),
  ];
  const failures = await Promise.all(inputs.map(([, args]) => failureOf(worker, args)));
  for (const [position, [place, args]] of inputs.entries()) {
    expect(failures[position], `${place}: ${JSON.stringify(args)}`).toMatchObject({
      type: "validation_failed",
      nonRetryable: true,
      message: expect.stringMatching(
        new RegExp(`^This is not the input of a plan: ${place} .*Create plans through the`),
      ),
    });
  }
});

const PLAN = { title: "By hand", todos: [{ title: "A", tool_name: "echo", priority: "high" }] };

test("a plan that a person writes into Temporal UI runs as one that the API was given", async () => {
  const worker = await server().startWorker([echo]);
  const id = `hand-${randomUUID()}`;
  const todos = [
    ...PLAN.todos,
    { id: "b", title: "B", kind: "milestone", depends_on: ["todo_001"] },
  ];
  await server().client.workflow.start("planWorkflow", {
    workflowId: `plan-${id}`,
    taskQueue: worker.taskQueue,
    args: [{ ...PLAN, todos }],
  });
  const plan = worker.find(id);
  expect(await plan.result()).toMatchObject({ plan_id: id, status: "completed" });
  expect(await plan.view()).toMatchObject({ title: "By hand", owner: "temporal" });
  expect(await plan.todo("todo_001")).toMatchObject({ priority: 8, status: "completed" });
});

test.each<[what: string, plan: object, place: string]>([
  ["with a wrong field", { ...PLAN, priority: 1 }, "/priority is not a field"],
  [
    "with a circle",
    { title: "T", todos: [{ id: "a", title: "A", depends_on: ["a"] }] },
    "/todos/0/depends_on",
  ],
  [
    "with ten thousand wrong todos",
    { title: "T", todos: Array.from({ length: 10_000 }, () => ({ tags: 1, blocks: 1, layer: 1 })) },
    "/todos/0/title is missing",
  ],
  [
    "nested deeply",
    {
      title: "T",
      todos: [
        { title: "A", context: JSON.parse(`{"a":${"[".repeat(100)}${"]".repeat(100)}}`) as object },
      ],
    },
    "/todos",
  ],
])("a plan that a person writes %s fails at once and says why", async (_, written, place) => {
  const worker = await server().startWorker([echo]);
  expect(await failureOf(worker, [written])).toMatchObject({
    type: "validation_failed",
    message: expect.stringContaining(`This is not the input of a plan: ${place}`),
  });
});

test("a plan that a person writes needs a workflow by whose id Holdpoint finds it", async () => {
  const worker = await server().startWorker([echo]);
  expect(await failureOf(worker, [PLAN], `written-${randomUUID()}`)).toMatchObject({
    type: "validation_failed",
    message: expect.stringContaining('it needs a workflow whose id is "plan-"'),
  });
});

test("the input that the API makes is accepted", async () => {
  const worker = await server().startWorker([echo]);
  const plan = await worker.start({
    title: "Every field",
    description: "Two\nlines",
    approval: "marked",
    plan_review: false,
    tags: ["a"],
    context: { deep: [{ er: null }] },
    todos: [
      {
        id: "a",
        title: "A",
        description: "a",
        priority: 10,
        layer: "first",
        tool_name: "echo",
        tool_params: { a: [1, null, { b: "c" }] },
        timeout_seconds: 30,
        max_retries: 0,
        approval: { message: "m", timeout_seconds: 5, on_timeout: "skip", on_reject: "fail" },
        input_data: { d: 1 },
        output_path: "out.json",
        tags: ["x"],
        context: { y: 1 },
      },
      { title: "B", kind: "milestone", depends_on: ["a"] },
    ],
  });
  expect(await plan.result()).toMatchObject({ status: "completed" });
});

test.each([
  ["nothing", undefined, "it"],
  ["a text", "weekly", "it"],
  ["no template", {}, "/template_id"],
  ["a template that is no name", { template_id: { toString: 1 } }, "/template_id"],
  ["no values", { template_id: "report" }, "/values"],
  ["no owner", { template_id: "report", values: {} }, "/owner"],
])("what a schedule starts fails at once when it is given %s", async (_, input, place) => {
  const worker = await server().startWorker([echo]);
  const workflow = server().client.workflow.execute("scheduledPlanWorkflow", {
    workflowId: `written-${randomUUID()}`,
    taskQueue: worker.taskQueue,
    args: input === undefined ? [] : [input],
    workflowExecutionTimeout: "20s",
  });
  await expect(workflow).rejects.toMatchObject({
    cause: {
      type: "validation_failed",
      message: expect.stringMatching(new RegExp(`^This is not the input of a schedule: ${place} `)),
    },
  });
});
