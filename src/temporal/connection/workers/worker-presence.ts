import type { Connection } from "@temporalio/client";
import { optionalTsToMs } from "@temporalio/common/lib/time.js";
import proto from "@temporalio/proto";
import { hasGrpcStatus } from "../grpc-status.ts";
import { quoted } from "../quoted.ts";
import { readPollers, type TaskQueuePollers } from "./task-queue-pollers.ts";
import { buildOf, WITHOUT_BUILD } from "./worker-versions.ts";

const { WorkerStatus } = proto.temporal.api.enums.v1;

/** How often our workers say that they live. The SDK allows no shorter interval. */
export const WORKER_HEARTBEAT_MS = 1_000;
/** A heartbeat may come so late, in intervals, before its worker counts as gone. */
const PATIENCE = 1.8;
/** More than most have: one answer is enough for them. */
const WORKERS_AT_ONCE = 1_000;
/** So far apart, a heartbeat and what the server has seen of its worker are by clocks that do not agree. */
export const CLOCKS_APART_MS = 5_000;
/** A worker's poll lasts a minute; one that has not come back after this is gone. */
export const POLLER_FRESH_MS = 75_000;

/** Whether anybody runs plans: workers of the build that plans go to, or those without where they go to none. */
export interface WorkerPresence {
  /**
   * `up`: a worker's heartbeat is fresh. `down`: each one's is late, or it said that it stops.
   * `unknown`: somebody polls who sends no heartbeats, such as a worker that has just started, or stamps them by a
   * clock that is wrong.
   */
  readonly state: "up" | "down" | "unknown";
  /** When a worker was last seen, in epoch milliseconds; null when never. */
  readonly seen_at: number | null;
}

interface Looked {
  /** The build whose workers are looked for; the one that plans go to when absent. */
  readonly build?: string;
  /** The server's time in epoch milliseconds; our own clock's when absent. */
  readonly now?: number;
}

/**
 * Looks who runs the plans of a task queue. Polls alone would not tell: a long poll is noted once,
 * when it begins, and a worker that dies in it looks as alive as one that waits.
 *
 * Heartbeats are stamped by their workers' clocks; one half a second off costs half a second of exactness, and one
 * that is wrong says nothing of when.
 * @throws ServiceError when Temporal does not answer.
 */
export async function readPresence(
  connection: Pick<Connection, "workflowService">,
  namespace: string,
  queue: string,
  looked: Looked = {},
): Promise<WorkerPresence> {
  const [heartbeats, polling] = await Promise.all([
    readHeartbeats(connection, namespace, queue),
    readPollers(connection, namespace, { queue, kind: "workflows" }),
  ]);
  const { build: wanted = polling.current, now = Date.now() } = looked;
  const workers = heartbeats.filter(
    (beat) => beat.build === wanted && !isByWrongClock(beat, polling, now),
  );
  const seen = workers.map(({ seen_at }) => seen_at);
  if (workers.some(({ fresh_until }) => fresh_until > now)) {
    return { state: "up", seen_at: Math.max(...seen) };
  }
  const pollers = polling.pollers.filter(({ build }) => build === wanted);
  const silent = new Set(workers.map(({ identity }) => identity));
  const others = pollers.filter(
    ({ identity, seen_at }) => !silent.has(identity) && seen_at > now - POLLER_FRESH_MS,
  );
  seen.push(...pollers.map(({ seen_at }) => seen_at));
  return {
    state: others.length > 0 ? "unknown" : "down",
    seen_at: seen.length === 0 ? null : Math.max(...seen),
  };
}

/** Whether a worker cannot have said at that time that it lives: it is yet to come, or the worker has polled since. */
function isByWrongClock(
  { identity, seen_at, fresh_until }: Heartbeat,
  { pollers }: TaskQueuePollers,
  now: number,
): boolean {
  if (fresh_until === 0) return false;
  const latest = seen_at + CLOCKS_APART_MS;
  return (
    seen_at > now + CLOCKS_APART_MS ||
    pollers.some((poller) => poller.identity === identity && poller.seen_at > latest)
  );
}

/** A worker whose clock is wrong. */
export interface WrongClock {
  readonly identity: string;
  /** How far it is ahead of the server's, in milliseconds, good to a second or two. */
  readonly ahead: number;
}

/**
 * The workers that poll a queue and stamp what they say by a clock that is not the server's.
 * @param now the server's time in epoch milliseconds.
 * @throws ServiceError when Temporal does not answer.
 */
export async function readWrongClocks(
  connection: Pick<Connection, "workflowService">,
  namespace: string,
  queue: string,
  now: number,
): Promise<WrongClock[]> {
  const [heartbeats, polling] = await Promise.all([
    readHeartbeats(connection, namespace, queue),
    readPollers(connection, namespace, { queue, kind: "workflows" }),
  ]);
  const polls = new Set(
    polling.pollers.flatMap(({ identity, seen_at }) =>
      seen_at > now - POLLER_FRESH_MS ? [identity] : [],
    ),
  );
  const newest = new Map<string, Heartbeat>();
  for (const beat of heartbeats) {
    const known = newest.get(beat.identity);
    if (known === undefined || known.seen_at < beat.seen_at) newest.set(beat.identity, beat);
  }
  return [...newest.values()]
    .filter((beat) => polls.has(beat.identity) && isByWrongClock(beat, polling, now))
    .map(({ identity, seen_at }) => ({ identity, ahead: seen_at - now }));
}

/**
 * How many live workers without a build run which code of the workflows, the most common first.
 * Empty where Temporal keeps no heartbeats.
 * @param now the server's time in epoch milliseconds; our own clock's when absent.
 * @throws ServiceError when Temporal does not answer.
 */
export async function readCodes(
  connection: Pick<Connection, "workflowService">,
  namespace: string,
  queue: string,
  now = Date.now(),
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const { code, fresh_until } of await readHeartbeats(connection, namespace, queue)) {
    if (code !== null && fresh_until > now) counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  return new Map([...counts].toSorted(([, a], [, b]) => b - a));
}

/** How a worker tells the name of a tool that it has: as a plugin, the only names that heartbeats carry. */
const TOOL = "holdpoint-tool:";
export const toolPlugins = (names: readonly string[]): { readonly name: string }[] =>
  names.map((name) => ({ name: TOOL + name }));

/** The tools of a queue's live workers. */
export interface WorkerTools {
  /** How many workers tell what they have; 0 where Temporal keeps no heartbeats. */
  readonly workers: number;
  /** How many of them have each tool. */
  readonly counts: ReadonlyMap<string, number>;
}

/**
 * Which tools the live workers of a queue have, of the build that plans go to.
 * @param now the server's time in epoch milliseconds; our own clock's when absent.
 * @throws ServiceError when Temporal does not answer.
 */
export async function readTools(
  connection: Pick<Connection, "workflowService">,
  namespace: string,
  queue: string,
  now = Date.now(),
): Promise<WorkerTools> {
  const counts = new Map<string, number>();
  let workers = 0;
  const { current } = await readPollers(connection, namespace, { queue, kind: "workflows" });
  for (const beat of await readHeartbeats(connection, namespace, queue)) {
    const { tools, build, fresh_until } = beat;
    if (tools.length === 0 || build !== current || fresh_until <= now) continue;
    workers += 1;
    for (const name of tools) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return { workers, counts };
}

interface Heartbeat {
  readonly identity: string;
  /** Null for a worker without one. */
  readonly build: string | null;
  /** Of the workflows; null for a worker that has a build, or does not say. */
  readonly code: string | null;
  /** Names; none for a worker that does not tell them. */
  readonly tools: readonly string[];
  readonly seen_at: number;
  /** 0 for a worker that said that it stops. */
  readonly fresh_until: number;
}

/** @throws ServiceError when Temporal does not answer. */
async function readHeartbeats(
  connection: Pick<Connection, "workflowService">,
  namespace: string,
  queue: string,
): Promise<Heartbeat[]> {
  const query = `TaskQueue = ${quoted(queue)}`;
  const beats: Heartbeat[] = [];
  let nextPageToken = new Uint8Array();
  try {
    // Killed workers stay listed for minutes, in no order: those that live may be on any page.
    do {
      const request = { namespace, query, pageSize: WORKERS_AT_ONCE, nextPageToken };
      const page = await connection.workflowService.listWorkers(request);
      beats.push(...page.workersInfo.map(({ workerHeartbeat }) => toHeartbeat(workerHeartbeat)));
      nextPageToken = new Uint8Array(page.nextPageToken);
    } while (nextPageToken.length > 0);
  } catch (error) {
    // Temporal before 1.29 keeps no heartbeats.
    if (!hasGrpcStatus(error, "UNIMPLEMENTED")) throw error;
  }
  return beats;
}

function toHeartbeat(
  beat: proto.temporal.api.worker.v1.IWorkerHeartbeat | null | undefined,
): Heartbeat {
  const seen_at = optionalTsToMs(beat?.heartbeatTime) ?? 0;
  // The first heartbeat comes one interval after the start.
  const since =
    optionalTsToMs(beat?.elapsedSinceLastHeartbeat) ||
    seen_at - (optionalTsToMs(beat?.startTime) ?? 0);
  const version = beat?.deploymentVersion;
  const lives = beat?.status === WorkerStatus.WORKER_STATUS_RUNNING;
  return {
    identity: beat?.workerIdentity ?? "",
    build: buildOf(version),
    code: version?.deploymentName === WITHOUT_BUILD ? (version.buildId ?? null) : null,
    tools: (beat?.plugins ?? []).flatMap(({ name }) =>
      name?.startsWith(TOOL) ? [name.slice(TOOL.length)] : [],
    ),
    seen_at,
    fresh_until: lives ? seen_at + PATIENCE * Math.max(WORKER_HEARTBEAT_MS, since) : 0,
  };
}
