import type { HoldKind } from "../../contract/tables/vocabulary.ts";
import { isAsking, type HoldState } from "../model/state/hold.ts";
import { agentCall } from "./kinds/agent-call.ts";
import { agentQuestion } from "./kinds/agent-question.ts";
import { approval } from "./kinds/approval.ts";
import { budget } from "./kinds/budget.ts";
import { goal } from "./kinds/goal.ts";
import { input } from "./kinds/input.ts";
import { planReview } from "./kinds/plan-review.ts";
import { proposal } from "./kinds/proposal.ts";
import { recovery } from "./kinds/recovery.ts";
import type { HoldRules } from "./kinds/rules.ts";

/** What each kind of hold asks, takes and does. A new kind is a row. */
export const HOLD_RULES = {
  plan_review: planReview,
  approval,
  recovery,
  input,
  budget,
  goal,
  proposal,
} as const satisfies Record<HoldKind, unknown>;

/** The same for the kinds by which agents ask in the middle of their work. */
export const ASKING_RULES = { approval: agentCall, input: agentQuestion, budget } as const;

/** The rules of a hold. */
export function rulesOf(hold: HoldState): HoldRules {
  return isAsking(hold) ? ASKING_RULES[hold.kind] : HOLD_RULES[hold.kind];
}
