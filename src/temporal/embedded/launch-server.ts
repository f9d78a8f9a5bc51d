import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, renameSync, statSync, existsSync } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { PROOF_KEYS_VARIABLE } from "../../contract/plan/proof.ts";
import { notice, NoticeError, type Notice } from "../../contract/service/notices.ts";
import type { DevConfig } from "../connection/dev-config.ts";
import { KEYS_VARIABLE } from "../connection/payloads/encryption-keys.ts";
import { findFreePort, LOOPBACK } from "../machine/free-port.ts";
import { hasExited } from "../machine/process-alive.ts";
import { assertRoom } from "../machine/without-room.ts";
import { writeState } from "./dev-server-state.ts";
import { waitUntilServing } from "./server-health.ts";
import { ownChild, type ServerExit, type ServerProcess } from "./server-process.ts";

/** How long a server may take from its start until it serves; it needs well under a second. */
export const READY_MS = 30_000;

export interface LaunchOptions {
  readonly binary: string;
  readonly config: DevConfig;
  /** Absolute, real path; the caller holds the folder's lock and knows that no server runs. */
  readonly dataDir: string;
  readonly ports: { readonly grpc: number; readonly ui: number };
  /** A busy port is an error instead of a reason to take the next. */
  readonly keepPorts: boolean;
  readonly onNotice: (said: Notice) => void;
  readonly signal?: AbortSignal | undefined;
}

export interface JoinedServer {
  readonly server: ServerProcess;
  readonly place: Pick<ServerPlace, "port" | "ui_port">;
  /** The process that will stop the server, when that is not this one. */
  readonly ownerPid?: number;
}

const PORT_TAKEN = /address already in use|Only one usage of each socket address/;
const ATTEMPTS = 5;

/**
 * Starts a server on the data folder's database and waits until it serves.
 *
 * Promises: on any failure or abort the process that was started has ended. A port that somebody
 * takes between the check and the start is found out and the next one tried.
 * @throws NoticeError with the beginning and the end of the server's log.
 */
export async function launchServer(options: LaunchOptions): Promise<JoinedServer> {
  const file = join(options.dataDir, "temporal.log");
  let from = options.ports;
  for (let attempt = 1; ; attempt++) {
    const place = await choosePorts(options, from);
    const aside = await prepareDatabase(place.database);
    if (aside !== undefined) options.onNotice(notice("database_aside", { file: aside }));
    const log = openLog(file);
    const outcome = await tryLaunch(options, place, log);
    if ("server" in outcome) return outcome;
    const text = log.read();
    if (!PORT_TAKEN.test(text) || options.keepPorts || attempt === ATTEMPTS) {
      // A server that found no room for its database found none for its log either.
      await assertRoom(options.dataDir);
      throw new NoticeError(
        notice("temporal_log_says", { why: outcome.why, file, log: endsOf(text) }),
      );
    }
    from = { grpc: next(from.grpc, place.port), ui: next(from.ui, place.ui_port) };
  }
}

const next = (wanted: number, tried: number) => (wanted === 0 ? 0 : tried + 1);

async function choosePorts(
  { dataDir, config, ports, keepPorts, onNotice }: LaunchOptions,
  from: { readonly grpc: number; readonly ui: number },
): Promise<ServerPlace> {
  const port = await findFreePort(from.grpc);
  const uiPort = await findFreePort(from.ui, [port]);
  const moved = [
    [notice("port"), ports.grpc, port],
    [notice("ui_port"), ports.ui, uiPort],
  ] as const;
  for (const [what, wanted, got] of moved) {
    if (wanted === 0 || wanted === got) continue;
    if (keepPorts) throw new NoticeError(notice("port_used_by_other", { what, wanted }));
    onNotice(notice("port_moved", { what, wanted, got }));
  }
  return { database: join(dataDir, config.database_file), port, ui_port: uiPort };
}

async function tryLaunch(
  { binary, config, dataDir, signal }: LaunchOptions,
  place: ServerPlace,
  log: ServerLog,
): Promise<JoinedServer | { readonly why: Notice }> {
  signal?.throwIfAborted();
  // A process group of its own: a Ctrl-C in the terminal must reach Holdpoint, which drains its
  // worker before it ends the server, and not the server at the same moment.
  const child = spawn(binary, devServerArgs(place, config), {
    cwd: dataDir,
    detached: true,
    // It keeps what is encrypted, and needs no key.
    env: { ...process.env, [KEYS_VARIABLE]: undefined, [PROOF_KEYS_VARIABLE]: undefined },
    stdio: ["ignore", log.descriptor, log.descriptor],
  });
  closeSync(log.descriptor);
  const failed = new Promise<Error>((resolve) => child.once("error", resolve));
  const { pid } = child;
  if (pid === undefined) {
    return { why: notice("temporal_not_run", { why: (await failed).message }) };
  }
  const server = ownChild(child, pid);
  const { port, ui_port } = place;
  const state = { pid, port, ui_port, owner_pid: process.pid };
  const hasEnded = () => hasExited(child);
  let ended: boolean;
  try {
    // At once: a server without its state on file would run unseen.
    writeState(dataDir, { ...state, cluster_id: null });
    const cluster_id = await waitUntilServing(port, {
      deadline: performance.now() + READY_MS,
      giveUp: () => hasEnded() || signal?.aborted === true,
    });
    if (cluster_id !== undefined && (await hasBound(hasEnded, log))) {
      writeState(dataDir, { ...state, cluster_id });
      await markDatabaseServed(place.database);
      return { server, place };
    }
    ended = hasEnded();
  } catch (error) {
    await kill(server);
    throw error;
  }
  const exit = await kill(server);
  signal?.throwIfAborted();
  const how = exit.code ?? exit.signal ?? "";
  return {
    why: ended
      ? notice("temporal_ended_starting", { how })
      : notice("temporal_late", { seconds: READY_MS / 1_000 }),
  };
}

async function kill(server: ServerProcess): Promise<ServerExit> {
  server.kill("SIGKILL");
  return server.exited;
}

/** What the CLI writes once its server listens. */
const BANNER = "Temporal Server:";
/** Longer than a server takes to find that it cannot bind its port. */
const BIND_MS = 3_000;

/**
 * Whether what answers at the port is our child. Another server may have taken the port in the last
 * moment: it answers, and ours is about to end. The child's own word settles it; should a later
 * release say it differently, staying alive does.
 */
async function hasBound(hasEnded: () => boolean, log: ServerLog): Promise<boolean> {
  const deadline = performance.now() + BIND_MS;
  while (performance.now() < deadline && !hasEnded() && !log.read().includes(BANNER))
    await delay(20);
  return !hasEnded();
}

const ROTATE_BYTES = 20 * 1024 * 1024;

interface ServerLog {
  /** For the server's stdout and stderr. */
  readonly descriptor: number;
  /** What this start has written. */
  read(): string;
}

/** Opens the log for appending; one that has grown past 20 MB is first moved to `<file>.1`. */
function openLog(file: string): ServerLog {
  const size = () => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size() > ROTATE_BYTES) renameSync(file, `${file}.1`);
  const begin = size();
  return {
    descriptor: openSync(file, "a", 0o600),
    read: () => readFileSync(file).subarray(begin).toString("utf8"),
  };
}

/** The first and last lines: a crash names its cause first and then fills pages with what was running. */
function endsOf(log: string): string {
  const lines = log.trim().split("\n");
  return (lines.length <= 16 ? lines : [...lines.slice(0, 5), "…", ...lines.slice(-10)]).join("\n");
}

const marker = (database: string) => `${database}.unfinished`;

/**
 * Guards the first start on a data folder. The server lays out a new database file step by step and
 * never looks back: killed in between, it would fail on that file for ever. So a file that never
 * served is moved aside (nothing was ever acknowledged from it), and a new one is marked until
 * `markDatabaseServed`.
 * @returns the path where an unfinished database was put, if there was one.
 */
async function prepareDatabase(database: string): Promise<string | undefined> {
  let aside: string | undefined;
  if (existsSync(marker(database)) && existsSync(database)) {
    aside = `${database}.unfinished-${new Date().toISOString().replaceAll(/[:.]/g, "")}`;
    for (const suffix of ["", "-wal", "-shm"]) {
      if (existsSync(database + suffix)) await rename(database + suffix, aside + suffix);
    }
  }
  if (!existsSync(database)) await writeFile(marker(database), "");
  return aside;
}

/** Called before anybody learns the address of a server on this database, whoever started that. */
export async function markDatabaseServed(database: string): Promise<void> {
  await rm(marker(database), { force: true });
}

interface ServerPlace {
  /** Absolute path of the SQLite file. */
  readonly database: string;
  readonly port: number;
  readonly ui_port: number;
}

/** The command line of the embedded server. */
export function devServerArgs(place: ServerPlace, config: DevConfig): string[] {
  const options = {
    "db-filename": place.database,
    ip: LOOPBACK,
    port: String(place.port),
    "ui-port": String(place.ui_port),
    namespace: config.namespace,
    "log-level": config.log_level,
    "log-format": "json",
    ...(config.ui_codec_endpoint !== undefined && {
      "ui-codec-endpoint": config.ui_codec_endpoint,
    }),
    color: "never",
  };
  return [
    "server",
    "start-dev",
    ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]),
    ...Object.entries(config.sqlite_pragmas).flatMap(([name, value]) => [
      "--sqlite-pragma",
      `${name}=${value}`,
    ]),
    ...Object.entries(config.dynamic_config).flatMap(([key, value]) => [
      "--dynamic-config-value",
      `${key}=${JSON.stringify(value)}`,
    ]),
    "--ui-disable-news-fetch",
    // The user's own profile for the Temporal CLI is about other servers.
    "--disable-config-file",
    "--disable-config-env",
  ];
}
