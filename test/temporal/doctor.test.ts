import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Connection } from "@temporalio/client";
import { NativeConnection, Worker } from "@temporalio/worker";
import { beforeEach, describe, expect, inject, onTestFinished, test } from "vitest";
import { inEnglish } from "../../src/contract/service/notices.ts";
import { readDevConfig } from "../../src/temporal/connection/dev-config.ts";
import { ensureNamespace } from "../../src/temporal/connection/ensure-namespace.ts";
import {
  NO_KEYS,
  readEncryptionKeys,
} from "../../src/temporal/connection/payloads/encryption-keys.ts";
import { type DoctorCheck, type DoctorDeps, runDoctor } from "../../src/temporal/doctor.ts";
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

type Told = Omit<DoctorCheck, "detail"> & { readonly detail: string };

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
