import { ApplicationFailure, Context } from "@temporalio/activity";
import { expect, test } from "vitest";
import type { NewPlanInput } from "../../src/contract/plan/plan.ts";
import { abortOf, anyTool } from "../support/plan-tools.ts";
import { useDevServer } from "../support/plan-worker.ts";
import { agentOf, scriptModel, type ScriptTurn } from "../support/scripted-agent.ts";
import type { StartedPlan } from "../support/started-plan.ts";

const server = useDevServer();

/** An agent that may send mails when a person agrees, and what it sent. */
async function startMailer(
  turns: readonly ScriptTurn[],
  todo: Partial<NewPlanInput["todos"][number]> = {},
) {
  const sent: unknown[] = [];
  const send = anyTool("send", (args) => {
    sent.push(args);
    return { sent: true };
  });
  const read = anyTool("read", () => "Three letters.");
  const model = scriptModel({ mails: turns });
  const agent = agentOf(["send", "read"], { approval: ["send"] });
  const worker = await server().startWorker([send, read], {
    agents: { writer: agent },
    modelTurn: model.modelTurn,
  });
  const todos = [{ id: "mails", title: "Answer the mails", agent_name: "writer", ...todo }];
  const plan = await worker.start({ title: "Mails", todos });
  return { plan, model, sent };
}

const untilHolds = async (plan: StartedPlan, count: number) => {
  await plan.untilEvents(count, "hold.requested");
  return (await plan.holds()).filter(({ status }) => status === "open");
};
const toldIn = (model: ReturnType<typeof scriptModel>, request: number): string[] =>
  model.requests[request]!.messages.flatMap((said) => (said.role === "tool" ? [said.content] : []));

test("calls of one turn hold separately, and each runs with exactly what was approved", async () => {
  const { plan, model, sent } = await startMailer([
    {
      calls: [
        ["send", { to: "ann", text: "Hi" }],
        ["send", { to: "bob", text: "Hi" }],
        ["send", { to: "eve", text: "Hi" }],
        ["read", {}],
      ],
    },
    { say: "All answered." },
  ]);
  const holds = await untilHolds(plan, 3);
  expect(holds).toMatchObject([
    {
      kind: "approval",
      todo_id: "mails",
      tool_name: "send",
      args: { to: "ann", text: "Hi" },
      message: 'Agent "writer" wants to call the tool "send".',
      asked_by: { agent_name: "writer", call_id: "t1c1", run: 1, attempt: 1 },
      on_reject: "go_on",
    },
    { args: { to: "bob", text: "Hi" }, asked_by: { call_id: "t1c2" } },
    { args: { to: "eve", text: "Hi" }, asked_by: { call_id: "t1c3" } },
  ]);
  expect(new Set(holds.map(({ digest }) => digest)).size).toBe(3);
  expect(await plan.todo("mails")).toMatchObject({ status: "in_progress" });

  const which = await plan.refusalOf("approval", { todo_id: "mails", decision: "approve" });
  expect(which).toMatchObject({
    code: "invalid_command",
    detail: expect.stringContaining("3 holds of this todo are open"),
  });
  const [ann, bob, eve] = holds;
  await plan.send("approval", { hold_id: ann!.id, decision: "approve", digest: ann!.digest });
  await plan.send("approval", { hold_id: bob!.id, decision: "edit", args: { text: "Hello" } });
  await plan.send("approval", { todo_id: "mails", decision: "reject", reason: "She left us." });
  expect((await plan.ended()).todos[0]).toMatchObject({
    status: "completed",
    result_data: "All answered.",
  });
  expect(sent.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))).toEqual([
    { to: "ann", text: "Hi" },
    { to: "bob", text: "Hello" },
  ]);
  expect(toldIn(model, 1)).toEqual([
    '{"sent":true}',
    // What really ran, or it would report what did not happen.
    'tester changed the arguments of this call. It ran with {"to":"bob","text":"Hello"}\n{"sent":true}',
    '{"error":"Refused by tester: She left us."}',
    "Three letters.",
  ]);
  const decided = (await plan.holds()).find(({ id }) => id === bob!.id);
  expect(decided).toMatchObject({ decision: { args: { to: "bob", text: "Hello" } } });
  expect(await plan.refusalOf("approval", { hold_id: eve!.id, decision: "approve" })).toMatchObject(
    { code: "hold_already_decided" },
  );
});

test("an agent that is skipped while a call waits asks no more, and the call never runs", async () => {
  const { plan, sent } = await startMailer([{ calls: [["send", { to: "ann" }]] }]);
  await untilHolds(plan, 1);
  await plan.send("control_todo", { todo_id: "mails", action: "skip" });
  expect((await plan.ended()).todos[0]).toMatchObject({ status: "skipped" });
  expect(await plan.holds()).toMatchObject([{ status: "withdrawn" }]);
  expect(sent).toEqual([]);
});

test("a plan that is cancelled withdraws what its agent asked", async () => {
  const { plan, sent } = await startMailer([
    {
      calls: [
        ["send", { to: "ann" }],
        ["send", { to: "bob" }],
      ],
    },
  ]);
  await untilHolds(plan, 2);
  await plan.send("cancel", { reason: "enough" });
  expect((await plan.ended()).todos[0]).toMatchObject({ status: "cancelled" });
  expect(await plan.holds()).toMatchObject([{ status: "withdrawn" }, { status: "withdrawn" }]);
  expect(sent).toEqual([]);
});

test("a call about which nobody decides in time is refused, and the agent is told so", async () => {
  const { plan, model, sent } = await startMailer(
    [{ calls: [["send", { to: "ann" }]] }, { say: "Nobody allowed it." }],
    { approval: { timeout_seconds: 1 } },
  );
  expect((await plan.ended()).todos[0]).toMatchObject({ status: "completed" });
  expect(await plan.holds()).toMatchObject([{ status: "expired", on_timeout: "skip" }]);
  expect(toldIn(model, 1)).toEqual([
    '{"error":"Refused by policy:on_timeout: Nobody decided in time."}',
  ]);
  expect(sent).toEqual([]);
});

test("a withdrawn call is refused, and nothing is asked while the plan is paused", async () => {
  const { plan, model } = await startMailer([
    { calls: [["send", { to: "ann" }]] },
    { say: "Then not." },
  ]);
  const [hold] = await untilHolds(plan, 1);
  await plan.send("pause");
  await plan.send("control_hold", { hold_id: hold!.id, action: "withdraw", reason: "not now" });
  await plan.send("resume");
  expect((await plan.ended()).todos[0]).toMatchObject({ status: "completed" });
  expect(toldIn(model, 1)).toEqual(['{"error":"Refused by tester: not now"}']);
});

test("a call that is approved while the plan is paused runs once the plan goes on", async () => {
  const { plan, sent } = await startMailer([
    { calls: [["send", { to: "ann" }]] },
    { say: "Answered." },
  ]);
  const [hold] = await untilHolds(plan, 1);
  await plan.send("pause", {});
  await plan.send("approval", { hold_id: hold!.id, decision: "approve" });
  // Two more tasks of the plan, after which the agent has heard of the approval if it is to hear of it.
  for (const priority of [60, 70]) {
    const op = { edit_type: "change_priority", target_id: "mails", params: { priority } } as const;
    await plan.refusalOf("edit", { ops: [op] });
  }
  expect((await plan.holds())[0]).toMatchObject({ status: "approved" });
  expect(sent).toEqual([]);
  await plan.send("resume", {});
  expect((await plan.ended()).status).toBe("completed");
  expect(sent).toEqual([{ to: "ann" }]);
  const types = (await plan.events()).map(({ type }) => type);
  expect(types.indexOf("plan.resumed")).toBeLessThan(types.lastIndexOf("agent.turn"));
});

test.each([
  ["another attempt", "RETRY"],
  ["a recovery that a person approves", "MANUAL"],
] as const)(
  "%s asks nobody again about what was decided, and makes no call twice",
  async (_, action) => {
    const done: unknown[] = [];
    const send = anyTool("send", (args) => done.push(args));
    const count = anyTool("count", () => done.push("counted"));
    const model = scriptModel({
      mails: [
        {
          calls: [
            ["send", { to: "ann" }],
            ["send", { to: "eve" }],
            ["count", {}],
          ],
        },
        { say: "Done." },
      ],
    });
    let isAway = true;
    const worker = await server().startWorker([send, count], {
      agents: { writer: agentOf(["send", "count"], { approval: ["send"] }) },
      async modelTurn(request) {
        if (!request.turn_key.endsWith("/2") || !isAway) return model.modelTurn(request);
        isAway = false;
        if (action === "MANUAL") throw ApplicationFailure.nonRetryable("Away.", "api_error");
        // Its time is over before it answers.
        return abortOf(Context.current().cancellationSignal);
      },
    });
    const plan = await worker.start({
      title: "Mails",
      todos: [{ id: "mails", title: "Answer the mails", agent_name: "writer", timeout_seconds: 5 }],
      failure: {
        timeout: { action: "RETRY", max_retries: 1, retry_delay: 0 },
        api_error: { action: "MANUAL" },
      },
    });
    const [ann, eve] = await untilHolds(plan, 2);
    await plan.send("approval", { hold_id: ann!.id, decision: "edit", args: { to: "bob" } });
    await plan.send("approval", { hold_id: eve!.id, decision: "reject", reason: "not her" });
    if (action === "MANUAL") {
      const recovery = await plan.untilHold("mails");
      await plan.send("approval", { hold_id: recovery.id, decision: "approve" });
    }
    expect((await plan.ended()).todos[0]).toMatchObject({ status: "completed", retry_count: 1 });
    const asked = (await plan.holds()).filter(({ kind }) => kind === "approval");
    expect(asked).toHaveLength(2);
    expect(done).toHaveLength(2);
    expect(done).toEqual(expect.arrayContaining(["counted", { to: "bob" }]));
    expect(toldIn(model, model.requests.length - 1)).toEqual([
      expect.stringMatching(/^tester changed .*\n[12]$/),
      '{"error":"Refused by tester: not her"}',
      expect.stringMatching(/^[12]$/),
    ]);
  },
);

test("an agent waits for its approval over runs of its plan and a stop of its worker", async () => {
  const sent: unknown[] = [];
  const send = anyTool("send", (args) => {
    sent.push(args);
    return "sent";
  });
  const model = scriptModel({ mails: [{ calls: [["send", { to: "ann" }]] }, { say: "Done." }] });
  const agents = { writer: agentOf(["send"], { approval: ["send"] }) };
  const queue = server().queue([send], { agents, modelTurn: model.modelTurn });
  const first = await queue.run();
  const todos = [{ id: "mails", title: "Answer", agent_name: "writer" }];
  const plan = await queue.start({ title: "Mails", todos }, { history_events: 60 });
  const [hold] = await untilHolds(plan, 1);
  await plan.nextRun();
  await first.stop();
  await queue.run();
  // A task that was on its way to the stopped worker is given to the next one after five seconds.
  await expect
    .poll(() => plan.todo("mails"), { timeout: 30_000 })
    .toMatchObject({ status: "in_progress" });
  await plan.send("approval", { hold_id: hold!.id, decision: "approve" });
  expect((await plan.ended()).todos[0]).toMatchObject({ status: "completed" });
  expect(sent).toEqual([{ to: "ann" }]);
  expect(model.requests).toHaveLength(2);
});

test("a person approves an agent's assignment before it starts, and what they change is what it does", async () => {
  const { plan, model } = await startMailer([{ say: "Done." }], {
    description: "Answer all of them.",
    requires_approval: true,
  });
  const hold = await plan.untilHold("mails");
  expect(hold).toMatchObject({
    kind: "approval",
    args: { agent_name: "writer", assignment: "Answer all of them." },
    asked_by: null,
  });
  const changed = { assignment: "Answer none of them." };
  await plan.send("approval", { hold_id: hold.id, decision: "edit", args: changed });
  await plan.ended();
  const told = model.requests[0]!.messages[1]!.content;
  expect(told).toContain("Answer none of them.");
  expect(told).not.toContain("Answer all of them.");
});
