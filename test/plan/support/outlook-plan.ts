import { NewPlanSchema, type NewPlanInput } from "../../../src/contract/plan/plan.ts";
import { english } from "../../../src/contract/sentences/sentence.ts";
import { createPlan } from "../../../src/plan/create/create.ts";
import { loadPlan, type Plan } from "../../../src/plan/model/plan.ts";

/** A plan as it is before it has started. */
export function newPlan(input: NewPlanInput, at: string): Plan {
  const made = createPlan(NewPlanSchema.parse(input), { id: "o", owner: "kim", at });
  if ("problem" in made) throw new Error(english(made.problem.detail));
  return loadPlan(made.state);
}
