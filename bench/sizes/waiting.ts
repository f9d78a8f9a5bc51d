import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { Client, Connection } from "@temporalio/client";
import { createClient } from "../../src/client/client.ts";
import { MINIMAL_QUEUE } from "../minimal-queue.ts";
import type { Report } from "../report.ts";
import { memoryOf } from "./memory.ts";
import { withProduct } from "./product.ts";

/** So many that what a garbage collection leaves lying about does not matter. */
const PLANS = 400;
/** What both sides have done before they are measured; with the others below what a worker keeps in memory. */
const WARM = 100;

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
      await kilobytesEach(product.workerPid(), WARM, (place) => wait(`warm-${place}`));
      await kilobytesEach(minimal.pid!, WARM, (place) => waitByHand(`warm-${place}`));
      const of = await kilobytesEach(product.workerPid(), PLANS, (place) => wait(`held-${place}`));
      const byHand = await kilobytesEach(minimal.pid!, PLANS, (place) =>
        waitByHand(`held-${place}`),
      );
      report.heading(`memory of the worker (${PLANS} at a time, after ${WARM})`);
      report.row({
        name: "a plan that waits for a person",
        unit: "KB",
        holdpoint: of,
        minimal: byHand,
        ratio: of / byHand,
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
  count: number,
  wait: (place: number) => Promise<void>,
): Promise<number> {
  const before = memoryOf(pid);
  for (let place = 0; place < count; place += 1) await wait(place);
  return (memoryOf(pid) - before) / count;
}

async function startMinimalWorker(address: string): Promise<ChildProcess> {
  const path = fileURLToPath(new URL("../minimal-worker.ts", import.meta.url));
  const child = fork(path, [address], { execArgv: ["--import", "tsx"] });
  await once(child, "message");
  return child;
}
