import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { createClient } from "../src/client/client.ts";
import { loadConfig } from "../src/runtime/config.ts";
import { startHoldpoint } from "../src/runtime/start.ts";
import { gatherCrowd } from "./crowd.ts";
import { format } from "./statistics.ts";
import type { Figures } from "./stream-subscribers.ts";

/*
 * How long an event takes from its time in the plan's log to a subscriber's socket. The product runs as
 * `npm start` starts it, and the subscribers have their own process. Commands to the plan cause events
 * at an even rate.
 */
const EVENTS = 300;
const EVERY_MS = 50;
const CROWDS = [
  { subscribers: 1, idle: 0 },
  { subscribers: 100, idle: 0 },
  { subscribers: 1_000, idle: 100 },
];

async function main(): Promise<void> {
  const from = await mkdtemp(join(tmpdir(), "holdpoint-bench-"));
  const loaded = await loadConfig(from);
  const api = { ...loaded.api, port: 0 };
  const config = { ...loaded, api, temporalPorts: { grpc: 0, ui: 0 } };
  const holdpoint = await startHoldpoint({ from, config, onNotice: () => undefined });
  try {
    const { apiUrl } = holdpoint;
    await measure(apiUrl, { subscribers: 1, idle: 0 }, 40);
    console.log(
      `${EVENTS} events, one every ${EVERY_MS} ms; milliseconds from event to subscriber\n`,
    );
    console.log(
      "  subscribers  do not read  deliveries  missing      p50      p95      p99      max",
    );
    for (const crowd of CROWDS) {
      const { deliveries, missing, p50, p95, p99, max } = await measure(apiUrl, crowd, EVENTS);
      const counts = [crowd.subscribers, crowd.idle, deliveries, missing];
      const widths = [13, 12, 11, 8];
      const left = counts.map((count, place) => String(count).padStart(widths[place]!)).join(" ");
      const right = [p50, p95, p99, max].map((value) => format(value, 0)).join(" ");
      console.log(`${left} ${right}`);
    }
    console.log(`\n  API process: ${Math.round(process.memoryUsage().rss / 2 ** 20)} MB`);
  } finally {
    await holdpoint.stop();
    await rm(from, { recursive: true, force: true });
  }
}

/** Lets a crowd watch a new plan while a given number of events happen. */
async function measure(
  url: string,
  crowd: { subscribers: number; idle: number },
  events: number,
): Promise<Figures> {
  const client = createClient(url, { retries: 0 });
  const todos = [
    { title: "waits", requires_approval: true, tool_name: "wait", tool_params: { seconds: 0 } },
  ];
  const { id } = await client.plans.create({ title: "stream", todos });
  const order = { url, plan_id: id, events, ...crowd };
  const { figures, stop } = await gatherCrowd(order);
  try {
    const began = performance.now();
    for (let count = 0; count < events; count += 1) {
      await delay(began + count * EVERY_MS - performance.now());
      await client.plans[count % 2 === 0 ? "pause" : "resume"](id);
    }
    return await figures;
  } finally {
    stop();
  }
}

await main();
