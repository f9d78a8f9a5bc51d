import type { Connection } from "@temporalio/client";
import proto, { type temporal } from "@temporalio/proto";
import { notice, type Notice } from "../contract/service/notices.ts";
import { TEMPORAL_NAMES } from "../contract/tables/temporal-names.ts";
import { hasGrpcStatus } from "./connection/grpc-status.ts";
import { quoted } from "./connection/quoted.ts";
import { countRuns, countStuck, STUCK } from "./connection/runs/count-runs.ts";
import { readPollers } from "./connection/workers/task-queue-pollers.ts";
import { buildOf } from "./connection/workers/worker-versions.ts";

const { PendingActivityState } = proto.temporal.api.enums.v1;

/** As many are named; the list of plans marks those that are stuck. */
const MOST_NAMED = 5;
/** So many open runs, the newest, are looked into; more would take longer than somebody waits. */
const MOST_LOOKED_AT = 200;
const AT_ONCE = 10;
/** What has failed this often does not come right by itself. */
const OFTEN = 5;
/** How an activity says that it gives way to others, which is no failure. */
const GIVES_WAY = "busy";

interface Place {
  readonly namespace: string;
  readonly taskQueue: string;
}

/** An open run, as Temporal describes it. */
interface OpenRun {
  readonly workflowId: string;
  /** The build that it is kept on; null for all others. */
  readonly build: string | null;
  readonly activities: readonly temporal.api.workflow.v1.IPendingActivityInfo[];
}

/** What is amiss, and with whom to begin. */
export interface Finding {
  readonly said: Notice;
  readonly fix: string;
}

/**
 * Looks for plans that do not go on although nobody is asked, or nobody who is here: whose tasks fail, which are kept on a build that
 * nobody runs, whose todos wait for a task queue without workers, or where something fails again and again.
 * @param unapproved those that wait for an approval, found where keys are known.
 */
export async function findWaitingPlans(
  connection: Connection,
  place: Place,
  unapproved: readonly Finding[] = [],
) {
  const open = `TaskQueue = ${quoted(place.taskQueue)} AND ExecutionStatus = 'Running'`;
  const plans = `${open} AND WorkflowType = ${quoted(TEMPORAL_NAMES.plan_workflow)}`;
  const others = `${open} AND WorkflowType != ${quoted(TEMPORAL_NAMES.plan_workflow)}`;
  const [stuck, othersStuck, count, { runs, isAll }] = await Promise.all([
    findStuck(connection, place, plans),
    findStuck(connection, place, others),
    countRuns(connection, place.namespace, plans),
    readOpenRuns(connection, place, open),
  ]);
  const found = [
    ...(stuck === null ? [] : sayStuck("plans_stuck", stuck)),
    ...(othersStuck === null ? [] : sayStuck("others_stuck", othersStuck)),
    ...(await findLostBuilds(connection, place, runs)),
    ...(await findLostQueues(connection, place, runs)),
    ...findFailing(runs),
    ...unapproved,
  ];
  const [first, ...rest] = found;
  if (first !== undefined) {
    const detail = rest.reduce(
      (told, { said }) => notice("both", { first: told, second: said }),
      first.said,
    );
    return { ok: false, detail, fix: first.fix };
  }
  if (stuck === null) return { ok: true, detail: notice("stuck_hidden") };
  const detail = isAll
    ? notice("no_plan_stuck", { count })
    : notice("no_plan_stuck_of_some", { count, looked: runs.length });
  return { ok: true, detail };
}

const planOf = (workflowId: string): string =>
  workflowId.slice(TEMPORAL_NAMES.plan_prefix.length).split(".")[0]!;

/** What shows the workflow: a plan's own page, or Temporal's. */
function whatShows(workflowId: string): string {
  return workflowId.startsWith(TEMPORAL_NAMES.plan_prefix)
    ? `holdpoint plan show ${planOf(workflowId)}`
    : `temporal workflow describe --workflow-id ${workflowId}`;
}

/** A plan by its id, a todo by its plan's and its own, anything else by its workflow's. */
const nameOf = (workflowId: string): string =>
  workflowId.startsWith(TEMPORAL_NAMES.plan_prefix)
    ? workflowId.slice(TEMPORAL_NAMES.plan_prefix.length)
    : workflowId;

/** Names once each, as many as are told. */
export function named(names: Iterable<string>): string {
  const all = [...new Set(names)];
  const more = all.length > MOST_NAMED ? ", …" : "";
  return all.slice(0, MOST_NAMED).join(", ") + more;
}

interface Stuck {
  readonly count: number;
  readonly workflowIds: readonly string[];
}

/** Whose workflow task has failed again and again; null where this Temporal does not tell. */
async function findStuck(
  connection: Connection,
  { namespace }: Place,
  of: string,
): Promise<Stuck | null> {
  const count = await countStuck(connection, namespace, of);
  if (count === null) return null;
  if (count === 0) return { count, workflowIds: [] };
  const request = { namespace, query: `${of} AND ${STUCK}`, pageSize: MOST_NAMED };
  const { executions } = await connection.workflowService.listWorkflowExecutions(request);
  return { count, workflowIds: executions.map(({ execution }) => execution?.workflowId ?? "") };
}

function sayStuck(id: "plans_stuck" | "others_stuck", { count, workflowIds }: Stuck): Finding[] {
  if (count === 0) return [];
  const said = notice(id, { count, ids: workflowIds.map(nameOf).join(", ") });
  return [{ said, fix: whatShows(workflowIds[0] ?? "") }];
}

/** The newest open runs, each described. One that has ended meanwhile is left out. */
async function readOpenRuns(
  { workflowService }: Connection,
  { namespace }: Place,
  query: string,
): Promise<{ readonly runs: readonly OpenRun[]; readonly isAll: boolean }> {
  const request = { namespace, query, pageSize: MOST_LOOKED_AT };
  const { executions, nextPageToken } = await workflowService.listWorkflowExecutions(request);
  const left = executions.flatMap(({ execution }) => (execution ? [execution] : []));
  const isAll = nextPageToken.length === 0 || left.length < MOST_LOOKED_AT;
  const runs: OpenRun[] = [];
  const describeRest = async (): Promise<void> => {
    for (let execution = left.shift(); execution !== undefined; execution = left.shift()) {
      const described = await workflowService
        .describeWorkflowExecution({ namespace, execution })
        .catch(unlessGone);
      if (described === undefined) continue;
      const { workflowExecutionInfo: info, pendingActivities } = described;
      const pinned = info?.versioningInfo?.versioningOverride?.pinned?.version;
      runs.push({
        workflowId: execution.workflowId ?? "",
        build: buildOf(pinned),
        activities: pendingActivities ?? [],
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, describeRest));
  return { runs, isAll };
}

function unlessGone(error: unknown): undefined {
  if (!hasGrpcStatus(error, "NOT_FOUND")) throw error;
}

/** What is kept on a build none of whose workers has asked for work of late. */
async function findLostBuilds(
  connection: Connection,
  { namespace, taskQueue: queue }: Place,
  runs: readonly OpenRun[],
): Promise<Finding[]> {
  const kept = groupBy(runs, ({ build }) => build);
  if (kept.size === 0) return [];
  const { pollers } = await readPollers(connection, namespace, { queue, kind: "workflows" });
  const polling = new Set(pollers.map(({ build }) => build));
  return [...kept].flatMap(([build, those]) => {
    if (polling.has(build)) return [];
    const said = notice("build_without_worker", {
      build,
      ids: named(those.map(({ workflowId }) => nameOf(workflowId))),
    });
    return [{ said, fix: `holdpoint worker --build-id ${build}` }];
  });
}

/**
 * Todos that wait at a task queue of their own which no worker has polled for as long as Temporal remembers, and on
 * which none works: one that is busy does not poll.
 */
async function findLostQueues(
  connection: Connection,
  { namespace, taskQueue }: Place,
  runs: readonly OpenRun[],
): Promise<Finding[]> {
  const pending = runs.flatMap(({ workflowId, activities }) =>
    activities.map((activity) => ({ workflowId, activity })),
  );
  const waiting = groupBy(pending, ({ activity }) => {
    const queue = activity.activityOptions?.taskQueue?.name ?? taskQueue;
    return queue === taskQueue ? null : queue;
  });
  const found: Finding[] = [];
  for (const [queue, those] of waiting) {
    const { PENDING_ACTIVITY_STATE_SCHEDULED: scheduled } = PendingActivityState;
    if (those.some(({ activity }) => activity.state !== scheduled)) continue;
    const polled = await readPollers(connection, namespace, { queue, kind: "activities" });
    if (polled.pollers.length > 0) continue;
    const todos = named(those.map(todoOf));
    const said = notice("queue_without_worker", { queue, todos });
    found.push({ said, fix: whatShows(those[0]!.workflowId) });
  }
  return found;
}

interface Pending {
  readonly workflowId: string;
  readonly activity: temporal.api.workflow.v1.IPendingActivityInfo;
}

/** `plan.todo`: a long todo has a workflow of that name, and the plan itself runs the others. */
function todoOf({ workflowId, activity }: Pending): string {
  const name = nameOf(workflowId);
  return name.includes(".") ? name : `${name}.${activity.activityId?.split(".")[0] ?? ""}`;
}

/** What Temporal tries again and again. Todos are not among it: their attempts are the plan's. */
function findFailing(runs: readonly OpenRun[]): Finding[] {
  const failing = runs.flatMap(({ workflowId, activities }) =>
    activities.flatMap(({ activityType, attempt, lastFailure }) => {
      const count = (attempt ?? 1) - 1;
      if (lastFailure == null || count < OFTEN) return [];
      if (lastFailure.applicationFailureInfo?.type === GIVES_WAY) return [];
      const why = lastFailure.encodedAttributes == null ? (lastFailure.message ?? "") : null;
      return [{ workflowId, activity: activityType?.name ?? "", count, why }];
    }),
  );
  return failing.slice(0, MOST_NAMED).map(({ workflowId, activity, count, why }) => ({
    said: notice("failing_again", {
      activity,
      id: nameOf(workflowId),
      count,
      why: why ?? notice("why_encrypted"),
    }),
    fix: whatShows(workflowId),
  }));
}

/** What has a name, by it. */
function groupBy<One>(all: readonly One[], keyOf: (one: One) => string | null): Map<string, One[]> {
  const groups = new Map<string, One[]>();
  for (const one of all) {
    const key = keyOf(one);
    if (key !== null) groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return groups;
}
