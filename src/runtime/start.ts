import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pino } from "pino";
import { EMBEDDED_ADDRESS } from "../temporal/connect.ts";
import { readDevConfig } from "../temporal/dev-config.ts";
import { startDevServer, type DevServer } from "../temporal/dev-server.ts";
import { locateTemporalBinary } from "../temporal/find-binary.ts";
import { startApi, type RunningApi } from "./api.ts";
import type { LoadedConfig } from "./config.ts";
import { checkKeys } from "./keys.ts";
import { startWorkerProcess, type WorkerProcess } from "./worker-process.ts";

export interface StartOptions {
  /** The folder whose configuration and data are used. */
  readonly from: string;
  readonly config: LoadedConfig;
  /** Told what happens, in lines for people. */
  readonly onLine: (line: string) => void;
  /** Gives up starting; nothing stays behind. */
  readonly signal?: AbortSignal;
}

export interface RunningHoldpoint {
  readonly apiUrl: string;
  readonly temporalUiUrl: string;
  readonly temporalAddress: string;
  /** How to call Temporal's CLI on this machine. */
  readonly temporalCli: string;
  readonly workerPid: () => number;
  readonly temporalPid: () => number;
  /** Stops what this start has started, and nothing else. */
  stop(): Promise<void>;
}

/**
 * Starts everything in one process tree: Temporal's server, a worker, the API. The server and the
 * worker are watched and started again when they die; plans do not notice more than a pause.
 */
export async function startHoldpoint(options: StartOptions): Promise<RunningHoldpoint> {
  const { from, config, onLine, signal } = options;
  await checkKeys(config);
  await mkdir(config.dataDir, { recursive: true });
  const log = pino(pino.destination({ dest: join(config.dataDir, "api.log"), mkdir: true }));
  const started: { stop(): Promise<void> }[] = [];
  const stop = async (): Promise<void> => {
    for (const part of started.splice(0).toReversed()) await part.stop();
  };
  try {
    const temporal = await superviseTemporal(options);
    started.push(temporal);
    signal?.throwIfAborted();
    const { address, namespace, uiUrl } = temporal.server();
    // For this process and for the worker's, which inherits it.
    process.env[EMBEDDED_ADDRESS] = address;
    const place = { address, namespace };
    onLine(`Temporal is up at ${address}, its UI at ${uiUrl}.`);
    const worker: WorkerProcess = await startWorkerProcess({
      from,
      config,
      place,
      onLine,
      ...(signal !== undefined && { signal }),
    });
    started.push(worker);
    signal?.throwIfAborted();
    onLine(`A worker is polling (pid ${worker.pid}).`);
    const api: RunningApi = await startApi({ config, place, log, onLine });
    started.push({ stop: () => api.close() });
    signal?.throwIfAborted();
    onLine(`The API is at ${api.url}.`);
    return {
      apiUrl: api.url,
      temporalUiUrl: uiUrl,
      temporalAddress: address,
      temporalCli: await findCli(),
      workerPid: () => worker.pid,
      temporalPid: () => temporal.server().pid,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 2_000;

/**
 * The embedded server, started again on the same data and ports when it dies, as often as it takes:
 * the worker and the API know it by its address.
 */
async function superviseTemporal(
  options: StartOptions,
): Promise<{ server: () => DevServer; stop(): Promise<void> }> {
  const { config, onLine, signal } = options;
  const stopping = new AbortController();
  const over = AbortSignal.any([stopping.signal, ...(signal === undefined ? [] : [signal])]);
  let server = await startDevServer({
    dataDir: config.dataDir,
    config: readDevConfig(),
    onLine,
    signal: over,
    ...(config.temporalPorts !== undefined && { ports: config.temporalPorts }),
  });
  let bringingBack: Promise<void> | undefined;
  void (async () => {
    for (;;) {
      await server.exited;
      if (over.aborted) return;
      bringingBack = bringBack();
      await bringingBack;
    }
  })();
  return {
    server: () => server,
    async stop() {
      stopping.abort(new Error("Stopped."));
      // A start that is under way gives up, or ends with a server that is to be stopped.
      await bringingBack;
      await server.stop();
    },
  };

  async function bringBack(): Promise<void> {
    onLine(`Temporal's server (pid ${server.pid}) ended; starting it again.`);
    let told = "";
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      try {
        server = await server.restart();
        onLine(`Temporal is back (pid ${server.pid}); plans go on.`);
        return;
      } catch (error) {
        if (over.aborted) return;
        const why = error instanceof Error ? error.message : String(error);
        if (why !== told) onLine(`It did not start, and is tried again: ${why}`);
        told = why;
      }
      await delay(pause, undefined, { signal: over }).catch(() => undefined);
    }
  }
}

/** The server that was started is part of Temporal's CLI, so there is one; it may not be on the PATH. */
async function findCli(): Promise<string> {
  const found = await locateTemporalBinary({ version: readDevConfig().temporal_cli });
  return found === undefined || found.source === "path" ? "temporal" : found.path;
}
