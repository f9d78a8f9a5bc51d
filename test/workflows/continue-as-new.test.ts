import { expect, test } from "vitest";
import type { LoggedEvent } from "../../src/contract/plan/event.ts";
import type { NewPlanInput } from "../../src/contract/plan/plan.ts";
import { LIMITS } from "../../src/contract/tables/limits.ts";
import { eventsQuery } from "../../src/workflows/wire/messages.ts";
import { createGate, echo } from "../support/plan-tools.ts";
import { useDevServer } from "../support/plan-worker.ts";
import type { StartedPlan } from "../support/started-plan.ts";

const server = useDevServer();

/** Small enough that a run holds only a few todos. */
const SMALL = { history_events: 60 };
/** A twentieth of what such a plan may have, and a little more. */
const LARGE = Math.ceil(((60 / 2_000) * LIMITS.plan_bytes) / 21);

/** Todos one after another, of which some may be of another tool than echo. */
function chain(count: number, tools: Record<number, string> = {}): NewPlanInput["todos"] {
  return Array.from({ length: count }, (_, place) => ({
    id: `t${place}`,
    title: `Todo ${place}`,
    tool_name: tools[place] ?? "echo",
    tool_params: { place },
    depends_on: place === 0 ? [] : [`t${place - 1}`],
  }));
}

const asking = (id: string) => ({
  id,
  title: `Approve ${id}`,
  tool_name: "echo",
  requires_approval: true,
});

/** The whole log: what is archived, and what the plan still has. */
async function wholeLog(plan: StartedPlan): Promise<{ log: LoggedEvent[]; archived: number }> {
  const { events, archive } = await plan.handle.query(eventsQuery, { after: 0, limit: 20_000 });
  const parts = await Promise.all(
    archive.map(async ({ artifact, from, to }) => {
      const bytes = await server().artifacts.get(artifact);
      const part = JSON.parse(Buffer.from(bytes).toString()) as { events: LoggedEvent[] };
      expect([part.events[0]!.seq, part.events.at(-1)!.seq]).toEqual([from, to]);
      return part.events;
    }),
  );
  const old = parts.flat();
  return { log: [...old, ...events], archived: old.length };
}

test("a plan that continues as new again and again loses nothing and asks the same", async () => {
  const gate = createGate();
  const worker = await server().startWorker([gate.tool, echo]);
  const plan = await worker.start(
    {
      title: "Long",
      // Todos without a tool complete at once: they make the log long enough for the archive.
      todos: [
        ...Array.from({ length: 600 }, (_, place) => ({
          id: `n${place}`,
          title: `N ${place}`,
          kind: "milestone" as const,
        })),
        asking("first"),
        asking("second"),
        ...chain(40, { 20: "gate" }),
      ],
    },
    SMALL,
  );
  await plan.until("two holds", ({ open_holds }) => open_holds === 2);
  const opened = await plan.holds();
  await gate.begun("t20");
  expect((await plan.runs()).length).toBeGreaterThanOrEqual(2);
  // What the holds ask, and until when, is as it was in the first run.
  expect(await plan.holds()).toEqual(opened);

  await plan.send("approval", { todo_id: "first", decision: "approve", by: "ann" });
  gate.open("t20");
  await plan.until("the chain's end", ({ todos }) => todos.at(-1)!.status === "completed");
  await plan.nextRun();
  expect((await plan.holds()).find(({ todo_id }) => todo_id === "second")).toEqual(opened[1]);
  await plan.send("approval", { todo_id: "second", decision: "reject", by: "ann" });
  expect(await plan.result()).toMatchObject({
    status: "completed",
    progress: { percentage: 99.8, total: 642, counts: { completed: 641, skipped: 1 } },
  });

  const runs = await plan.runs();
  expect(runs.length).toBeGreaterThanOrEqual(4);
  expect(await plan.brokenTasks()).toEqual([]);
  // Each tool ran once, whichever run of the workflow it fell into.
  const activities = runs
    .flat()
    .flatMap(({ activityTaskScheduledEventAttributes: it }) => it ?? []);
  const own = activities.filter(({ activityType }) => activityType?.name?.includes("holdpoint"));
  expect(activities).toHaveLength(41 + own.length);
  expect(own.length).toBeGreaterThanOrEqual(1);

  const { log, archived } = await wholeLog(plan);
  expect(archived).toBeGreaterThan(500);
  expect(log.map(({ seq }) => seq)).toEqual(log.map((_, place) => place + 1));
  expect(log.at(-1)).toMatchObject({ type: "plan.completed", seq: (await plan.view()).seq });
  const count = (type: LoggedEvent["type"]) => log.filter((event) => event.type === type).length;
  expect([count("todo.started"), count("todo.completed")]).toEqual([641, 641]);
  expect([count("hold.requested"), count("hold.decided")]).toEqual([2, 2]);
  expect((await plan.view()).todos.slice(602).map(({ result_data }) => result_data)).toEqual(
    Array.from({ length: 40 }, (_, place) => (place === 20 ? { by: "t20" } : { place })),
  );
});

test("what is left of a paused hold stays left across runs", async () => {
  const worker = await server().startWorker([echo]);
  const plan = await worker.start({ title: "Paused", todos: [asking("a")] }, SMALL);
  await plan.untilHold("a");
  await plan.send("pause", { by: "ann", reason: "overnight" });
  const [frozen] = await plan.holds();
  expect(frozen).toMatchObject({ deadline_at: null, remaining_ms: expect.any(Number) });
  await plan.nextRun();
  expect(await plan.view()).toMatchObject({
    mode: "paused",
    paused: { by: "ann", reason: "overnight" },
  });
  expect(await plan.holds()).toEqual([frozen]);
  const { seq } = await plan.send("resume");
  const resumed = (await plan.events()).find((event) => event.seq === seq);
  const [thawed] = await plan.holds();
  expect(Date.parse(thawed!.deadline_at!) - Date.parse(resumed!.at)).toBe(frozen!.remaining_ms);
  await plan.send("cancel");
});

test("a command that is repeated in a later run has its first answer and no second effect", async () => {
  const worker = await server().startWorker([echo]);
  const plan = await worker.start({ title: "Repeats", todos: [asking("a"), asking("b")] }, SMALL);
  await plan.until("two holds", ({ open_holds }) => open_holds === 2);
  const command = { command_id: "once", by: "ann", todo_id: "a", decision: "reject" };
  const send = (updateId: string) =>
    plan.handle.executeUpdate("approval", { args: [command], updateId });
  const first = await send("once");
  expect(await send("once")).toEqual(first);
  await plan.nextRun();
  // The server has forgotten the update's id by now; the plan has not.
  expect(await send("once")).toEqual(first);
  expect(await send("other")).toEqual(first);
  expect(await plan.send("approval", command)).toEqual(first);
  await plan.signal("approval", command);
  const { log } = await wholeLog(plan);
  expect(log.filter(({ type }) => type === "hold.decided")).toHaveLength(1);
  const other = { ...command, decision: "approve" };
  await expect(
    plan.handle.executeUpdate("approval", { args: [other], updateId: "third" }),
  ).rejects.toMatchObject({ cause: { type: "command_id_reused" } });
  await plan.send("cancel");
});

test("a plan of megabytes starts, is read, and continues as new", async () => {
  const worker = await server().startWorker([echo]);
  const plan = await worker.start(
    {
      title: "Megabytes",
      todos: [
        ...Array.from({ length: 1_500 }, (_, place) => ({
          id: `n${place}`,
          title: `N ${place}`,
          kind: "milestone" as const,
          description: `${place} `.repeat(400).slice(0, 2_000),
        })),
        asking("a"),
      ],
    },
    SMALL,
  );
  await plan.untilHold("a");
  await plan.nextRun();
  const view = await plan.view();
  expect(JSON.stringify(view).length).toBeGreaterThan(3_000_000);
  await plan.send("approval", { hold_id: "h1", decision: "approve" });
  expect(await plan.result()).toMatchObject({ status: "completed" });
});

test("commands that are large make a plan continue as new, however few they are", async () => {
  const worker = await server().startWorker([echo]);
  const plan = await worker.start({ title: "Large edits", todos: [asking("a")] }, SMALL);
  await plan.untilHold("a");
  const todo = { title: "More", kind: "milestone", description: "x".repeat(4_000) };
  const op = { edit_type: "add_todo", params: { todo } };
  await plan.send("edit", { ops: Array.from({ length: 40 }, () => op) });
  await expect.poll(() => plan.runs()).toHaveLength(2);
  await plan.send("approval", { hold_id: "h1", decision: "approve" });
  const { counts } = (await plan.result()).progress;
  expect(counts).toMatchObject({ completed: 41 });
});

test("a long todo goes on beside its plan while the plan continues as new", async () => {
  const gate = createGate();
  const worker = await server().startWorker([gate.tool, echo]);
  const plan = await worker.start(
    {
      title: "Long todo",
      todos: [
        { id: "long", title: "Long", tool_name: "gate", timeout_seconds: 7_200 },
        asking("asks"),
        { id: "after", title: "After", tool_name: "echo", depends_on: ["long"] },
      ],
    },
    SMALL,
  );
  const run = await gate.begun("long");
  await plan.nextRun();
  await plan.nextRun();
  expect(await plan.todo("long")).toMatchObject({ status: "in_progress", run: 1 });
  gate.open("long");
  await plan.until("the end of what waits", ({ todos }) => todos[2]!.status === "completed");
  expect(gate.runs).toEqual([run]);
  expect(await plan.todo("long")).toMatchObject({ result_data: { by: "long" } });
  await plan.send("cancel");
  expect(await plan.result()).toMatchObject({ status: "cancelled" });
});

test("a cancel stops a long todo that an earlier run started", async () => {
  const gate = createGate();
  const worker = await server().startWorker([gate.tool, echo]);
  const plan = await worker.start(
    {
      title: "Long todo, cancelled",
      todos: [
        { id: "long", title: "Long", tool_name: "gate", timeout_seconds: 7_200 },
        asking("asks"),
      ],
    },
    SMALL,
  );
  const run = await gate.begun("long");
  await plan.nextRun();
  await plan.send("cancel", { reason: "enough" });
  const ended = await plan.ended();
  expect(run.signal.aborted).toBe(true);
  expect(ended.todos).toMatchObject([
    { status: "cancelled", error_message: "enough" },
    { status: "cancelled" },
  ]);
});

test("a store that does not answer keeps the log where it is, and the plan goes on", async () => {
  const worker = await server().startWorker([echo], {
    artifacts: { ...server().artifacts, put: () => Promise.reject(new Error("disk full")) },
  });
  const plan = await worker.start(
    {
      title: "No room",
      todos: [
        ...Array.from({ length: 600 }, (_, place) => ({
          id: `n${place}`,
          title: `N ${place}`,
          kind: "milestone" as const,
        })),
        asking("a"),
      ],
    },
    SMALL,
  );
  await plan.untilHold("a");
  await plan.nextRun();
  const { log, archived } = await wholeLog(plan);
  expect(archived).toBe(0);
  expect(log.map(({ seq }) => seq)).toEqual(log.map((_, place) => place + 1));
  await plan.send("cancel");
  expect(await plan.result()).toMatchObject({ status: "cancelled" });
});

test("while a todo runs, a plan takes as many commands as one run may have, then only what people decide and what ends the wait", async () => {
  const gate = createGate();
  const worker = await server().startWorker([gate.tool, echo]);
  const plan = await worker.start(
    {
      title: "Busy",
      todos: [
        { id: "long", title: "Long", tool_name: "gate" },
        asking("asked"),
        { ...asking("last"), depends_on: ["long"] },
      ],
    },
    SMALL,
  );
  await gate.begun("long");
  await plan.untilHold("asked");
  const rename = (place: number) => ({
    ops: [
      {
        edit_type: "modify_todo",
        target_id: "last",
        params: { changes: { title: `Last, as ${place} says` } },
      },
    ],
  });
  const eventsNow = async () => (await plan.runs())[0]!.length;
  const most = 2 * SMALL.history_events;
  let edits = 0;
  while ((await eventsNow()) < most) await plan.send("edit", rename((edits += 1)));
  const full = await eventsNow();
  expect(await plan.refusalOf("edit", rename(edits + 1))).toMatchObject({
    code: "rate_limited",
    detail: expect.stringContaining("until what runs now has ended") as string,
  });
  // What is refused costs the run nothing.
  expect(await eventsNow()).toBe(full);
  await plan.send("approval", { hold_id: "h1", decision: "approve" });
  await plan.send("pause");
  gate.open("long");
  await expect.poll(() => plan.runs()).toHaveLength(2);
  await plan.send("edit", rename(edits + 1));
  expect((await plan.view()).todos.find(({ id }) => id === "last")!.title).toBe(
    `Last, as ${edits + 1} says`,
  );
  await plan.send("cancel");
  expect(await plan.result()).toMatchObject({ status: "cancelled" });
});

test("a plan takes edits until a run can just hand it to the next one, and all else afterwards", async () => {
  const worker = await server().startWorker([echo]);
  const plan = await worker.start({ title: "Grows", todos: [asking("asked")] }, SMALL);
  const { id: hold_id } = await plan.untilHold("asked");
  const more = (place: number) => ({
    command_id: `more-${place}`,
    ops: [
      {
        edit_type: "add_todo",
        params: {
          todo: {
            id: `more-${place}`,
            title: "More",
            kind: "milestone",
            depends_on: ["asked"],
            input_data: { text: "x".repeat(LARGE) },
          },
        },
      },
    ],
  });
  // Each is there twice: as a todo, and in its version.
  const taken = Array.from({ length: 10 }, (_, place) => place);
  for (const place of taken) await plan.send("edit", more(place));
  expect(await plan.refusalOf("edit", more(10))).toMatchObject({
    code: "invalid_edit",
    detail: expect.stringContaining("The plan would be too large") as string,
  });
  // Whoever does not wait for an answer finds it in the log.
  await plan.signal("edit", more(10));
  const [refused] = await plan.untilEvents(1, "command.refused");
  expect(refused!.data).toMatchObject({ command: "edit", code: "invalid_edit" });
  // What was taken before is not refused to who sends it again.
  await plan.send("edit", more(9));
  await plan.signal("edit", more(9));
  await plan.send("approval", { hold_id, decision: "approve" });
  const { todos } = await plan.ended();
  expect(todos.map(({ id, status }) => [id, status])).toEqual(
    ["asked", ...taken.map((place) => `more-${place}`)].map((id) => [id, "completed"]),
  );
});

test("while a todo runs, decisions are taken until so many are left as it takes to end the wait", async () => {
  const gate = createGate();
  const worker = await server().startWorker([gate.tool, echo]);
  const plan = await worker.start(
    {
      title: "Decided",
      todos: [{ id: "runs", title: "Runs", tool_name: "gate" }, asking("asked")],
    },
    SMALL,
  );
  await gate.begun("runs");
  const { id: hold_id } = await plan.untilHold("asked");
  const more = (seconds: number) => ({
    command_id: `more-${seconds}`,
    hold_id,
    action: "extend",
    seconds,
  });
  // Temporal takes 2,000 updates of a run; runs of this plan are as much smaller as they were told to be.
  const most = (1_900 * SMALL.history_events) / 2_000;
  for (let count = 1; count <= most; count += 1) await plan.send("control_hold", more(count));
  const refused = { ...more(most + 1), by: "tester", roles: ["admin"] };
  expect(await plan.refusalOf("control_hold", refused)).toMatchObject({
    code: "rate_limited",
    hint: expect.stringContaining("was skipped") as string,
  });
  expect(await plan.refusalOf("approval", { hold_id, decision: "approve" })).toMatchObject({
    code: "rate_limited",
  });

  await plan.send("control_todo", { todo_id: "runs", action: "skip" });
  await expect.poll(() => plan.runs()).toHaveLength(2);
  await plan.send("control_hold", refused);
  await plan.send("approval", { hold_id, decision: "approve" });
  expect(await plan.result()).toMatchObject({ status: "completed" });
  expect(await plan.todo("runs")).toMatchObject({ status: "skipped" });
});
