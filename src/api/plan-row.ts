import type { WorkflowExecutionInfo } from "@temporalio/client";
import { defineSearchAttributeKey } from "@temporalio/common";
import { z } from "zod";
import {
  PlanSummarySchema,
  SummaryStampSchema,
  type HoldSummary,
  type PlanRow,
} from "../contract/list.ts";
import {
  PLAN_MODES,
  PLAN_STATUSES,
  SEARCH_ATTRIBUTES,
  TEMPORAL_NAMES,
  type PlanStatus,
} from "../contract/vocabulary.ts";

const {
  PlanStatus: STATUS,
  PlanMode,
  OpenHolds,
  NextDeadline,
  PlanOwner,
  PlanTags,
} = SEARCH_ATTRIBUTES;
const KEYS = {
  status: defineSearchAttributeKey("PlanStatus", STATUS),
  mode: defineSearchAttributeKey("PlanMode", PlanMode),
  openHolds: defineSearchAttributeKey("OpenHolds", OpenHolds),
  nextDeadline: defineSearchAttributeKey("NextDeadline", NextDeadline),
  owner: defineSearchAttributeKey("PlanOwner", PlanOwner),
  tags: defineSearchAttributeKey("PlanTags", PlanTags),
};

const { title, tags, todo_count, version, created_at, progress, holds } = PlanSummarySchema.shape;
const readable = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined);
/** Anyone who can reach Temporal can write a memo: each part is read for itself, or left out. */
const MemoSchema = z.object({
  title: readable(title),
  tags: readable(tags),
  todo_count: readable(todo_count),
  version: readable(version),
  created_at: readable(created_at),
  progress: readable(progress),
  holds: readable(holds),
  as_of: readable(SummaryStampSchema.shape.as_of),
});

type Execution = Omit<WorkflowExecutionInfo, "raw">;

/** A plan as Visibility shows it, with the holds that its memo names. */
export interface ListedPlan {
  readonly row: PlanRow;
  readonly holds: readonly HoldSummary[];
}

/** What Temporal knows of a workflow, as a row of a list. */
export function toListedPlan(info: Execution): ListedPlan {
  const { typedSearchAttributes: attributes, closeTime, startTime } = info;
  const id = info.workflowId.slice(TEMPORAL_NAMES.plan_prefix.length);
  const memo = MemoSchema.parse(info.memo ?? {});
  const isOpen = info.status.name === "RUNNING";
  return {
    holds: memo.holds ?? [],
    row: {
      id,
      title: memo.title ?? id,
      status: statusOf(info),
      mode: oneOf(PLAN_MODES, attributes.get(KEYS.mode)) ?? null,
      owner: attributes.get(KEYS.owner) ?? null,
      tags: memo.tags ?? attributes.get(KEYS.tags) ?? [],
      version: memo.version ?? null,
      todo_count: memo.todo_count ?? null,
      progress: memo.progress ?? null,
      open_holds: isOpen ? (attributes.get(KEYS.openHolds) ?? 0) : 0,
      next_deadline: isOpen ? (attributes.get(KEYS.nextDeadline)?.toISOString() ?? null) : null,
      created_at: memo.created_at ?? startTime.toISOString(),
      ended_at: closeTime?.toISOString() ?? null,
      as_of: memo.as_of ?? null,
    },
  };
}

function statusOf({ status, typedSearchAttributes }: Execution): PlanStatus {
  const written = oneOf(PLAN_STATUSES, typedSearchAttributes.get(KEYS.status)) ?? "pending";
  if (written !== "pending" && written !== "running") return written;
  switch (status.name) {
    case "FAILED":
    case "TIMED_OUT":
      return "failed";
    case "CANCELLED":
    case "TERMINATED":
      return "cancelled";
    default:
      return written;
  }
}

function oneOf<Word extends string>(
  words: readonly Word[],
  word: string | undefined,
): Word | undefined {
  return words.find((known) => known === word);
}
