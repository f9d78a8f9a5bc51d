import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pino } from "pino";
import { notice, whyOf, inEnglish, type Notice } from "../contract/service/notices.ts";
import { readDevConfig } from "../temporal/connection/dev-config.ts";
import { EMBEDDED_ADDRESS } from "../temporal/connection/embedded-address.ts";
import { locateTemporalBinary } from "../temporal/embedded/binary/find-binary.ts";
import type { DevServer } from "../temporal/embedded/dev-server.ts";
import { assertRoom, withoutRoom } from "../temporal/machine/without-room.ts";
import { portHolder, readAddress, urlOf, whoServes, writeAddress } from "./api/api-address.ts";
import type { ApiOptions, RunningApi } from "./api/api.ts";
import { openScreen } from "./api/screen.ts";
import type { LoadedConfig } from "./config.ts";
import { openDataFolder } from "./data-folder.ts";
import { checkKeys } from "./keys.ts";
import { openLogFile } from "./log-file.ts";
import { prepareWorker } from "./workers/worker-process.ts";

export interface StartOptions {
  /** The folder whose configuration and data are used. */
  readonly from: string;
  readonly config: LoadedConfig;
  /** Told what happens. */
  readonly onNotice: (said: Notice) => void;
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

/** What a start writes at most before it serves: Temporal's database, and what it changes there. */
const START_BYTES = 4 * 1024 * 1024;

/**
 * Starts everything in one process tree: Temporal's server, a worker, the API. The server and the
 * worker are watched and started again when they die; plans do not notice more than a pause.
 */
export async function startHoldpoint(options: StartOptions): Promise<RunningHoldpoint> {
  const { from, config, onNotice, signal } = options;
  await checkKeys(config);
  await openDataFolder(config, onNotice);
  await assertRoom(config.dataDir, START_BYTES);
  const logFile = openLogFile(join(config.dataDir, "api.log"));
  const log = pino({}, logFile);
  const started: { stop(): Promise<void> }[] = [{ stop: () => logFile.close() }];
  const stop = async (): Promise<void> => {
    // What cannot be stopped keeps nothing else running.
    const failures: unknown[] = [];
    for (const part of started.splice(0).toReversed()) {
      await part.stop().catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  };
  // A worker's process takes longest to load, and what this one needs takes a second meanwhile.
  let api: RunningApi | undefined;
  const onLost = (): void => api?.workerLost();
  const prepared = prepareWorker({ from, config, onNotice, onLost });
  started.push({ stop: () => prepared.discard() });
  const screen = openScreen(onNotice);
  try {
    const temporal = await superviseTemporal(options);
    started.push(temporal);
    signal?.throwIfAborted();
    const { address, namespace, uiUrl } = temporal.server();
    process.env[EMBEDDED_ADDRESS] = address;
    const place = { address, namespace };
    onNotice(notice("temporal_up", { address, ui: uiUrl }));
    const opening = startApiHere({ from, config, place, log, onNotice, screen }, uiUrl);
    const opened = opening.then(
      (running) => (api = running),
      () => undefined,
    );
    started.push({ stop: async () => (await opened)?.close() });
    const worker = await prepared.start(place, signal);
    // The API stops before what it asks.
    started.splice(-1, 0, worker);
    signal?.throwIfAborted();
    onNotice(notice("worker_polls", { pid: worker.pid }));
    const { url } = await opening;
    signal?.throwIfAborted();
    onNotice(notice("api_at", { url }));
    if ((await screen) !== undefined) onNotice(notice("screen_at", { url }));
    return {
      apiUrl: url,
      temporalUiUrl: uiUrl,
      temporalAddress: address,
      temporalCli: await findCli(),
      workerPid: () => worker.pid,
      temporalPid: () => temporal.server().pid,
      stop,
    };
  } catch (error) {
    await stop();
    throw withoutRoom(error, config.dataDir);
  }
}

function keptPort(from: string, { api }: LoadedConfig): number | undefined {
  const before = readAddress(from);
  return before?.wanted_port === api.port ? before.kept_port : undefined;
}

/**
 * The API, at the port that this folder's API has kept; its address is then kept in the folder.
 * A port that somebody else uses gives way to the next free one, and those affected are told.
 */
async function startApiHere(
  options: ApiOptions & { readonly from: string },
  uiUrl: string,
): Promise<RunningApi> {
  const { from, config, onNotice } = options;
  const { startApi } = await import("./api/api.ts");
  const kept = keptPort(from, config);
  const port = kept ?? config.api.port;
  const api = await startApi({ ...options, uiUrl, port, mayMove: true, keepsPlans: true });
  // The worker of an earlier start is gone, whatever became of it.
  api.workerLost();
  const { url, instance } = api;
  if (port !== 0 && api.port !== port) {
    const first = urlOf(config.api.host, port);
    const serves = await whoServes(first);
    if (serves === instance) {
      onNotice(notice("api_also_at", { first, url }));
      return api;
    }
    const values = { port, other: api.port, holder: portHolder(serves), url };
    onNotice(
      kept === undefined
        ? notice("api_port_busy", { ...values, folder: from })
        : notice("api_port_lost", values),
    );
  }
  try {
    writeAddress(from, {
      instance,
      url,
      wanted_port: config.api.port,
      kept_port: kept ?? api.port,
      temporal_ui_url: uiUrl,
    });
  } catch (error) {
    await api.close();
    throw error;
  }
  return api;
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
  const { config, onNotice, signal } = options;
  const stopping = new AbortController();
  const over = AbortSignal.any([stopping.signal, ...(signal === undefined ? [] : [signal])]);
  const { startDevServer } = await import("../temporal/embedded/dev-server.ts");
  let server = await startDevServer({
    dataDir: config.dataDir,
    config: {
      ...readDevConfig(),
      ...(config.encryptionKeys.size > 0 && {
        ui_codec_endpoint: `${urlOf(config.api.host, keptPort(options.from, config) ?? config.api.port)}/codec`,
      }),
    },
    onNotice,
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
    onNotice(notice("temporal_ended", { pid: server.pid }));
    let told = "";
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      try {
        server = await server.restart();
        onNotice(notice("temporal_back", { pid: server.pid }));
        return;
      } catch (error) {
        if (over.aborted) return;
        const why = whyOf(withoutRoom(error, config.dataDir));
        if (inEnglish(why) !== told) onNotice(notice("tried_again", { why }));
        told = inEnglish(why);
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
