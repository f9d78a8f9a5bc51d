import { expect, test } from "vitest";
import type { z } from "zod";
import type { ImportedSchema, ImportPreviewSchema } from "../../src/compat/import-contract.ts";
import { problemOf, useApi } from "../support/api-harness.ts";

const api = useApi();
const source = {
  steps: [
    { agent_name: "echo", input_mapping: { text: "하나" } },
    { agent_name: "analyst", dependencies: ["echo"] },
  ],
};

test("an ExecutionPlan runs, and a person does what no tool can", async () => {
  const response = await api().post("/v1/plans/import", { plan: source });
  expect(response.status).toBe(201);
  const { plan, unmapped } = (await response.json()) as z.infer<typeof ImportedSchema>;
  expect(unmapped.map(({ pointer }) => pointer)).toEqual(["/plan/steps/1/agent_name"]);
  const path = `/v1/plans/${plan.id}/todos/todo_002`;
  await api().watch.until(plan.id, async () => {
    const { offered_at } = await api().get<{ offered_at: string | null }>(path);
    return offered_at !== null;
  });
  await api().post(`${path}/done`, { result: "둘" });
  const ended = await api().untilEnded(plan.id);
  expect(ended.todos.map(({ result_data }) => result_data)).toEqual([{ text: "하나" }, "둘"]);
});

test("what it would be can be looked at before anything starts", async () => {
  const before = api().started.length;
  const response = await api().post("/v1/plans/import?validate_only=true", { plan: source });
  expect(response.status).toBe(200);
  const preview = (await response.json()) as z.infer<typeof ImportPreviewSchema>;
  expect(preview.plan["todos"]).toHaveLength(2);
  expect(preview.unmapped).toHaveLength(1);
  expect(api().started).toHaveLength(before);
});

test("agents that wait for each other are refused with the circle", async () => {
  const steps = [
    { agent_name: "a", dependencies: ["b"] },
    { agent_name: "b", dependencies: ["a"] },
  ];
  const response = await api().post("/v1/plans/import", { plan: { steps } });
  await problemOf(response, "dependency_cycle");
});

test("what waits for its user's approval elsewhere waits for it here, too", async () => {
  // S1's PlanningState as S1 makes it when a plan is to be approved first.
  const state = {
    raw_query: "강남구 아파트 시세 조회",
    analyzed_intent: { intent_type: "MARKET", confidence: 0.9, keywords: ["시세"], entities: {} },
    intent_confidence: 0.9,
    available_agents: ["echo"],
    available_teams: [],
    execution_steps: [{ step_id: "step_0", agent_name: "echo", input_mapping: { text: "하나" } }],
    execution_strategy: "sequential",
    parallel_groups: null,
    plan_validated: true,
    validation_errors: [],
    estimated_total_time: 30,
    awaiting_user_approval: true,
    user_approved: false,
    user_modifications: [],
    overall_progress_percentage: 0,
    completed_step_count: 0,
    failed_step_count: 0,
    total_step_count: 1,
  };
  const imports = async (plan: object, more: object = {}) => {
    const response = await api().post("/v1/plans/import", { plan, ...more });
    expect(response.status, await response.clone().text()).toBe(201);
    return (await response.json()) as z.infer<typeof ImportedSchema>;
  };
  const waiting = await imports(state);
  expect(waiting.unmapped).toEqual([]);
  const [review] = await api().untilHolds(waiting.plan.id);
  expect(review).toMatchObject({ kind: "plan_review", todo_id: null });
  expect((await api().plan(waiting.plan.id)).todos).toMatchObject([{ status: "pending" }]);

  // Whoever imports may say otherwise.
  const started = await imports(state, { plan_review: false });
  expect(await api().untilEnded(started.plan.id)).toMatchObject({ status: "completed" });

  // S2's supervisor says it of one todo.
  const todo = { agent_name: "echo", metadata: { input_mapping: { text: "둘" } } };
  const { plan } = await imports({
    todos: [
      { ...todo, id: "todo_001", name: "첫째", status: "pending" },
      { ...todo, id: "todo_002", name: "둘째", status: "waiting_approval" },
    ],
  });
  const [asked] = await api().untilHolds(plan.id);
  expect(asked).toMatchObject({ kind: "approval", todo_id: "todo_002", args: { text: "둘" } });
});
