import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { Client, Connection } from "@temporalio/client";
import { createClient } from "../../src/client/client.ts";
import { MINIMAL_QUEUE } from "../minimal-queue.ts";
import type { Report } from "../report.ts";
import { median } from "../statistics.ts";
import { memoryOf } from "./memory.ts";
import { withProduct } from "./product.ts";

/** All of them together stay below what a worker keeps in memory. */
const PLANS = 120;
const ROUNDS = 3;

/** What a plan that waits for a person takes of its worker's memory, beside a workflow that waits for a signal. */
export async function compareWaiting(report: Report): Promise<void> {
  await withProduct(async (product) => {
    const connection = await Connection.connect({ address: product.temporalAddress });
    const minimal = await startMinimalWorker(product.temporalAddress);
    const client = createClient(product.apiUrl);
    const temporal = new Client({ connection });
    const wait = async (id: string): Promise<void> => {
      const todos = [
        { id: "t0", title: "t0", kind: "milestone" as const, requires_approval: true },
      ];
      await client.plans.create({ id, title: id, todos });
      while ((await client.plans.holds(id)).holds.length === 0);
    };
    const waitByHand = async (id: string): Promise<void> => {
      const workflowId = `minimal-${id}`;
      const options = { taskQueue: MINIMAL_QUEUE, workflowId, args: [id] };
      const handle = await temporal.workflow.start("minimalApproved", options);
      // Its first task is over once a second one could begin.
      await handle.query("__stack_trace");
    };
    try {
      const [plans, workflows]: [number[], number[]] = [[], []];
      for (let round = 0; round <= ROUNDS; round += 1) {
        const of = await kilobytesEach(product.workerPid(), `waiting-${round}`, wait);
        const byHand = await kilobytesEach(minimal.pid!, `waiting-${round}`, waitByHand);
        // The first round warms up both sides.
        if (round === 0) continue;
        plans.push(of);
        workflows.push(byHand);
      }
      report.heading(`memory of the worker (${ROUNDS} rounds of ${PLANS} in turns, medians)`);
      report.row({
        name: "a plan that waits for a person",
        unit: "KB",
        holdpoint: median(plans),
        minimal: median(workflows),
        ratio: median(plans.map((kilobytes, round) => kilobytes / workflows[round]!)),
      });
    } finally {
      minimal.disconnect();
      await once(minimal, "exit");
      await connection.close();
    }
  });
}

async function kilobytesEach(
  pid: number,
  name: string,
  wait: (id: string) => Promise<void>,
): Promise<number> {
  const before = memoryOf(pid);
  for (let place = 0; place < PLANS; place += 1) await wait(`${name}-${place}`);
  return (memoryOf(pid) - before) / PLANS;
}

async function startMinimalWorker(address: string): Promise<ChildProcess> {
  const path = fileURLToPath(new URL("../minimal-worker.ts", import.meta.url));
  const child = fork(path, [address], { execArgv: ["--import", "tsx"] });
  await once(child, "message");
  return child;
}
