import { Connection } from "@temporalio/client";
import { fixOf, notice, NoticeError, whyOf, type Notice } from "../contract/service/notices.ts";
import { TEMPORAL_NAMES } from "../contract/tables/temporal-names.ts";
import type { DevConfig } from "./connection/dev-config.ts";
import { KEYS_VARIABLE, type EncryptionKeys } from "./connection/payloads/encryption-keys.ts";
import { findRunningServer } from "./embedded/dev-server-state.ts";
import { hasGrpcStatus } from "./connection/grpc-status.ts";
import { quoted } from "./connection/quoted.ts";
import { missingSearchAttributes } from "./connection/ensure-namespace.ts";
import { type FoundBinary, locateTemporalBinary } from "./embedded/binary/find-binary.ts";
import { answers, findFreePort, LOOPBACK } from "./machine/free-port.ts";
import { isServing } from "./embedded/server-health.ts";
import { readWorkerVersions } from "./connection/worker-versions.ts";
import { readCodes } from "./connection/worker-presence.ts";
import { readClockSkew, readPollers } from "./connection/task-queue-pollers.ts";

export interface DoctorCheck {
  readonly name:
    | "node"
    | "temporal_binary"
    | "ports"
    | "temporal_server"
    | "search_attributes"
    | "worker"
    | "builds"
    | "plans"
    | "clock"
    | "encryption";
  readonly ok: boolean;
  readonly detail: Notice | string;
  /** What mends it: a command to type. Present whenever `ok` is false. */
  readonly fix?: string;
}

export interface DoctorDeps {
  readonly config: DevConfig;
  /** The data folder of the embedded server. */
  readonly dataDir: string;
  /** The queue that Holdpoint's workers poll. */
  readonly taskQueue: string;
  readonly encryptionKeys: EncryptionKeys;
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
  const checks = [
    checkNode(deps.nodeVersion ?? process.versions.node),
    checkEncryption(deps.encryptionKeys),
  ];
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
  if (ok) return { name: "node", ok, detail: notice("node_fine", { version }) };
  return {
    name: "node",
    ok,
    detail: notice("node_old", { version, oldest }),
    fix: "nvm install 22 && nvm use 22",
  };
}

function checkEncryption(keys: EncryptionKeys): DoctorCheck {
  const [first, ...others] = keys.keys();
  const detail =
    first === undefined
      ? notice("not_encrypted", { variable: KEYS_VARIABLE })
      : notice(others.length === 0 ? "encrypted" : "encrypted_reads", {
          first,
          others: others.join(", "),
        });
  return { name: "encryption", ok: true, detail };
}

async function checkBinary(deps: DoctorDeps): Promise<DoctorCheck> {
  const name = "temporal_binary";
  const locate =
    deps.locateBinary ?? (() => locateTemporalBinary({ version: deps.config.temporal_cli }));
  try {
    const found = await locate();
    if (found === undefined) {
      const detail = notice("binary_none");
      return { name, ok: false, detail, fix: "holdpoint start" };
    }
    const { path, source, version } = found;
    const detail = notice("binary_found", {
      path,
      version: version.server,
      source: notice(`binary_from_${source}`),
    });
    return { name, ok: true, detail };
  } catch (error) {
    return { name, ok: false, detail: whyOf(error), fix: "unset HOLDPOINT_TEMPORAL_BINARY" };
  }
}

/** A server that has not answered in this long is not looked at. */
const SILENT_MS = 3_000;

async function runningPort({ dataDir }: DoctorDeps): Promise<number | undefined> {
  try {
    return (await findRunningServer(dataDir, { waitMs: SILENT_MS }))?.port;
  } catch {
    return undefined;
  }
}

async function checkPorts(deps: DoctorDeps, running: number | undefined): Promise<DoctorCheck> {
  const name = "ports";
  if (running !== undefined) {
    return { name, ok: true, detail: notice("embedded_at", { port: running }) };
  }
  const { grpc, ui } = deps.config.ports;
  try {
    const port = await findFreePort(grpc);
    const uiPort = await findFreePort(ui, [port]);
    const say = (wanted: number, free: number) =>
      wanted === free
        ? notice("port_free", { port: wanted })
        : notice("port_used", { port: wanted, other: free });
    const detail = notice("both", { first: say(grpc, port), second: say(ui, uiPort) });
    return { name, ok: true, detail };
  } catch (error) {
    const fix = `lsof -nP -iTCP:${grpc} -sTCP:LISTEN`;
    return { name, ok: false, detail: whyOf(error), fix };
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
      if (!(await answers(port))) throw new NoticeError(notice("nothing_listens"));
      if (running === undefined) throw new NoticeError(notice("other_listens"));
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
    return unreachable(target, whyOf(error), fixOf(error));
  }
  try {
    if (!(await isServing(connection))) return unreachable(target, notice("not_serving"));
    const { address, namespace } = target;
    const detail = notice("serving_at", { address, namespace });
    const skew = await readClockSkew(connection, target.namespace).catch(() => undefined);
    return [
      { name: "temporal_server", ok: true, detail },
      await checkAttributes(connection, deps, target),
      await checkWorker(connection, deps, target, skew ?? 0),
      await checkBuilds(connection, deps, target),
      await checkPlans(connection, deps, target),
      checkClock(skew),
    ];
  } finally {
    await connection.close();
  }
}

/** What says by itself that it is about a Temporal. */
const WHOLE = new Set<string>(["temporal_unusable", "temporal_settings_wrong", "no_temporal"]);

function unreachable(
  { address, mend }: Target,
  why: Notice | string,
  fix = mend.server,
): DoctorCheck[] {
  const detail = notice("not_checked", { address });
  const isWhole = typeof why !== "string" && WHOLE.has(why.id);
  const said = isWhole ? why : notice("nobody_at", { address, why });
  return [
    { name: "temporal_server", ok: false, detail: said, fix },
    { name: "search_attributes", ok: false, detail, fix },
    { name: "worker", ok: false, detail, fix },
    { name: "builds", ok: false, detail, fix },
    { name: "plans", ok: false, detail, fix },
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
      return { name, ok: true, detail: notice("attributes_there", { count: all }) };
    }
    const detail = notice("attributes_missing", { namespace, names: missing.join(", ") });
    return { name, ok: false, detail, fix: mend.attributes };
  } catch (error) {
    return { name, ok: false, detail: whyOf(error), fix: mend.attributes };
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
    const count = fresh(workflows).length;
    const hasTools = fresh(activities).length > 0;
    if (count > 0 && hasTools) {
      return { name, ok: true, detail: notice("queue_polled", { count, queue: taskQueue }) };
    }
    const kinds = notice(hasTools ? "plans" : count > 0 ? "tools" : "plans_and_tools");
    const detail = notice("queue_not_polled", { queue: taskQueue, kinds });
    return { name, ok: false, detail, fix: mend.worker };
  } catch (error) {
    return { name, ok: false, detail: whyOf(error), fix: mend.worker };
  }
}

/** Which code plans go to. */
async function checkBuilds(
  connection: Connection,
  { taskQueue }: DoctorDeps,
  { namespace, mend }: Target,
): Promise<DoctorCheck> {
  const name = "builds";
  try {
    const { current, builds } = await readWorkerVersions(connection, namespace);
    if (current === null) {
      const codes = await readCodes(connection, namespace, taskQueue);
      if (codes.size < 2) return { name, ok: true, detail: notice("versions_none") };
      const said = [...codes].map(([code, count]) => `${code} (${count})`).join(", ");
      const fix = "holdpoint worker --versioned";
      return { name, ok: false, detail: notice("codes_differ", { codes: said }), fix };
    }
    const others = builds.filter((build) => build !== current);
    const said = { build: current, others: others.join(", ") || "-" };
    return { name, ok: true, detail: notice("versions_current", said) };
  } catch (error) {
    return { name, ok: false, detail: whyOf(error), fix: mend.worker };
  }
}

/** As many are named; the list of plans marks them all. */
const MAX_STUCK = 5;

/** Plans that no worker can go on with. */
async function checkPlans(
  connection: Connection,
  { taskQueue }: DoctorDeps,
  { namespace }: Target,
): Promise<DoctorCheck> {
  const name = "plans";
  const query = [
    `WorkflowType = ${quoted(TEMPORAL_NAMES.plan_workflow)}`,
    `TaskQueue = ${quoted(taskQueue)}`,
    "ExecutionStatus = 'Running'",
    "TemporalReportedProblems IS NOT NULL",
  ].join(" AND ");
  try {
    const { workflowService } = connection;
    const { count } = await workflowService.countWorkflowExecutions({ namespace, query });
    if (Number(count) === 0) return { name, ok: true, detail: notice("no_plan_stuck") };
    const request = { namespace, query, pageSize: MAX_STUCK };
    const { executions } = await workflowService.listWorkflowExecutions(request);
    const ids = executions.map(({ execution }) =>
      (execution?.workflowId ?? "").slice(TEMPORAL_NAMES.plan_prefix.length),
    );
    const detail = notice("plans_stuck", { count: Number(count), ids: ids.join(", ") });
    return { name, ok: false, detail, fix: `holdpoint plan show ${ids[0] ?? ""}` };
  } catch (error) {
    // Temporal before 1.30 does not know what is asked for.
    if (hasGrpcStatus(error, "INVALID_ARGUMENT")) {
      return { name, ok: true, detail: notice("stuck_hidden") };
    }
    return { name, ok: false, detail: whyOf(error), fix: "holdpoint plan list" };
  }
}

/** Deadlines are set and shown by different clocks; a few seconds apart is not seen by anyone. */
const SKEW_LIMIT_MS = 5_000;

function checkClock(skew: number | undefined): DoctorCheck {
  const name = "clock";
  if (skew === undefined) {
    return { name, ok: true, detail: notice("clock_hidden") };
  }
  const ok = Math.abs(skew) <= SKEW_LIMIT_MS;
  const seconds = Math.abs(skew) / 1_000;
  const detail =
    skew === 0
      ? notice("clock_same")
      : notice(skew > 0 ? "clock_ahead" : "clock_behind", { seconds });
  return ok ? { name, ok, detail } : { name, ok, detail, fix: "sudo timedatectl set-ntp true" };
}
