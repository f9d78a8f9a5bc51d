import { describe, expect, test } from "vitest";
import { NewGoalSchema, type NewGoalInput } from "../../src/contract/plan/plan.ts";
import type { Json } from "../../src/contract/text.ts";
import { forkPlan } from "../../src/plan/create/fork.ts";
import { effects } from "../../src/plan/effects.ts";
import { loadPlan } from "../../src/plan/model/plan.ts";
import type {
  GoalNews,
  ThoughtAnswer,
  ThoughtProblem,
} from "../../src/plan/model/state/thought.ts";
import { createGoal } from "../../src/plan/thinking/decide-goal.ts";
import { viewPlan } from "../../src/plan/views/view.ts";
import { Drive, START } from "./support/drive.ts";

const GOAL = "Find out what customers say about the kettle";
const offer = { tools: ["fetch", "publish"], agents: ["writer"], teams: ["search_team"] };
const intent = {
  type: "research",
  confidence: 0.9,
  keywords: ["kettle", "reviews"],
  entities: { product: "kettle" },
};
const todos: Json = [
  { id: "collect", title: "Collect", tool_name: "fetch", estimated_seconds: 30 },
  {
    id: "sum_up",
    title: "Sum up",
    agent_name: "writer",
    agent_purpose: "summaries",
    expected_output: "Ten lines",
    depends_on: ["collect"],
    estimated_seconds: 60,
  },
  { id: "ask", title: "Ask", input_request: { question: "Whom for?" }, estimated_seconds: 5 },
];
const draft = { intent, title: "Kettle reviews", strategy: "pipeline", todos };

function goal(more: Partial<NewGoalInput> = {}): Drive {
  const input = NewGoalSchema.parse({ goal: GOAL, ...more });
  return new Drive(createGoal(input, { id: "p1", owner: "ana", at: START }));
}
const call: ThoughtAnswer["call"] = {
  role: "planner",
  prompt: { name: "planner", version: "1" },
  model: "gpt-4o",
  usage: { input_tokens: 100, output_tokens: 50, cost_usd: 0.01 },
};
const saying = (data: Json): ThoughtAnswer => ({
  call,
  text: JSON.stringify(data),
  read: { data },
});
const failing = (problem: ThoughtProblem, text = ""): ThoughtAnswer => ({
  call,
  text,
  read: { problem },
});
const turnOf = (drive: Drive): number => effects(drive.plan).thinking?.turn ?? 0;
function planned(drive: Drive, answer: ThoughtAnswer, more: Partial<GoalNews> = {}) {
  const news = { type: "goal_planned", turn: turnOf(drive), answer, offer, mistakes: [] };
  return drive.report({ ...news, min_confidence: 0.7, ...more } as GoalNews);
}
const holdOf = (drive: Drive) => [...drive.plan.openHolds.values()][0]!;
const view = (drive: Drive) => viewPlan(drive.plan, { offset: 0, limit: 50 });
const typesOf = (drive: Drive): string[] =>
  drive.plan.state.events.map(({ type }) => type).filter((type) => type.startsWith("plan."));

/** What a person reads in the only open hold. */
function asked(drive: Drive): string {
  expect(drive.plan.openHolds.size).toBe(1);
  expect(holdOf(drive).kind).toBe("goal");
  return JSON.stringify(holdOf(drive).message);
}

describe("a goal", () => {
  test("is a plan at once, which a planner should be thinking about", () => {
    const drive = goal();
    expect(view(drive)).toMatchObject({
      title: GOAL,
      status: "pending",
      mode: "running",
      todos: [],
      goal: { text: GOAL, phase: "planning", report: null },
    });
    expect(effects(drive.plan).thinking).toEqual({
      about: "plan",
      turn: 1,
      mayStart: true,
      input: { goal: GOAL, answers: [], refused: null },
    });
  });

  test("becomes todos that wait for their review, and every field of S1 and S2 is kept", () => {
    const drive = goal();
    planned(drive, saying(draft));
    expect(holdOf(drive).kind).toBe("plan_review");
    const { title, planning, goal: shown, todos: shownTodos } = view(drive);
    expect(title).toBe("Kettle reviews");
    expect(planning).toEqual({
      raw_query: GOAL,
      analyzed_intent: {
        intent_type: "research",
        confidence: 0.9,
        keywords: ["kettle", "reviews"],
        entities: { product: "kettle" },
      },
      intent_confidence: 0.9,
      available_agents: ["writer"],
      available_teams: ["search_team"],
      execution_strategy: "pipeline",
      parallel_groups: [["collect", "ask"], ["sum_up"]],
      plan_validated: true,
      validation_errors: [],
      estimated_total_time: 90,
    });
    expect(shownTodos[1]).toMatchObject({
      agent_name: "writer",
      agent_purpose: "summaries",
      expected_output: "Ten lines",
      estimated_seconds: 60,
    });
    expect(shown).toMatchObject({ phase: "planned", calls: [{ ...call, turn: 1 }] });
    // What planning costs is of the plan's budget as all that models do.
    expect(drive.plan.state.spent).toMatchObject({ turns: 1, cost_usd: call.usage.cost_usd ?? 0 });
    expect(effects(drive.plan).thinking).toBeNull();
    drive.send("approval", { hold_id: holdOf(drive).id, decision: "approve" });
    expect(drive.runs.map(({ todo_id }) => todo_id)).toEqual(["collect"]);
  });

  test("keeps its own title where nothing can be seen of the planned one", () => {
    const drive = goal();
    planned(drive, saying({ ...draft, title: "\u3164" }));
    expect(holdOf(drive).kind).toBe("plan_review");
    expect(view(drive).title).toBe(GOAL);
  });

  test("without a review starts by itself when its writer says so", () => {
    const drive = goal({ plan_review: false });
    planned(drive, saying(draft));
    expect(drive.runs).toHaveLength(1);
  });

  test("that is planned in sequence runs one todo at a time, unless its writer said how many", () => {
    const sequential = { ...draft, strategy: "sequential" };
    const [one, three] = [goal(), goal({ max_parallel: 3 })];
    planned(one, saying(sequential));
    planned(three, saying(sequential));
    expect(view(one).max_parallel).toBe(1);
    expect(view(one).planning?.estimated_total_time).toBe(95);
    expect(view(three).max_parallel).toBe(3);
  });

  test("keeps the title that its writer gave it", () => {
    const drive = goal({ title: "Mine" });
    planned(drive, saying(draft));
    expect(view(drive).title).toBe("Mine");
  });
});

describe("a draft that is wrong", () => {
  const wrong: [string, Json, string][] = [
    [
      "names a tool that does not exist",
      { todos: [{ id: "a", title: "A", tool_name: "fetsh" }] },
      "fetch",
    ],
    [
      "names an agent that does not exist",
      { todos: [{ id: "a", title: "A", agent_name: "boss" }] },
      "writer",
    ],
    [
      "waits in a circle",
      {
        todos: [
          { id: "a", title: "A", depends_on: ["b"] },
          { id: "b", title: "B", depends_on: ["a"] },
        ],
      },
      "depends_on",
    ],
    [
      "waits for nothing",
      { todos: [{ id: "a", title: "A", depends_on: ["z"] }] },
      "/todos/0/depends_on/0",
    ],
    [
      "has two todos of one id",
      {
        todos: [
          { id: "a", title: "A" },
          { id: "a", title: "B" },
        ],
      },
      "/todos/1/id",
    ],
    ["has no todos", { todos: [] }, "question"],
    ["has too many todos", { todos: Array.from({ length: 201 }, () => ({ title: "A" })) }, "200"],
    [
      "decides what only people decide",
      { todos: [{ id: "a", title: "A", approval: {} }] },
      "/todos/0/approval",
    ],
    [
      "runs elsewhere",
      { todos: [{ id: "a", title: "A", task_queue: "x" }] },
      "/todos/0/task_queue",
    ],
    [
      "is two kinds of work",
      { todos: [{ id: "a", title: "A", tool_name: "fetch", agent_name: "writer" }] },
      "one kind of work",
    ],
    ["is sure beyond measure", { intent: { ...intent, confidence: 7 } }, "/intent/confidence"],
  ];

  test.each(wrong)("because it %s is told so, and mended once", (_, change, told) => {
    const drive = goal();
    const bad = { ...draft, ...(change as object) } as Json;
    planned(drive, saying(bad));
    const { thinking } = effects(drive.plan);
    expect(thinking).toMatchObject({ about: "plan", turn: 2 });
    const input = thinking!.input as unknown as { refused: { draft: string; mistakes: string[] } };
    expect(input.refused.draft).toBe(JSON.stringify(bad).slice(0, 100_000));
    expect(input.refused.mistakes.join("\n")).toContain(told);
    planned(drive, saying(draft));
    expect(typesOf(drive)).toEqual(["plan.created", "plan.draft_refused", "plan.planned"]);
  });

  test("in a tool's arguments is told so, too", () => {
    const drive = goal();
    const mistakes = [
      { pointer: "/todos/0/tool_params/url", detail: { id: "missing", values: {} } },
    ];
    planned(drive, saying(draft), { mistakes } as never);
    expect(JSON.stringify(effects(drive.plan).thinking)).toContain("/todos/0/tool_params/url");
  });

  test.each<[ThoughtProblem, string]>([
    ["empty", "draft_empty"],
    ["cut", "draft_cut"],
    ["no_json", "draft_no_json"],
  ])("%s, and wrong again, asks a person with what was wrong", (problem, told) => {
    const drive = goal();
    planned(drive, failing(problem, "no"));
    planned(drive, failing(problem, "no"));
    expect(asked(drive)).toContain(told);
    expect(view(drive)).toMatchObject({
      mode: "input_request",
      planning: { plan_validated: false },
    });
    expect(view(drive).planning?.validation_errors).toHaveLength(1);
  });
});

describe("a person is asked", () => {
  test("what the planner does not know, and the answer goes into the next try", () => {
    const drive = goal();
    planned(drive, saying({ intent, question: "Which kettle?", todos: [] }));
    expect(asked(drive)).toContain("Which kettle?");
    expect(view(drive).planning?.intent_confidence).toBe(0.9);
    drive.send("input", { value: "The red one" });
    expect(effects(drive.plan).thinking).toMatchObject({
      turn: 2,
      input: { answers: [{ question: "Which kettle?", answer: "The red one" }], refused: null },
    });
    planned(drive, saying(draft));
    expect(view(drive).goal?.answers).toEqual([
      { question: "Which kettle?", answer: "The red one", by: "kim" },
    ]);
  });

  test("when the planner is less sure than it has to be, however good its plan", () => {
    const drive = goal();
    planned(drive, saying({ ...draft, intent: { ...intent, confidence: 0.69 } }));
    expect(asked(drive)).toContain('"percent":69');
    expect(view(drive).todos).toEqual([]);
  });

  test("but not at the least that is configured", () => {
    const drive = goal();
    planned(drive, saying({ ...draft, intent: { ...intent, confidence: 0.7 } }));
    expect(holdOf(drive).kind).toBe("plan_review");
    const bold = goal();
    planned(bold, saying({ ...draft, intent: { ...intent, confidence: 0.2 } }), {
      min_confidence: 0.1,
    } as never);
    expect(holdOf(bold).kind).toBe("plan_review");
  });

  test("when the model refuses, and when no model answers", () => {
    const refused = goal();
    planned(refused, failing("refused", "I cannot help with that."));
    expect(asked(refused)).toContain("I cannot help with that.");
    const silent = goal();
    silent.report({ type: "goal_failed", turn: 1, message: "The model's server failed." });
    expect(asked(silent)).toContain("The model's server failed.");
    silent.send("input", { value: "again" });
    expect(turnOf(silent)).toBe(2);
  });

  test("and who rejects the goal cancels the plan", () => {
    const drive = goal();
    planned(drive, saying({ intent, question: "Which kettle?" }));
    drive.send("approval", { hold_id: holdOf(drive).id, decision: "reject", reason: "never mind" });
    expect(view(drive).status).toBe("cancelled");
    expect(view(drive).ended_because).toContain("never mind");
  });

  test("an approval is no answer", () => {
    const drive = goal();
    planned(drive, saying({ intent, question: "Which kettle?" }));
    const answer = drive.send("approval", { hold_id: holdOf(drive).id, decision: "approve" });
    expect(answer).toHaveProperty("problem");
  });
});

describe("while a goal is being planned", () => {
  test("a pause lets the turn end and begins none, and what came of it waits", () => {
    const drive = goal();
    drive.send("pause", {});
    expect(effects(drive.plan).thinking).toMatchObject({ mayStart: false });
    planned(drive, saying(draft));
    expect(drive.plan.openHolds.size).toBe(0);
    drive.send("resume", {});
    expect(holdOf(drive).kind).toBe("plan_review");
  });

  test("a cancel ends it, and of what the model says afterwards only the cost counts", () => {
    const drive = goal();
    drive.send("cancel", {});
    expect(view(drive).status).toBe("cancelled");
    expect(effects(drive.plan).thinking).toBeNull();
    expect(planned(drive, saying(draft), { turn: 1 })).toMatchObject([
      { type: "model.turn_dropped" },
    ]);
    expect(view(drive).todos).toEqual([]);
  });

  test("edits are refused with what to wait for", () => {
    const drive = goal();
    const op = { edit_type: "add_todo", params: { todo: { title: "Mine" } } };
    const { problem } = drive.send("edit", { ops: [op] }) as { problem: { code: string } };
    expect(problem.code).toBe("illegal_transition");
  });

  test("of an answer to an earlier turn only the cost counts", () => {
    const drive = goal();
    planned(drive, failing("no_json"));
    expect(planned(drive, saying(draft), { turn: 1 })).toMatchObject([
      { type: "model.turn_dropped" },
    ]);
    expect(turnOf(drive)).toBe(2);
  });

  test("a fork plans anew, and a fork of what is planned keeps it", () => {
    const drive = goal();
    const given = { id: "p2", owner: "ben", at: START };
    const early = forkPlan(drive.plan, {}, given) as { state: typeof drive.plan.state };
    expect(effects(loadPlan(early.state)).thinking).toMatchObject({ about: "plan" });
    planned(drive, saying(draft));
    const late = forkPlan(drive.plan, {}, given) as { state: typeof drive.plan.state };
    expect(viewPlan(loadPlan(late.state), { offset: 0, limit: 9 })).toMatchObject({
      planning: { raw_query: GOAL },
      goal: { phase: "planned" },
      todo_count: 3,
    });
  });
});
