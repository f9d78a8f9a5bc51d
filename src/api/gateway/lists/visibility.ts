import type { Client } from "@temporalio/client";
import { executionInfoFromRaw } from "@temporalio/client/lib/helpers.js";
import type { temporal } from "@temporalio/proto";
import { TEMPORAL_NAMES } from "../../../contract/tables/temporal-names.ts";
import { addMilliseconds } from "../../../plan/model/time.ts";
import { quoted } from "../../../temporal/connection/quoted.ts";
import { createAsk, type Ask } from "../asking/ask-temporal.ts";
import { toListedPlan, type ListedPlan } from "./plan-row.ts";
import { createSharedReads } from "./shared-reads.ts";
import { ANY_PLAN } from "./visibility-filter.ts";

/** Temporal's stores cannot sort, so that a sorted list reads every plan that matches, up to so many. */
const MAX_PLANS = 5_000;
/** Rows in one answer of Temporal: with the largest memos they stay below gRPC's 4 MiB. */
const ROWS_AT_ONCE = 200;

interface PlanPage {
  readonly plans: ListedPlan[];
  /** Temporal's own mark of the next page; a full last page has one, too. */
  readonly next: Uint8Array | undefined;
}

interface Found {
  readonly plans: readonly ListedPlan[];
  readonly complete: boolean;
}

interface Some {
  readonly size: number;
  readonly isEnough: (plans: readonly ListedPlan[]) => boolean;
}

const ALL: Some = { size: ROWS_AT_ONCE, isEnough: () => false };

/** Plans as Temporal's Visibility shows them, without runs that a later one has taken the place of. */
export interface Visibility {
  /** One page, in the store's order: running plans first, then by their end, the latest first. */
  page(filter: string, size: number): Promise<PlanPage>;
  /**
   * Every plan whose newest run the filter finds, once, in the store's order; `complete` is false when
   * there are more than 5,000.
   * @param some fewer: read in pages of `size` until `isEnough`.
   */
  all(filter: string, some?: Some): Promise<Found>;
  /** The same for a filter that finds the newest run of each plan that it finds. */
  allNewest(filter: string): Promise<Found>;
  /** How many plans there are. */
  count(filter: string): Promise<number>;
}

/** @param now Temporal's time. */
export function createVisibility(client: Client, answerMs: number, now: () => string): Visibility {
  const { workflowService, options } = client;
  const { namespace, loadedDataConverter } = options;
  const ask = createAsk(client, answerMs);
  let asking: Promise<string | null> | undefined;
  // Thousands of plans take Temporal seconds, and every open screen asks again at each change.
  const whole = createSharedReads(async (filter) =>
    all(await withCurrent(filter), ALL, newestOnly),
  );
  return {
    page: async (filter, size) => page(await withCurrent(filter), size),
    all: async (filter, some) =>
      some === undefined ? whole(filter) : all(await withCurrent(filter), some, newestOnly),
    allNewest: async (filter) => all(await withCurrent(filter), ALL, (plans) => plans),
    count: async (filter) => count(await withCurrent(filter)),
  };

  async function withCurrent(filter: string): Promise<string> {
    // Questions that are asked together share the answer.
    asking ??= withoutLeftRuns(client, ask, now).finally(() => (asking = undefined));
    const current = await asking;
    return current === null ? filter : `${filter} AND ${current}`;
  }

  async function list(query: string, pageSize: number, from?: Uint8Array) {
    const request = { namespace, query, pageSize, ...(from && { nextPageToken: from }) };
    const read = () => workflowService.listWorkflowExecutions(request);
    const { executions, nextPageToken } = await ask("", read, { of: "temporal" });
    return { executions, next: nextPageToken.length === 0 ? undefined : nextPageToken };
  }

  async function page(query: string, pageSize: number, from?: Uint8Array): Promise<PlanPage> {
    const { executions, next } = await list(query, pageSize, from);
    return { plans: once(await Promise.all(executions.map(decode))), next };
  }

  async function count(query: string): Promise<number> {
    const read = () => workflowService.countWorkflowExecutions({ namespace, query });
    return Number((await ask("", read, { of: "temporal" })).count);
  }

  async function all(
    filter: string,
    { size, isEnough }: Some,
    kept: (plans: ListedPlan[]) => ListedPlan[] | Promise<ListedPlan[]>,
  ): Promise<Found> {
    const plans: ListedPlan[] = [];
    let next: Uint8Array | undefined;
    do {
      const found = await page(filter, Math.min(size, ROWS_AT_ONCE), next);
      plans.push(...(await kept(found.plans)));
      next = found.next;
      if (isEnough(plans)) return { plans: once(plans), complete: true };
    } while (next !== undefined && plans.length < MAX_PLANS);
    return { plans: once(plans), complete: next === undefined };
  }

  /**
   * Those that are their plan's newest run: of a plan that somebody reset in Temporal, or started there
   * again, a filter may find the run before. One that goes on is the newest.
   */
  async function newestOnly(plans: ListedPlan[]): Promise<ListedPlan[]> {
    const ended = plans.filter(({ run_ended_at }) => run_ended_at !== null);
    if (ended.length === 0) return plans;
    const newest = await newestRuns(ended.map(({ row }) => row.id));
    return plans.filter(({ row, run_id }) => (newest.get(row.id) ?? run_id) === run_id);
  }

  async function newestRuns(ids: readonly string[]): Promise<Map<string, string>> {
    const workflows = ids.map((id) => quoted(TEMPORAL_NAMES.plan_prefix + id)).join(", ");
    const newest = new Map<string, string>();
    let next: Uint8Array | undefined;
    do {
      const found = await list(`${ANY_PLAN} AND WorkflowId IN (${workflows})`, ROWS_AT_ONCE, next);
      for (const { execution } of found.executions) {
        const id = (execution?.workflowId ?? "").slice(TEMPORAL_NAMES.plan_prefix.length);
        if (!newest.has(id)) newest.set(id, execution?.runId ?? "");
      }
      next = found.next;
    } while (next !== undefined);
    return newest;
  }

  async function decode(raw: temporal.api.workflow.v1.IWorkflowExecutionInfo): Promise<ListedPlan> {
    const read = (from: typeof raw) =>
      executionInfoFromRaw(from as never, loadedDataConverter, undefined, namespace);
    // A memo that nobody here can read hides no plan. What Temporal leaves out is in the prototype only.
    const unread = () => read(Object.create(raw, { memo: { value: null } }) as typeof raw);
    return toListedPlan(await read(raw).catch(unread));
  }
}

/**
 * Each plan once, in its newest run, which the store gives first: two runs are seen of one that has
 * just continued as new, and of one that somebody reset in Temporal.
 */
function once(plans: readonly ListedPlan[]): ListedPlan[] {
  const newest = new Map<string, ListedPlan>();
  for (const plan of plans) if (!newest.has(plan.row.id)) newest.set(plan.row.id, plan);
  return [...newest.values()];
}

/** Longer than any Temporal takes to forget a run, and how many are looked for. */
const FORGOTTEN_MS = 10 * 60_000;
const MOST_RUNS = 200;

/**
 * The filter that keeps those runs of plans out of lists which a later run has taken the place of, or
 * a deletion. Temporal is told to delete them, and the embedded server does so in about 50 ms; one
 * with default settings takes half a minute and more, and until then a plan that has left the archive
 * would be in it, too. `null` where there are none.
 * @param now Temporal's time, by which runs are closed.
 */
async function withoutLeftRuns(
  client: Client,
  ask: Ask,
  now: () => string,
): Promise<string | null> {
  const { workflowService, options } = client;
  const query = [
    `WorkflowType = ${quoted(TEMPORAL_NAMES.ended_workflow)}`,
    `WorkflowId STARTS_WITH ${quoted(TEMPORAL_NAMES.ended_prefix)}`,
    "ExecutionStatus = 'Completed'",
    `CloseTime > ${quoted(addMilliseconds(now(), -FORGOTTEN_MS))}`,
  ].join(" AND ");
  const { namespace } = options;
  const read = () =>
    workflowService.listWorkflowExecutions({ namespace, query, pageSize: MOST_RUNS });
  const { executions } = await ask("", read, { of: "temporal" });
  // `ended-<plan>.<run>`: plans' ids hold no dot.
  const runs = executions.map(({ execution }) => execution?.workflowId?.split(".").at(-1) ?? "");
  return runs.length === 0 ? null : `RunId NOT IN (${runs.map(quoted).join(", ")})`;
}
