import { expect, test } from "vitest";
import type { ImportedSchema, ImportPreviewSchema } from "../../src/contract/import.ts";
import type { z } from "zod";
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
  const [hold] = await api().untilHolds(plan.id);
  await api().post(`/v1/holds/${hold!.id}/decision`, { decision: "answer", value: "둘" });
  const ended = await api().untilEnded(plan.id);
  expect(ended.todos.map(({ result_data }) => result_data)).toMatchObject([
    { text: "하나" },
    { value: "둘" },
  ]);
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
