import { expect, test } from "vitest";
import { NewPlanSchema, type NewPlanInput } from "../../src/contract/plan/plan.ts";
import { exportPlan } from "../../src/plan/views/export-plan.ts";
import { drive, planOf } from "./support/drive.ts";

const SAID = {
  title: "Launch",
  description: "All of it",
  max_parallel: 2,
  budget_usd: 3,
  approval: "every_todo",
  approval_policy: { min_approvals: 2 },
  replan_policy: "apply",
  plan_review: true,
  locked: true,
  approval_timeout_seconds: 60,
  failure: { timeout: { action: "SKIP" } },
  tags: ["spring"],
  context: { market: "kr" },
  planning: { raw_query: "Launch it in spring" },
} satisfies Omit<NewPlanInput, "todos">;

/** What an export leaves out: another plan's id, and what is only asked of the writing. */
const OF_WRITING = ["$schema", "id", "unknown_dependencies", "todos"];

test("an exported plan says everything that was said of it, whatever that is", () => {
  const fields = Object.keys(NewPlanSchema.shape).filter((name) => !OF_WRITING.includes(name));
  expect(Object.keys(SAID).toSorted()).toEqual(fields.toSorted());
  const { state } = drive(planOf([{ id: "a", title: "a" }], SAID as never)).plan;
  expect(exportPlan(state)).toMatchObject(SAID);
});
