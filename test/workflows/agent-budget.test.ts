import { describe, expect, test } from "vitest";
import type { AgentDefinition } from "../../src/contract/agent.ts";
import type { NewPlanInput } from "../../src/contract/plan/plan.ts";
import { anyTool, defer, echo } from "../support/plan-tools.ts";
import { useDevServer } from "../support/plan-worker.ts";
import { agentOf, scriptModel, type ScriptTurn } from "../support/scripted-agent.ts";

const server = useDevServer();

const works = (cost_usd: number | null): ScriptTurn => ({ calls: [["echo", {}]], cost_usd });
const ends = (cost_usd: number): ScriptTurn => ({ say: "Done.", cost_usd });

async function startWriter(
  turns: readonly ScriptTurn[],
  more: Partial<NewPlanInput> = {},
  limits: Partial<AgentDefinition["limits"]> = {},
) {
  const model = scriptModel({ report: turns });
  const worker = await server().startWorker([echo], {
    agents: { writer: agentOf(["echo"], { limits }) },
    modelTurn: model.modelTurn,
  });
  const todos = [{ id: "report", title: "Write", agent_name: "writer" }];
  return { plan: await worker.start({ title: "Costs", todos, ...more }), model };
}

test("once a plan's budget is spent, the next turn waits until a person lets it cost more", async () => {
  const { plan, model } = await startWriter([works(2.1), works(1), ends(0.5)], { budget_usd: 2 });
  const hold = await plan.untilHold("report");
  expect(hold).toMatchObject({
    kind: "budget",
    message: expect.stringContaining("$2.10 of $2.00 spent"),
    args: { plan_budget_usd: 4.1 },
    deadline_at: null,
  });
  expect(model.requests).toHaveLength(1);
  expect(await plan.view()).toMatchObject({
    budget_usd: 2,
    spent: { turns: 1, cost_usd: 2.1 },
    todos: [{ status: "in_progress", agent: { spent: { cost_usd: 2.1 } } }],
  });
  const low = { hold_id: hold.id, decision: "edit", args: { plan_budget_usd: 2.1 } };
  expect(await plan.refusalOf("approval", low)).toMatchObject({
    code: "invalid_command",
    detail: '"plan_budget_usd" has to be a number above $2.10, which is spent already.',
  });
  for (const args of [{ plan_budget_usd: "9" }, { other: 9 }, { plan_budget_usd: null }])
    expect(await plan.refusalOf("approval", { ...low, args })).toMatchObject({
      code: "invalid_command",
    });
  await plan.send("approval", { ...low, args: { plan_budget_usd: 3 } });
  const again = await plan.untilEvents(2, "hold.requested").then(() => plan.untilHold("report"));
  expect(again).toMatchObject({ message: expect.stringContaining("$3.10 of $3.00 spent") });
  await plan.send("approval", { hold_id: again.id, decision: "approve" });
  const ended = await plan.ended();
  expect(ended).toMatchObject({ status: "completed", budget_usd: 6.1, spent: { turns: 3 } });
  expect(ended.spent.cost_usd).toBeCloseTo(3.6);
});

test("who does not want to pay more stops the agent, its todo has failed, and nobody is asked again", async () => {
  const { plan, model } = await startWriter([works(2.1)], { budget_usd: 2 });
  const hold = await plan.untilHold("report");
  await plan.send("approval", { hold_id: hold.id, decision: "reject", reason: "Too dear." });
  expect((await plan.ended()).todos[0]).toMatchObject({
    status: "failed",
    error_message: "tester did not let it cost more: Too dear.",
  });
  expect(model.requests).toHaveLength(1);
  expect(await plan.holds()).toMatchObject([{ status: "rejected" }]);
});

test("an agent's own limit is its own, and another agent of the plan goes on", async () => {
  const { plan } = await startWriter([works(0.6), works(0.6), ends(0.1)], {}, { cost_usd: 1 });
  const hold = await plan.untilHold("report");
  expect(hold).toMatchObject({
    kind: "budget",
    message: expect.stringContaining("$1.20 of $1.00 spent: the agent"),
    args: { agent_budget_usd: 2.2 },
  });
  await plan.send("approval", { hold_id: hold.id, decision: "approve" });
  expect(await plan.ended()).toMatchObject({ status: "completed", budget_usd: null });
});

test("a budget that an edit raises lets the agent go on, and its hold is stale", async () => {
  const { plan } = await startWriter([works(2.1), ends(0.1)], { budget_usd: 2 });
  const hold = await plan.untilHold("report");
  await plan.send("edit", {
    ops: [{ edit_type: "modify_plan", params: { changes: { budget_usd: 5 } } }],
  });
  expect(await plan.ended()).toMatchObject({ status: "completed", budget_usd: 5 });
  expect(await plan.holds()).toMatchObject([{ id: hold.id, status: "stale" }]);
});

test("the last words of an agent need no budget", async () => {
  const { plan } = await startWriter([ends(9)], { budget_usd: 2 });
  expect((await plan.ended()).todos[0]).toMatchObject({ status: "completed" });
  expect(await plan.holds()).toEqual([]);
});

test("a model without a price fails the todo where there is a budget, and says why", async () => {
  const { plan } = await startWriter([works(null)], { budget_usd: 2 });
  expect((await plan.ended()).todos[0]).toMatchObject({
    status: "failed",
    error_message: expect.stringContaining('The model "scripted-1" has no price'),
  });
  const free = await startWriter([works(null), { say: "Done.", cost_usd: null }]);
  expect((await free.plan.ended()).todos[0]).toMatchObject({ status: "completed" });
});

describe("an agent that has used up what one run may use", () => {
  const asksPeople = { failure: { validation_error: { action: "MANUAL" } } } as const;
  const sends: ScriptTurn = { calls: [["send", {}]], tokens: 90 };

  /** An agent that sends three times and is done, and what was sent. */
  async function startSender(
    limits: Partial<AgentDefinition["limits"]>,
    more: Partial<NewPlanInput> = asksPeople,
  ) {
    const model = scriptModel({ report: [sends, sends, sends, { say: "Sent." }] });
    const sent: string[] = [];
    const send = anyTool("send", (_args, { idempotency_key }) => {
      sent.push(idempotency_key.split("/").slice(2, 4).join("/"));
      return null;
    });
    const worker = await server().startWorker([send], {
      agents: { writer: agentOf(["send"], { limits }) },
      modelTurn: model.modelTurn,
    });
    const todos = [{ id: "report", title: "Send", agent_name: "writer" }];
    return { plan: await worker.start({ title: "Limits", todos, ...more }), model, sent };
  }

  test.each([
    ["turns", { turns: 2 }, "All 2 turns used", { agent_turns: 4 }],
    ["tokens", { tokens: 200 }, "200 of 200 tokens used", { agent_tokens: 400 }],
  ])(
    "asks for more %s, and goes on in the same conversation without sending anything again",
    async (_what, limits, message, args) => {
      const { plan, model, sent } = await startSender(limits);
      const hold = await plan.untilHold("report");
      expect(hold).toMatchObject({
        kind: "budget",
        message: expect.stringContaining(message),
        args,
        deadline_at: null,
      });
      expect((await plan.view()).todos[0]).toMatchObject({ status: "in_progress" });
      await plan.send("approval", { hold_id: hold.id, decision: "approve" });
      expect((await plan.ended()).todos[0]).toMatchObject({
        status: "completed",
        agent: { turn: 4 },
      });
      expect(sent).toEqual(["1/t1c1", "1/t2c1", "1/t3c1"]);
      expect(model.requests).toHaveLength(4);
    },
  );

  test("takes the number of turns that a person writes, and asks again when these are used", async () => {
    const { plan, sent } = await startSender({ turns: 1 });
    const hold = await plan.untilHold("report");
    const edit = { hold_id: hold.id, decision: "edit" };
    for (const agent_turns of [1, 2.5, 20_000]) {
      expect(await plan.refusalOf("approval", { ...edit, args: { agent_turns } })).toMatchObject({
        code: "invalid_command",
        detail: '"agent_turns" has to be a number above 1, which is spent already.',
        hint: expect.stringContaining("a whole number up to 10000"),
      });
    }
    await plan.send("approval", { ...edit, args: { agent_turns: 3 } });
    await plan.untilEvents(2, "hold.requested");
    const again = await plan.untilHold("report");
    expect(again).toMatchObject({ args: { agent_turns: 6 } });
    await plan.send("approval", { hold_id: again.id, decision: "approve" });
    expect(await plan.ended()).toMatchObject({ status: "completed" });
    expect(sent).toHaveLength(3);
  });

  test("is ended by who does not let it go on, and nobody is asked again", async () => {
    const { plan, model } = await startSender({ turns: 2 });
    const hold = await plan.untilHold("report");
    await plan.send("approval", { hold_id: hold.id, decision: "reject", reason: "It loops." });
    expect((await plan.ended()).todos[0]).toMatchObject({
      status: "failed",
      error_message: "tester did not let it go on beyond its limit: It loops.",
    });
    expect(model.requests).toHaveLength(2);
  });

  test("fails at once when an edit says meanwhile that nobody is to be asked", async () => {
    const { plan } = await startSender({ turns: 2 });
    const hold = await plan.untilHold("report");
    const changes = { failure: { validation_error: { action: "FAIL" } } };
    await plan.send("edit", {
      ops: [{ edit_type: "modify_todo", target_id: "report", params: { changes } }],
    });
    expect((await plan.ended()).todos[0]).toMatchObject({
      status: "failed",
      error_message: expect.stringContaining("all of its 2 turns"),
    });
    expect(await plan.holds()).toMatchObject([{ id: hold.id, status: "stale" }]);
  });
});

describe("an agent that has worked for as long as it may", () => {
  const asksPeople = { failure: { validation_error: { action: "MANUAL" } } } as const;

  /** An agent with two seconds, whose second turn takes until the test lets it end. */
  async function startSlow(todo: object = {}, more: Partial<NewPlanInput> = asksPeople) {
    const slow = defer<void>();
    const model = scriptModel({
      report: [
        { calls: [["send", {}]] },
        { calls: [["send", {}]], after: slow.promise },
        { say: "Sent." },
      ],
    });
    const sent: string[] = [];
    const send = anyTool("send", (_args, { idempotency_key }) => {
      sent.push(idempotency_key.split("/").slice(2, 4).join("/"));
      return null;
    });
    const worker = await server().startWorker([send], {
      agents: { writer: agentOf(["send"], { limits: { seconds: 2 } }) },
      modelTurn: model.modelTurn,
    });
    const todos = [{ id: "report", title: "Send", agent_name: "writer", ...todo }];
    return { plan: await worker.start({ title: "Slow", todos, ...more }), model, slow, sent };
  }

  test("asks for more time, and goes on in the same conversation without sending anything again", async () => {
    const { plan, model, slow, sent } = await startSlow();
    const hold = await plan.untilHold("report");
    expect(hold).toMatchObject({
      kind: "budget",
      message: expect.stringContaining("worked for all of its 2 s"),
      args: { agent_seconds: 4 },
      deadline_at: null,
    });
    expect((await plan.view()).todos[0]).toMatchObject({ status: "in_progress", retry_count: 0 });
    slow.resolve();
    await plan.send("approval", {
      hold_id: hold.id,
      decision: "edit",
      args: { agent_seconds: 60 },
    });
    expect((await plan.ended()).todos[0]).toMatchObject({
      status: "completed",
      result_data: "Sent.",
      retry_count: 0,
      agent: { turn: 3 },
    });
    expect(sent).toEqual(["1/t1c1", "1/t2c1"]);
    // The turn that had no time is the one that was asked for again.
    const turns = new Set(model.requests.map(({ turn_key }) => turn_key.slice(-1)));
    expect([...turns]).toEqual(["1", "2", "3"]);
  });

  test("is ended by who does not give it more, and nobody is asked again", async () => {
    const { plan } = await startSlow();
    const hold = await plan.untilHold("report");
    await plan.send("approval", { hold_id: hold.id, decision: "reject", reason: "Too slow." });
    expect((await plan.ended()).todos[0]).toMatchObject({
      status: "failed",
      error_message: "tester did not let it go on beyond its limit: Too slow.",
    });
  });

  test.each([
    ["the todo is optional", { optional: true }, asksPeople, "skipped"],
    ["it is written what follows", {}, { failure: { timeout: { action: "FAIL" } } }, "failed"],
  ] as const)("ends without a question where %s", async (_what, todo, more, status) => {
    const { plan } = await startSlow(todo, more);
    expect((await plan.ended()).todos[0]).toMatchObject({ status });
    expect(await plan.holds()).toEqual([]);
  });
});
