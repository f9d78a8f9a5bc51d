import type { Client } from "@temporalio/client";
import { executionInfoFromRaw } from "@temporalio/client/lib/helpers.js";
import type { temporal } from "@temporalio/proto";
import { createAsk } from "../asking/ask-temporal.ts";
import { withoutLeftRuns } from "./left-runs.ts";
import { toListedPlan, type ListedPlan } from "./plan-row.ts";

/** Temporal's stores cannot sort, so that a sorted list reads every plan that matches, up to so many. */
const MAX_PLANS = 5_000;
/** Rows in one answer of Temporal: with the largest memos they stay below gRPC's 4 MiB. */
const ROWS_AT_ONCE = 200;

interface PlanPage {
  readonly plans: ListedPlan[];
  /** Temporal's own mark of the next page; a full last page has one, too. */
  readonly next: Uint8Array | undefined;
}

interface Some {
  readonly size: number;
  readonly isEnough: (plans: readonly ListedPlan[]) => boolean;
}

/** Plans as Temporal's Visibility shows them, without runs that a later one has taken the place of. */
export interface Visibility {
  /** One page, in the store's order: running plans first, then by their end, the latest first. */
  page(filter: string, size: number): Promise<PlanPage>;
  /**
   * Every plan, once, in the store's order; `complete` is false when there are more than 5,000.
   * @param some fewer: read in pages of `size` until `isEnough`.
   */
  all(filter: string, some?: Some): Promise<{ plans: ListedPlan[]; complete: boolean }>;
  /** How many plans there are. */
  count(filter: string): Promise<number>;
}

export function createVisibility(client: Client, answerMs: number): Visibility {
  const { workflowService, options } = client;
  const { namespace, loadedDataConverter } = options;
  const ask = createAsk(client, answerMs);
  let asking: Promise<string | null> | undefined;
  return {
    page: async (filter, size) => page(await withCurrent(filter), size),
    all: async (filter, some) => all(await withCurrent(filter), some),
    count: async (filter) => count(await withCurrent(filter)),
  };

  async function withCurrent(filter: string): Promise<string> {
    // Questions that are asked together share the answer.
    asking ??= withoutLeftRuns(client, ask).finally(() => (asking = undefined));
    const current = await asking;
    return current === null ? filter : `${filter} AND ${current}`;
  }

  async function page(query: string, pageSize: number, from?: Uint8Array): Promise<PlanPage> {
    const request = { namespace, query, pageSize, ...(from && { nextPageToken: from }) };
    const read = () => workflowService.listWorkflowExecutions(request);
    const { executions, nextPageToken } = await ask("", read, { of: "temporal" });
    return {
      plans: once(await Promise.all(executions.map(decode))),
      next: nextPageToken.length === 0 ? undefined : nextPageToken,
    };
  }

  async function count(query: string): Promise<number> {
    const read = () => workflowService.countWorkflowExecutions({ namespace, query });
    return Number((await ask("", read, { of: "temporal" })).count);
  }

  async function all(
    filter: string,
    { size, isEnough }: Some = { size: ROWS_AT_ONCE, isEnough: () => false },
  ): Promise<{ plans: ListedPlan[]; complete: boolean }> {
    const plans: ListedPlan[] = [];
    let next: Uint8Array | undefined;
    do {
      const found = await page(filter, Math.min(size, ROWS_AT_ONCE), next);
      plans.push(...found.plans);
      next = found.next;
      if (isEnough(plans)) return { plans: once(plans), complete: true };
    } while (next !== undefined && plans.length < MAX_PLANS);
    return { plans: once(plans), complete: next === undefined };
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
