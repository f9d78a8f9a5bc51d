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
