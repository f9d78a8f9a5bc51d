import { setTimeout as delay } from "node:timers/promises";
import { Connection } from "@temporalio/client";
import { answers, LOOPBACK } from "../machine/free-port.ts";

const SERVING = 1;

/**
 * Waits until the Temporal server at a loopback port serves requests. Answers its cluster's id, which
 * is kept in its database and tells it from every other server; undefined when `giveUp` turned true
 * or the deadline passed, by `performance.now()`.
 */
export async function waitUntilServing(
  port: number,
  options: { readonly deadline: number; readonly giveUp: () => boolean },
): Promise<string | undefined> {
  const isOver = () => options.giveUp() || performance.now() > options.deadline;
  // A gRPC channel that is refused waits a second before it tries again; a socket need not.
  while (!(await answers(port))) {
    if (isOver()) return undefined;
    await delay(20);
  }
  const connection = Connection.lazy({ address: `${LOOPBACK}:${port}` });
  try {
    while (!(await isServing(connection))) {
      if (isOver()) return undefined;
      await delay(20);
    }
    return (await connection.workflowService.getClusterInfo({})).clusterId;
  } finally {
    await connection.close();
  }
}

/** Whether the server at the other end says that it serves; false when it does not answer in 2 s. */
export async function isServing(connection: Connection): Promise<boolean> {
  try {
    const health = await connection.withDeadline(Date.now() + 2_000, () =>
      connection.healthService.check({
        service: "temporal.api.workflowservice.v1.WorkflowService",
      }),
    );
    return health.status === SERVING;
  } catch {
    return false;
  }
}
