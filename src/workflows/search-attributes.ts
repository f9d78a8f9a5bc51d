import { defineSearchAttributeKey } from "@temporalio/common";
import { upsertSearchAttributes } from "@temporalio/workflow";
import { SEARCH_ATTRIBUTES } from "../contract/vocabulary.ts";
import { nextDeadline } from "../plan/decide.ts";
import { modeOf } from "../plan/mode.ts";
import type { Plan } from "../plan/plan.ts";

const { PlanStatus, PlanMode, OpenHolds, NextDeadline } = SEARCH_ATTRIBUTES;
const KEYS = {
  status: defineSearchAttributeKey("PlanStatus", PlanStatus),
  mode: defineSearchAttributeKey("PlanMode", PlanMode),
  openHolds: defineSearchAttributeKey("OpenHolds", OpenHolds),
  nextDeadline: defineSearchAttributeKey("NextDeadline", NextDeadline),
};

/**
 * Keeps the plan findable in lists: upserts status, mode, holds and deadline when one of them
 * changed. Each upsert is a history event, so nothing that changes per todo is among them.
 */
export function createSearchAttributeWriter(plan: Plan): () => void {
  let written = "";
  return () => {
    const { status } = plan.state;
    const mode = modeOf(plan);
    const deadline = nextDeadline(plan);
    const now = [status, mode, plan.openHolds.size, deadline].join(" ");
    if (now === written) return;
    written = now;
    upsertSearchAttributes([
      { key: KEYS.status, value: status },
      { key: KEYS.mode, value: mode },
      { key: KEYS.openHolds, value: plan.openHolds.size },
      { key: KEYS.nextDeadline, value: deadline === null ? null : new Date(deadline) },
    ]);
  };
}
