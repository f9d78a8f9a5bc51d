import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { todoData } from "../../src/cli/chat/s2-data.ts";
import { goalLines } from "../../src/cli/render/agents/goal-lines.ts";
import { todoLines } from "../../src/cli/render/todo-lines.ts";
import { ImportInputSchema } from "../../src/compat/import-contract.ts";
import { importPlan } from "../../src/compat/import-plan.ts";
import { toS1Planning } from "../../src/compat/s1-view.ts";
import { NewPlanSchema, type PlanView } from "../../src/contract/plan/plan.ts";
import { createPlan } from "../../src/plan/create/create.ts";
import { loadPlan } from "../../src/plan/model/plan.ts";
import { exportPlan } from "../../src/plan/views/export-plan.ts";
import { viewPlan } from "../../src/plan/views/view.ts";

/** An S1 PlanningState as its planning node writes it, with every field filled in. */
const S1 = {
  raw_query: "전세금을 3억에서 10억으로 올려달래. 해결방법 알려줘",
  analyzed_intent: {
    intent_type: "COMPREHENSIVE",
    confidence: 0.87,
    keywords: ["전세금", "인상"],
    entities: { amount: "10억" },
  },
  intent_confidence: 0.87,
  available_agents: ["search_team", "analysis_team"],
  available_teams: ["search", "analysis"],
  execution_steps: [
    { step_id: "step_0", agent_name: "search_team", description: "법령 검색", priority: 1 },
    {
      step_id: "step_1",
      agent_name: "analysis_team",
      description: "분석",
      priority: 2,
      dependencies: ["step_0"],
      agent_purpose: "위험을 따진다",
      expected_output: "보고서",
      estimated_time: 40,
    },
  ],
  execution_strategy: "pipeline",
  parallel_groups: [["step_0"], ["step_1"]],
  plan_validated: true,
  validation_errors: ["step_1: 제한 시간 없음"],
  estimated_total_time: 100.5,
};

function imported(plan: object, agents: readonly string[] = []) {
  const input = ImportInputSchema.parse({ plan });
  return importPlan(input, {
    hasTool: () => false,
    hasAgent: (name) => agents.includes(name),
  });
}

function stateOf(plan: object, agents: readonly string[] = []) {
  const written = NewPlanSchema.parse(imported(plan, agents).plan);
  const made = createPlan(written, { id: "p1", owner: "ana", at: "2026-01-01T00:00:00.000Z" });
  if ("problem" in made) throw new Error(JSON.stringify(made.problem));
  return made.state;
}

function viewOf(plan: object, agents: readonly string[] = []): PlanView {
  return viewPlan(loadPlan(stateOf(plan, agents)), { offset: 0, limit: 9 });
}

test.each([
  "raw_query",
  "analyzed_intent",
  "intent_confidence",
  "available_agents",
  "available_teams",
  "execution_strategy",
  "parallel_groups",
  "plan_validated",
  "validation_errors",
  "estimated_total_time",
] as const)("S1's %s is kept by an import, shown, exported, and given back to S1", (field) => {
  const view = viewOf(S1);
  expect(view.planning?.[field]).toEqual(S1[field]);
  expect(toS1Planning(view, [], undefined)[field]).toEqual(S1[field]);
  const again = createPlan(NewPlanSchema.parse(imported(S1).plan), {
    id: "p2",
    owner: "ana",
    at: "2026-01-01T00:00:00.000Z",
  });
  if ("problem" in again) throw new Error(JSON.stringify(again.problem));
  expect(exportPlan(again.state).planning?.[field]).toEqual(S1[field]);
});

test.each([
  ["agent_purpose", "agent_purpose", "위험을 따진다"],
  ["expected_output", "expected_output", "보고서"],
  ["estimated_time", "estimated_seconds", 40],
] as const)("a step's %s stays with its todo", (_, field, value) => {
  expect(viewOf(S1).todos[1]?.[field]).toBe(value);
});

test("S2's ExecutionPlan keeps its intent, strategy, groups and estimate", () => {
  const plan = {
    intent: { intent_type: "COMPREHENSIVE", confidence: 0.8, keywords: [], entities: {} },
    strategy: "parallel",
    parallel_groups: [["search_team"]],
    estimated_time: 30,
    steps: [{ agent_name: "search_team", input_mapping: { purpose: "찾는다" } }],
  };
  const { planning, todos } = viewOf(plan);
  expect(planning).toMatchObject({
    analyzed_intent: plan.intent,
    intent_confidence: 0.8,
    execution_strategy: "parallel",
    parallel_groups: [["search_team"]],
    estimated_total_time: 30,
  });
  expect(todos[0]?.agent_purpose).toBe("찾는다");
  expect(imported(plan).unmapped.map(({ pointer }) => pointer)).toEqual([
    "/plan/steps/0/agent_name",
  ]);
});

test("an agent that is configured gets its steps, and nobody is told that a person does them", () => {
  const { plan, unmapped } = imported(S1, ["search_team", "analysis_team"]);
  expect(plan.todos.map(({ agent_name }) => agent_name)).toEqual(["search_team", "analysis_team"]);
  expect(unmapped).toEqual([]);
});

/** What `holdpoint plan show` and `holdpoint todo show` print of a plan, one after the other. */
function printed(view: PlanView): string {
  const titles = new Map(view.todos.map(({ id, title }) => [id, title]));
  const todos = view.todos.flatMap((todo) =>
    todoLines({ todo: { ...todo, waits_for: [] }, holds: [], events: [], titles }),
  );
  return stripVTControlCharacters([...goalLines(view), ...todos].join("\n"));
}

test.each([
  ["raw_query", /goal +전세금을 3억에서/],
  ["analyzed_intent", /intent +\{"intent_type":"COMPREHENSIVE".*"keywords".*"amount":"10억"/],
  ["intent_confidence", /intent .*\(87%\)/],
  ["available_agents", /agents +search_team, analysis_team/],
  ["available_teams", /teams +search, analysis/],
  ["execution_strategy", /strategy +pipeline/],
  ["parallel_groups", /groups +step_0 → step_1/],
  ["plan_validated", /checked +yes/],
  ["validation_errors", /mistakes +step_1: 제한 시간 없음/],
  ["estimated_total_time", /estimate +1m/],
])("S1's %s is shown in the terminal", (_field, line) => {
  expect(printed(viewOf(S1))).toMatch(line);
});

/** A SupervisorTodo as S2's converter and its supervisor write it, in the middle of its life. */
const SUPERVISED = {
  id: "todo_002",
  name: "analysis_team 실행",
  description: "위험을 따져 본다",
  agent_name: "analysis_team",
  agent_purpose: "위험 분석",
  expected_output: "위험 목록",
  status: "failed",
  priority: "high",
  dependencies: ["todo_001"],
  created_at: "2025-10-01T09:00:00",
  started_at: "2025-10-01T09:01:00",
  completed_at: "2025-10-01T09:02:00",
  metadata: {
    timeout: 45,
    optional: true,
    input_mapping: { depth: "deep" },
    original_priority: 0,
  },
  error: "시간 초과",
  retry_count: 2,
  max_retries: 5,
};
const FIRST = { id: "todo_001", name: "search_team 실행", agent_name: "search_team" };
const S2 = { todos: [FIRST, SUPERVISED] };

test.each<[keyof typeof SUPERVISED, object, RegExp]>([
  ["id", { id: "todo_002" }, /todo_002 {2}analysis_team/],
  ["name", { title: "analysis_team 실행" }, /analysis_team 실행/],
  ["description", { description: "위험을 따져 본다" }, /\n {2}위험을 따져 본다\n/],
  ["agent_name", { agent_name: "analysis_team" }, /agent +analysis_team/],
  ["agent_purpose", { agent_purpose: "위험 분석" }, /purpose +위험 분석/],
  ["expected_output", { expected_output: "위험 목록" }, /gives +위험 목록/],
  ["status", { context: { imported: { status: "failed" } } }, /context .*"status":"failed"/],
  ["priority", { priority: 8 }, /priority +8/],
  ["dependencies", { depends_on: ["todo_001"] }, /needs +search_team 실행/],
  ["created_at", { context: { imported: { created_at: SUPERVISED.created_at } } }, /T09:00:00/],
  ["started_at", { context: { imported: { started_at: SUPERVISED.started_at } } }, /T09:01:00/],
  [
    "completed_at",
    { context: { imported: { completed_at: SUPERVISED.completed_at } } },
    /T09:02:00/,
  ],
  [
    "metadata",
    {
      timeout_seconds: 45,
      optional: true,
      input_data: { depth: "deep" },
      context: { original_priority: 0 },
    },
    /limit +45s\n[^]*optional +yes\n[^]*context .*"original_priority":0/,
  ],
  ["error", { context: { imported: { error: "시간 초과" } } }, /context .*"error":"시간 초과"/],
  ["retry_count", { context: { imported: { retry_count: 2 } } }, /"retry_count":2/],
  ["max_retries", { max_retries: 5 }, /retries +5/],
])("S2's %s of a SupervisorTodo is kept by an import, read, and shown", (_field, kept, line) => {
  const agents = ["search_team", "analysis_team"];
  const view = viewOf(S2, agents);
  expect(view.todos[1]).toMatchObject(kept);
  expect(printed(view)).toMatch(line);
  const again = viewPlan(loadPlan(stateOf(S2, agents)), { offset: 0, limit: 9 });
  expect(exportPlan(stateOf(S2, agents)).todos[1]).toMatchObject(
    Object.fromEntries(Object.entries(kept).filter(([field]) => field !== "id")),
  );
  expect(again.todos[1]).toMatchObject({ status: "blocked", started_at: null, retry_count: 0 });
});

test("what a supervisor had done is told: here its todos begin anew", () => {
  const { unmapped } = imported(S2, ["search_team", "analysis_team"]);
  expect(unmapped.map(({ pointer }) => pointer)).toEqual(
    ["status", "created_at", "started_at", "completed_at", "error", "retry_count"].map(
      (field) => `/plan/todos/1/${field}`,
    ),
  );
});

test.each([
  ["critical", 10],
  ["high", 8],
  ["medium", 5],
  ["low", 2],
])("a step's priority may be S2's word %s", (priority, number) => {
  const steps = [{ agent_name: "search_team", priority }];
  expect(viewOf({ steps }).todos[0]?.priority).toBe(number);
  expect(viewOf({ execution_steps: steps }).todos[0]?.priority).toBe(number);
});

test("S2's PlanningState is imported, whose steps stand beside the todos made of them", () => {
  const execution_steps = [
    { step_id: "step_0", agent_name: "search_team", team: "search", priority: "medium" },
    { step_id: "step_1", agent_name: "analysis_team", priority: "medium" },
  ];
  const state = { ...S1, ...S2, execution_steps, parallel_groups: null };
  const agents = ["search_team", "analysis_team"];
  expect(viewOf(state, agents).todos).toMatchObject([
    { id: "todo_001", agent_name: "search_team" },
    { id: "todo_002", agent_name: "analysis_team", priority: 8 },
  ]);
  const { unmapped } = imported(state, agents);
  expect(unmapped.map(({ pointer }) => pointer)).toContain("/plan/execution_steps");
});

test("programs of S2 read the agent that a todo was imported with, as those of S1 do", () => {
  const view = viewOf(S1, ["analysis_team"]);
  const [hands, agents] = view.todos.map((todo) => ({ ...todo, waits_for: [] }));
  expect(todoData(hands!).agent_name).toBe("search_team");
  expect(todoData({ ...hands!, tool_name: "work" }).agent_name).toBe("search_team");
  expect(todoData(agents!).agent_name).toBe("analysis_team");
  expect(todoData({ ...hands!, tool_name: "work", tags: [] }).agent_name).toBe("work");
});

test("programs of S2 read every field of a SupervisorTodo, as it was imported", () => {
  const [, todo] = viewOf(S2, ["search_team", "analysis_team"]).todos;
  const { status, created_at, started_at, completed_at, error, retry_count, ...kept } = SUPERVISED;
  const read = todoData(todo!);
  expect(read).toMatchObject({ ...kept, priority: 8 });
  expect(read).toMatchObject({
    // What its supervisor kept book of is over: the todo begins anew here.
    metadata: { imported: { status, created_at, started_at, completed_at, error, retry_count } },
    status: "blocked",
    created_at: "2026-01-01T00:00:00.000Z",
    started_at: null,
    completed_at: null,
    duration: null,
    error: null,
    retry_count: 0,
  });
  expect(todoData({ ...todo!, error_message: "시간 초과" }).error).toBe("시간 초과");
});

const EXECUTION_PLAN = {
  intent: { intent_type: "RISK", confidence: 0.8, keywords: ["위험"], entities: {} },
  strategy: "sequential",
  parallel_groups: [["search_team"], ["analysis_team"]],
  estimated_time: 30,
  steps: [
    { agent_name: "search_team" },
    {
      agent_name: "analysis_team",
      priority: 0,
      dependencies: ["search_team"],
      timeout: 45,
      retry_count: 5,
      optional: true,
      input_mapping: { purpose: "위험 분석", depth: "deep" },
    },
  ],
};

test.each([
  ["intent", { planning: { analyzed_intent: { keywords: ["위험"] } } }, /"intent_type":"RISK"/],
  ["strategy", { max_parallel: 1, planning: { execution_strategy: "sequential" } }, /sequential/],
  ["parallel_groups", { planning: { parallel_groups: [["search_team"], {}] } }, /groups +search/],
  ["estimated_time", { planning: { estimated_total_time: 30 } }, /estimate +30s/],
  ["steps[].agent_name", { todos: [{}, { agent_name: "analysis_team" }] }, /agent +analysis_team/],
  ["steps[].priority", { todos: [{}, { priority: 8 }] }, /priority +8/],
  [
    "steps[].priority as a number",
    { todos: [{}, { context: { original_priority: 0 } }] },
    /context .*"original_priority":0/,
  ],
  ["steps[].dependencies", { todos: [{}, { depends_on: ["todo_001"] }] }, /needs +search_team/],
  ["steps[].timeout", { todos: [{}, { timeout_seconds: 45 }] }, /limit +45s/],
  ["steps[].retry_count", { todos: [{}, { max_retries: 5 }] }, /retries +5/],
  ["steps[].optional", { todos: [{}, { optional: true }] }, /optional +yes/],
  ["steps[].input_mapping", { todos: [{}, { input_data: { depth: "deep" } }] }, /"depth":"deep"/],
])("S2's %s of an ExecutionPlan is kept by an import, read, and shown", (_field, kept, line) => {
  const view = viewOf(EXECUTION_PLAN, ["search_team", "analysis_team"]);
  expect(view).toMatchObject(kept);
  expect(printed(view)).toMatch(line);
});
