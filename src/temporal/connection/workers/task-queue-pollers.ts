import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Connection, ConnectionLike } from "@temporalio/client";
import { optionalTsToMs } from "@temporalio/common/lib/time.js";
import proto from "@temporalio/proto";
import { buildOf } from "./worker-versions.ts";

const { TaskQueueType } = proto.temporal.api.enums.v1;

/** A worker as the server saw it last. */
export interface Poller {
  readonly identity: string;
  /** Null for a worker without one. */
  readonly build: string | null;
  /** Epoch milliseconds on the server's clock. */
  readonly seen_at: number;
}

export interface TaskQueuePollers {
  readonly pollers: readonly Poller[];
  /** The build that the queue's work goes to; null: workers without one. */
  readonly current: string | null;
}

const TYPES = {
  workflows: TaskQueueType.TASK_QUEUE_TYPE_WORKFLOW,
  activities: TaskQueueType.TASK_QUEUE_TYPE_ACTIVITY,
} as const;

/** Who polls a task queue for what. The server forgets a worker only minutes after its last poll. */
export async function readPollers(
  connection: Pick<Connection, "workflowService">,
  namespace: string,
  { queue, kind }: { readonly queue: string; readonly kind: keyof typeof TYPES },
): Promise<TaskQueuePollers> {
  const { pollers, versioningInfo } = await connection.workflowService.describeTaskQueue({
    namespace,
    taskQueue: { name: queue },
    taskQueueType: TYPES[kind],
  });
  return {
    pollers: (pollers ?? []).map(({ identity, lastAccessTime, deploymentOptions }) => ({
      identity: identity ?? "",
      build: buildOf(deploymentOptions),
      seen_at: optionalTsToMs(lastAccessTime) ?? 0,
    })),
    current: buildOf(versioningInfo?.currentDeploymentVersion),
  };
}

/** A queue that nothing is ever put on. */
const CLOCK_QUEUE = "holdpoint-doctor";
/** The server refuses polls of less than two seconds. */
const POLL_MS = 3_000;
/** The first pause between two looks; each is twice as long as the one before. */
const LOOK_MS = 5;

/**
 * How far the server's clock is ahead of ours, in milliseconds, good to half a round trip. No call
 * asks the time; but the server notes when it last saw a poller, so this polls an unused queue for a
 * moment and reads that note. Undefined when the server kept none.
 * @param patienceMs how long to look for the note.
 */
export async function readClockSkew(
  connection: ConnectionLike,
  namespace: string,
  patienceMs = POLL_MS,
): Promise<number | undefined> {
  const identity = `holdpoint-doctor-${randomUUID()}`;
  const taskQueue = { name: CLOCK_QUEUE };
  const abort = new AbortController();
  const polledAt = Date.now();
  let isOver = false;
  const poll = connection
    .withAbortSignal(abort.signal, () =>
      // The server refuses a poll that has no deadline.
      connection.withDeadline(polledAt + POLL_MS, () =>
        connection.workflowService.pollWorkflowTaskQueue({ namespace, taskQueue, identity }),
      ),
    )
    .catch(() => undefined)
    .finally(() => (isOver = true));
  try {
    const until = performance.now() + patienceMs;
    for (let pause = LOOK_MS; !isOver && performance.now() < until; pause *= 2) {
      const looked = { queue: CLOCK_QUEUE, kind: "workflows" } as const;
      const { pollers } = await readPollers(connection, namespace, looked);
      const seen = pollers.find((poller) => poller.identity === identity);
      if (seen === undefined) {
        await delay(pause);
        continue;
      }
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
