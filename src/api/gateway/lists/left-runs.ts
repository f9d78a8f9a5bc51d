import type { Client } from "@temporalio/client";
import { TEMPORAL_NAMES } from "../../../contract/tables/temporal-names.ts";
import { addMilliseconds } from "../../../plan/model/time.ts";
import { quoted } from "../../../temporal/connection/quoted.ts";
import type { Ask } from "../asking/ask-temporal.ts";

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
export async function withoutLeftRuns(
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
