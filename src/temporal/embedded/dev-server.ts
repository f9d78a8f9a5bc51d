import { existsSync } from "node:fs";
import { mkdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import { Connection } from "@temporalio/client";
import { notice, type Notice } from "../../contract/service/notices.ts";
import type { DevConfig } from "../connection/dev-config.ts";
import { ensureNamespace } from "../connection/ensure-namespace.ts";
import { withFileLock } from "../machine/file-lock.ts";
import { LOOPBACK } from "../machine/free-port.ts";
import { isProcessAlive } from "../machine/process-alive.ts";
import { findTemporalBinary } from "./binary/find-binary.ts";
import { findRunningServer, writeState, type DevServerState } from "./dev-server-state.ts";
import { launchServer, markDatabaseServed, READY_MS, type JoinedServer } from "./launch-server.ts";
import { endServer, foreignServer, type ServerExit, type ServerProcess } from "./server-process.ts";

export interface DevServerOptions {
  /** Where the server keeps its database, log and state; made when absent. */
  readonly dataDir: string;
  readonly config: DevConfig;
  readonly onNotice?: (said: Notice) => void;
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
 * One database, one server: starts and stops on a folder pass one lock. Who starts the server owns
 * it. A second Holdpoint on the folder uses it and never ends it; it loses the server (`exited`) when
 * the owner stops, and may then `restart` it as its own. When the owner has died without stopping
 * (kill -9), the next start takes the server over. Other machines and containers that share the
 * folder are not seen: do not share it.
 *
 * Promises: resolves when the server serves and the namespace has its retention and search
 * attributes; a start that fails leaves no process behind. From spawn to serving takes about 0.4 s
 * on a new database and 0.2 s on an existing one (two cores, warm disk).
 * @throws NoticeError with what to do: no binary, no start within 30 s (with its log), a server
 * that has the database open and does not answer.
 */
export async function startDevServer(options: DevServerOptions): Promise<DevServer> {
  return start(options, false);
}

async function start(options: DevServerOptions, keepPorts: boolean): Promise<DevServer> {
  const { config, signal, onNotice = () => undefined } = options;
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 });
  // One folder has one name here, or two starts through a link would not know of one another.
  const dataDir = await realpath(options.dataDir);
  const version = config.temporal_cli;
  // Not under the lock: a build takes minutes.
  const binary = options.binary ?? (await findTemporalBinary({ version, onNotice, signal })).path;
  const ports = options.ports ?? config.ports;
  const launching = { binary, config, dataDir, ports, keepPorts, onNotice, signal };
  const startUnderLock = async (): Promise<DevServer> => {
    const running = await findRunningServer(dataDir, { waitMs: READY_MS, signal });
    const { server, place, ownerPid } =
      running === undefined
        ? await launchServer(launching)
        : await joinServer(dataDir, config, running, onNotice);
    const { port, ui_port } = place;
    const address = `${LOOPBACK}:${port}`;
    await prepare(address, config, onNotice).catch(async (error: unknown) => {
      if (ownerPid === undefined) await endServer(server);
      throw error;
    });
    return {
      address,
      namespace: config.namespace,
      uiUrl: `http://${LOOPBACK}:${ui_port}`,
      pid: server.pid,
      adopted: running !== undefined,
      ownerPid: ownerPid ?? process.pid,
      exited: server.exited,
      stop: ownerPid === undefined ? own(dataDir, server) : async () => undefined,
      restart: () => start({ ...options, ports: { grpc: port, ui: ui_port } }, true),
    };
  };
  return withFileLock(lockOf(dataDir), startUnderLock, {
    signal,
    onWait: () => onNotice(notice("waiting_for_start")),
  });
}

const lockOf = (dataDir: string) => join(dataDir, "temporal.lock");

async function joinServer(
  dataDir: string,
  config: DevConfig,
  running: DevServerState,
  onNotice: (said: Notice) => void,
): Promise<JoinedServer> {
  // Who started it may have been killed before it could know that it serves.
  await markDatabaseServed(join(dataDir, config.database_file));
  const { pid, owner_pid } = running;
  const joined = { server: foreignServer(pid), place: running };
  const at = `pid ${pid}, ${LOOPBACK}:${running.port}`;
  if (isProcessAlive(owner_pid)) {
    onNotice(notice("temporal_shared", { at, folder: dataDir, pid: owner_pid }));
    return { ...joined, ownerPid: owner_pid };
  }
  onNotice(notice("temporal_taken_over", { at }));
  writeState(dataDir, { ...running, owner_pid: process.pid });
  return joined;
}

/** Makes this process the one that ends the server: by the returned `stop`, or by its own end. */
function own(dataDir: string, server: ServerProcess): () => Promise<void> {
  // For an exit without `stop`, such as an uncaught error. (SIGKILL leaves the server to the next start.)
  const endWithUs = () => server.kill("SIGTERM");
  process.once("exit", endWithUs);
  void server.exited.then(() => process.removeListener("exit", endWithUs));
  const end = () => endServer(server);
  let ending: Promise<void> | undefined;
  // A start that comes meanwhile waits at the lock. A folder that was removed has none.
  return () => (ending ??= existsSync(dataDir) ? withFileLock(lockOf(dataDir), end) : end());
}

/** Gives the namespace what Holdpoint needs. */
async function prepare(
  address: string,
  config: DevConfig,
  onNotice: (said: Notice) => void,
): Promise<void> {
  const connection = await Connection.connect({ address });
  try {
    for (const change of await ensureNamespace(connection, config)) {
      onNotice(notice("temporal_prepared", { change }));
    }
  } finally {
    await connection.close();
  }
}
