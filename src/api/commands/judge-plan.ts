import type { NewGoal, NewPlan } from "../../contract/plan/plan.ts";
import { Refusal, wrongAt } from "../../contract/problems/problem-error.ts";
import { say } from "../../contract/sentences/sentence.ts";
import { createPlan } from "../../plan/create/create.ts";
import type { PlanState } from "../../plan/model/state/state.ts";
import { createGoal } from "../../plan/thinking/decide-goal.ts";
import { policyMistake } from "../../plan/todos/approval-policy.ts";
import { assertModel, type AgentDeps } from "./known-agents.ts";
import { assertTagsFit, assertToolsFit, type ToolCatalog } from "./new-plan.ts";
import { sealPlan, type Sealing } from "./secrets/seal-secrets.ts";

interface JudgeDeps extends Sealing, AgentDeps {
  readonly tools: ToolCatalog;
}

/**
 * The state with which a plan begins: its todos, or the goal from which a model plans them.
 * @throws Refusal with everything that keeps it from starting.
 */
export function judgePlan(
  deps: JudgeDeps,
  plan: NewPlan | NewGoal,
  origin: { readonly id: string; readonly owner: string; readonly at: string },
): PlanState {
  assertTagsFit(plan);
  if ("goal" in plan) {
    assertModel(deps.agents);
    const wrong = policyMistake("/approval_policy", plan.approval_policy);
    if (wrong !== null) throw wrongAt([wrong], say("correct_plan"));
    return createGoal(plan, origin);
  }
  assertToolsFit(plan, deps.tools);
  const sealed = sealPlan(deps, plan, { scope: { plan_id: origin.id } });
  const made = createPlan(sealed, origin, deps.tools);
  if ("problem" in made) throw new Refusal(made.problem);
  return made.state;
}
