import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { ProblemError } from "../../src/contract/problems/problem-error.ts";
import { inEnglish } from "../../src/contract/service/notices.ts";
import { loadConfig } from "../../src/runtime/config.ts";
import { startWorker } from "../../src/runtime/workers/worker.ts";
import { createFolder } from "../cli/support/folders.ts";
import { runCli } from "../cli/support/run-cli.ts";
import {
  approve,
  changedParts,
  create,
  createCluster,
  keepLedgerIn,
  openHolds,
} from "./support/cluster.ts";

const LONG = { timeout: 300_000 };
/** Temporal tries a plan's task again later and later. */
const PATIENT = { timeout: 120_000, interval: 200 };

test(
  "two workers of different code say so, a plan that one cannot go on with says why, and it goes on by itself",
  LONG,
  async () => {
    const cluster = await createCluster("ship-mixed-code");
    const { folder, place } = cluster;
    const doctor = async (seen: RegExp): Promise<void> => {
      const asked = cluster.doctor();
      await asked.sees(seen);
      await asked.ended;
    };
    const client = await cluster.api();
    const old = await cluster.worker();
    const stuck = await create(client, "a", "A plan of the old kind");
    await expect.poll(() => openHolds(client, stuck)).toHaveLength(1);
    const [hold] = await openHolds(client, stuck);
    const { id: holdId, digest } = hold!;
    const decide = () =>
      client.holds.decide(holdId, { decision: "approve", digest, command_id: "decided-once" });

    const config = await loadConfig(folder);
    keepLedgerIn(folder);
    const said: string[] = [];
    const changed = await startWorker({
      config,
      place,
      parts: await changedParts(config),
      onNotice: (told) => said.push(inEnglish(told)),
    });
    onTestFinished(() => changed.stop());
    // Both, whichever came first: whoever looks at either log is told.
    await old.sees(/1 other worker runs other code of the workflows/);
    await expect.poll(() => said).toHaveLength(1);
    expect(said[0]).toContain("Stop the workers of the old code.");
    await doctor(
      /✖ builds +workers without a build run different code of the workflows: \w+ \(1\)/,
    );
    // Nothing is in the way of a plan that both can run.
    await approve(client, await create(client, "b"));

    old.kill("SIGTERM");
    expect(await old.ended).toBe(0);
    const unread = await whyNobodyAnswers(() => client.plans.holds(stuck));
    expect(unread.detail).toContain("most likely, the workers run different code from");
    const undecided = await whyNobodyAnswers(decide);
    expect(undecided.detail).toMatch(/no worker can go on with it.*Nondeterminism/);
    expect([unread.hint, undecided.hint].every((hint) => hint === unread.hint)).toBe(true);
    expect(unread.hint).toContain("Most likely, the worker's code differs");
    expect(unread.hint).toContain("goes on by itself once a worker of that code runs again");

    const back = await cluster.worker();
    await back.sees(/1 other worker runs other code of the workflows/);
    await changed.stop();
    await back.sees(/All workers without a build run the same code of the workflows again/);
    // The same command as before: it counts once, whenever it gets through.
    await vi.waitFor(decide, PATIENT);
    await vi.waitFor(
      async () => expect((await client.plans.get(stuck)).status).toBe("completed"),
      PATIENT,
    );
    expect(cluster.ledger()["a2"]).toBe(String(back.pid));
    await doctor(/✔ builds +workers have no builds/);
  },
);

test(
  "a start says so, too, when a worker of other code comes to its Temporal, and when it has gone",
  LONG,
  async () => {
    const folder = createFolder();
    await writeFile(
      join(folder, "holdpoint.config.mjs"),
      "export default { api: { port: 0 }, temporal: { port: 0, ui_port: 0 } };\n",
    );
    const start = runCli(["start"], { cwd: folder, env: { HOLDPOINT_LANG: "en" } });
    const [, address = ""] = await start.sees(/Temporal is up at (\S+), its UI/);
    await start.sees(/The API is at/);
    const config = await loadConfig(folder);
    const changed = await startWorker({
      config,
      place: { address, namespace: "default" },
      parts: await changedParts(config),
    });
    onTestFinished(() => changed.stop());
    await start.sees(/1 other worker runs other code of the workflows/);
    await changed.stop();
    await start.sees(/All workers without a build run the same code of the workflows again/);
    start.kill("SIGINT");
    expect(await start.ended).toBe(0);
  },
);

/** Asks until it is said why nobody answers for the plan. */
async function whyNobodyAnswers(ask: () => Promise<unknown>) {
  return vi.waitFor(async () => {
    const error = await ask().catch((refused: unknown) => refused);
    if (error instanceof ProblemError && error.problem.code === "plan_stuck") return error.problem;
    throw new Error(`The plan answers otherwise: ${String(error)}`);
  }, PATIENT);
}
