import type { Client } from "@temporalio/client";
import type { Figures } from "../../../contract/service/figures.ts";
import { TEMPORAL_NAMES } from "../../../contract/tables/temporal-names.ts";
import { PLAN_STATUSES, type PlanStatus } from "../../../contract/tables/vocabulary.ts";
import { quoted } from "../../../temporal/connection/quoted.ts";
import { countRuns, countStuck } from "../../../temporal/connection/runs/count-runs.ts";
import { withDeadline } from "../../../temporal/connection/with-deadline.ts";
import { openFilter, runningFilter, statusFilter } from "./visibility-filter.ts";
import { createVisibility } from "./visibility.ts";

/** Whoever collects figures gives up after ten seconds by default. */
const PATIENCE_MS = 5_000;
/** Counting is quick; what takes a list of thousands of plans is left out rather than all the rest. */
const LISTS_MS = 4_000;
/** Figures serve this long, and this many times as long as it took to read them. */
const FRESH_MS = 10_000;
const SHARE = 20;

/**
 * Reads the figures from Temporal's Visibility, for many who ask: they are counted anew at most every ten seconds, and
 * more seldom where that takes long. Null when Temporal does not answer in time: old figures are not told as new ones.
 */
export function createFigures(
  client: Client,
  taskQueue: string,
  now: () => string,
): () => Promise<Figures | null> {
  let known: Figures | null = null;
  let freshUntil = 0;
  let reading: Promise<Figures | null> | undefined;

  async function refresh(): Promise<Figures | null> {
    const began = performance.now();
    const read = () => readFigures(client, taskQueue, now);
    known = await withDeadline(client.connection, PATIENCE_MS, read).catch(() => null);
    freshUntil = performance.now() + Math.max(FRESH_MS, SHARE * (performance.now() - began));
    return known;
  }

  return async () => {
    if (known !== null && performance.now() < freshUntil) return known;
    reading ??= refresh().finally(() => (reading = undefined));
    return reading;
  };
}

async function readFigures(client: Client, taskQueue: string, now: () => string): Promise<Figures> {
  const { connection, options } = client;
  const visibility = createVisibility(client, LISTS_MS, now);
  /** Null where it takes too long. */
  const list = (filter: string) =>
    withDeadline(connection, LISTS_MS, async () => (await visibility.all(filter)).plans).catch(
      () => null,
    );
  const [counts, stuck_plans, withHolds, withWork, pending_deliveries] = await Promise.all([
    Promise.all(PLAN_STATUSES.map((status) => visibility.count(statusFilter(status, taskQueue)))),
    countStuck(client, options.namespace, runningFilter(taskQueue)),
    list(openFilter("OpenHolds", {}, taskQueue)),
    list(openFilter("OpenWork", {}, taskQueue)),
    countRuns(client, options.namespace, pendingDeliveries(taskQueue)),
  ]);
  const opened = (withHolds ?? []).flatMap(({ holds }) =>
    holds.map(({ opened_at }) => Date.parse(opened_at)),
  );
  const byStatus = PLAN_STATUSES.map((status, place) => [status, counts[place]!] as const);
  return {
    plans: Object.fromEntries(byStatus) as Record<PlanStatus, number>,
    stuck_plans,
    open_holds: withHolds?.reduce((sum, { row }) => sum + row.open_holds, 0) ?? null,
    oldest_hold_at: opened.length === 0 ? null : Math.min(...opened),
    open_work: withWork?.reduce((sum, { row }) => sum + row.open_work, 0) ?? null,
    pending_deliveries,
  };
}

function pendingDeliveries(taskQueue: string): string {
  return [
    `WorkflowType = ${quoted(TEMPORAL_NAMES.delivery_workflow)}`,
    `TaskQueue = ${quoted(taskQueue)}`,
    "ExecutionStatus = 'Running'",
  ].join(" AND ");
}
