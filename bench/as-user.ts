import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client, Connection } from "@temporalio/client";
import { createClient, type Client as Holdpoint } from "../src/client/client.ts";
import { loadConfig } from "../src/runtime/config.ts";
import { startHoldpoint } from "../src/runtime/start.ts";
import { MINIMAL_QUEUE as QUEUE } from "./minimal-queue.ts";
import { startProfile, type Profiling } from "./profile.ts";
import type { Report } from "./report.ts";
import { idsOf, SHAPES, wantedRows, type Todo } from "./rows.ts";
import { median } from "./statistics.ts";

/*
 * What a person has: a plan sent over HTTP and followed on its live stream to the end, with the product
 * as `npm start` starts it. In turns with that a hand-written workflow runs the same activity on the same
 * server, by a worker tuned alike in a process of its own, and nobody looks.
 */
const ROUNDS = 3;
const MOMENTS = 15;
const BURST = 200;
/** How many of a burst are sent at a time. */
const SENDERS = 20;
const ACTIVITY_STARTED = 11;

interface Sides {
  readonly holdpoint: Holdpoint;
  readonly temporal: Client;
}
/** Does what is measured, and notes when, for the profile. */
type Note = <Result>(work: () => Promise<Result>) => Promise<Result>;
interface Pair {
  readonly holdpoint: number;
  readonly minimal: number;
}
/** Measures both sides in turns; the first round warms up. */
export async function compareAsUser(report: Report): Promise<void> {
  const rows = wantedRows();
  const profiling = await startProfile();
  const from = await mkdtemp(join(tmpdir(), "holdpoint-bench-"));
  const loaded = await loadConfig(from);
  const api = { ...loaded.api, port: 0 };
  const config = { ...loaded, api, temporalPorts: { grpc: 0, ui: 0 } };
  const product = await startHoldpoint({ from, config, onNotice: () => undefined });
  const connection = await Connection.connect({ address: product.temporalAddress });
  const worker = await startMinimalWorker(product.temporalAddress);
  const sides = { holdpoint: createClient(product.apiUrl), temporal: new Client({ connection }) };
  profiling.watch({
    API: process.pid,
    worker: product.workerPid(),
    "worker by hand": worker.pid!,
    Temporal: product.temporalPid(),
  });
  const inTurns = turnsOf(profiling);
  try {
    report.heading(
      `as a user has it: over HTTP, followed to the end (${ROUNDS} rounds in turns, medians)`,
    );
    for (const { row, name, width, todos } of SHAPES) {
      if (!rows.includes(row)) continue;
      const pairs = await inTurns(ROUNDS, name, {
        holdpoint: (id, note) => runPlan(sides.holdpoint, id, todos, width, note),
        minimal: (id, note) => runGraph(sides.temporal, id, todos, width, note),
      });
      show(report, name, "ms per todo", pairs, todos.length);
    }
    if (rows.includes("start")) {
      const starts = await inTurns(MOMENTS, "start", {
        holdpoint: (id, note) => note(() => startPlan(sides, id)),
        minimal: (id, note) => note(() => startGraph(sides.temporal, id)),
      });
      show(report, "sent until the first todo runs", "ms", starts);
    }
    if (rows.includes("decision")) {
      const decisions = await inTurns(MOMENTS, "decision", {
        holdpoint: (id, note) => decidePlan(sides, id, note),
        minimal: (id, note) => approveMinimal(sides.temporal, id, note),
      });
      show(report, "decided until the todo runs", "ms", decisions);
    }
    if (rows.includes("burst")) {
      const bursts = await inTurns(ROUNDS, "burst", {
        holdpoint: (id, note) => burstOfPlans(sides.holdpoint, id, note),
        minimal: (id, note) => burstOfMinimal(sides.temporal, id, note),
      });
      show(report, `${BURST} followed plans, all decided`, "s", bursts, 1_000);
    }
  } finally {
    worker.disconnect();
    await once(worker, "exit");
    await connection.close();
    await product.stop();
    await profiling.end();
    await rm(from, { recursive: true, force: true });
  }
}

async function startMinimalWorker(address: string): Promise<ChildProcess> {
  const path = fileURLToPath(new URL("minimal-worker.ts", import.meta.url));
  const child = fork(path, [address], { execArgv: [...process.execArgv, "--import", "tsx"] });
  await once(child, "message");
  return child;
}

/** Runs both sides, the other one first each time. */
const turnsOf =
  (profiling: Profiling) =>
  async (
    rounds: number,
    name: string,
    run: { readonly [Side in keyof Pair]: (id: string, note: Note) => Promise<number> },
  ): Promise<Pair[]> => {
    const pairs: Pair[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const id = `${name.replaceAll(/\W+/g, "-")}-${round}`;
      let pair = { holdpoint: 0, minimal: 0 };
      const order = ["holdpoint", "minimal"] as const;
      for (const side of round % 2 === 0 ? order : order.toReversed()) {
        const about = { row: name, side };
        const note: Note = (work) => (round > 0 ? profiling.during(about, work) : work());
        pair = { ...pair, [side]: await run[side](id, note) };
      }
      if (round > 0) pairs.push(pair);
    }
    return pairs;
  };

/** @param per how many of a pair's milliseconds make one of the unit. */
function show(
  report: Report,
  name: string,
  unit: "ms" | "ms per todo" | "s",
  pairs: readonly Pair[],
  per = 1,
): void {
  report.row({
    name,
    unit,
    holdpoint: median(pairs.map(({ holdpoint }) => holdpoint)) / per,
    minimal: median(pairs.map(({ minimal }) => minimal)) / per,
    ratio: median(pairs.map(({ holdpoint, minimal }) => holdpoint / minimal)),
  });
}

function timed(note: Note, work: () => Promise<unknown>): Promise<number> {
  return note(async () => {
    const began = performance.now();
    await work();
    return performance.now() - began;
  });
}

const NO_WAIT = { tool_name: "wait", tool_params: { seconds: 0 } } as const;

function runPlan(
  client: Holdpoint,
  id: string,
  todos: readonly Todo[],
  width: number,
  note: Note,
): Promise<number> {
  const written = todos.map((todo) => ({
    ...todo,
    depends_on: [...todo.depends_on],
    title: todo.id,
    ...NO_WAIT,
  }));
  return timed(note, async () => {
    await client.plans.create({ id, title: id, todos: written, max_parallel: width });
    await toTheEnd(client, id);
  });
}

async function toTheEnd(client: Holdpoint, id: string): Promise<void> {
  for await (const board of client.plans.watch(id, { as: "boards" })) void board;
}

function runGraph(
  client: Client,
  id: string,
  todos: readonly Todo[],
  width: number,
  note: Note,
): Promise<number> {
  return timed(note, () =>
    client.workflow.execute("minimalGraph", {
      workflowId: `minimal-${id}`,
      taskQueue: QUEUE,
      args: [id, todos, width],
    }),
  );
}

/** From the request to the moment at which Temporal gave the first todo to a worker. */
async function startPlan({ holdpoint, temporal }: Sides, id: string): Promise<number> {
  const sent = Date.now();
  await holdpoint.plans.create({ id, title: id, todos: [{ id: "t0", title: "t0", ...NO_WAIT }] });
  return (await begunAt(temporal, `plan-${id}`)) - sent;
}

async function startGraph(temporal: Client, id: string): Promise<number> {
  const sent = Date.now();
  const todos = [{ id: "t0", depends_on: [] }];
  await temporal.workflow.start("minimalGraph", {
    workflowId: `minimal-${id}`,
    taskQueue: QUEUE,
    args: [id, todos, 1],
  });
  return (await begunAt(temporal, `minimal-${id}`)) - sent;
}

async function decidePlan({ holdpoint, temporal }: Sides, id: string, note: Note): Promise<number> {
  await askPlan(holdpoint, id);
  return note(async () => {
    const sent = Date.now();
    await holdpoint.holds.decide(`${id}.h1`, { decision: "approve" });
    return (await begunAt(temporal, `plan-${id}`)) - sent;
  });
}

async function approveMinimal(temporal: Client, id: string, note: Note): Promise<number> {
  const handle = await temporal.workflow.start("minimalApproved", {
    workflowId: `minimal-${id}`,
    taskQueue: QUEUE,
    args: [id],
  });
  return note(async () => {
    const sent = Date.now();
    await handle.signal("approve");
    return (await begunAt(temporal, `minimal-${id}`)) - sent;
  });
}

/** A plan whose only todo waits for an approval, once it asks. */
async function askPlan(holdpoint: Holdpoint, id: string): Promise<void> {
  const todos = [{ id: "t0", title: "t0", requires_approval: true, ...NO_WAIT }];
  await holdpoint.plans.create({ id, title: id, todos });
  while ((await holdpoint.plans.holds(id)).holds.length === 0);
}

/** When its first activity was taken by a worker, once it has ended; milliseconds since 1970. */
async function begunAt(temporal: Client, workflowId: string): Promise<number> {
  const handle = temporal.workflow.getHandle(workflowId);
  await handle.result();
  const { events } = await handle.fetchHistory();
  const begun = events?.find(({ eventType }) => Number(eventType) === ACTIVITY_STARTED)?.eventTime;
  return Number(begun?.seconds) * 1_000 + (begun?.nanos ?? 0) / 1_000_000;
}

/** Plans that each have a follower, which has seen them wait: from the first decision to the last follower's end. */
async function burstOfPlans(client: Holdpoint, name: string, note: Note): Promise<number> {
  const ids = idsOf(BURST).map((id) => `${name}-${id}`);
  await few(ids, (id) => askPlan(client, id));
  const followers = ids.map((id) =>
    client.plans.watch(id, { as: "boards" })[Symbol.asyncIterator](),
  );
  await Promise.all(followers.map((follower) => follower.next()));
  const followed = followers.map(readToTheEnd);
  return timed(note, async () => {
    await few(ids, (id) => client.holds.decide(`${id}.h1`, { decision: "approve" }));
    await Promise.all(followed);
  });
}

async function readToTheEnd(follower: AsyncIterator<unknown>): Promise<void> {
  while ((await follower.next()).done !== true);
}

async function burstOfMinimal(client: Client, name: string, note: Note): Promise<number> {
  const ids = idsOf(BURST).map((id) => `minimal-${name}-${id}`);
  await few(ids, (workflowId) =>
    client.workflow.start("minimalApproved", { workflowId, taskQueue: QUEUE, args: [workflowId] }),
  );
  return timed(note, async () => {
    await few(ids, (id) => client.workflow.getHandle(id).signal("approve"));
    await Promise.all(ids.map((id) => client.workflow.getHandle(id).result()));
  });
}

/** Does it for all, a few at a time. */
async function few(ids: readonly string[], work: (id: string) => Promise<unknown>): Promise<void> {
  const waiting = [...ids];
  const next = async (): Promise<void> => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) await work(id);
  };
  await Promise.all(Array.from({ length: SENDERS }, next));
}
