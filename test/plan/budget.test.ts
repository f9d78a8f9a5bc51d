import { describe, expect, test } from "vitest";
import type { AgentReport } from "../../src/contract/plan/agents/agent.ts";
import { drive, planOf, type Drive } from "./support/drive.ts";

const AGENT = { id: "think", tool_name: null, agent_name: "thinker" };
const SEND = { id: "send", depends_on: ["think"] };

const turn = (
  { attempt = 1, number = 1 }: { attempt?: number; number?: number },
  cost_usd: number,
  cost_limit_usd: number | null,
): AgentReport => ({
  type: "agent_turn",
  ...{ todo_id: "think", run: 1, attempt },
  turn: number,
  model: "m",
  usage: { input_tokens: 1, output_tokens: 1, cost_usd },
  goes_on: true,
  steps: [],
  calls: [],
  questions: [],
  cost_limit_usd,
});
const mayGoOn = ({ runs }: Drive): boolean | undefined =>
  runs.find(({ todo_id }) => todo_id === "think")?.agent?.may_go_on;

describe("an agent that begins when the plan's budget is spent", () => {
  test("asks before its first turn, and goes on once the budget is raised", () => {
    const plan = drive(planOf([AGENT, SEND], { budget_usd: 0 }));
    expect(plan.hold("think")).toMatchObject({ kind: "budget", status: "open" });
    expect(mayGoOn(plan)).toBe(false);
    plan.approve("think");
    expect(mayGoOn(plan)).toBe(true);
  });

  test("asks anew when it is tried again after somebody said no", () => {
    const plan = drive(planOf([AGENT, SEND], { budget_usd: 0 }));
    plan.reject("think");
    plan.stopped("think");
    expect(plan.status("think")).toBe("failed");
    plan.accept("control_todo", { todo_id: "think", action: "retry" });
    expect(plan.status("think")).toBe("in_progress");
    expect(plan.hold("think")).toMatchObject({ kind: "budget", status: "open" });
  });
});

test("an optional agent whose money somebody refuses is skipped, and what waits for it runs", () => {
  const plan = drive(planOf([{ ...AGENT, optional: true }, SEND], { budget_usd: 0 }));
  plan.reject("think");
  plan.stopped("think");
  expect(plan.todo("think")).toMatchObject({ status: "skipped", skipped: { stops: false } });
  plan.complete("send");
  expect(plan.plan.state.status).toBe("completed");
});

describe("what an agent's run may cost", () => {
  const retrying = (): Drive => {
    const failure = { api_error: { action: "RETRY" as const, max_retries: 3, retry_delay: 0 } };
    return drive(planOf([{ ...AGENT, failure }, SEND]));
  };

  test("is one limit for all of its attempts", () => {
    const plan = retrying();
    plan.report(turn({}, 0.9, 1));
    plan.failAttempt("think");
    plan.pass(0);
    plan.report(turn({ attempt: 2 }, 0.2, 1));
    expect(plan.hold("think")).toMatchObject({ kind: "budget", status: "open" });
    expect(mayGoOn(plan)).toBe(false);
  });

  test("stays what a person raised it to when another attempt begins", () => {
    const plan = retrying();
    plan.report(turn({}, 1.2, 1));
    plan.approve("think");
    plan.failAttempt("think");
    plan.pass(0);
    plan.report(turn({ attempt: 2 }, 0.1, 1));
    expect(mayGoOn(plan)).toBe(true);
  });
});

test.each(["a call", "a question"])(
  "an agent that waits for %s asks for money before its next turn, also when its report says that it takes none",
  (asked) => {
    const call = { call_id: "c1", tool_name: "echo", args: {}, references: [] };
    const question = { call_id: "c1", question: "?", context: null, suggested_answers: [] };
    const plan = drive(planOf([AGENT, SEND]));
    plan.report({
      ...turn({}, 2, 1),
      goes_on: false,
      ...(asked === "a call" ? { calls: [call] } : { questions: [question] }),
    } as AgentReport);
    expect(mayGoOn(plan)).toBe(false);
    const hold = plan.hold("think");
    expect(hold).toMatchObject({ kind: "budget", status: "open" });
    plan.accept("approval", { hold_id: hold.id, decision: "approve" });
    expect(mayGoOn(plan)).toBe(true);
  },
);

test("who skips a todo whose agent is being stopped for its cost has said what becomes of it", () => {
  const plan = drive(planOf([AGENT, SEND], { budget_usd: 0 }));
  plan.reject("think");
  plan.accept("control_todo", { todo_id: "think", action: "skip" });
  plan.stopped("think");
  expect(plan.statuses()).toEqual({ think: "skipped", send: "in_progress" });
});

test("the time of an agent's run is asked about each time it is over, however often it was raised", () => {
  const plan = drive(planOf([{ ...AGENT, failure: { timeout: { action: "MANUAL" } } }, SEND]));
  const over = (seconds: number) =>
    plan.report({ type: "agent_time_over", todo_id: "think", run: 1, attempt: 1, seconds });
  over(60);
  plan.approve("think");
  expect(plan.runs[0]?.agent).toMatchObject({ may_go_on: true, raised: { seconds: 120 } });
  over(120);
  expect(plan.hold("think")).toMatchObject({ kind: "budget", args: { agent_seconds: 240 } });
  expect(mayGoOn(plan)).toBe(false);
});

describe("the turns of an agent's run", () => {
  const asks = { validation_error: { action: "MANUAL" as const } };
  const ASKS = { ...AGENT, failure: asks };
  const budgetHolds = (plan: Drive) =>
    plan.plan.state.holds.filter(({ kind }) => kind === "budget");
  const used = (number: number, more: Partial<AgentReport> = {}): AgentReport =>
    ({ ...turn({ number }, 0, null), limits: { turns: 2, tokens: null }, ...more }) as AgentReport;

  test("are asked about while the calls of its last one still run, and it goes on with more", () => {
    const plan = drive(planOf([ASKS, SEND]));
    plan.report(used(1));
    expect(budgetHolds(plan)).toEqual([]);
    plan.report(used(2));
    expect(plan.hold("think")).toMatchObject({ kind: "budget", args: { agent_turns: 4 } });
    expect(mayGoOn(plan)).toBe(false);
    plan.approve("think");
    const [run] = plan.runs;
    expect(run?.agent).toMatchObject({ may_go_on: true, raised: { turns: 4 } });
  });

  test("are decided about in their own hold when the plan's budget is spent meanwhile, and that is asked next", () => {
    const other = { ...AGENT, id: "other" };
    const plan = drive(planOf([ASKS, other], { budget_usd: 1 }));
    plan.report(used(1));
    plan.report(used(2));
    const { id } = plan.hold("think");
    plan.report({ ...turn({}, 2, null), todo_id: "other", goes_on: false } as AgentReport);
    expect(budgetHolds(plan)).toMatchObject([{ id, status: "open" }]);
    plan.refuse("approval", { hold_id: id, decision: "edit", args: { agent_turns: 2 } });
    plan.accept("approval", { hold_id: id, decision: "approve" });
    expect(budgetHolds(plan)).toMatchObject([
      { id, status: "approved" },
      { args: { plan_budget_usd: expect.any(Number) }, status: "open" },
    ]);
    expect(mayGoOn(plan)).toBe(false);
  });

  test("need no person when its last one was its last words", () => {
    const plan = drive(planOf([ASKS, SEND]));
    plan.report(used(1));
    plan.report(used(2, { goes_on: false }));
    expect(budgetHolds(plan)).toEqual([]);
  });

  test.each([
    ["is optional", { optional: true }],
    ["fails without asking", { failure: { validation_error: { action: "FAIL" as const } } }],
    ["asks a model", { failure: { validation_error: { action: "REPLAN" as const } } }],
  ])("are no matter for a person when its todo %s", (_what, more) => {
    const plan = drive(planOf([{ ...ASKS, ...more }, SEND]));
    plan.report(used(1));
    plan.report(used(2));
    expect(budgetHolds(plan)).toEqual([]);
    expect(plan.runs[0]?.agent).not.toHaveProperty("asks_limits");
  });

  test("stay what a person raised them to when another attempt of the run begins", () => {
    const failure = {
      ...asks,
      api_error: { action: "RETRY" as const, max_retries: 3, retry_delay: 0 },
    };
    const plan = drive(planOf([{ ...ASKS, failure }, SEND]));
    plan.report(used(1));
    plan.report(used(2));
    plan.approve("think");
    plan.failAttempt("think");
    plan.pass(0);
    expect(plan.runs[0]?.agent).toMatchObject({ raised: { turns: 4 } });
  });
});
