import { realpathSync } from "node:fs";
import { join } from "node:path";
import { Connection } from "@temporalio/client";
import type { DevConfig } from "./dev-config.ts";
import { findRunningServer } from "./dev-server-state.ts";
import { missingSearchAttributes } from "./ensure-namespace.ts";
import { type FoundBinary, locateTemporalBinary } from "./find-binary.ts";
import { answers, findFreePort, LOOPBACK } from "./free-port.ts";
import { isServing } from "./server-health.ts";
import { readClockSkew, readPollers } from "./task-queue-pollers.ts";

export interface DoctorCheck {
  readonly name:
    | "node"
    | "temporal_binary"
    | "ports"
    | "temporal_server"
    | "search_attributes"
    | "worker"
    | "clock";
  readonly ok: boolean;
  readonly detail: string;
  /** What mends it: a command to type. Present whenever `ok` is false. */
  readonly fix?: string;
}

export interface DoctorDeps {
  readonly config: DevConfig;
  /** The data folder of the embedded server. */
  readonly dataDir: string;
  /** The queue that Holdpoint's workers poll. */
  readonly taskQueue: string;
  /** A Temporal of the user's own; absent = the embedded server. */
  readonly server?: {
    readonly address: string;
    readonly namespace: string;
    readonly connect: () => Promise<Connection>;
  };
  readonly nodeVersion?: string;
  /** Looks for the Temporal CLI without downloading or building it. */
  readonly locateBinary?: () => Promise<FoundBinary | undefined>;
}

/** Where the checks go, and what mends what they find there. */
interface Target {
  readonly address: string;
  readonly namespace: string;
  readonly connect: () => Promise<Connection>;
  readonly mend: { readonly server: string; readonly worker: string; readonly attributes: string };
}

/**
 * Looks at everything that a running Holdpoint needs and says what mends each thing that is amiss.
 * Changes nothing, starts nothing, never throws; takes a few seconds when the server is silent.
 */
export async function runDoctor(deps: DoctorDeps): Promise<DoctorCheck[]> {
  const checks = [checkNode(deps.nodeVersion ?? process.versions.node)];
  const embedded = deps.server === undefined ? await runningPort(deps) : undefined;
  if (deps.server === undefined) {
    checks.push(await checkBinary(deps), await checkPorts(deps, embedded));
  }
  const target = toTarget(deps, embedded);
  return [...checks, ...(await checkServer(deps, target))];
}

const OLDEST_NODE = [20, 19] as const;

function checkNode(version: string): DoctorCheck {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const ok = major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1]);
  const oldest = OLDEST_NODE.join(".");
  if (ok) return { name: "node", ok, detail: `Node ${version}` };
  return {
    name: "node",
    ok,
    detail: `Node ${version} is older than ${oldest}`,
    fix: "nvm install 22 && nvm use 22",
  };
}

async function checkBinary(deps: DoctorDeps): Promise<DoctorCheck> {
  const name = "temporal_binary";
  const locate =
    deps.locateBinary ?? (() => locateTemporalBinary({ version: deps.config.temporal_cli }));
  try {
    const found = await locate();
    if (found === undefined) {
      const detail = "No Temporal server here yet; the first start downloads or builds it";
      return { name, ok: false, detail, fix: "holdpoint start" };
    }
    const detail = `${found.path} (server ${found.version.server}, from ${found.source})`;
    return { name, ok: true, detail };
  } catch (error) {
    return { name, ok: false, detail: messageOf(error), fix: "unset HOLDPOINT_TEMPORAL_BINARY" };
  }
}

async function runningPort({ dataDir, config }: DoctorDeps): Promise<number | undefined> {
  try {
    const folder = realpathSync(dataDir);
    const running = await findRunningServer(folder, join(folder, config.database_file));
    return running?.place.port;
  } catch {
    return undefined;
  }
}

async function checkPorts(deps: DoctorDeps, running: number | undefined): Promise<DoctorCheck> {
  const name = "ports";
  if (running !== undefined) {
    return { name, ok: true, detail: `The embedded server is on port ${running}` };
  }
  const { grpc, ui } = deps.config.ports;
  try {
    const port = await findFreePort(grpc);
    const uiPort = await findFreePort(ui, [port]);
    const say = (wanted: number, free: number) =>
      wanted === free ? `${wanted} is free` : `${wanted} is in use, the next start takes ${free}`;
    return { name, ok: true, detail: `${say(grpc, port)}; ${say(ui, uiPort)}` };
  } catch (error) {
    const fix = `lsof -nP -iTCP:${grpc} -sTCP:LISTEN`;
    return { name, ok: false, detail: messageOf(error), fix };
  }
}

/** @param running the port of the folder's own server, when it runs. */
function toTarget({ server, config }: DoctorDeps, running: number | undefined): Target {
  if (server !== undefined) {
    const mend = {
      server: `temporal operator cluster health --address ${server.address}`,
      worker: "holdpoint worker",
      attributes: "holdpoint setup",
    };
    return { ...server, mend };
  }
  const port = running ?? config.ports.grpc;
  const address = `${LOOPBACK}:${port}`;
  const start = "holdpoint start";
  return {
    address,
    namespace: config.namespace,
    connect: async () => {
      if (!(await answers(port))) throw new Error("nothing listens there");
      if (running === undefined) throw new Error("what listens there is not this folder's server");
      return Connection.connect({ address, connectTimeout: "3s" });
    },
    mend: { server: start, worker: start, attributes: start },
  };
}

async function checkServer(deps: DoctorDeps, target: Target): Promise<DoctorCheck[]> {
  let connection: Connection;
  try {
    connection = await target.connect();
  } catch (error) {
    return unreachable(target, messageOf(error));
  }
  try {
    if (!(await isServing(connection))) return unreachable(target, "it does not say it serves");
    const detail = `${target.address}, namespace ${target.namespace}`;
    const skew = await readClockSkew(connection, target.namespace).catch(() => undefined);
    return [
      { name: "temporal_server", ok: true, detail },
      await checkAttributes(connection, deps, target),
      await checkWorker(connection, deps, target, skew ?? 0),
      checkClock(skew),
    ];
  } finally {
    await connection.close();
  }
}

function unreachable({ address, mend }: Target, why: string): DoctorCheck[] {
  const fix = mend.server;
  const detail = `not checked: no Temporal answers at ${address}`;
  return [
    { name: "temporal_server", ok: false, detail: `No Temporal at ${address}: ${why}`, fix },
    { name: "search_attributes", ok: false, detail, fix },
    { name: "worker", ok: false, detail, fix },
    { name: "clock", ok: false, detail, fix },
  ];
}

async function checkAttributes(
  connection: Connection,
  { config }: DoctorDeps,
  { namespace, mend }: Target,
): Promise<DoctorCheck> {
  const name = "search_attributes";
  try {
    const settings = { namespace, search_attributes: config.search_attributes };
    const missing = await missingSearchAttributes(connection, settings);
    if (missing.length === 0) {
      const all = Object.keys(config.search_attributes).length;
      return { name, ok: true, detail: `all ${all} are there` };
    }
    const detail = `missing in namespace ${namespace}: ${missing.join(", ")}`;
    return { name, ok: false, detail, fix: mend.attributes };
  } catch (error) {
    return { name, ok: false, detail: messageOf(error), fix: mend.attributes };
  }
}

/** A worker's poll lasts a minute; one that has not come back after this is gone. */
const POLLER_FRESH_MS = 75_000;

async function checkWorker(
  connection: Connection,
  { taskQueue }: DoctorDeps,
  { namespace, mend }: Target,
  skew: number,
): Promise<DoctorCheck> {
  const name = "worker";
  try {
    const { workflows, activities } = await readPollers(connection, namespace, taskQueue);
    const oldest = Date.now() + skew - POLLER_FRESH_MS;
    const fresh = (pollers: typeof workflows) => pollers.filter(({ seen_at }) => seen_at > oldest);
    const kinds = [
      ["plans", fresh(workflows).length],
      ["tools", fresh(activities).length],
    ] as const;
    const lacking = kinds.filter(([, count]) => count === 0).map(([kind]) => kind);
    if (lacking.length === 0) {
      return { name, ok: true, detail: `${kinds[0][1]} polling task queue ${taskQueue}` };
    }
    const detail = `no worker polls task queue ${taskQueue} for ${lacking.join(" and ")}`;
    return { name, ok: false, detail, fix: mend.worker };
  } catch (error) {
    return { name, ok: false, detail: messageOf(error), fix: mend.worker };
  }
}

/** Deadlines are set and shown by different clocks; a few seconds apart is not seen by anyone. */
const SKEW_LIMIT_MS = 5_000;

function checkClock(skew: number | undefined): DoctorCheck {
  const name = "clock";
  if (skew === undefined) {
    return { name, ok: true, detail: "the server did not show its clock" };
  }
  const ok = Math.abs(skew) <= SKEW_LIMIT_MS;
  const side = skew > 0 ? "ahead of" : "behind";
  const detail =
    skew === 0
      ? "same as the server's"
      : `the server's is ${Math.abs(skew) / 1_000} s ${side} ours`;
  return ok ? { name, ok, detail } : { name, ok, detail, fix: "sudo timedatectl set-ntp true" };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
