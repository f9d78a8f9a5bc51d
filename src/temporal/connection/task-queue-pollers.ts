import { randomUUID } from "node:crypto";
import type { Connection } from "@temporalio/client";
import proto from "@temporalio/proto";

const { TaskQueueType } = proto.temporal.api.enums.v1;

/** A worker as the server saw it last. */
export interface Poller {
  readonly identity: string;
  /** Epoch milliseconds on the server's clock. */
  readonly seen_at: number;
}

export interface TaskQueuePollers {
  readonly workflows: readonly Poller[];
  readonly activities: readonly Poller[];
}

/** Who polls a task queue. The server forgets a worker only minutes after its last poll. */
export async function readPollers(
  connection: Pick<Connection, "workflowService">,
  namespace: string,
  queue: string,
): Promise<TaskQueuePollers> {
  const of = async (taskQueueType: number): Promise<Poller[]> => {
    const { pollers } = await connection.workflowService.describeTaskQueue({
      namespace,
      taskQueue: { name: queue },
      taskQueueType,
    });
    return (pollers ?? []).map(({ identity, lastAccessTime }) => ({
      identity: identity ?? "",
      seen_at:
        Number(lastAccessTime?.seconds ?? 0) * 1_000 + (lastAccessTime?.nanos ?? 0) / 1_000_000,
    }));
  };
  return {
    workflows: await of(TaskQueueType.TASK_QUEUE_TYPE_WORKFLOW),
    activities: await of(TaskQueueType.TASK_QUEUE_TYPE_ACTIVITY),
  };
}

/** A queue that nothing is ever put on. */
const CLOCK_QUEUE = "holdpoint-doctor";
const POLL_MS = 3_000;

/**
 * How far the server's clock is ahead of ours, in milliseconds, good to half a round trip. No call
 * asks the time; but the server notes when it last saw a poller, so this polls an unused queue for a
 * moment and reads that note. Undefined when the server kept none.
 */
export async function readClockSkew(
  connection: Connection,
  namespace: string,
): Promise<number | undefined> {
  const identity = `holdpoint-doctor-${randomUUID()}`;
  const taskQueue = { name: CLOCK_QUEUE };
  const abort = new AbortController();
  const polledAt = Date.now();
  const poll = connection
    .withAbortSignal(abort.signal, () =>
      // The server refuses a poll that has no deadline.
      connection.withDeadline(polledAt + POLL_MS, () =>
        connection.workflowService.pollWorkflowTaskQueue({ namespace, taskQueue, identity }),
      ),
    )
    .catch(() => undefined);
  try {
    while (Date.now() < polledAt + POLL_MS) {
      const { workflows } = await readPollers(connection, namespace, CLOCK_QUEUE);
      const seen = workflows.find((poller) => poller.identity === identity);
      if (seen === undefined) continue;
      // The poll arrived between its sending and this answer.
      const answeredAt = Date.now();
      if (seen.seen_at >= polledAt && seen.seen_at <= answeredAt) return 0;
      return Math.round(seen.seen_at - (polledAt + answeredAt) / 2);
    }
    return undefined;
  } finally {
    abort.abort();
    await poll;
  }
}
