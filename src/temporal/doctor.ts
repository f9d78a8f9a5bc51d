import { Connection } from "@temporalio/client";
import type { FoundCheck } from "../contract/service/checks.ts";
import { fixOf, notice, NoticeError, whyOf, type Notice } from "../contract/service/notices.ts";
import type { DevConfig } from "./connection/dev-config.ts";
import { missingSearchAttributes } from "./connection/ensure-namespace.ts";
import { hasGrpcStatus } from "./connection/grpc-status.ts";
import { readKnownKey, readSecretKeyId } from "./connection/known-key.ts";
import { KEYS_VARIABLE, type EncryptionKeys } from "./connection/payloads/encryption-keys.ts";
import {
  readClockSkew,
  readPollers,
  type TaskQueuePollers,
} from "./connection/workers/task-queue-pollers.ts";
import {
  CLOCKS_APART_MS,
  POLLER_FRESH_MS,
  readCodes,
  readPresence,
  readTools,
  readWrongClocks,
  type WrongClock,
} from "./connection/workers/worker-presence.ts";
import { readWorkerVersions } from "./connection/workers/worker-versions.ts";
import { type FoundBinary, locateTemporalBinary } from "./embedded/binary/find-binary.ts";
import { findRunningServer } from "./embedded/dev-server-state.ts";
import { isServing } from "./embedded/server-health.ts";
import { answers, findFreePort, LOOPBACK } from "./machine/free-port.ts";
import { findWaitingPlans, type Finding } from "./waiting-plans.ts";

export interface DoctorDeps {
  readonly config: DevConfig;
  /** The data folder of the embedded server. */
  readonly dataDir: string;
  /** The queue that Holdpoint's workers poll. */
  readonly taskQueue: string;
  readonly encryptionKeys: EncryptionKeys;
  /** Whether the keys are here by which plans know their API. @param known which one that is. */
  readonly lookAtProofKeys?: (known: string | undefined) => Promise<Found>;
  /** Whether the keys are here that open secrets in plans. @param known the one that seals them. */
  readonly lookAtSecretKeys?: (known: string | undefined) => Promise<Found>;
  /** A Temporal of the user's own; absent = the embedded server. */
  readonly server?: {
    readonly address: string;
    readonly namespace: string;
    readonly connect: () => Promise<Connection>;
  };
  /** Looks at the schedules; they are not looked at when absent. */
  readonly findSchedules?: (connection: Connection, place: SearchedPlace) => Promise<Found>;
  /** Looks for plans that wait for whom nobody here is; they are not looked for when absent. */
  readonly findUnapproved?: (connection: Connection, place: SearchedPlace) => Promise<Finding[]>;
  readonly nodeVersion?: string;
  /** Looks for the Temporal CLI without downloading or building it. */
  readonly locateBinary?: () => Promise<FoundBinary | undefined>;
}

/** Where in a Temporal something is looked for. */
export interface SearchedPlace {
  readonly namespace: string;
  readonly queue: string;
  /** Temporal's time; this machine's where Temporal does not show its own. */
  readonly now: () => string;
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
export async function runDoctor(deps: DoctorDeps): Promise<FoundCheck[]> {
  const checks = [
    await checkNode(deps.nodeVersion ?? process.versions.node),
    checkEncryption(deps.encryptionKeys),
  ];
  const embedded = deps.server === undefined ? await runningPort(deps) : undefined;
  if (deps.server === undefined) {
    checks.push(await checkBinary(deps), await checkPorts(deps, embedded));
  }
  const target = toTarget(deps, embedded);
  return [...checks, ...(await checkServer(deps, target))];
}

export interface Found {
  readonly ok: boolean;
  readonly detail: Notice;
  /** What mends it, when that is not the usual. */
  readonly fix?: string | undefined;
}

const fine = (detail: Notice): Found => ({ ok: true, detail });
const amiss = (detail: Notice, fix?: string): Found => ({ ok: false, detail, fix });

/** Looks at one thing. What cannot be looked at is amiss. @param fix what usually mends it. */
async function look(
  name: FoundCheck["name"],
  fix: string,
  find: () => Found | Promise<Found>,
): Promise<FoundCheck> {
  try {
    const { ok, detail, fix: own = fix } = await find();
    return ok ? { name, ok, detail } : { name, ok, detail, fix: own };
  } catch (error) {
    return { name, ok: false, detail: whyOf(error), fix: fixOf(error) ?? fix };
  }
}

/** The same where there is something to look with. */
async function lookIf<How>(
  how: How | undefined,
  name: FoundCheck["name"],
  fix: string,
  find: (how: How) => Promise<Found>,
): Promise<FoundCheck[]> {
  return how === undefined ? [] : [await look(name, fix, () => find(how))];
}

const OLDEST_NODE = [20, 19] as const;

function checkNode(version: string): Promise<FoundCheck> {
  return look("node", "nvm install 22 && nvm use 22", () => {
    const [major = 0, minor = 0] = version.split(".").map(Number);
    const ok = major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1]);
    if (ok) return fine(notice("node_fine", { version }));
    return amiss(notice("node_old", { version, oldest: OLDEST_NODE.join(".") }));
  });
}

function checkEncryption(keys: EncryptionKeys): FoundCheck {
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

function checkBinary({ config, locateBinary }: DoctorDeps): Promise<FoundCheck> {
  const locate = locateBinary ?? (() => locateTemporalBinary({ version: config.temporal_cli }));
  return look("temporal_binary", "unset HOLDPOINT_TEMPORAL_BINARY", async () => {
    const found = await locate();
    if (found === undefined) return amiss(notice("binary_none"), "holdpoint start");
    const { path, source, version } = found;
    return fine(
      notice("binary_found", {
        path,
        version: version.server,
        source: notice(`binary_from_${source}`),
      }),
    );
  });
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

function checkPorts({ config }: DoctorDeps, running: number | undefined): Promise<FoundCheck> {
  const { grpc, ui } = config.ports;
  return look("ports", `lsof -nP -iTCP:${grpc} -sTCP:LISTEN`, async () => {
    if (running !== undefined) return fine(notice("embedded_at", { port: running }));
    const port = await findFreePort(grpc);
    const uiPort = await findFreePort(ui, [port]);
    const say = (wanted: number, free: number) =>
      wanted === free
        ? notice("port_free", { port: wanted })
        : notice("port_used", { port: wanted, other: free });
    return fine(notice("both", { first: say(grpc, port), second: say(ui, uiPort) }));
  });
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

async function checkServer(deps: DoctorDeps, target: Target): Promise<FoundCheck[]> {
  let connection: Connection;
  try {
    connection = await target.connect();
  } catch (error) {
    return unreachable(target, whyOf(error), fixOf(error));
  }
  try {
    if (!(await isServing(connection))) return unreachable(target, notice("not_serving"));
    const { address, namespace, mend } = target;
    const { findSchedules, taskQueue: queue } = deps;
    if (!(await hasNamespace(connection, namespace))) return withoutNamespace(target);
    const detail = notice("serving_at", { address, namespace });
    const skew = await readClockSkew(connection, namespace).catch(() => undefined);
    const now = (): number => Date.now() + (skew ?? 0);
    const place = { namespace, queue, now: () => new Date(now()).toISOString() };
    return [
      { name: "temporal_server", ok: true, detail },
      await checkAttributes(connection, deps, target),
      await checkWorker(connection, deps, target, now()),
      await checkBuilds(connection, deps, target, now()),
      await checkTools(connection, deps, target, now()),
      ...(await lookIf(findSchedules, "schedules", "holdpoint schedule list", (find) =>
        find(connection, place),
      )),
      await checkPlans(connection, deps, place),
      ...(await lookIf(deps.lookAtProofKeys, "proof_keys", mend.server, async (lookAt) =>
        lookAt(await readKnownKey(connection, namespace)),
      )),
      ...(await lookIf(deps.lookAtSecretKeys, "secret_keys", mend.server, async (lookAt) =>
        lookAt(await readSecretKeyId(connection, namespace)),
      )),
      await checkClock(skew, () => readWrongClocks(connection, namespace, queue, now())),
    ];
  } finally {
    await connection.close();
  }
}

/** Whether a namespace is there; so it is where nobody may ask, since what is then refused tells. */
async function hasNamespace({ workflowService }: Connection, namespace: string): Promise<boolean> {
  try {
    await workflowService.describeNamespace({ namespace });
    return true;
  } catch (error) {
    return !hasGrpcStatus(error, "NOT_FOUND");
  }
}

/** What only a Temporal that answers can tell. */
const ASKED_OF_IT = ["search_attributes", "worker", "builds", "tools", "plans", "clock"] as const;

/** What says by itself that it is about a Temporal. */
const WHOLE = new Set<string>(["temporal_unusable", "temporal_settings_wrong", "no_temporal"]);

function unreachable(
  { address, mend }: Target,
  why: Notice | string,
  fix = mend.server,
): FoundCheck[] {
  const detail = notice("not_checked", { address });
  const isWhole = typeof why !== "string" && WHOLE.has(why.id);
  const said = isWhole ? why : notice("nobody_at", { address, why });
  return restUnchecked(said, detail, fix);
}

function withoutNamespace({ namespace, mend }: Target): FoundCheck[] {
  const rest = notice("not_checked_without", { namespace });
  return restUnchecked(notice("no_namespace", { namespace }), rest, mend.attributes);
}

function restUnchecked(server: Notice, rest: Notice, fix: string): FoundCheck[] {
  return [
    { name: "temporal_server", ok: false, detail: server, fix },
    ...ASKED_OF_IT.map((name) => ({ name, ok: false, detail: rest, fix })),
  ];
}

function checkAttributes(
  connection: Connection,
  { config: { search_attributes } }: DoctorDeps,
  { namespace, mend }: Target,
): Promise<FoundCheck> {
  return look("search_attributes", mend.attributes, async () => {
    const missing = await missingSearchAttributes(connection, { namespace, search_attributes });
    const names = missing.join(", ");
    return missing.length === 0
      ? fine(notice("attributes_there", { count: Object.keys(search_attributes).length }))
      : amiss(notice("attributes_missing", { namespace, names }));
  });
}

function checkWorker(
  connection: Connection,
  { taskQueue: queue }: DoctorDeps,
  { namespace, mend }: Target,
  now: number,
): Promise<FoundCheck> {
  return look("worker", mend.worker, async () => {
    const [workflows, activities] = await Promise.all([
      readPollers(connection, namespace, { queue, kind: "workflows" }),
      readPollers(connection, namespace, { queue, kind: "activities" }),
    ]);
    const { current: build } = workflows;
    const fresh = ({ pollers }: TaskQueuePollers) =>
      pollers.filter((one) => one.build === build && one.seen_at > now - POLLER_FRESH_MS).length;
    // Who has stopped is among the pollers for a while, and told by its heartbeats.
    const { state } = await readPresence(connection, namespace, queue, { now });
    const count = state === "down" ? 0 : fresh(workflows);
    const hasTools = state !== "down" && fresh(activities) > 0;
    if (count > 0 && hasTools) return fine(notice("queue_polled", { count, queue }));
    const kinds = notice(hasTools ? "plans" : count > 0 ? "tools" : "plans_and_tools");
    if (build === null) return amiss(notice("queue_not_polled", { queue, kinds }));
    const fix = `holdpoint worker --build-id ${build}`;
    return amiss(notice("build_not_polling", { build, queue, kinds }), fix);
  });
}

/** Which code plans go to. */
function checkBuilds(
  connection: Connection,
  { taskQueue }: DoctorDeps,
  { namespace, mend }: Target,
  now: number,
): Promise<FoundCheck> {
  return look("builds", mend.worker, async () => {
    const { current, builds } = await readWorkerVersions(connection, namespace);
    if (current !== null) {
      const others = builds.filter((build) => build !== current);
      if (others.length === 0) return fine(notice("versions_one", { build: current }));
      return fine(notice("versions_current", { build: current, others: others.join(", ") }));
    }
    const found = await readCodes(connection, namespace, taskQueue, now);
    if (found.size < 2) return fine(notice("versions_none"));
    const codes = [...found].map(([code, count]) => `${code} (${count})`).join(", ");
    return amiss(notice("codes_differ", { codes }), "holdpoint worker --versioned");
  });
}

/** Whether every worker can run what any of them can. */
function checkTools(
  connection: Connection,
  { taskQueue }: DoctorDeps,
  { namespace, mend }: Target,
  now: number,
): Promise<FoundCheck> {
  return look("tools", mend.worker, async () => {
    const { workers, counts } = await readTools(connection, namespace, taskQueue, now);
    if (workers === 0) return fine(notice("tools_hidden"));
    const some = [...counts].filter(([, count]) => count < workers);
    if (some.length === 0) return fine(notice("tools_alike", { count: counts.size }));
    const tools = some.map(([name, count]) => `${name} (${count})`).join(", ");
    return amiss(notice("tools_differ", { workers, tools }));
  });
}

/** Plans that no worker can go on with, and what open plans wait for in vain. */
function checkPlans(
  connection: Connection,
  { findUnapproved }: DoctorDeps,
  place: SearchedPlace,
): Promise<FoundCheck> {
  return look("plans", "holdpoint plan list", async () => {
    const unapproved = await findUnapproved?.(connection, place);
    const { namespace, queue: taskQueue } = place;
    return findWaitingPlans(connection, { namespace, taskQueue }, unapproved);
  });
}

/** @param findWrong the workers whose clocks are wrong. */
function checkClock(
  skew: number | undefined,
  findWrong: () => Promise<readonly WrongClock[]>,
): Promise<FoundCheck> {
  return look("clock", "sudo timedatectl set-ntp true", async () => {
    const wrong = await findWrong();
    if (wrong.length > 0) {
      const clocks = wrong.map(({ identity, ahead }) => `${identity} (${secondsOf(ahead)} s)`);
      return amiss(notice("clocks_of_workers", { clocks: clocks.join(", ") }));
    }
    if (skew === undefined) return fine(notice("clock_hidden"));
    if (skew === 0) return fine(notice("clock_same"));
    const seconds = Math.abs(skew) / 1_000;
    const detail = notice(skew > 0 ? "clock_ahead" : "clock_behind", { seconds });
    return Math.abs(skew) <= CLOCKS_APART_MS ? fine(detail) : amiss(detail);
  });
}

/** Whole seconds, with the sign of what is ahead. */
function secondsOf(ahead: number): string {
  const seconds = Math.round(ahead / 1_000);
  return seconds > 0 ? `+${seconds}` : String(seconds);
}
