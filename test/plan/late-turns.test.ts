import { describe, expect, test } from "vitest";
import type { AgentReport } from "../../src/contract/plan/agents/agent.ts";
import type { NewPlanInput } from "../../src/contract/plan/plan.ts";
import { NewGoalSchema } from "../../src/contract/plan/plan.ts";
import { effects } from "../../src/plan/effects.ts";
import type { GoalNews, ReplanNews, ThoughtAnswer } from "../../src/plan/model/state/thought.ts";
import { createGoal } from "../../src/plan/thinking/decide-goal.ts";
import { viewPlan } from "../../src/plan/views/view.ts";
import { Drive, drive, planOf, START } from "./support/drive.ts";
import { asked, failed } from "./support/thoughtful.ts";

const USAGE = { input_tokens: 100, output_tokens: 10, cost_usd: 0.25 };
const ANN = { id: "a", tool_name: null, agent_name: "ann" };
const RETRY = { api_error: { action: "RETRY", max_retries: 3, retry_delay: 5 } } as const;

const agents = (settings: Partial<NewPlanInput> = {}): Drive =>
  drive(planOf([ANN, "b"], { failure: RETRY, ...settings }));
const turn = (number: number, more: Partial<AgentReport> = {}): AgentReport =>
  ({
    type: "agent_turn",
    ...{ todo_id: "a", run: 1, attempt: 1 },
    turn: number,
    model: "m",
    usage: USAGE,
    goes_on: true,
    steps: [],
    calls: [],
    questions: [],
    cost_limit_usd: null,
    ...more,
  }) as AgentReport;
const dropped = ({ plan }: Drive) =>
  plan.state.events
    .filter(({ type }) => type === "model.turn_dropped")
    .map(({ todo_id, data }) => ({ todo_id, ...data }));

describe("the orchestrator's answer to an agent that waits no more", () => {
  const question = { call_id: "t1c1", question: "Which?", context: null, suggested_answers: [] };
  const putting = (): Drive => {
    const it = agents();
    it.report(turn(1, { questions: [question] } as Partial<AgentReport>));
    return it;
  };
  const answers = (it: Drive) =>
    it.report({
      type: "orchestrator_said",
      ...{ todo_id: "a", run: 1, attempt: 1, call_id: "t1c1" },
      answer: { content: "[NEED_HUMAN: Which?]", usage: USAGE },
    });

  test("is put to nobody, and what it cost is the plan's", () => {
    const it = putting();
    it.accept("control_todo", { todo_id: "a", action: "skip" });
    it.stopped("a");
    answers(it);
    expect(it.plan.openHolds.size).toBe(0);
    expect(dropped(it)).toEqual([{ todo_id: "a", role: "orchestrator", usage: USAGE }]);
    expect(it.plan.state.spent).toMatchObject({ turns: 2, input_tokens: 200, cost_usd: 0.5 });
    expect(it.todo("a")).toMatchObject({ status: "skipped", agent: { spent: { turns: 1 } } });
  });

  test("counts in a plan that has ended since", () => {
    const it = putting();
    it.accept("cancel");
    it.stopped("a");
    it.complete("b");
    expect(it.finished).toBe(true);
    answers(it);
    expect(it.plan.state).toMatchObject({ status: "cancelled", spent: { turns: 2 } });
  });

  test("is not counted again when the next attempt asks the same: that is another turn", () => {
    const it = putting();
    const keyOf = () => effects(it.plan).ask?.request.turn_key;
    const first = keyOf();
    it.failAttempt("a");
    answers(it);
    it.pass(5);
    it.report(turn(1, { attempt: 2, questions: [question] } as Partial<AgentReport>));
    expect(keyOf()).toBeDefined();
    expect(keyOf()).not.toBe(first);
  });
});

describe("an agent's turn that is told when its attempt is over", () => {
  test("counts for its todo and its plan, and changes nothing else", () => {
    const it = agents();
    it.report(turn(1));
    it.accept("control_todo", { todo_id: "a", action: "skip" });
    it.stopped("a");
    const calls = [{ call_id: "t2c1", tool_name: "send", args: {}, references: [] }];
    it.report(turn(2, { calls } as Partial<AgentReport>));
    expect(it.plan.openHolds.size).toBe(0);
    expect(dropped(it)).toEqual([
      ...[{ todo_id: "a", role: "agent", model: "m", usage: USAGE, turn: 2, run: 1, attempt: 1 }],
    ]);
    expect(it.plan.state.spent).toMatchObject({ turns: 2, cost_usd: 0.5 });
    expect(it.todo("a")).toMatchObject({
      status: "skipped",
      agent: { turn: 1, spent: { turns: 2, cost_usd: 0.5 } },
    });
  });

  test("counts once, however often it is told and whether the next attempt finds its answer", () => {
    const it = agents();
    it.report(turn(1));
    it.failAttempt("a");
    it.report(turn(1));
    it.report(turn(2));
    it.report(turn(2));
    expect(dropped(it)).toHaveLength(1);
    it.pass(5);
    it.report(turn(1, { attempt: 2 }));
    it.report(turn(2, { attempt: 2 }));
    expect(it.plan.state.spent).toMatchObject({ turns: 2, cost_usd: 0.5 });
    it.report(turn(3, { attempt: 2 }));
    expect(it.todo("a").agent?.spent).toMatchObject({ turns: 3, cost_usd: 0.75 });
  });

  test("counts when a person does the todo by then", () => {
    const it = drive(planOf([ANN], { failure: { validation_error: { action: "MANUAL" } } }));
    it.report(turn(1));
    it.fail("a", "validation_error");
    const changes = { agent_name: null, kind: "manual" };
    it.accept("edit", { ops: [{ edit_type: "modify_todo", target_id: "a", params: { changes } }] });
    it.report(turn(2));
    expect(it.plan.state.spent).toMatchObject({ turns: 2, cost_usd: 0.5 });
  });

  test("spends the plan's budget: who goes on is asked about first", () => {
    const it = drive(planOf([ANN, { ...ANN, id: "other" }], { budget_usd: 0.4, failure: RETRY }));
    it.report(turn(1, { todo_id: "other", calls: [] } as Partial<AgentReport>));
    it.failAttempt("a");
    expect(it.plan.openHolds.size).toBe(0);
    it.report(turn(1));
    expect(it.hold("other")).toMatchObject({ kind: "budget", status: "open" });
  });
});

describe("what a model thought about the plan", () => {
  const call = { role: "planner", prompt: { name: "p", version: "1" }, model: "m" } as const;
  const answer: ThoughtAnswer = {
    call: { ...call, usage: USAGE },
    text: "{}",
    read: { data: {} },
  };
  const offer = { tools: [], agents: [], teams: [] };

  test("counts when planning anew was called off meanwhile", () => {
    const it = failed();
    const { turn: number, input } = asked(it);
    it.accept("control_todo", { todo_id: "a", action: "retry" });
    const editor: ThoughtAnswer = { ...answer, call: { ...answer.call, role: "editor" } };
    const news: ReplanNews = {
      type: "replanned",
      turn: number,
      answer: editor,
      offer,
      mistakes: [],
      base_version: input.version,
    };
    it.report(news);
    expect(it.running).toEqual(["a"]);
    expect(dropped(it)).toEqual([{ ...editor.call, turn: number }]);
    expect(it.plan.state.spent).toMatchObject({ turns: 1, cost_usd: 0.25 });
  });

  test.each(["goal_planned", "goal_reported"] as const)(
    "counts when the plan was cancelled in the same moment: %s",
    (type) => {
      const goal = NewGoalSchema.parse({ goal: "Find out" });
      const it = new Drive(createGoal(goal, { id: "p1", owner: "ana", at: START }));
      it.accept("cancel");
      it.report({ type, turn: 1, answer, offer, mistakes: [], min_confidence: 0 } as GoalNews);
      expect(it.plan.state).toMatchObject({ status: "cancelled", todos: [], spent: { turns: 1 } });
      expect(dropped(it)).toEqual([{ ...answer.call, turn: 1 }]);
      // As every call of a model, it stays with the goal.
      expect(viewPlan(it.plan, { offset: 0, limit: 1 }).goal?.calls).toHaveLength(1);
    },
  );
});
