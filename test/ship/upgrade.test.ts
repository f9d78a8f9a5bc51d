import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Connection } from "@temporalio/client";
import { expect, onTestFinished, test } from "vitest";
import { fixOf, inEnglish } from "../../src/contract/service/notices.ts";
import { TEMPORAL_NAMES } from "../../src/contract/tables/temporal-names.ts";
import { checkSetup } from "../../src/runtime/check-setup.ts";
import { loadConfig } from "../../src/runtime/config.ts";
import { promoteBuild, type PromoteOptions } from "../../src/runtime/workers/promote.ts";
import { loadWorkerParts, startWorker } from "../../src/runtime/workers/worker.ts";
import { readPresence } from "../../src/temporal/connection/workers/worker-presence.ts";
import { encryptionKey } from "../support/encryption-key.ts";
import {
  approve,
  changedParts,
  create,
  createCluster,
  keepLedgerIn,
  openHolds,
} from "./support/cluster.ts";

const LONG = { timeout: 180_000 };

test(
  "an upgrade of encrypted plans, step by step: they go on with the new workers, and the old ones stop",
  LONG,
  async () => {
    const keys = { HOLDPOINT_ENCRYPTION_KEYS: encryptionKey("a") };
    const cluster = await createCluster("ship-upgrade", keys);
    const client = await cluster.api();
    const plain = await cluster.worker();
    const first = await create(client, "a");
    await expect.poll(() => openHolds(client, first)).toHaveLength(1);

    // The first build of all: plans that began without any go there, too.
    const one = await cluster.worker("--build-id", "v1");
    await one.sees(/worker of build v1, and plans go to workers without a build\. It gets none/);
    const toOne = cluster.run("promote", "--build-id", "v1");
    await toOne.sees(/Plans go to build v1 now \(1 open workflows checked\)/);
    expect(await toOne.ended).toBe(0);
    plain.kill("SIGTERM");
    expect(await plain.ended).toBe(0);
    const second = await create(client, "b");
    await expect.poll(() => cluster.ledger()["b1"]).toBe(String(one.pid));

    // New code: it waits until it was tried on everything that is open.
    const two = await cluster.worker("--build-id", "v2");
    await two.sees(/worker of build v2, and plans go to build v1\. It gets none/);
    const third = await create(client, "c");
    await expect.poll(() => openHolds(client, third)).toHaveLength(1);
    expect(cluster.ledger()["c1"]).toBe(String(one.pid));
    const toTwo = cluster.run("promote", "--build-id", "v2");
    await toTwo.sees(/Plans go to build v2 now \(3 open workflows checked\)/);
    await toTwo.sees(/Workers of v1 can be stopped/);

    const fourth = await create(client, "d");
    await approve(client, first);
    await approve(client, second);
    one.kill("SIGTERM");
    expect(await one.ended).toBe(0);
    await approve(client, third);
    await approve(client, fourth);
    const { a2, b2, c2, d1, d2 } = cluster.ledger();
    expect([a2, b2, c2, d1, d2]).toEqual(Array(5).fill(String(two.pid)));
    // What has ended is read from the new workers, too.
    expect((await client.plans.get(first)).status).toBe("completed");

    const doctor = cluster.doctor();
    await doctor.sees(/✔ builds +plans go to build v2; others known: v1/);
    expect(await doctor.ended).toBe(0);
  },
);

test(
  "plans cannot go back to a build whose workers have stopped, and it shows when the one they are on has none",
  LONG,
  async () => {
    const { place, folder } = await createCluster("ship-way-back");
    const config = await loadConfig(folder);
    const parts = await loadWorkerParts({ config });
    const connection = await Connection.connect({ address: place.address });
    onTestFinished(() => connection.close());
    const worker = async (buildId: string) => {
      const running = await startWorker({ config, place, buildId });
      onTestFinished(() => running.stop());
      return running;
    };
    const onNotice = (): void => undefined;
    const promote = (buildId: string) =>
      promoteBuild({ config, place, buildId, keepOthers: false, parts, onNotice });
    /** What `/readyz` goes by. */
    const presence = async () =>
      (await readPresence(connection, place.namespace, TEMPORAL_NAMES.task_queue)).state;
    const doctor = async () => {
      const checks = await checkSetup(config, place);
      const { ok, detail, fix } = checks.find(({ name }) => name === "worker")!;
      return { ok, detail: inEnglish(detail), fix };
    };

    const one = await worker("v1");
    expect(await promote("v1")).toMatchObject({ build_id: "v1", previous: null });
    const two = await worker("v2");
    expect(await promote("v2")).toMatchObject({ build_id: "v2", previous: "v1" });
    await one.stop();
    const refused = await promote("v1").then(
      () => new Error("promoted"),
      (error: Error) => error,
    );
    expect(refused.message).toContain("No worker of build v1 is running");
    expect(fixOf(refused)).toBe("holdpoint worker --build-id v1");
    await expect.poll(presence).toBe("up");
    expect(await doctor()).toMatchObject({ ok: true });

    // Another worker of v1 waits, and plans are on v2, whose last worker goes.
    await worker("v1");
    await two.stop();
    await expect.poll(presence).toBe("down");
    expect(await doctor()).toEqual({
      ok: false,
      detail:
        "plans go to build v2, and no worker of it polls task queue holdpoint for plans and tools",
      fix: "holdpoint worker --build-id v2",
    });
    expect(await promote("v1")).toMatchObject({ build_id: "v1", previous: "v2" });
    await expect.poll(presence).toBe("up");
    await expect.poll(doctor).toMatchObject({ ok: true });
  },
);

test("a worker without a build, or of one that nobody has seen, is told so", LONG, async () => {
  const cluster = await createCluster("ship-no-build");
  const early = cluster.run("promote", "--build-id", "v1");
  expect(await early.ended).toBe(1);
  expect(early.text()).toContain("No worker of build v1 has been seen, nor of any other build.");
  expect(early.text()).toContain("Next: holdpoint worker --build-id v1");

  // By the digest of its workflows' code: whoever runs the same code, says the same.
  const own = await cluster.worker("--versioned");
  const [, build] = await own.sees(/worker of build ([0-9a-f]{12}), and plans go to/);
  const promoted = cluster.run("promote");
  await promoted.sees(new RegExp(`Plans go to build ${build} now`));
  const plain = cluster.run("worker");
  expect(await plain.ended).toBe(1);
  expect(plain.text()).toContain(`Plans go to workers of build ${build}. This one names none`);
  expect(plain.text()).toContain("Next: holdpoint worker --versioned");

  own.kill("SIGTERM");
  expect(await own.ended).toBe(0);
  const again = await cluster.worker("--versioned");
  await again.sees(new RegExp(`worker of build ${build}, the one that plans go to`));
});

test("where traces are on, promoting says only what comes of it", LONG, async () => {
  const cluster = await createCluster("ship-traced");
  // A port that nothing listens on.
  const traces = "http://127.0.0.1:1/v1/traces";
  const config = `export default ${JSON.stringify({ tools: "./tools.ts", api: { port: 0 }, traces })};\n`;
  await writeFile(join(cluster.folder, "holdpoint.config.ts"), config);
  const worker = await cluster.worker("--versioned");
  expect(await cluster.run("promote").ended).toBe(0);
  const client = await cluster.api();
  const plan = await create(client, "a");
  await expect.poll(() => openHolds(client, plan)).toHaveLength(1);
  const again = cluster.run("promote");
  expect(await again.ended).toBe(0);
  expect(again.text()).toMatch(
    /^✔ Plans already go to build \w+ \(1 open workflows checked\)\.\n$/,
  );
  worker.kill("SIGTERM");
  expect(await worker.ended).toBe(0);
});

test(
  "new code that cannot go on with a plan does not get it, and that plan ends on the old",
  LONG,
  async () => {
    const cluster = await createCluster("ship-broken-upgrade");
    const { place, folder } = cluster;
    const client = await cluster.api();
    const old = await cluster.worker("--build-id", "v1");
    expect(await cluster.run("promote", "--build-id", "v1").ended).toBe(0);
    const stays = await create(client, "a", "A plan of the old kind");
    const moves = await create(client, "b");
    await expect.poll(() => openHolds(client, stays)).toHaveLength(1);
    await expect.poll(() => openHolds(client, moves)).toHaveLength(1);

    const config = await loadConfig(folder);
    const changed = await changedParts(config);
    keepLedgerIn(folder);
    const worker = await startWorker({ config, place, parts: changed, buildId: "v2" });
    onTestFinished(() => worker.stop());
    const promote = (keepOthers: boolean) =>
      promoteBuild({
        config,
        place,
        buildId: "v2",
        keepOthers,
        parts: changed,
        onNotice: () => undefined,
      } satisfies PromoteOptions);

    const refused = await promote(false).then(
      () => new Error("promoted"),
      (error: Error) => error,
    );
    expect(refused.message).toContain(
      `Build v2 cannot go on with 1 of 2 open workflows, and plans stay where they are: plan-${stays}.`,
    );
    expect(refused.message).toMatch(/Nondeterminism/i);
    expect(fixOf(refused)).toBe("holdpoint promote --build-id v2 --keep-others");
    const before = await create(client, "c");
    await expect.poll(() => cluster.ledger()["c1"]).toBe(String(old.pid));

    expect(await promote(true)).toEqual({
      build_id: "v2",
      previous: "v1",
      checked: 3,
      kept: [`plan-${stays}`],
    });
    const after = await create(client, "d", "Begun with the new code, of the old kind");
    for (const id of [stays, moves, before, after]) await approve(client, id);
    const { a2, b2, c2, d2 } = cluster.ledger();
    expect(a2).toBe(String(old.pid));
    expect([b2, c2, d2]).toEqual(Array(3).fill(String(process.pid)));
  },
);
