import type { Client } from "@temporalio/client";

/** With the largest memos they stay below gRPC's 4 MiB. */
const ROWS_AT_ONCE = 200;

/** The runs that match, as Temporal has them: what may be encrypted of them is not read. */
export async function* listRuns(
  { workflowService, options: { namespace } }: Pick<Client, "workflowService" | "options">,
  query: string,
) {
  let nextPageToken = new Uint8Array();
  do {
    const request = { namespace, query, pageSize: ROWS_AT_ONCE, nextPageToken };
    const page = await workflowService.listWorkflowExecutions(request);
    yield* page.executions;
    nextPageToken = new Uint8Array(page.nextPageToken);
  } while (nextPageToken.length > 0);
}
