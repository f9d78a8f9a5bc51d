import { spawn } from "node:child_process";
import { expect, inject, onTestFinished, test } from "vitest";
import { median } from "../../bench/statistics.ts";
import { createGateways } from "../../src/api/gateway/gateways.ts";
import { createClient, type Client } from "../../src/client/client.ts";
import type { NewPlanInput } from "../../src/contract/plan/plan.ts";
import { progressQuery } from "../../src/workflows/wire/messages.ts";
import { createProject } from "../cli/support/folders.ts";
import { startApiHarness } from "../support/api-harness.ts";
import { createKillableWorkers } from "./support/killable-workers.ts";
import { startProject, stopProject } from "./support/running-project.ts";

const LONG = { timeout: 300_000 };
const ROUNDS = 3;
/** As many as the machine has cores, here. */
const BUSY = 2;

const plan = (id: string): NewPlanInput => ({
  id,
  title: id,
  todos: [{ id: "t", title: "T", kind: "milestone", requires_approval: true }],
});

/** How long a person waits, in milliseconds. */
interface Waits {
  readonly shown: number[];
  readonly decided: number[];
}

test(
  "under load, a plan is shown and takes a decision after the kill -9 of a worker, and while everything that died starts again",
  LONG,
  async () => {
    const folder = createProject("export const tools = [];\n");
    keepBusy();
    // The very first one may have to build what is kept.
    await stopProject(await startProject(folder));
    let running = await startProject(folder);

    const held: Asked[] = [];
    const worker: Waits = { shown: [], decided: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      const hold = await openHold(running.client, `recovery-worker-${round}`);
      held.push(hold);
      process.kill(running.workerPid(), "SIGKILL");
      await untilAnswered(running.url, hold, worker);
      await running.cli.sees(/The worker is back \(pid \d+\)/);
    }
    const parent: Waits = { shown: [], decided: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      const hold = await openHold(running.client, `recovery-parent-${round}`);
      held.push(hold);
      running.cli.kill("SIGKILL");
      await running.cli.ended;
      const starting = startProject(folder);
      await untilAnswered(running.url, hold, parent);
      running = await starting;
    }
    for (const { plan: id } of held) {
      const status = () => running.client.plans.get(id).then((found) => found.status, String);
      await expect.poll(status, { timeout: 120_000 }).toBe("completed");
    }
    await stopProject(running);

    const figures = {
      ...named("worker", worker),
      ...named("start", parent),
    };
    for (const [what, waits] of Object.entries(figures)) {
      const most = Math.max(...waits).toFixed(0);
      console.log(
        `${what}: median ${median(waits).toFixed(0)} ms, most ${most} ms, ${BUSY} busy processes beside`,
      );
    }
  },
);

test("who knows that a worker died does not wait for it", LONG, async () => {
  const api = await startApiHarness({ worker: false });
  const workers = createKillableWorkers(
    {
      address: inject("temporalAddress"),
      namespace: api.client.options.namespace,
      taskQueue: api.taskQueue,
      modelUrl: "http://127.0.0.1:9",
      folder: api.folder,
    },
    () => true,
  );
  await workers.next();
  for (const id of ["recovery-told", "recovery-untold"]) {
    await api.create(plan(id));
    await api.untilHolds(id);
  }
  // Another one polls before it dies: what is left to wait for is the dead one.
  await api.startWorker();
  const told = createGateways(api.client, api.taskQueue);
  const untold = createGateways(api.client, api.taskQueue);
  await workers.kill();
  told.workerLost();
  const answered: string[] = [];
  const ask = async ({ plans }: typeof told, id: string): Promise<void> => {
    await plans.query(id, progressQuery);
    answered.push(id);
  };
  await Promise.all([ask(untold, "recovery-untold"), ask(told, "recovery-told")]);
  expect(answered).toEqual(["recovery-told", "recovery-untold"]);
  await api.close();
});

function keepBusy(): void {
  const busy = Array.from({ length: BUSY }, () =>
    spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" }),
  );
  onTestFinished(() => {
    for (const child of busy) child.kill("SIGKILL");
  });
}

interface Asked {
  readonly plan: string;
  readonly hold: string;
}

async function openHold(client: Client, id: string): Promise<Asked> {
  await client.plans.create(plan(id));
  for (;;) {
    const [hold] = (await client.plans.holds(id)).holds;
    if (hold !== undefined) return { plan: id, hold: hold.id };
  }
}

/** Asks again and again, as a person's program would, and notes when it was answered. */
async function untilAnswered(url: string, asked: Asked, waits: Waits): Promise<void> {
  const client = createClient(url, { retries: 0 });
  const began = performance.now();
  await expect
    .poll(() => client.plans.get(asked.plan).then(({ id }) => id, String), { timeout: 120_000 })
    .toBe(asked.plan);
  waits.shown.push(performance.now() - began);
  const decision = { decision: "approve", command_id: `decides-${asked.plan}` } as const;
  await expect
    .poll(() => client.holds.decide(asked.hold, decision).then(({ plan_id }) => plan_id, String), {
      timeout: 120_000,
    })
    .toBe(asked.plan);
  waits.decided.push(performance.now() - began);
}

const named = (what: string, { shown, decided }: Waits) => ({
  [`${what} killed, plan shown`]: shown,
  [`${what} killed, decision taken`]: decided,
});
