import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client, Connection } from "@temporalio/client";
import { NativeConnection, Worker } from "@temporalio/worker";
import { beforeEach, describe, expect, inject, onTestFinished, test } from "vitest";
import type { FoundCheck } from "../../src/contract/service/checks.ts";
import { inEnglish } from "../../src/contract/service/notices.ts";
import { checkArtifacts } from "../../src/runtime/artifacts.ts";
import { lookAtSecretKeys, openSecrets, secretKeyIdOf } from "../../src/runtime/keys.ts";
import { readDevConfig } from "../../src/temporal/connection/dev-config.ts";
import { ensureNamespace } from "../../src/temporal/connection/ensure-namespace.ts";
import { tellSecretKeyId } from "../../src/temporal/connection/known-key.ts";
import {
  NO_KEYS,
  readEncryptionKeys,
} from "../../src/temporal/connection/payloads/encryption-keys.ts";
import { type DoctorDeps, runDoctor } from "../../src/temporal/doctor.ts";
import { startDevServer } from "../../src/temporal/embedded/dev-server.ts";
import { findFreePort } from "../../src/temporal/machine/free-port.ts";
import { runCli } from "../cli/support/run-cli.ts";
import { startTestServer } from "../support/dev-server.ts";
import { guardTemporal } from "../support/guarded-temporal.ts";

const config = readDevConfig();
const address = inject("temporalAddress");
let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "holdpoint-doctor-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
});

const connect = () => Connection.connect({ address });

type Told = Omit<FoundCheck, "detail"> & { readonly detail: string };

async function examine(over: Partial<DoctorDeps> = {}): Promise<Map<string, Told>> {
  const nothing = { taskQueue: "doctor-nobody", encryptionKeys: NO_KEYS };
  const checks = await runDoctor({ config, dataDir, ...nothing, ...over });
  // Every failure names what mends it.
  expect(checks.filter(({ ok, fix }) => !ok && !fix)).toEqual([]);
  return new Map(
    checks.map((check) => [check.name, { ...check, detail: inEnglish(check.detail) }]),
  );
}

describe("the doctor", () => {
  test("finds all well with a server and a worker, and names the worker's queue", async () => {
    const connection = await NativeConnection.connect({ address });
    onTestFinished(() => connection.close());
    const worker = await Worker.create({
      connection,
      taskQueue: "doctor-worker",
      workflowsPath: fileURLToPath(new URL("./sleeper.workflow.ts", import.meta.url)),
      activities: { nothing: async () => undefined },
    });
    const server = { address, namespace: "default", connect };
    const checks = await worker.runUntil(async () => {
      // The worker polls as soon as it runs; the server has noted it when it shows the poller.
      const client = await connect();
      onTestFinished(() => client.close());
      for (const taskQueueType of [1, 2]) {
        let pollers: readonly unknown[] = [];
        while (pollers.length === 0) {
          const queue = {
            namespace: "default",
            taskQueue: { name: "doctor-worker" },
            taskQueueType,
          };
          pollers = (await client.workflowService.describeTaskQueue(queue)).pollers ?? [];
        }
      }
      return examine({ taskQueue: "doctor-worker", server });
    });
    expect([...checks.values()].filter(({ ok }) => !ok)).toEqual([]);
    expect(checks.get("worker")?.detail).toContain("doctor-worker");
    expect(checks.get("clock")?.detail).toBe("same as the server's");
    // The user's own server needs neither our binary nor our ports.
    expect([...checks.keys()]).not.toContain("temporal_binary");
  });

  test("names the command that starts a missing worker", async () => {
    const own = await examine({ server: { address, namespace: "default", connect } });
    expect(own.get("worker")).toEqual({
      name: "worker",
      ok: false,
      detail: "no worker polls task queue doctor-nobody for plans and tools",
      fix: "holdpoint worker",
    });
  });

  test("names the search attributes that a namespace lacks and what adds them", async () => {
    const client = await connect();
    onTestFinished(() => client.close());
    const namespace = `doctor-${Date.now()}`;
    await ensureNamespace(client, { namespace, search_attributes: { PlanStatus: "Keyword" } });
    const checks = await examine({ server: { address, namespace, connect } });
    expect(checks.get("search_attributes")).toEqual({
      name: "search_attributes",
      ok: false,
      detail: `missing in namespace ${namespace}: PlanMode, OpenHolds, OpenWork, NextDeadline, NewsAt, PlanOwner, PlanTags, PlanArchived, PlanNotice, ForkedFrom`,
      fix: "holdpoint setup",
    });
  });

  test("says once that the namespace is not there, what makes it, and that the rest was not looked at", async () => {
    const namespace = `nobody-made-${Date.now()}`;
    const checks = await examine({ server: { address, namespace, connect } });
    expect(checks.get("temporal_server")).toEqual({
      name: "temporal_server",
      ok: false,
      detail: `Temporal has no namespace ${namespace}. Make it (holdpoint setup), or name another by --namespace.`,
      fix: "holdpoint setup",
    });
    for (const name of ["search_attributes", "worker", "builds", "plans", "clock"]) {
      expect(checks.get(name)).toEqual({
        name,
        ok: false,
        detail: `not checked: there is no namespace ${namespace}`,
        fix: "holdpoint setup",
      });
    }
  });

  test("marks a clock that the server does not show as neither well nor amiss", async () => {
    const guard = await guardTemporal(address, { forbidden: ["PollWorkflowTaskQueue"] });
    onTestFinished(() => guard.close());
    const cli = runCli(["doctor"], {
      cwd: dataDir,
      env: { HOLDPOINT_LANG: "en", TEMPORAL_ADDRESS: guard.address },
    });
    await cli.ended;
    expect(cli.text()).toMatch(/^! clock +the server did not show its clock$/m);
  });

  test("says to start when nothing runs, and does not claim to have checked the rest", async () => {
    const grpc = await findFreePort(0);
    const ports = { grpc, ui: await findFreePort(0, [grpc]) };
    const checks = await examine({ config: { ...config, ports } });
    expect(checks.get("temporal_server")?.detail).toBe(
      `No Temporal at 127.0.0.1:${grpc}: nothing listens there`,
    );
    expect(checks.get("ports")).toMatchObject({ ok: true });
    expect(checks.get("temporal_server")).toMatchObject({ ok: false, fix: "holdpoint start" });
    for (const name of ["search_attributes", "worker", "clock"]) {
      expect(checks.get(name)?.detail).toContain("not checked");
    }
  });

  test("takes nobody else's server for that of the folder", async () => {
    const other = await startTestServer();
    onTestFinished(() => other.remove());
    const grpc = Number(other.address.split(":")[1]);
    const ports = { grpc, ui: await findFreePort(0, [grpc]) };
    const checks = await examine({ config: { ...config, ports } });
    expect(checks.get("temporal_server")).toMatchObject({
      ok: false,
      detail: `No Temporal at ${other.address}: what listens there is not this folder's server`,
      fix: "holdpoint start",
    });
  });

  test("finds the embedded server of the folder wherever its port is", async () => {
    const server = await startDevServer({ dataDir, config, ports: { grpc: 0, ui: 0 } });
    onTestFinished(() => server.stop());
    const checks = await examine();
    expect(checks.get("temporal_server")).toMatchObject({
      ok: true,
      detail: `${server.address}, namespace default`,
    });
    expect(checks.get("ports")?.detail).toContain(server.address.split(":")[1]);
    expect(checks.get("worker")).toMatchObject({ ok: false, fix: "holdpoint start" });
  });

  test("refuses a Node that is too old, and accepts the oldest that is not", async () => {
    const old = await examine({ nodeVersion: "20.18.3" });
    expect(old.get("node")).toMatchObject({
      ok: false,
      detail: "Node 20.18.3 is older than 20.19",
    });
    expect((await examine({ nodeVersion: "20.19.0" })).get("node")?.ok).toBe(true);
    expect((await examine({ nodeVersion: "24.0.1" })).get("node")?.ok).toBe(true);
  });

  test("says what is wrong with a binary, and that none is there yet", async () => {
    const none = await examine({ locateBinary: async () => undefined });
    expect(none.get("temporal_binary")).toMatchObject({ ok: false, fix: "holdpoint start" });
    const wrong = await examine({
      locateBinary: async () => {
        throw new Error("HOLDPOINT_TEMPORAL_BINARY names /nowhere");
      },
    });
    expect(wrong.get("temporal_binary")).toMatchObject({
      ok: false,
      detail: "HOLDPOINT_TEMPORAL_BINARY names /nowhere",
      fix: "unset HOLDPOINT_TEMPORAL_BINARY",
    });
  });
});

test("the doctor says whether plans are encrypted, and with which keys", async () => {
  const detail = async (text: string) => {
    const encryptionKeys = readEncryptionKeys({ HOLDPOINT_ENCRYPTION_KEYS: text });
    return (await examine({ encryptionKeys })).get("encryption");
  };
  const key = Buffer.alloc(32, 1).toString("base64");
  expect(await detail("")).toMatchObject({
    ok: true,
    detail: expect.stringContaining("plain text") as string,
  });
  expect((await detail(`new:${key}`))?.detail).toBe('Plans are kept encrypted, with key "new"');
  expect((await detail(`new:${key},old:${key}`))?.detail).toContain("also read: old");
});

describe("the doctor tries out where large values are kept", () => {
  const look = async (artifactsDir: string) => {
    const config = { artifactsDir, artifacts: undefined, encryptionKeys: NO_KEYS };
    const [found] = await checkArtifacts(config);
    return { ...found, detail: inEnglish(found!.detail) };
  };

  test("it keeps a value in the folder for a moment, and nothing of it stays", async () => {
    const folder = join(dataDir, "artifacts");
    await mkdir(folder);
    expect(await look(folder)).toEqual({
      name: "artifacts",
      ok: true,
      detail: `large values are kept in ${folder}, which takes and gives them`,
    });
    const left = await readdir(folder, { recursive: true, withFileTypes: true });
    expect(left.filter((entry) => entry.isFile())).toEqual([]);
  });

  test("a folder that is not there yet is not made", async () => {
    const folder = join(dataDir, "artifacts");
    expect(await look(folder)).toMatchObject({ ok: true });
    expect(await readdir(dataDir)).toEqual([]);
  });

  test("what is no folder is named, with the command that shows it", async () => {
    const file = join(dataDir, "artifacts");
    await writeFile(file, "");
    expect(await look(file)).toMatchObject({
      ok: false,
      detail: expect.stringContaining(`Large values cannot be kept in ${file}`) as string,
      fix: `ls -ld ${file}`,
    });
  });
});

describe("the doctor looks for the keys of secrets in plans", () => {
  const config = () => ({ dataDir, encryptionKeys: NO_KEYS });
  const file = () => join(dataDir, "secret-keys");

  test("a folder that has the key by which Temporal knows it is well, one without it is not", async () => {
    const client = await connect();
    onTestFinished(() => client.close());
    const namespace = `doctor-secrets-${Date.now()}`;
    await ensureNamespace(client, { namespace, search_attributes: {} });
    const server = { address, namespace, connect };
    const look = async () => {
      const lookAt = (known: string | undefined) => lookAtSecretKeys(config(), known);
      return (await examine({ server, lookAtSecretKeys: lookAt })).get("secret_keys");
    };
    expect(await look()).toMatchObject({
      ok: true,
      detail: "none yet; the first worker or API makes one",
    });

    await openSecrets(config());
    const id = (await secretKeyIdOf(config()))!;
    await tellSecretKeyId(client, namespace, id);
    expect(await look()).toMatchObject({
      ok: true,
      detail: `what opens secrets in plans is in ${file()}`,
    });

    const kept = await readFile(file(), "utf8");
    await rm(file());
    const lost = {
      ok: false,
      detail: expect.stringContaining(`sealed with key ${id}, which is not in ${file()}`) as string,
      fix: `cp <backup>/secret-keys ${file()}`,
    };
    expect(await look()).toMatchObject(lost);
    // A worker or an API that starts now makes another, which opens nothing of before.
    await openSecrets(config());
    expect(await look()).toMatchObject(lost);
    await appendFile(file(), kept);
    expect(await look()).toMatchObject({ ok: true });
    await writeFile(file(), "what a text editor left");
    expect(await look()).toMatchObject({ ok: false, fix: `cp <backup>/secret-keys ${file()}` });
  });
});

test("the doctor names todos that wait where no worker asks for work, and not those of a worker that is busy", async () => {
  const client = await connect();
  onTestFinished(() => client.close());
  const queue = `doctor-plans-${Date.now()}`;
  const other = `${queue}-gpu`;
  const native = await NativeConnection.connect({ address });
  onTestFinished(() => native.close());
  const worker = await Worker.create({
    connection: native,
    taskQueue: queue,
    workflowsPath: fileURLToPath(new URL("./renders.workflow.ts", import.meta.url)),
  });
  const temporal = new Client({ connection: client });
  const handle = await temporal.workflow.start("renders", {
    workflowId: `plan-${queue}.render`,
    taskQueue: queue,
    args: [other],
  });
  onTestFinished(() => handle.terminate().then(() => undefined));
  const look = async () =>
    (await examine({ taskQueue: queue, server: { address, namespace: "default", connect } })).get(
      "plans",
    );
  await worker.runUntil(async () => {
    await expect.poll(look, { timeout: 30_000 }).toMatchObject({
      ok: false,
      detail: expect.stringMatching(
        new RegExp(
          `^no worker asks task queue ${other} for work, where todos wait: ${queue}.render\\.`,
        ),
      ) as string,
      fix: `holdpoint plan show ${queue}`,
    });
    const task = await client.withDeadline(Date.now() + 30_000, () =>
      client.workflowService.pollActivityTaskQueue({
        namespace: "default",
        taskQueue: { name: other },
      }),
    );
    expect(task.activityType?.name).toBe("render");
    expect(await look()).toMatchObject({ ok: true });
  });
});
