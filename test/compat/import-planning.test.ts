import { expect, test } from "vitest";
import { ImportInputSchema } from "../../src/compat/import-contract.ts";
import { importPlan } from "../../src/compat/import-plan.ts";
import { toS1Planning } from "../../src/compat/s1-view.ts";
import { NewPlanSchema } from "../../src/contract/plan/plan.ts";
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
  return importPlan(
    input,
    () => false,
    (name) => agents.includes(name),
  );
}

function viewOf(plan: object) {
  const written = NewPlanSchema.parse(imported(plan).plan);
  const made = createPlan(written, { id: "p1", owner: "ana", at: "2026-01-01T00:00:00.000Z" });
  if ("problem" in made) throw new Error(JSON.stringify(made.problem));
  return viewPlan(loadPlan(made.state), { offset: 0, limit: 9 });
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
