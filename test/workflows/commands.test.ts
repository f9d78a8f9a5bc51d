import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { NewPlanInput } from "../../src/contract/plan/plan.ts";
import { createGate, echo } from "../support/plan-tools.ts";
import { useDevServer } from "../support/plan-worker.ts";
import type { StartedPlan } from "../support/started-plan.ts";

const server = useDevServer();

/** A todo that asks and one that waits for it. */
const asks: NewPlanInput = {
  title: "Asks once",
  todos: [
    {
      id: "publish",
      title: "Publish",
      tool_name: "echo",
      requires_approval: true,
      tool_params: { text: "as written" },
      approval: { on_timeout: "wait" },
    },
    { id: "tell", title: "Tell", tool_name: "echo", depends_on: ["publish"] },
  ],
};

async function startAsking(): Promise<StartedPlan> {
  const worker = await server().startWorker([echo]);
  const plan = await worker.start(asks);
  await plan.untilHold("publish");
  return plan;
}

const WAYS = ["update", "signal"] as const;
type Way = (typeof WAYS)[number];

/** Sends a command by the way that the test is about. */
async function send(plan: StartedPlan, way: Way, ...command: Parameters<StartedPlan["send"]>) {
  if (way === "update") await plan.send(...command);
  else await plan.signal(...command);
}

describe.each(WAYS)("by %s", (way) => {
  test("an approval runs exactly what was shown", async () => {
    const plan = await startAsking();
    const [hold] = await plan.holds();
    await send(plan, way, "approval", { hold_id: hold!.id, decision: "approve", by: "ann" });
    expect(await plan.result()).toMatchObject({ status: "completed" });
    expect(await plan.todo("publish")).toMatchObject({
      result_data: hold!.args,
      approved_by: "ann",
      approved_digest: hold!.digest,
    });
  });

  test("a rejection skips the todo and what can only run after it", async () => {
    const plan = await startAsking();
    const command = { todo_id: "publish", decision: "reject", reason: "Too early", by: "ann" };
    await send(plan, way, "approval", command);
    expect(await plan.result()).toMatchObject({ status: "completed" });
    expect((await plan.view()).todos).toMatchObject([
      { status: "skipped", run: 0, error_message: "Rejected by ann: Too early" },
      {
        status: "skipped",
        run: 0,
        skipped: { cause: "rejected", by: "ann", todo_id: "publish" },
      },
    ]);
  });

  test("a rejection with go_on skips the todo and the plan goes on", async () => {
    const plan = await startAsking();
    const rejection = { decision: "reject", then: "go_on", reason: "Too early", by: "ann" };
    await send(plan, way, "approval", { todo_id: "publish", ...rejection });
    expect(await plan.result()).toMatchObject({ status: "completed" });
    expect((await plan.view()).todos).toMatchObject([
      { status: "skipped", run: 0, error_message: "Rejected by ann: Too early" },
      { status: "completed" },
    ]);
  });

  test("a rejection that says so fails the todo", async () => {
    const plan = await startAsking();
    await send(plan, way, "approval", { hold_id: "h1", decision: "reject", then: "fail" });
    expect(await plan.ended()).toMatchObject({
      status: "failed",
      todos: [{ status: "failed", run: 0 }, { status: "cancelled" }],
    });
  });

  test("an edit runs what the person wrote instead", async () => {
    const plan = await startAsking();
    const args = { text: "as edited", more: [1, 2] };
    await send(plan, way, "approval", { hold_id: "h1", decision: "edit", args });
    expect(await plan.result()).toMatchObject({ status: "completed" });
    expect((await plan.todo("publish")).result_data).toEqual(args);
  });

  test("a pause holds back what would start, a resume lets it", async () => {
    const gate = createGate();
    const worker = await server().startWorker([gate.tool, echo]);
    const plan = await worker.start({
      title: "Two steps",
      todos: [
        { id: "a", title: "A", tool_name: "gate" },
        { id: "b", title: "B", tool_name: "echo", depends_on: ["a"] },
      ],
    });
    await gate.begun("a");
    await send(plan, way, "pause", { reason: "lunch", by: "ann" });
    const paused = await plan.until("a pause", ({ mode }) => mode === "paused");
    expect(paused.paused).toMatchObject({ by: "ann", reason: "lunch" });
    gate.open("a");
    await plan.until("the end of a", ({ todos }) => todos[0]!.status === "completed");
    expect(await plan.todo("b")).toMatchObject({ status: "pending", run: 0 });
    await send(plan, way, "resume", {});
    expect(await plan.result()).toMatchObject({ status: "completed" });
  });

  test("a cancel ends the plan with its reason", async () => {
    const plan = await startAsking();
    await send(plan, way, "cancel", { reason: "Changed our mind" });
    expect(await plan.result()).toMatchObject({
      status: "cancelled",
      ended_because: "Changed our mind",
    });
    expect((await plan.handle.describe()).status.name).toBe("COMPLETED");
  });

  test("a review starts the plan, or ends it before anything ran", async () => {
    const worker = await server().startWorker([echo]);
    const reviewed = { ...asks, plan_review: true };
    const [approved, rejected] = await Promise.all([
      worker.start(reviewed),
      worker.start(reviewed),
    ]);
    await Promise.all(
      [approved, rejected].map((plan) =>
        plan.until("a review", (view) => view.open_holds === 1 && view.status === "pending"),
      ),
    );
    await send(approved, way, "approval", { hold_id: "h1", decision: "approve" });
    await approved.untilHold("publish");
    await send(rejected, way, "approval", { hold_id: "h1", decision: "reject", by: "ann" });
    expect(await rejected.result()).toMatchObject({
      status: "cancelled",
      ended_because: "The plan was not approved by ann",
    });
    expect((await rejected.view()).todos.map(({ run }) => run)).toEqual([0, 0]);
    await approved.send("cancel");
  });
});

describe("an accepted update", () => {
  test("answers with the event and the decided hold", async () => {
    const plan = await startAsking();
    const command_id = randomUUID();
    const receipt = await plan.send("approval", {
      command_id,
      hold_id: "h1",
      decision: "approve",
      comment: "Looks right",
    });
    const event = (await plan.events()).find(({ type }) => type === "hold.decided");
    expect(receipt).toMatchObject({
      plan_id: plan.id,
      command_id,
      seq: event!.seq,
      hold: {
        id: `${plan.id}.h1`,
        status: "approved",
        decision: { decision: "approve", by: "tester", comment: "Looks right" },
      },
    });
  });

  test("that comes again under another update id has the same answer and no second event", async () => {
    const plan = await startAsking();
    const command = { command_id: "c-1", by: "ann", reason: "once" };
    const first = await plan.send("pause", command);
    const ask = (name: string, updateId: string) =>
      plan.handle.executeUpdate(name, { args: [command], updateId });
    expect(await ask("pause", "c-1")).toEqual(first);
    expect(await ask("pause", "another-update-id")).toEqual(first);
    expect((await plan.events()).filter(({ type }) => type === "plan.paused")).toHaveLength(1);
    // The same id for something else is a mistake of the caller, not a repeat.
    await expect(ask("resume", "a-third-update-id")).rejects.toMatchObject({
      cause: { type: "command_id_reused" },
    });
    expect(await plan.view()).toMatchObject({ mode: "paused" });
  });
});

describe("a refused command", () => {
  const WRONG: [string, Parameters<StartedPlan["send"]>, string][] = [
    ["an unknown hold", ["approval", { hold_id: "h9", decision: "approve" }], "hold_not_found"],
    ["an unknown todo", ["approval", { todo_id: "nobody", decision: "approve" }], "todo_not_found"],
    ["no decision", ["approval", { hold_id: "h1" }], "invalid_command"],
    ["an unknown decision", ["approval", { hold_id: "h1", decision: "maybe" }], "invalid_command"],
    [
      "another digest than the hold's",
      ["approval", { hold_id: "h1", decision: "approve", digest: "sha256:00" }],
      "hold_stale",
    ],
    [
      "an edit without arguments",
      ["approval", { hold_id: "h1", decision: "edit" }],
      "invalid_command",
    ],
    ["an unknown field", ["pause", { reson: "typo" }], "invalid_command"],
    ["a resume of what is not paused", ["resume", {}], "illegal_transition"],
    ["an input for an approval", ["input", { hold_id: "h1", value: 1 }], "invalid_command"],
  ];

  test("as an update leaves nothing in the history, and its problem says what to do", async () => {
    const plan = await startAsking();
    const before = await plan.runs();
    for (const [what, [name, command], code] of WRONG) {
      const problem = await plan.refusalOf(name, command ?? {});
      expect(problem, what).toMatchObject({ code, hint: expect.stringMatching(/.+/) });
    }
    expect(await plan.runs()).toEqual(before);
    expect((await plan.events()).map(({ type }) => type)).not.toContain("command.refused");
  });

  test("as a signal is logged and changes nothing else", async () => {
    const plan = await startAsking();
    const before = await plan.view();
    const holds = await plan.holds();
    for (const [, [name, command]] of WRONG) await plan.signal(name, command);
    const refused = await plan.untilEvents(WRONG.length, "command.refused");
    expect(refused.map(({ data }) => [data?.["command"], data?.["code"]])).toEqual(
      WRONG.map(([, [name], code]) => [name, code]),
    );
    expect(await plan.view()).toEqual({ ...before, seq: before.seq + WRONG.length });
    expect(await plan.holds()).toEqual(holds);
  });

  test("as a second decision learns who decided first", async () => {
    const worker = await server().startWorker([echo]);
    const plan = await worker.start({
      ...asks,
      todos: [...asks.todos, { ...asks.todos[0]!, id: "second" }],
    });
    await plan.until("two holds", ({ open_holds }) => open_holds === 2);
    await plan.send("approval", { todo_id: "publish", decision: "reject", by: "ann" });
    const problem = await plan.refusalOf("approval", { todo_id: "publish", decision: "approve" });
    expect(problem).toMatchObject({
      code: "hold_already_decided",
      decided: { decision: "reject", by: "ann" },
    });
    await plan.send("cancel");
    expect(await plan.refusalOf("pause", {})).toMatchObject({
      code: expect.stringMatching(/plan_finished|illegal_transition/),
    });
  });
});
