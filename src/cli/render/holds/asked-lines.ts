import type { ProposalLook } from "../../../contract/plan/holds/proposal-look.ts";
import type { PlanView } from "../../../contract/plan/plan.ts";
import { PREVIEW_LINES } from "./hold-lines.ts";
import { proposalLookLines } from "./proposal-look-lines.ts";
import { reviewedLines } from "./reviewed-lines.ts";

/** What a hold asks about besides what stands on it; nothing where that is all. */
export interface Asked {
  /** The plan that may start. */
  readonly reviewed?: Pick<PlanView, "approval" | "todos">;
  /** What a model's lines would change. */
  readonly look?: ProposalLook;
}

/**
 * What a hold asks about besides what stands on it, below its lines.
 * @param maxLines how many lines of one argument are shown.
 */
export function askedLines({ reviewed, look }: Asked, maxLines = PREVIEW_LINES): string[] {
  return [
    ...(reviewed === undefined ? [] : [...reviewedLines(reviewed, maxLines), ""]),
    ...(look === undefined ? [] : [...proposalLookLines(look), ""]),
  ];
}
