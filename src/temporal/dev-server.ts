import { mkdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import type { Connection } from "@temporalio/client";
import type { DevConfig } from "./dev-config.ts";
import type { ServerPlace } from "./dev-server-args.ts";
import { findRunningServer, type RunningServer, writeState } from "./dev-server-state.ts";
import { ensureNamespace } from "./ensure-namespace.ts";
import { withFileLock } from "./file-lock.ts";
import { findTemporalBinary } from "./find-binary.ts";
import { LOOPBACK } from "./free-port.ts";
import { launchServer, READY_MS } from "./launch-server.ts";
import { identifyProcess, isProcessAlive } from "./process-info.ts";
import { waitUntilServing } from "./server-health.ts";
import {
  endServer,
  foreignServer,
  type ServerExit,
  type ServerProcess,
  STOP_LIMIT_MS,
  waitForExit,
} from "./server-process.ts";

export interface DevServerOptions {
  /** Where the server keeps its database, log and state; made when absent. */
  readonly dataDir: string;
  readonly config: DevConfig;
  /** Told what happens, in lines for people. */
  readonly onLine?: (line: string) => void;
  /** In place of the configured ones; 0 = any free port. */
  readonly ports?: { readonly grpc: number; readonly ui: number };
  /** Gives up the search, the build, the wait or the start; nothing of it stays behind. */
  readonly signal?: AbortSignal;
  /** The Temporal CLI to run; found by `findTemporalBinary` when absent. */
  readonly binary?: string;
}

export interface DevServer {
  /** host:port for clients and workers. */
  readonly address: string;
  readonly namespace: string;
  readonly uiUrl: string;
  readonly pid: number;
  /** True when the server ran before this start. */
  readonly adopted: boolean;
  /** The process whose `stop` ends the server: this one, or the one that started it and still runs. */
  readonly ownerPid: number;
  /** Settles when the server is gone, whoever ended it. */
  readonly exited: Promise<ServerExit>;
  /** Ends the server if this process owns it, else leaves it alone. Repeating it is harmless. */
  stop(): Promise<void>;
  /** After `exited`: starts again on the same data and ports, so that clients find it again. */
  restart(): Promise<DevServer>;
}

/**
 * Starts the embedded Temporal server on a data folder, or joins the one that serves it already.
 *
 * One database, one server. All starts on a folder pass one lock, and a server counts as running by
 * its command line, not by a file's word. Who starts it owns it. A second Holdpoint on the folder
 * adopts it: it uses the server and never ends it, so it loses the server (`exited`) when the owner
 * stops, and may then `restart` it as its own. When the owner has died without stopping (kill -9),
 * the next start adopts the server and becomes its owner. Processes in other containers, or on other
 * machines, that share the folder are not seen: do not share it.
 *
 * Promises: resolves when the server serves and the namespace has its retention and search
 * attributes; a start that fails leaves no process behind. From spawn to serving takes about 0.4 s
 * on a new database and 0.2 s on an existing one (two cores, warm disk).
 * @throws Error with what to do: no binary, no start within 30 s (with its log), a server
 * that has the database open and does not answer.
 */
export async function startDevServer(options: DevServerOptions): Promise<DevServer> {
  return start(options, false);
}

async function start(options: DevServerOptions, keepPorts: boolean): Promise<DevServer> {
  const onLine = options.onLine ?? (() => undefined);
  await mkdir(options.dataDir, { recursive: true });
  // One folder has one name here, or two starts through a link would not know of one another.
  const dataDir = await realpath(options.dataDir);
  const database = join(dataDir, options.config.database_file);
  const find = async () =>
    options.binary ??
    (
      await findTemporalBinary({
        version: options.config.temporal_cli,
        onProgress: onLine,
        signal: options.signal,
      })
    ).path;
  // A build takes minutes: it is not done under the lock, nor for a server that need not start.
  const early = (await findRunningServer(dataDir, database)) ? undefined : await find();

  const underLock = async (): Promise<DevServer> => {
    const running = await findRunningServer(dataDir, database);
    if (running !== undefined && !running.stopping) {
      return adopt(options, dataDir, running, onLine);
    }
    if (running !== undefined && !(await waitForExit(running.pid, Date.now() + STOP_LIMIT_MS))) {
      throw new Error(
        `Temporal (pid ${running.pid}) was told to stop and has not. ${mend(running)}`,
      );
    }
    const binary = early ?? (await find());
    return launch(options, { dataDir, database, keepPorts, binary }, onLine);
  };
  return withFileLock(join(dataDir, "temporal.lock"), underLock, {
    signal: options.signal,
    onWait: (pid) => onLine(`Waiting for pid ${pid ?? "unknown"}, which is starting Temporal here`),
  });
}

async function launch(
  options: DevServerOptions,
  found: { dataDir: string; database: string; keepPorts: boolean; binary: string },
  onLine: (line: string) => void,
): Promise<DevServer> {
  const owner = await identifyProcess();
  const ports = options.ports ?? options.config.ports;
  const { signal, config } = options;
  const launched = await launchServer({ ...found, config, ports, owner, onLine, signal });
  const stop = own(found.dataDir, launched.server);
  try {
    await prepare(launched.connection, config, onLine);
  } catch (error) {
    await stop();
    throw error;
  }
  const { server, place } = launched;
  return toDevServer(options, { server, place, adopted: false, ownerPid: process.pid, stop });
}

async function adopt(
  options: DevServerOptions,
  dataDir: string,
  running: RunningServer,
  onLine: (line: string) => void,
): Promise<DevServer> {
  const { pid, place, owner } = running;
  const at = `pid ${pid}, ${LOOPBACK}:${place.port}`;
  const connection = await waitUntilServing(place.port, {
    deadline: Date.now() + READY_MS,
    giveUp: () => !isProcessAlive(pid) || options.signal?.aborted === true,
  });
  if (connection === undefined) {
    options.signal?.throwIfAborted();
    throw new Error(
      `A Temporal server (${at}) has ${place.database} open but does not answer. ${mend(running)}`,
    );
  }
  await prepare(connection, options.config, onLine);
  const server = foreignServer(pid, place.database);
  if (owner !== undefined) {
    onLine(`Temporal (${at}) already serves ${dataDir}: using it; pid ${owner.pid} will stop it`);
    const stop = async () => undefined;
    return toDevServer(options, { server, place, adopted: true, ownerPid: owner.pid, stop });
  }
  onLine(`Temporal (${at}) outlived the process that started it: this one takes it over`);
  await writeState(dataDir, {
    pid,
    port: place.port,
    ui_port: place.ui_port,
    started_at: running.started_at ?? new Date().toISOString(),
    owner: await identifyProcess(),
    stopping: false,
  });
  const stop = own(dataDir, server);
  return toDevServer(options, { server, place, adopted: true, ownerPid: process.pid, stop });
}

const mend = ({ pid }: RunningServer) => `End it with \`kill ${pid}\` and start again.`;

/** Makes this process the one that ends the server: by the returned `stop`, or by its own end. */
function own(dataDir: string, server: ServerProcess): () => Promise<void> {
  // For an exit without `stop`, such as an uncaught error. (SIGKILL leaves the server to the next start.)
  const endWithUs = () => server.killNow();
  process.once("exit", endWithUs);
  void server.exited.then(() => process.removeListener("exit", endWithUs));
  let ending: Promise<void> | undefined;
  return () => (ending ??= endServer(dataDir, server));
}

/** Gives the namespace what Holdpoint needs, on a connection that is closed afterwards. */
async function prepare(
  connection: Connection,
  config: DevConfig,
  onLine: (line: string) => void,
): Promise<void> {
  try {
    for (const change of await ensureNamespace(connection, config)) onLine(`Temporal: ${change}`);
  } finally {
    await connection.close();
  }
}

function toDevServer(
  options: DevServerOptions,
  running: {
    readonly server: ServerProcess;
    readonly place: ServerPlace;
    readonly adopted: boolean;
    readonly ownerPid: number;
    readonly stop: () => Promise<void>;
  },
): DevServer {
  const { server, place, adopted, ownerPid, stop } = running;
  const ports = { grpc: place.port, ui: place.ui_port };
  return {
    address: `${LOOPBACK}:${place.port}`,
    namespace: options.config.namespace,
    uiUrl: `http://${LOOPBACK}:${place.ui_port}`,
    pid: server.pid,
    adopted,
    ownerPid,
    exited: server.exited,
    stop,
    restart: () => start({ ...options, ports }, true),
  };
}
