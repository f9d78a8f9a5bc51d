import { Connection } from "@temporalio/client";
import { setTimeout as delay } from "node:timers/promises";
import { answers } from "./free-port.ts";

const SERVING = 1;

/**
 * Waits until the Temporal server at a loopback port serves requests and gives the open connection,
 * which the caller closes. Undefined when `giveUp` turned true or the deadline passed.
 */
export async function waitUntilServing(
  port: number,
  options: { readonly deadline: number; readonly giveUp: () => boolean },
): Promise<Connection | undefined> {
  const over = () => options.giveUp() || Date.now() > options.deadline;
  // A gRPC channel that is refused waits a second before it tries again; a socket need not.
  while (!(await answers(port))) {
    if (over()) return undefined;
    await delay(20);
  }
  const connection = Connection.lazy({ address: `127.0.0.1:${port}` });
  while (!(await isServing(connection))) {
    if (over()) {
      await connection.close();
      return undefined;
    }
    await delay(20);
  }
  return connection;
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
