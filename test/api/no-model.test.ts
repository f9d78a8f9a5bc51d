import { expect, test } from "vitest";
import { problemOf, useApi } from "../support/api-harness.ts";

const api = useApi({ worker: false });

test("without a model a goal is refused, and told how to configure one", async () => {
  const response = await api().post("/v1/plans", { goal: "Say it" });
  const problem = await problemOf(response, "no_model");
  expect(response.status).toBe(422);
  expect(problem.hint).toContain("models: { model:");
  expect(api().started).toEqual([]);
});

test("without a model nobody can be asked to plan anew, and the way to one is told", async () => {
  const problem = await problemOf(
    await api().post("/v1/plans/replan-without/replan", { feedback: "faster" }),
    "no_model",
  );
  expect(problem.detail).toBe("No model is configured that could plan anew.");
  expect(problem.hint).toContain("models: { model:");
});
