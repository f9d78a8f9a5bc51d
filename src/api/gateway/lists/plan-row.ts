import type { WorkflowExecutionInfo } from "@temporalio/client";
import { defineSearchAttributeKey } from "@temporalio/common";
import { z } from "zod";
import {
  PlanCourseSchema,
  PlanSummarySchema,
  SummaryStampSchema,
  type HoldSummary,
  type PlanSummary,
  type PlanRow,
  type PlanStep,
  type WorkSummary,
} from "../../../contract/list.ts";
import type { Progress } from "../../../contract/plan/plan.ts";
import { TEMPORAL_NAMES } from "../../../contract/tables/temporal-names.ts";
import {
  PLAN_MODES,
  PLAN_STATUSES,
  QUESTION_KINDS,
  type PlanStatus,
} from "../../../contract/tables/vocabulary.ts";
import { percentageOf, runsDigest, type LiveProgress } from "../../../plan/model/progress.ts";
import { awaitedOf } from "../../../plan/todos/approvers.ts";
import { LIST_ATTRIBUTES } from "../../../workflows/wire/list-attributes.ts";

type Readable<Shape extends z.ZodRawShape> = {
  readonly [Field in keyof Shape]: z.ZodCatch<z.ZodOptional<Shape[Field]>>;
};

/** Anyone who can reach Temporal can write a memo: each part is read for itself, or left out. */
function readable<Shape extends z.ZodRawShape>(shape: Shape): Readable<Shape> {
  const parts = Object.entries(shape).map(([field, schema]) => [
    field,
    z.optional(schema).catch(undefined),
  ]);
  return Object.fromEntries(parts) as Readable<Shape>;
}

const MemoSchema = z.object(
  readable({
    ...PlanSummarySchema.shape,
    ...PlanCourseSchema.shape,
    ...SummaryStampSchema.shape,
  }),
);

/** Temporal's own, set while a workflow's tasks fail again and again. */
const REPORTED_PROBLEMS = defineSearchAttributeKey("TemporalReportedProblems", "KEYWORD_LIST");

type Execution = Omit<WorkflowExecutionInfo, "raw">;

/** A plan as Visibility shows it, with the holds and the work that its memo names. */
export interface ListedPlan {
  readonly row: PlanRow;
  readonly holds: readonly HoldSummary[];
  readonly run_id: string;
  /** When its run started: later than the plan, where it continued as new. */
  readonly run_started_at: string;
  /** When its run ended: later than the plan, where it was archived. */
  readonly run_ended_at: string | null;
  readonly work: readonly WorkSummary[];
  readonly failure: PlanSummary["failure"];
}

/** What Temporal knows of a workflow, as a row of a list. */
export function toListedPlan(info: Execution): ListedPlan {
  const { typedSearchAttributes: attributes, closeTime, startTime } = info;
  const id = info.workflowId.slice(TEMPORAL_NAMES.plan_prefix.length);
  const memo = MemoSchema.parse(info.memo ?? {});
  const isOpen = info.status.name === "RUNNING";
  return {
    holds: memo.holds ?? [],
    run_id: info.runId,
    run_started_at: startTime.toISOString(),
    run_ended_at: closeTime?.toISOString() ?? null,
    work: memo.work ?? [],
    failure: memo.failure ?? null,
    row: {
      id,
      title: memo.title ?? id,
      status: statusOf(info),
      mode: oneOf(PLAN_MODES, attributes.get(LIST_ATTRIBUTES.mode)) ?? null,
      owner: attributes.get(LIST_ATTRIBUTES.owner) ?? null,
      tags: memo.tags ?? attributes.get(LIST_ATTRIBUTES.tags) ?? [],
      version: memo.version ?? null,
      todo_count: memo.todo_count ?? null,
      progress: memo.progress ?? null,
      step: isOpen ? stepOf(memo) : null,
      left: isOpen ? (memo.left ?? null) : null,
      cost_usd: memo.cost_usd ?? null,
      open_holds: isOpen ? (attributes.get(LIST_ATTRIBUTES.openHolds) ?? 0) : 0,
      open_work: isOpen ? (attributes.get(LIST_ATTRIBUTES.openWork) ?? 0) : 0,
      next_deadline: isOpen
        ? (attributes.get(LIST_ATTRIBUTES.nextDeadline)?.toISOString() ?? null)
        : null,
      created_at: memo.created_at ?? startTime.toISOString(),
      ended_at: isOpen ? null : (memo.ended_at ?? closeTime?.toISOString() ?? null),
      archived: attributes.get(LIST_ATTRIBUTES.archived) ?? false,
      stuck: isOpen && (attributes.get(REPORTED_PROBLEMS) ?? []).length > 0,
      as_of: memo.as_of ?? null,
    },
  };
}

function stepOf({ holds, work, running, next }: z.infer<typeof MemoSchema>): PlanStep | null {
  const hold = holds?.[0];
  if (hold !== undefined) {
    const { kind, todo_id, message, message_said: title_said } = hold;
    const about = {
      kind: "waits" as const,
      todo_id,
      hold_kind: kind,
      person: awaitedOf(hold),
    };
    if (!QUESTION_KINDS.includes(kind) || message === null) return { ...about, title: hold.title };
    return { ...about, title: message, ...(title_said && { title_said }) };
  }
  const todo = work?.[0];
  if (todo !== undefined) {
    const { todo_id, title, claimed_by, assignee } = todo;
    return { kind: "waits", todo_id, title, person: claimed_by ?? assignee };
  }
  const named = running ?? next;
  if (named == null) return null;
  const kind = running == null ? "next" : "runs";
  return { kind, todo_id: named.id, title: named.title, person: null };
}

/**
 * How far the plan is by what it told last and by Temporal's knowledge of what it runs; null when it
 * runs other todos since.
 */
export function progressNow({ memo }: Execution, live: LiveProgress): Progress | null {
  const known = MemoSchema.parse(memo ?? {});
  if (known.progress === undefined || known.runs !== runsDigest(Object.keys(live))) return null;
  const sum = Object.values(live).reduce((total, { percentage }) => total + percentage, 0);
  return { ...known.progress, percentage: percentageOf(known.progress.counts, sum) };
}

function statusOf({ status, typedSearchAttributes }: Execution): PlanStatus {
  const written =
    oneOf(PLAN_STATUSES, typedSearchAttributes.get(LIST_ATTRIBUTES.status)) ?? "pending";
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
