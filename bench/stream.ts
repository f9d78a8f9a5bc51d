import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createClient, unwrap } from "../src/client/client.ts";
import type { PlanView } from "../src/contract/plan.ts";
import { loadConfig } from "../src/runtime/config.ts";
import { startHoldpoint } from "../src/runtime/start.ts";
import { format } from "./statistics.ts";
import type { Figures, SubscribersOrder } from "./stream-subscribers.ts";

/*
 * How long an event takes from the moment that the plan's log names to a subscriber's socket, with the
 * product as `npm start` starts it and the subscribers in a process of their own. Events come at an
 * even rate, from commands to the plan.
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
  const config = {
    ...(await loadConfig(from)),
    apiPort: 0,
    temporalPorts: { grpc: 0, ui: 0 },
  };
  const holdpoint = await startHoldpoint({ from, config, onLine: () => undefined });
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

/** Lets a crowd watch a new plan to which so many things happen. */
async function measure(
  url: string,
  crowd: { subscribers: number; idle: number },
  events: number,
): Promise<Figures> {
  const client = createClient(url);
  const todos = [
    { title: "waits", requires_approval: true, tool_name: "wait", tool_params: { seconds: 0 } },
  ];
  const { id } = await unwrap<PlanView>(
    client.v1.plans.$post({ json: { title: "stream", todos } }),
  );
  const child = fork(fileURLToPath(new URL("stream-subscribers.ts", import.meta.url)), [], {
    execArgv: ["--import", "tsx"],
  });
  try {
    const order: SubscribersOrder = { url, plan_id: id, events, ...crowd };
    child.send(order);
    await next(child, "ready");
    const figures = next<Figures>(child, "figures");
    const began = performance.now();
    for (let count = 0; count < events; count += 1) {
      await delay(began + count * EVERY_MS - performance.now());
      const param = { plan_id: id };
      await unwrap(
        count % 2 === 0
          ? client.v1.plans[":plan_id"].pause.$post({ param, json: {} })
          : client.v1.plans[":plan_id"].resume.$post({ param, json: {} }),
      );
    }
    return await figures;
  } finally {
    child.kill();
  }
}

/** What the subscribers tell under this name. */
async function next<Told = unknown>(child: ChildProcess, name: string): Promise<Told> {
  const ended = once(child, "exit").then(() => Promise.reject(new Error("Subscribers ended.")));
  const told = (async () => {
    for (;;) {
      const [message] = (await once(child, "message")) as [{ name: string; value: Told }];
      if (message.name === name) return message.value;
    }
  })();
  return Promise.race([told, ended]);
}

await main();
