import { expect, test } from "vitest";
import type { NewPlanInput } from "../../src/contract/plan/plan.ts";
import type { ToolContext } from "../../src/tools/define-tool.ts";
import { ToolError } from "../../src/tools/tool-error.ts";
import { anyTool, createGate, echo } from "../support/plan-tools.ts";
import { useDevServer } from "../support/plan-worker.ts";
import type { StartedPlan } from "../support/started-plan.ts";

const server = useDevServer();

/** Adds 1 to `to`, and keeps note of its calls. */
function createAdder() {
  const calls: ToolContext[] = [];
  const tool = anyTool("add", ({ to, fails }, ctx) => {
    calls.push(ctx);
    if (fails === true) throw new ToolError("validation_error", "It cannot be added.");
    return Number(to) + 1;
  });
  return { calls, tool: { ...tool, quick: true } };
}

type NewTodo = NewPlanInput["todos"][number];

/** Todos of which each adds 1 to what the one before gave. */
const chain = (length: number): NewTodo[] =>
  Array.from({ length }, (_, place) => ({
    id: `n${place}`,
    title: `Number ${place}`,
    tool_name: "add",
    tool_params: { to: place === 0 ? 0 : { $from: `n${place - 1}` } },
    depends_on: place === 0 ? [] : [`n${place - 1}`],
  }));

/** The activities of a plan, by their types. */
async function activitiesOf(plan: StartedPlan): Promise<string[]> {
  const events = (await plan.runs()).flat();
  return events.flatMap(
    ({ activityTaskScheduledEventAttributes: scheduled }) => scheduled?.activityType?.name ?? [],
  );
}

test.each([
  ["nothing", null],
  ["no list", { reports: "all" }],
  ["ends of no todo", { reports: [null] }],
  ["ends without their times", { reports: [{ report: { type: "todo_cancelled" } }] }],
])("quick todos are run one by one where a worker tells of them %s", async (_what, answer) => {
  const adder = createAdder();
  const odd = { "holdpoint.run_segment": () => Promise.resolve(answer) };
  const worker = await server().startWorker([adder.tool], { odd });
  const plan = await worker.start({ title: "Apart", todos: chain(2) });
  expect(await plan.result()).toMatchObject({ status: "completed" });
  expect(await plan.brokenTasks()).toEqual([]);
  expect(adder.calls).toHaveLength(2);
});

test("quick todos run together, and each has its own start, end, result and key", async () => {
  const adder = createAdder();
  const worker = await server().startWorker([adder.tool]);
  const plan = await worker.start({ title: "Together", todos: chain(60) });
  expect(await plan.result()).toMatchObject({ status: "completed", progress: { percentage: 100 } });

  const { todos } = await plan.view();
  expect(todos.map(({ result_data }) => result_data)).toEqual(todos.map((_, place) => place + 1));
  const moves = (await plan.events()).filter(({ type }) =>
    /^todo\.(?:started|completed)$/.test(type),
  );
  expect(moves.map((event) => ("todo_id" in event ? [event.type, event.todo_id] : []))).toEqual(
    todos.flatMap(({ id }) => [
      ["todo.started", id],
      ["todo.completed", id],
    ]),
  );
  expect(moves.map(({ at }) => at)).toEqual(moves.map(({ at }) => at).toSorted());
  expect(adder.calls.map(({ idempotency_key, attempt }) => [idempotency_key, attempt])).toEqual(
    todos.map(({ id }) => [`${plan.id}/${id}/1`, 1]),
  );
  const activities = (await activitiesOf(plan)).filter((type) => type !== "holdpoint.archive");
  expect(new Set(activities)).toEqual(new Set(["holdpoint.run_segment"]));
  // How many depends on how fast the machine is.
  expect(activities.length).toBeLessThan(60);
});

test("a todo that is called as quick ones together are in Temporal runs beside them", async () => {
  const adder = createAdder();
  const gate = createGate();
  const worker = await server().startWorker([adder.tool, gate.tool]);
  const todos = [{ id: "segment", title: "Segment", tool_name: "gate" }, ...chain(3)];
  const plan = await worker.start({ title: "Called alike", todos });
  await plan.untilEvents(3, "todo.completed");
  gate.open("segment");
  expect(await plan.result()).toMatchObject({ status: "completed" });
});

test("a quick todo that fails ends its own branch, and is tried again as its plan says", async () => {
  const adder = createAdder();
  const worker = await server().startWorker([adder.tool]);
  const plan = await worker.start({
    title: "Branches",
    failure: { validation_error: { action: "RETRY", retry_delay: 1, fallback: "SKIP" } },
    todos: [
      { id: "root", title: "Root", tool_name: "add", tool_params: { to: 1 } },
      {
        id: "bad",
        title: "Bad",
        tool_name: "add",
        tool_params: { fails: true },
        depends_on: ["root"],
        max_retries: 1,
      },
      {
        id: "after",
        title: "After",
        tool_name: "add",
        tool_params: { to: 5 },
        depends_on: ["bad"],
      },
      {
        id: "beside",
        title: "Beside",
        tool_name: "add",
        tool_params: { to: 7 },
        depends_on: ["root"],
      },
    ],
  });
  const { todos } = await plan.ended();
  expect(todos.map(({ id, status, result_data }) => [id, status, result_data])).toEqual([
    ["root", "completed", 2],
    ["bad", "skipped", null],
    ["after", "skipped", null],
    ["beside", "completed", 8],
  ]);
  const tried = adder.calls.filter(({ todo_id }) => todo_id === "bad");
  expect(tried.map(({ attempt }) => attempt)).toEqual([1, 2]);
});

test("quick todos stop exactly at a hold between them", async () => {
  const adder = createAdder();
  const worker = await server().startWorker([adder.tool]);
  const todos = chain(9).map((todo, place) => ({ ...todo, requires_approval: place === 4 }));
  const plan = await worker.start({ title: "Held", todos });
  const hold = await plan.untilHold("n4");
  expect(adder.calls.map(({ todo_id }) => todo_id)).toEqual(["n0", "n1", "n2", "n3"]);
  expect(hold).toMatchObject({ args: { to: 4 } });
  await plan.send("approval", { hold_id: hold.id, decision: "edit", args: { to: 40 } });
  expect(await plan.result()).toMatchObject({ status: "completed" });
  expect((await plan.todo("n8")).result_data).toBe(45);
});

test("a pause and an edit take effect between quick todos, and what has ended does not run again", async () => {
  const gate = createGate("gate", true);
  const worker = await server().startWorker([{ ...gate.tool, quick: true }]);
  const todos = Array.from({ length: 40 }, (_, place) => ({
    id: `g${place}`,
    title: `Gate ${place}`,
    tool_name: "gate",
    depends_on: place === 0 ? [] : [`g${place - 1}`],
  }));
  const plan = await worker.start({ title: "Stopped", todos });
  await gate.begun("g0");
  const pausing = plan.send("pause", {});
  for (const { id } of todos.slice(0, 20)) gate.open(id);
  const receipt = await pausing;
  const paused = await plan.view();
  const started = (await plan.events()).filter(({ type }) => type === "todo.started");
  expect(started.every(({ seq }) => seq < receipt.seq)).toBe(true);
  expect(paused.paused).not.toBeNull();
  const left = paused.todos.filter(({ status }) => status !== "completed").map(({ id }) => id);
  expect(left.length).toBeGreaterThan(0);

  await plan.send("edit", {
    base_version: 1,
    ops: [{ edit_type: "remove_todo", target_id: "g39" }],
  });
  await plan.send("resume", {});
  for (const { id } of todos) gate.open(id);
  expect(await plan.result()).toMatchObject({ status: "completed" });
  const runs = gate.runs.map(({ todo_id }) => todo_id);
  // What was broken off after a second ran again; nothing that ended did.
  expect([...new Set(runs)]).toEqual(todos.slice(0, 39).map(({ id }) => id));
});

test("a pause that interrupts, and somebody who skips, find quick todos that nothing runs just then", async () => {
  const gate = createGate("gate", true);
  const worker = await server().startWorker([{ ...gate.tool, quick: true }]);
  const todos = ["first", "second", "third"].map((id) => ({ id, title: id, tool_name: "gate" }));
  const plan = await worker.start({ title: "Left over", todos });
  await gate.begun("first");
  // Both wait until the todos come back, of which the first takes longer than they may take together.
  const told = [
    plan.send("pause", { mode: "interrupt" }),
    plan.send("control_todo", { todo_id: "third", action: "skip" }),
  ];
  await Promise.all(told);
  for (const { id } of todos) gate.open(id);
  await plan.send("resume", {});
  expect(await plan.result()).toMatchObject({ status: "completed" });
  expect((await plan.view()).todos).toMatchObject([
    { status: "completed" },
    { status: "completed" },
    { status: "skipped" },
  ]);
});

test("a cancel ends a plan of quick todos with what ran told as it was", async () => {
  const gate = createGate("gate", true);
  const worker = await server().startWorker([{ ...gate.tool, quick: true }]);
  const todos = Array.from({ length: 30 }, (_, place) => ({
    id: `c${place}`,
    title: `Gate ${place}`,
    tool_name: "gate",
    depends_on: place === 0 ? [] : [`c${place - 1}`],
  }));
  const plan = await worker.start({ title: "Cancelled", todos });
  await gate.begun("c0");
  const cancelling = plan.send("cancel", { reason: "enough" });
  for (const { id } of todos.slice(0, 3)) gate.open(id);
  await cancelling;
  const ended = await plan.ended();
  expect(ended).toMatchObject({ status: "cancelled", ended_because: "enough" });
  const began = new Set(gate.runs.map(({ todo_id }) => todo_id));
  const done = ended.todos.filter(({ status }) => status === "completed");
  expect(done.filter(({ id }) => !began.has(id))).toEqual([]);
  const others = ended.todos.filter(({ status }) => status !== "completed");
  expect(new Set(others.map(({ status }) => status))).toEqual(new Set(["cancelled"]));
  expect(ended.todos[0]!.status).toBe("completed");
});

test("a todo that takes too long for its tool's word runs again by itself, and holds nobody up", async () => {
  const gate = createGate("gate", false);
  const adder = createAdder();
  const worker = await server().startWorker([{ ...gate.tool, quick: true }, adder.tool, echo]);
  const plan = await worker.start({
    title: "Slow",
    todos: [
      { id: "slow", title: "Slow", tool_name: "gate" },
      {
        id: "after",
        title: "After",
        tool_name: "add",
        tool_params: { to: 1 },
        depends_on: ["slow"],
      },
      { id: "other", title: "Other", tool_name: "echo" },
    ],
  });
  await plan.send("pause", {});
  await plan.send("resume", {});
  await expect.poll(async () => activitiesOf(plan)).toContain("gate");
  gate.open("slow");
  expect(await plan.result()).toMatchObject({ status: "completed" });
  expect(gate.runs.map(({ attempt }) => attempt)).toEqual([1, 1]);
});

test("quick todos go on with another worker when theirs is told to stop", async () => {
  const gate = createGate("gate", true);
  const queue = server().queue([{ ...gate.tool, quick: true }]);
  const first = await queue.run();
  const plan = await queue.start({
    title: "Moved",
    todos: ["a", "b", "c"].map((id) => ({ id, title: id, tool_name: "gate", max_retries: 0 })),
  });
  await gate.begun("a");
  await first.stop();
  for (const id of ["a", "b", "c"]) gate.open(id);
  await queue.run();
  expect(await plan.result()).toMatchObject({ status: "completed" });
});
