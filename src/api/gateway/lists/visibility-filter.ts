import type { InboxQuery, NoticeQuery, PlanListQuery, WorkQuery } from "../../../contract/list.ts";
import { TEMPORAL_NAMES } from "../../../contract/tables/temporal-names.ts";
import type { PlanStatus } from "../../../contract/tables/vocabulary.ts";
import { quoted } from "../../../temporal/connection/quoted.ts";
import { toListWord } from "../../../workflows/wire/tag-attribute.ts";

/** Temporal compares years of four digits. */
const FIRST_MOMENT = Date.parse("0001-01-01T00:00:00Z");
const LAST_MOMENT = Date.parse("9999-12-31T23:59:59.999Z");

/** What every plan's newest run has. */
export const ANY_PLAN = [
  `WorkflowType = ${quoted(TEMPORAL_NAMES.plan_workflow)}`,
  // A run that continued as new is not what became of its plan.
  "ExecutionStatus != 'ContinuedAsNew'",
  // What failed before it wrote its status was the input of no plan.
  "PlanStatus IS NOT NULL",
].join(" AND ");

/** The filter of what follows a moment in the order `recent`, that moment included. */
export function recentFrom({ ended, at }: { ended: boolean; at: number }): string {
  // Temporal keeps parts of milliseconds.
  const until = quoted(new Date(at + 1).toISOString());
  return ended
    ? `(ExecutionStatus != 'Running' AND CloseTime <= ${until})`
    : `(ExecutionStatus != 'Running' OR StartTime <= ${until})`;
}

/** A list's filters in the query language of Temporal's Visibility. */
export function planFilter(query: PlanListQuery, taskQueue: string): string {
  const { status, mode, has_holds, archived, sort } = query;
  return joined([
    ...everyPlan(taskQueue),
    status && anyOf((status.split(",") as PlanStatus[]).map((word) => STATUSES[word])),
    // A plan that was started by hand may have told nothing yet.
    archived === "true" ? "PlanArchived = true" : "(PlanArchived IS NULL OR PlanArchived = false)",
    mode && `PlanMode = ${quoted(mode)}`,
    has_holds === "true" && "(ExecutionStatus = 'Running' AND OpenHolds > 0)",
    has_holds === "false" && "(ExecutionStatus != 'Running' OR OpenHolds = 0 OR OpenHolds IS NULL)",
    sort === "deadline" && "ExecutionStatus = 'Running' AND NextDeadline IS NOT NULL",
    ...commonFilters(query),
  ]);
}

/**
 * The filter of the plans that have open holds, or work that people can do; `kind`, `agent` and `assignee` are the
 * holds' and the todos' own.
 */
export function openFilter(
  counted: "OpenHolds" | "OpenWork",
  query: Pick<InboxQuery | WorkQuery, "plan_id" | "owner" | "tag">,
  taskQueue: string,
): string {
  const { plan_id } = query;
  return joined([
    ...everyPlan(taskQueue),
    `ExecutionStatus = 'Running' AND ${counted} > 0`,
    plan_id && `WorkflowId = ${quoted(TEMPORAL_NAMES.plan_prefix + plan_id)}`,
    ...commonFilters(query),
  ]);
}

/** The filter of the plans that failed and of which nobody has said to have read so. */
export function noticeFilter(query: NoticeQuery, taskQueue: string): string {
  return joined([
    ...everyPlan(taskQueue),
    "PlanNotice = true AND (PlanArchived IS NULL OR PlanArchived = false)",
    ...commonFilters(query),
  ]);
}

/** Plans that go on, and those that ended at a moment or later; all for null. */
export function goingOnFilter(endsFrom: string | null, taskQueue: string): string {
  return joined([
    ...everyPlan(taskQueue),
    endsFrom !== null && `(ExecutionStatus = 'Running' OR CloseTime >= ${quoted(endsFrom)})`,
  ]);
}

/** Every plan of a status, archived or not. */
export function statusFilter(status: PlanStatus, taskQueue: string): string {
  return joined([...everyPlan(taskQueue), STATUSES[status]]);
}

/** Plans that have not ended. */
export function runningFilter(taskQueue: string): string {
  return joined([...everyPlan(taskQueue), "ExecutionStatus = 'Running'"]);
}

/** Plans that have ended. */
export function endedFilter(taskQueue: string): string {
  return joined([...everyPlan(taskQueue), "ExecutionStatus != 'Running'"]);
}

function everyPlan(taskQueue: string): string[] {
  return [
    `WorkflowId STARTS_WITH ${quoted(TEMPORAL_NAMES.plan_prefix)}`,
    `TaskQueue = ${quoted(taskQueue)}`,
    ANY_PLAN,
  ];
}

/** A plan that Temporal ended, as `terminate` does, could not write what became of it. */
const STATUSES: Readonly<Record<PlanStatus, string>> = {
  pending: "(PlanStatus = 'pending' AND ExecutionStatus = 'Running')",
  running: "(PlanStatus = 'running' AND ExecutionStatus = 'Running')",
  completed: "PlanStatus = 'completed'",
  failed: endedAs("failed", ["Failed", "TimedOut"]),
  cancelled: endedAs("cancelled", ["Canceled", "Terminated"]),
};

function endedAs(status: PlanStatus, executions: readonly string[]): string {
  const ended = executions.map(quoted).join(", ");
  return `(PlanStatus = '${status}' OR (PlanStatus IN ('pending', 'running') AND ExecutionStatus IN (${ended})))`;
}

function commonFilters(
  query: Pick<PlanListQuery, "owner" | "tag"> & { readonly deadline_before?: string | undefined },
) {
  const { owner, tag, deadline_before } = query;
  return [
    owner && `PlanOwner = ${quoted(toListWord(owner))}`,
    // Stores differ in how exactly they compare lists: `hasTag` has the last word.
    tag && `PlanTags = ${quoted(toListWord(tag))}`,
    deadline_before && `NextDeadline < ${quoted(toMoment(deadline_before))}`,
  ];
}

/** The moment in UTC, as Temporal reads it. */
function toMoment(timestamp: string): string {
  const moment = Math.min(LAST_MOMENT, Math.max(FIRST_MOMENT, Date.parse(timestamp)));
  return new Date(moment).toISOString();
}

function anyOf(filters: readonly string[]): string {
  return `(${filters.join(" OR ")})`;
}

function joined(filters: readonly (string | false | undefined)[]): string {
  return filters.filter(Boolean).join(" AND ");
}
