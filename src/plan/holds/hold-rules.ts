import type { HoldKind } from "../../contract/tables/vocabulary.ts";
import type { HoldState } from "../model/hold.ts";
import { approval } from "./kinds/approval.ts";
import { goal } from "./kinds/goal.ts";
import { input } from "./kinds/input.ts";
import { planReview } from "./kinds/plan-review.ts";
import { recovery } from "./kinds/recovery.ts";
import type { HoldRules } from "./kinds/rules.ts";

/** What each kind of hold asks, takes and does. A new kind is a row. */
export const HOLD_RULES = {
  plan_review: planReview,
  approval,
  recovery,
  input,
  goal,
} as const satisfies Record<HoldKind, unknown>;

/** The rules of a hold. */
export function rulesOf(hold: HoldState): HoldRules {
  return HOLD_RULES[hold.kind];
}
