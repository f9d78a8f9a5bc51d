import type { HoldDetail } from "../../contract/plan/holds/hold.ts";
import type { JsonObject } from "../../contract/text.ts";

/** What a page may say of what a request asks about: it is still to run, it was approved, or it was only asked. */
type Standing = "happens" | "approved" | "asked";

/** What a request is about as things stand: while it is asked, once somebody has decided, and once it is closed. */
export interface WhatRuns {
  readonly standing: Standing;
  /** What runs: with what the person changed who approved it. */
  readonly args: JsonObject | null;
  /** Whether it was approved with other arguments: then its digest is not that of what runs. */
  readonly isEdited: boolean;
}

/** @param isSelfApproved its time was over, and nobody's word was needed. */
export function whatRuns(hold: HoldDetail, isSelfApproved = false): WhatRuns {
  const decided = hold.deciding ?? hold.decision;
  const args = decided?.args ?? hold.args;
  return {
    standing: standingOf(hold, isSelfApproved),
    args,
    isEdited: decided?.decision === "edit",
  };
}

function standingOf({ status, deciding }: HoldDetail, isSelfApproved: boolean): Standing {
  if (status === "open") return deciding?.decision === "reject" ? "asked" : "happens";
  return status === "approved" || isSelfApproved ? "approved" : "asked";
}
