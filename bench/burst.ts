import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client, Connection } from "@temporalio/client";
import { DefaultLogger, NativeConnection, Runtime, Worker } from "@temporalio/worker";
import { createClient } from "../src/client/client.ts";
import { loadConfig } from "../src/runtime/config.ts";
import { startHoldpoint } from "../src/runtime/start.ts";
import { format } from "./statistics.ts";

/*
 * Many people decide on one plan at once. Many clients send decisions over HTTP; in turns with that, a
 * workflow that only counts gets as many bare updates, on the same server.
 */
const DECISIONS = 200;
const CLIENTS = 32;
/** Temporal accepts 10 updates of a workflow at a time; with more in flight, its client backs off. */
const RAW_AT_ONCE = 8;
const ROUNDS = 3;
const QUEUE = "bench-updates";

interface Round {
  readonly latencies: number[];
  readonly errors: number;
  readonly milliseconds: number;
}

async function main(): Promise<void> {
  Runtime.install({ logger: new DefaultLogger("ERROR") });
  const from = await mkdtemp(join(tmpdir(), "holdpoint-bench-"));
  const loaded = await loadConfig(from);
  const api = { ...loaded.api, port: 0 };
  const config = { ...loaded, api, temporalPorts: { grpc: 0, ui: 0 } };
  const holdpoint = await startHoldpoint({ from, config, onNotice: () => undefined });
  const address = holdpoint.temporalAddress;
  const native = await NativeConnection.connect({ address });
  const connection = await Connection.connect({ address });
  try {
    const worker = await Worker.create({
      connection: native,
      taskQueue: QUEUE,
      workflowsPath: fileURLToPath(new URL("minimal.workflow.ts", import.meta.url)),
    });
    await worker.runUntil(async () => {
      console.log(`${DECISIONS} decisions on one plan from ${CLIENTS} clients; milliseconds\n`);
      console.log("                     p50      p95      p99      max    all in   errors");
      for (let round = 0; round <= ROUNDS; round += 1) {
        const raw = await countUpdates(new Client({ connection }), round);
        const decided = await decideAll(holdpoint.apiUrl, round);
        // The first round warms up both sides.
        if (round === 0) continue;
        show("bare updates", raw);
        show("decisions", decided);
      }
    });
  } finally {
    await connection.close();
    await native.close();
    await holdpoint.stop();
    await rm(from, { recursive: true, force: true });
  }
}

/** A plan that waits for that many approvals, all decided at once. */
async function decideAll(url: string, round: number): Promise<Round> {
  const client = createClient(url, { retries: 0 });
  const id = `burst-${round}`;
  const todos = Array.from({ length: DECISIONS }, (_, place) => ({
    id: `t${place}`,
    title: `Todo ${place}`,
    kind: "milestone" as const,
    requires_approval: true,
  }));
  await client.plans.create({ id, title: id, todos });
  let { holds } = await client.plans.holds(id);
  while (holds.length < DECISIONS) ({ holds } = await client.plans.holds(id));
  return atOnce(holds, CLIENTS, async (hold) => {
    await client.holds.decide(hold.id, { decision: "approve" });
  });
}

async function countUpdates(client: Client, round: number): Promise<Round> {
  const handle = await client.workflow.start("minimalUpdates", {
    workflowId: `minimal-updates-${round}`,
    taskQueue: QUEUE,
    args: [DECISIONS],
  });
  const numbers = Array.from({ length: DECISIONS }, (_, place) => place);
  const counted = await atOnce(numbers, RAW_AT_ONCE, async () => {
    await handle.executeUpdate("count");
  });
  await handle.result();
  return counted;
}

/** Does the work for all items, a limited number at a time, and times each one. */
async function atOnce<Item>(
  items: readonly Item[],
  width: number,
  work: (item: Item) => Promise<void>,
): Promise<Round> {
  const waiting = [...items];
  const latencies: number[] = [];
  let errors = 0;
  const began = performance.now();
  const next = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      const from = performance.now();
      await work(item).catch(() => (errors += 1));
      latencies.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: width }, next));
  return { latencies, errors, milliseconds: performance.now() - began };
}

function show(name: string, { latencies, errors, milliseconds }: Round): void {
  const sorted = latencies.toSorted((a, b) => a - b);
  const at = (part: number): number => sorted[Math.ceil(part * sorted.length) - 1]!;
  const figures = [at(0.5), at(0.95), at(0.99), at(1), milliseconds];
  const row = figures.map((value) => format(value, 0)).join(" ");
  console.log(`  ${name.padEnd(14)} ${row} ${String(errors).padStart(8)}`);
}

await main();
