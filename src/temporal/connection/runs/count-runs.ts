import type { Connection } from "@temporalio/client";
import { hasGrpcStatus } from "../grpc-status.ts";

type Asked = Pick<Connection, "workflowService">;

/** Whose workflow task has failed again and again, by Temporal's own search attribute. */
export const STUCK = "TemporalReportedProblems IS NOT NULL";

/** How many runs match, as Temporal counts them: what it says of a query that it does not understand comes as it is. */
export async function countRuns(
  { workflowService }: Asked,
  namespace: string,
  query: string,
): Promise<number> {
  return Number((await workflowService.countWorkflowExecutions({ namespace, query })).count);
}

/** How many of the runs that match are stuck; null where this Temporal does not tell. */
export async function countStuck(
  connection: Asked,
  namespace: string,
  query: string,
): Promise<number | null> {
  return countRuns(connection, namespace, `${query} AND ${STUCK}`).catch((error: unknown) => {
    // Temporal before 1.30 does not know what is asked for.
    if (hasGrpcStatus(error, "INVALID_ARGUMENT")) return null;
    throw error;
  });
}
