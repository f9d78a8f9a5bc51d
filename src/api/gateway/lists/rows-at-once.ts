import type { temporal } from "@temporalio/proto";

type Rows = readonly temporal.api.workflow.v1.IWorkflowExecutionInfo[];

/** With the largest memos that there are, so many stay below the 4 MiB of most gRPC. */
export const ROWS_AT_ONCE = 200;
/** Temporal gives no more, whatever is asked. */
const MOST_ROWS = 1_000;
const ANSWER_BYTES = 2 * 1024 * 1024;
/** What a row has besides its memo: ids, times, search attributes. */
const BESIDES_BYTES = 1_024;

/**
 * How many rows to ask for after a page: Temporal looks through and sorts everything for each page, so that a
 * list of thousands costs as many looks as it has pages. The next rows may be twice as large as the largest that
 * was seen.
 * @param before how many the page was asked for.
 */
export function rowsAfter(page: Rows, before: number): number {
  const largest = Math.max(0, ...page.map(bytesOf)) + BESIDES_BYTES;
  const fitting = Math.floor(ANSWER_BYTES / largest);
  return Math.min(MOST_ROWS, Math.max(ROWS_AT_ONCE, Math.min(fitting, before * 5)));
}

function bytesOf({ memo }: Rows[number]): number {
  const payloads = Object.values(memo?.fields ?? {});
  return payloads.reduce((sum, { data }) => sum + (data?.length ?? 0), 0);
}
