import { defineSearchAttributeKey } from "@temporalio/common";
import { patched, upsertMemo, upsertSearchAttributes, workflowInfo } from "@temporalio/workflow";
import { SEARCH_ATTRIBUTES } from "../contract/vocabulary.ts";
import { nextDeadline } from "../plan/decide.ts";
import { modeOf } from "../plan/mode.ts";
import type { Plan } from "../plan/plan.ts";
import { summaryOf } from "../plan/summary.ts";
import { toTagAttribute } from "../plan/tag-attribute.ts";

const { PlanStatus, PlanMode, OpenHolds, NextDeadline, PlanOwner, PlanTags } = SEARCH_ATTRIBUTES;
const KEYS = {
  status: defineSearchAttributeKey("PlanStatus", PlanStatus),
  mode: defineSearchAttributeKey("PlanMode", PlanMode),
  openHolds: defineSearchAttributeKey("OpenHolds", OpenHolds),
  nextDeadline: defineSearchAttributeKey("NextDeadline", NextDeadline),
  owner: defineSearchAttributeKey("PlanOwner", PlanOwner),
  tags: defineSearchAttributeKey("PlanTags", PlanTags),
};

/** Progress alone is worth a history event when it moved so far, in percent … */
const STEP = 5;
/** … and the last was so long ago; */
const EVERY_MS = 5_000;
/** or when it moved so far in less time. */
const LEAP = 25;

/**
 * Keeps the plan's entry in lists: search attributes to find it by, and a memo with what is shown.
 * Both are history events, so they are written when something changed that a person waits for, and
 * not for each todo.
 */
export function createListEntryWriter(plan: Plan): () => void {
  // Asked once, in a run's first task: a run whose history began without a memo goes on without.
  return patched("memo-of-holds") ? createWriter(plan) : createWriterWithoutMemo(plan);
}

function createWriter(plan: Plan): () => void {
  let attributes = "";
  // Temporal drops empty lists from a memo.
  const memo = { holds: [], tags: [], ...workflowInfo().memo };
  const facts = new Map(Object.entries(memo).map(([key, value]) => [key, JSON.stringify(value)]));
  let told = { percentage: 0, at: Date.now() };
  return () => {
    const { progress, ...rest } = summaryOf(plan);
    const deadline = nextDeadline(plan);
    const { status, owner, tags, seq } = plan.state;
    const shown = [status, modeOf(plan), plan.openHolds.size, deadline, owner, tags];
    const found = JSON.stringify(shown);
    const changed = Object.entries(rest).filter(
      ([key, value]) => facts.get(key) !== JSON.stringify(value),
    );
    const now = Date.now();
    const moved = Math.abs(progress.percentage - told.percentage);
    const isDue = moved >= LEAP || (moved >= STEP && now - told.at >= EVERY_MS);
    if (found === attributes && changed.length === 0 && !isDue) return;
    if (found !== attributes) {
      attributes = found;
      upsertSearchAttributes([
        { key: KEYS.status, value: status },
        { key: KEYS.mode, value: modeOf(plan) },
        { key: KEYS.openHolds, value: plan.openHolds.size },
        { key: KEYS.nextDeadline, value: deadline === null ? null : new Date(deadline) },
        { key: KEYS.owner, value: owner },
        { key: KEYS.tags, value: toTagAttribute(tags) },
      ]);
    }
    for (const [key, value] of changed) facts.set(key, JSON.stringify(value));
    told = { percentage: progress.percentage, at: now };
    const as_of = new Date(now).toISOString();
    upsertMemo({ ...Object.fromEntries(changed), progress, seq, as_of });
  };
}

/** What plans wrote before lists showed more than search attributes. */
function createWriterWithoutMemo(plan: Plan): () => void {
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
