import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { cp, mkdtemp, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { Client, Connection } from "@temporalio/client";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { inEnglish } from "../../src/contract/service/notices.ts";
import { readDevConfig } from "../../src/temporal/connection/dev-config.ts";
import { missingSearchAttributes } from "../../src/temporal/connection/ensure-namespace.ts";
import { findTemporalBinary } from "../../src/temporal/embedded/binary/find-binary.ts";
import {
  type DevServer,
  type DevServerOptions,
  startDevServer,
} from "../../src/temporal/embedded/dev-server.ts";
import { isServing, waitUntilServing } from "../../src/temporal/embedded/server-health.ts";
import { findFreePort } from "../../src/temporal/machine/free-port.ts";
import { isProcessAlive } from "../../src/temporal/machine/process-alive.ts";
import { writeExecutable } from "./fake-temporal.ts";

const config = readDevConfig();
let dataDir: string;
let lines: string[];

/** Every server that a test asked for, so that none outlives it, not even one that it lost sight of. */
let servers: Promise<DevServer>[];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "holdpoint-dev-"));
  lines = [];
  servers = [];
});
afterEach(async () => {
  for (const outcome of await Promise.allSettled(servers)) {
    if (outcome.status === "fulfilled") await outcome.value.stop();
  }
  await rm(dataDir, { recursive: true, force: true });
});

/** Starts on the test's folder and any free ports; the test's end stops what it started. */
function start(options: Partial<DevServerOptions> = {}): Promise<DevServer> {
  return keep(
    startDevServer({
      dataDir,
      config,
      ports: { grpc: 0, ui: 0 },
      onNotice: (said) => lines.push(inEnglish(said)),
      ...options,
    }),
  );
}

function keep(server: Promise<DevServer>): Promise<DevServer> {
  servers.push(server);
  return server;
}

async function connect(address: string): Promise<Connection> {
  const connection = await Connection.connect({ address });
  onTestFinished(() => connection.close());
  return connection;
}

/** A workflow that nobody works on: it stays running until the end of time. */
async function startWorkflow(address: string): Promise<void> {
  const client = new Client({ connection: await connect(address) });
  await client.workflow.start("waits", { workflowId: "waiting", taskQueue: "nobody" });
}

async function workflowStatus(address: string): Promise<string> {
  const client = new Client({ connection: await connect(address) });
  return (await client.workflow.getHandle("waiting").describe()).status.name;
}

type Holder = ChildProcessByStdio<Writable, Readable, null>;

function spawnHolder(...args: string[]): Holder {
  const script = fileURLToPath(new URL("./hold-dev-server.ts", import.meta.url));
  const child: Holder = spawn(process.execPath, ["--import", "tsx", script, ...args], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

/** Temporal's CLI whose server begins once there is a file `go` in the folder. */
async function waitingBinary(): Promise<string> {
  const real = await findTemporalBinary({ version: config.temporal_cli });
  return writeExecutable(
    join(dataDir, "bin"),
    "while [ ! -e go ]; do sleep 0.05; done",
    `exec '${real.path}' "$@"`,
  );
}

/** What the folder knows of its server, as soon as that has been started. */
async function stateOnFile(): Promise<{ pid: number; port: number }> {
  const read = async () =>
    JSON.parse(await readFile(join(dataDir, "temporal.json"), "utf8")) as {
      pid: number;
      port: number;
    };
  return vi.waitFor(read, { timeout: 20_000 });
}

/** Another Holdpoint process on the same folder, and what it says of its server. */
async function startHolder(folder = dataDir) {
  const child = spawnHolder(folder);
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  return { child, server: JSON.parse(line) as { pid: number; adopted: boolean; ownerPid: number } };
}

describe("a start", () => {
  test("gives a namespace with 30 days of retention, all search attributes and a UI", async () => {
    const server = await start();
    const connection = await connect(server.address);
    const namespace = await connection.workflowService.describeNamespace({
      namespace: server.namespace,
    });
    expect(Number(namespace.config?.workflowExecutionRetentionTtl?.seconds)).toBe(30 * 86_400);
    expect(await missingSearchAttributes(connection, config)).toEqual([]);
    expect((await fetch(server.uiUrl)).status).toBe(200);
    expect(server).toMatchObject({ adopted: false, ownerPid: process.pid });
  });

  test("uses write-ahead logging", async () => {
    await start();
    expect(existsSync(join(dataDir, `${config.database_file}-wal`))).toBe(true);
  });

  test("takes the next free port when its own is busy, and says so", async () => {
    const grpc = await findFreePort(27_233);
    const busy = createServer().listen(grpc, "127.0.0.1");
    await once(busy, "listening");
    onTestFinished(() => void busy.close());
    const server = await start({ ports: { grpc, ui: 0 } });
    expect(Number(server.address.split(":")[1])).toBeGreaterThan(grpc);
    expect(lines).toContainEqual(
      expect.stringMatching(
        new RegExp(`^Port ${grpc} is in use: taking ${server.address.split(":")[1]}$`),
      ),
    );
  });

  test("takes the next port when another program was faster in the last moment", async () => {
    const real = await findTemporalBinary({ version: config.temporal_cli });
    const binary = await writeExecutable(
      join(dataDir, "bin"),
      'mkdir "$0.tried" 2>/dev/null && echo "bind: address already in use" && exit 1',
      `exec '${real.path}' "$@"`,
    );
    const grpc = await findFreePort(28_233);
    const server = await start({ binary, ports: { grpc, ui: 0 } });
    expect(Number(server.address.split(":")[1])).toBeGreaterThan(grpc);
    expect(await isServing(await connect(server.address))).toBe(true);
  });

  test("on two folders at the same moment gives two servers that want the same port", async () => {
    const ports = { grpc: await findFreePort(29_233), ui: await findFreePort(39_233) };
    const [one, two] = await Promise.all([
      start({ ports, dataDir: join(dataDir, "one") }),
      start({ ports, dataDir: join(dataDir, "two") }),
    ]);
    expect(one.address).not.toBe(two.address);
    expect(one.uiUrl).not.toBe(two.uiUrl);
    await startWorkflow(one.address);
    await expect(workflowStatus(two.address)).rejects.toThrow("workflow not found");
  });

  test("shows the log when the server does not start", async () => {
    const binary = await writeExecutable(dataDir, 'echo "no such pragma"', "exit 7");
    await expect(start({ binary })).rejects.toThrow(
      /Temporal ended while starting \(7\)\. Its log, .*temporal\.log, says:\nno such pragma/,
    );
  });

  test("says so when the binary cannot be run at all", async () => {
    await expect(start({ binary: join(dataDir, "nothing") })).rejects.toThrow(
      /Temporal could not be started: .*ENOENT/,
    );
  });

  test("leaves no process behind when it is aborted", async () => {
    const binary = await writeExecutable(dataDir, "exec sleep 600");
    const abort = new AbortController();
    const starting = start({ binary, signal: abort.signal });
    const { pid } = await stateOnFile();
    abort.abort(new Error("Ctrl-C"));
    await expect(starting).rejects.toThrow("Ctrl-C");
    expect(isProcessAlive(pid)).toBe(false);
  });

  test("leaves no process behind when it cannot write down that it serves", async () => {
    const real = await findTemporalBinary({ version: config.temporal_cli });
    // A folder has that name by then.
    const binary = await writeExecutable(
      join(dataDir, "bin"),
      "while [ ! -f temporal.json ]; do sleep 0.05; done",
      "rm temporal.json && mkdir temporal.json && echo $$ > pid",
      `exec '${real.path}' "$@"`,
    );
    await expect(start({ binary })).rejects.toThrow("temporal.json");
    const pid = Number(await readFile(join(dataDir, "pid"), "utf8"));
    onTestFinished(() => {
      if (isProcessAlive(pid)) process.kill(pid, "SIGKILL");
    });
    expect(isProcessAlive(pid)).toBe(false);
  });

  test("goes on waiting for its server when the clock is set ahead an hour meanwhile", async () => {
    const starting = start({ binary: await waitingBinary() });
    await stateOnFile();
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_000 });
    await writeFile(join(dataDir, "go"), "");
    expect(await isServing(await connect((await starting).address))).toBe(true);
  });

  test("ignores a state file that names some other live process", async () => {
    await writeFile(
      join(dataDir, "temporal.json"),
      JSON.stringify({
        pid: process.pid,
        port: 7233,
        ui_port: 8233,
        cluster_id: "another database",
        owner_pid: process.pid,
      }),
    );
    expect((await start()).adopted).toBe(false);
  });

  test("ignores a state file whose port another folder's server has by now", async () => {
    const other = await start({ dataDir: join(dataDir, "other") });
    const theirs = JSON.parse(
      await readFile(join(dataDir, "other", "temporal.json"), "utf8"),
    ) as object;
    const mine = { ...theirs, cluster_id: "of the database of this folder" };
    await writeFile(join(dataDir, "temporal.json"), JSON.stringify(mine));
    const server = await start();
    expect(server.adopted).toBe(false);
    expect(server.address).not.toBe(other.address);
  });

  test("ignores a state file that makes no sense", async () => {
    await writeFile(join(dataDir, "temporal.json"), "{ half");
    expect((await start()).adopted).toBe(false);
  });

  test("moves a database aside whose first start was cut off", async () => {
    const database = join(dataDir, config.database_file);
    await writeFile(`${database}.unfinished`, "");
    await writeFile(database, "not yet a database");
    await start();
    const [, aside] = /unfinished database is now (.*)$/.exec(lines[0] ?? "") ?? [];
    expect(await readFile(aside ?? "", "utf8")).toBe("not yet a database");
    expect(existsSync(`${database}.unfinished`)).toBe(false);
  });
});

describe("a second start on the same folder", () => {
  test("uses the first one's server and leaves it running", async () => {
    const first = await start();
    const second = await start();
    expect(second).toMatchObject({ pid: first.pid, address: first.address, adopted: true });
    expect(second.ownerPid).toBe(process.pid);
    expect(lines.at(-1)).toContain(`pid ${process.pid} will stop it`);
    await second.stop();
    expect(await isServing(await connect(first.address))).toBe(true);
    await first.stop();
    await second.exited;
    expect(isProcessAlive(first.pid)).toBe(false);
  });

  test("finds the server through another name of the folder", async () => {
    const first = await start();
    const link = `${dataDir}-link`;
    await symlink(dataDir, link);
    onTestFinished(() => rm(link));
    expect(await start({ dataDir: link })).toMatchObject({ pid: first.pid, adopted: true });
  });

  test("never makes a second server when both start at the same moment", async () => {
    const both = await Promise.all([start(), start(), startHolder()]);
    const pids = [both[0].pid, both[1].pid, both[2].server.pid];
    expect(new Set(pids).size).toBe(1);
    const adopted = [both[0].adopted, both[1].adopted, both[2].server.adopted];
    expect(adopted.filter((value) => !value)).toHaveLength(1);
  });

  test("leaves a server to its owner in another process", async () => {
    const holder = await startHolder();
    const mine = await start();
    expect(mine).toMatchObject({
      adopted: true,
      pid: holder.server.pid,
      ownerPid: holder.child.pid,
    });
    await mine.stop();
    expect(await isServing(await connect(mine.address))).toBe(true);
    const ended = once(holder.child, "exit");
    holder.child.stdin.end();
    await Promise.all([mine.exited, ended]);
    expect(isProcessAlive(holder.server.pid)).toBe(false);
  });

  test("takes over a server whose owner was killed, and then ends it", async () => {
    const holder = await startHolder();
    const ended = once(holder.child, "exit");
    holder.child.kill("SIGKILL");
    await ended;
    expect(isProcessAlive(holder.server.pid)).toBe(true);
    const mine = await start();
    expect(mine).toMatchObject({ adopted: true, pid: holder.server.pid, ownerPid: process.pid });
    await mine.stop();
    await mine.exited;
    expect(isProcessAlive(holder.server.pid)).toBe(false);
  });

  test("waits for a server that is being stopped and starts its own", async () => {
    const first = await start();
    const stopping = first.stop();
    const second = await start();
    await stopping;
    expect(second.pid).not.toBe(first.pid);
    expect(second.adopted).toBe(false);
    expect(await isServing(await connect(second.address))).toBe(true);
  });
});

describe("a copy of the folder", () => {
  /** The folder as `cp -a` copies it while its server runs. */
  async function copyOf(folder: string): Promise<string> {
    const copy = `${folder}-copy`;
    await cp(folder, copy, { recursive: true, preserveTimestamps: true });
    onTestFinished(() => rm(copy, { recursive: true, force: true }));
    return copy;
  }

  test("has a server of its own, whose plans are not those of the original", async () => {
    const original = await start();
    await startWorkflow(original.address);
    const mine = await start({ dataDir: await copyOf(dataDir) });
    expect(mine).toMatchObject({ adopted: false, ownerPid: process.pid });
    expect(mine.address).not.toBe(original.address);
    expect(lines.join("\n")).not.toContain("already serves");
    expect(await workflowStatus(mine.address)).toBe("RUNNING");
    const client = new Client({ connection: await connect(mine.address) });
    await client.workflow.getHandle("waiting").terminate();
    expect(await workflowStatus(original.address)).toBe("RUNNING");
  });

  test("leaves the original's server alone whose owner was killed", async () => {
    const holder = await startHolder();
    onTestFinished(() => void process.kill(holder.server.pid, "SIGKILL"));
    const ended = once(holder.child, "exit");
    holder.child.kill("SIGKILL");
    await ended;
    const mine = await start({ dataDir: await copyOf(dataDir) });
    expect(mine.pid).not.toBe(holder.server.pid);
    await mine.stop();
    expect(isProcessAlive(holder.server.pid)).toBe(true);
  });
});

describe("a folder that has another name now", () => {
  test("still has its plans when it was moved while nothing ran", async () => {
    const first = await start();
    await startWorkflow(first.address);
    await first.stop();
    const moved = `${dataDir}-moved`;
    await rename(dataDir, moved);
    onTestFinished(() => rm(moved, { recursive: true, force: true }));
    const second = await start({ dataDir: moved });
    expect(await workflowStatus(second.address)).toBe("RUNNING");
  });

  test("still has its server when it was moved while that ran", async () => {
    const first = await start();
    const moved = `${dataDir}-moved`;
    await rename(dataDir, moved);
    onTestFinished(() => rm(moved, { recursive: true, force: true }));
    expect(await start({ dataDir: moved })).toMatchObject({ adopted: true, pid: first.pid });
  });
});

test("a server that an earlier release has started is found, too", async () => {
  const first = await start();
  const file = join(dataDir, "temporal.json");
  const { folder: _, ...before } = JSON.parse(await readFile(file, "utf8")) as { folder: string };
  await writeFile(file, JSON.stringify(before));
  expect(await start()).toMatchObject({ adopted: true, pid: first.pid });
});

describe("what the server knows", () => {
  test("survives a stop and a start", async () => {
    const first = await start();
    await startWorkflow(first.address);
    await first.stop();
    const second = await start();
    expect(await workflowStatus(second.address)).toBe("RUNNING");
    expect(lines.filter((line) => line.startsWith("Temporal: "))).toHaveLength(2);
  });

  test("is still there two starts after a first one that was killed before it was ready", async () => {
    const killed = spawnHolder(dataDir, await waitingBinary());
    const { pid, port } = await stateOnFile();
    const ended = once(killed, "exit");
    killed.kill("SIGKILL");
    await ended;
    await writeFile(join(dataDir, "go"), "");
    await waitUntilServing(port, { deadline: Infinity, giveUp: () => !isProcessAlive(pid) });
    const second = await start();
    expect(second).toMatchObject({ adopted: true, pid });
    await startWorkflow(second.address);
    await second.stop();
    const third = await start();
    expect(await workflowStatus(third.address)).toBe("RUNNING");
    expect(lines.join("\n")).not.toContain("unfinished database");
  });

  test("survives kill -9, and a restart serves at the same address", async () => {
    const first = await start();
    await startWorkflow(first.address);
    process.kill(first.pid, "SIGKILL");
    expect(await first.exited).toEqual({ signal: "SIGKILL" });
    const second = await keep(first.restart());
    expect(second.address).toBe(first.address);
    expect(second.pid).not.toBe(first.pid);
    expect(await workflowStatus(second.address)).toBe("RUNNING");
  });

  test("can be had again by one who adopted it, after its owner stopped", async () => {
    const first = await start();
    const second = await start();
    await startWorkflow(first.address);
    await first.stop();
    await second.exited;
    const third = await keep(second.restart());
    expect(third).toMatchObject({ adopted: false, address: first.address });
    expect(await workflowStatus(third.address)).toBe("RUNNING");
  });
});

describe("a stop", () => {
  test("ends only its own server", async () => {
    const mine = await start();
    const other = await start({ dataDir: join(dataDir, "other") });
    await mine.stop();
    expect(isProcessAlive(mine.pid)).toBe(false);
    expect(await isServing(await connect(other.address))).toBe(true);
  });

  test("may be repeated, also after the server died by itself", async () => {
    const server = await start();
    process.kill(server.pid, "SIGKILL");
    await server.exited;
    await Promise.all([server.stop(), server.stop()]);
    expect(await server.exited).toEqual({ signal: "SIGKILL" });
  });
});

test("an owner that ends without a stop takes its server with it", async () => {
  const script = `
    import { startTestServer } from ${JSON.stringify(new URL("../support/dev-server.ts", import.meta.url).href)};
    const server = await startTestServer({ dataDir: ${JSON.stringify(dataDir)} });
    process.stdout.write(String(server.pid));
    process.exit(3);
  `;
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  const [text] = (await once(child.stdout, "data")) as [Buffer];
  await ended;
  await vi.waitFor(() => expect(isProcessAlive(Number(text.toString()))).toBe(false), {
    timeout: 20_000,
  });
});
