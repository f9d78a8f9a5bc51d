import { type ChildProcess, spawn } from "node:child_process";
import { closeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Connection } from "@temporalio/client";
import type { DevConfig } from "./dev-config.ts";
import { devServerArgs, type ServerPlace } from "./dev-server-args.ts";
import { writeStateNow } from "./dev-server-state.ts";
import { findFreePort } from "./free-port.ts";
import { markDatabaseServed, prepareDatabase } from "./new-database.ts";
import type { ProcessIdentity } from "./process-info.ts";
import { waitUntilServing } from "./server-health.ts";
import { logBeginsWith, openServerLog, readLogEnds, type ServerLog } from "./server-log.ts";
import { ownChild, type ServerProcess } from "./server-process.ts";

/** How long a server may take from its start until it serves; it needs well under a second. */
export const READY_MS = 30_000;

export interface LaunchOptions {
  readonly binary: string;
  readonly config: DevConfig;
  /** Absolute, real path; the caller holds the folder's lock and knows that no server runs. */
  readonly dataDir: string;
  readonly database: string;
  readonly ports: { readonly grpc: number; readonly ui: number };
  /** A busy port is an error instead of a reason to take the next. */
  readonly keepPorts: boolean;
  readonly owner: ProcessIdentity;
  readonly onLine: (line: string) => void;
  readonly signal?: AbortSignal | undefined;
}

export interface LaunchedServer {
  readonly server: ServerProcess;
  readonly place: ServerPlace;
  /** Open, for the first requests; the caller closes it. */
  readonly connection: Connection;
}

const PORT_TAKEN = /address already in use|Only one usage of each socket address/;
const ATTEMPTS = 5;

/**
 * Starts a server on the data folder's database and waits until it serves.
 *
 * Promises: on any failure or abort the process that was started has ended. A port that somebody
 * takes between the check and the start is found out and the next one tried.
 * @throws Error with the beginning and the end of the server's log.
 */
export async function launchServer(options: LaunchOptions): Promise<LaunchedServer> {
  let from = options.ports;
  for (let attempt = 1; ; attempt++) {
    const place = await choosePorts(options, from);
    const aside = await prepareDatabase(options.database);
    if (aside !== undefined) {
      options.onLine(`An earlier first start was cut off; its unfinished database is now ${aside}`);
    }
    const outcome = await tryLaunch(options, place);
    if ("connection" in outcome) return outcome;
    if (!PORT_TAKEN.test(outcome.log) || options.keepPorts || attempt === ATTEMPTS) {
      throw new Error(`${outcome.why} Its log, ${logFile(options)}, says:\n${outcome.log}`);
    }
    from = { grpc: next(from.grpc, place.port), ui: next(from.ui, place.ui_port) };
  }
}

async function choosePorts(
  options: LaunchOptions,
  from: { readonly grpc: number; readonly ui: number },
): Promise<ServerPlace> {
  const port = await findFreePort(from.grpc);
  const uiPort = await findFreePort(from.ui, [port]);
  const moved = [
    ["Port", options.ports.grpc, port],
    ["Temporal UI's port", options.ports.ui, uiPort],
  ] as const;
  for (const [what, wanted, got] of moved) {
    if (wanted === 0 || wanted === got) continue;
    if (options.keepPorts) throw new Error(`${what} ${wanted} is used by another program.`);
    options.onLine(`${what} ${wanted} is in use: taking ${got}`);
  }
  return { database: options.database, port, ui_port: uiPort };
}

const next = (wanted: number, tried: number) => (wanted === 0 ? 0 : tried + 1);

const logFile = ({ dataDir }: LaunchOptions) => join(dataDir, "temporal.log");

async function tryLaunch(
  options: LaunchOptions,
  place: ServerPlace,
): Promise<LaunchedServer | { readonly why: string; readonly log: string }> {
  options.signal?.throwIfAborted();
  const log = openServerLog(logFile(options));
  // A process group of its own: a Ctrl-C in the terminal must reach Holdpoint, which drains its
  // worker before it ends the server, and not the server at the same moment.
  const child = spawn(options.binary, devServerArgs(place, options.config), {
    cwd: options.dataDir,
    detached: true,
    stdio: ["ignore", log.descriptor, log.descriptor],
  });
  closeSync(log.descriptor);
  const failed = new Promise<Error>((resolve) => child.once("error", resolve));
  const { pid } = child;
  if (pid === undefined) {
    return { why: `Temporal could not be started: ${(await failed).message}.`, log: "" };
  }
  const server = ownChild(child, pid);
  writeStateNow(options.dataDir, {
    pid,
    port: place.port,
    ui_port: place.ui_port,
    started_at: new Date().toISOString(),
    owner: { ...options.owner },
    stopping: false,
  });
  const connection = await waitUntilServing(place.port, {
    deadline: Date.now() + READY_MS,
    giveUp: () => hasEnded(child) || options.signal?.aborted === true,
  });
  if (connection !== undefined && (await hasBound(child, log))) {
    await markDatabaseServed(options.database);
    return { server, place, connection };
  }
  await connection?.close();
  const ended = hasEnded(child);
  child.kill("SIGKILL");
  const exit = await server.exited;
  options.signal?.throwIfAborted();
  const why = ended
    ? `Temporal ended while starting (${exit.code ?? exit.signal}).`
    : `Temporal did not serve within ${READY_MS / 1_000} s.`;
  return { why, log: await readLogEnds(log) };
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
async function hasBound(child: ChildProcess, log: ServerLog): Promise<boolean> {
  const deadline = Date.now() + BIND_MS;
  while (Date.now() < deadline && !(await logBeginsWith(log, BANNER))) {
    if (hasEnded(child)) return false;
    await delay(20);
  }
  return !hasEnded(child);
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
