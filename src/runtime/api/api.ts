import type { ServerType } from "@hono/node-server";
import type { Client, Connection } from "@temporalio/client";
import type { Logger } from "pino";
import { ulid } from "ulid";
import { createApp } from "../../api/app.ts";
import { createSignIns } from "../../api/auth/sign-ins.ts";
import { ANSWER_MS } from "../../api/gateway/asking/ask-temporal.ts";
import { createCommandProofs } from "../../api/gateway/command-proofs.ts";
import { createGateways } from "../../api/gateway/gateways.ts";
import type { Screen } from "../../api/http/origins/screen.ts";
import { serveApp } from "../../api/serve-app.ts";
import { createPlanFeeds } from "../../api/stream/feed/plan-feeds.ts";
import { createSocketServer } from "../../api/stream/socket-server.ts";
import { notice, NoticeError, type Notice } from "../../contract/service/notices.ts";
import { TEMPORAL_NAMES } from "../../contract/tables/temporal-names.ts";
import { listAgents } from "../../llm/model-settings.ts";
import { connectClient, type TemporalPlace } from "../../temporal/connection/connect.ts";
import {
  readKnownKey,
  readSecretKeyId,
  tellKnownKey,
  tellSecretKeyId,
} from "../../temporal/connection/known-key.ts";
import { createEncryptionCodec } from "../../temporal/connection/payloads/encryption-codec.ts";
import type { Patience } from "../../temporal/connection/payloads/s3-bucket.ts";
import { readInstance } from "../../temporal/connection/read-instance.ts";
import {
  startTemporalClock,
  type TemporalClock,
} from "../../temporal/connection/temporal-clock.ts";
import { createDisk } from "../../temporal/machine/disk.ts";
import { findFreePort } from "../../temporal/machine/free-port.ts";
import { openArtifacts } from "../artifacts.ts";
import { assertUsable } from "../assert-usable.ts";
import { checkSetup } from "../check-setup.ts";
import type { LoadedConfig } from "../config.ts";
import { openDataFolder } from "../data-folder.ts";
import {
  checkKeys,
  isLoopback,
  lacksKnown,
  openKeys,
  lookAtSecretKeys,
  openSecrets,
  secretKeyIdOf,
  openSeeds,
  questionKeyOf,
} from "../keys.ts";
import { startTracing } from "../tracing.ts";
import { portHolder, urlOf, whoServes } from "./api-address.ts";
import { openScreen } from "./screen.ts";
import { createWebhookCheck } from "./webhook-url.ts";

/**
 * How an API waits for its bucket: it gives up before its own answer is due, so that the bucket is named
 * as what is silent, and not Temporal.
 */
export const BUCKET_PATIENCE: Patience = { answerMs: 0.6 * ANSWER_MS, silences: 1 };

export interface ApiOptions {
  readonly config: LoadedConfig;
  readonly place: TemporalPlace;
  readonly log: Logger;
  readonly onNotice: (said: Notice) => void;
  /** Where to listen; the configured port when absent, 0 = any. */
  readonly port?: number;
  /** Temporal keeps its plans in the data folder, too. */
  readonly keepsPlans?: boolean;
  /** Where the embedded server's UI is. */
  readonly uiUrl?: string;
  /** The web pages, where somebody has begun to open them; they are opened here when it is absent. */
  readonly screen?: Promise<Screen | undefined>;
  /** Takes the next free port when that one is busy. */
  readonly mayMove?: boolean;
  /** Temporal's clock, where somebody knows it better than it shows it; it is read when absent. */
  readonly clock?: TemporalClock;
}

export interface RunningApi {
  readonly url: string;
  readonly port: number;
  /** Whose plans it serves. */
  readonly instance: string;
  /** To be told when a worker has died: plans are asked of the others at once. */
  workerLost(): void;
  /** @param drainMs how long requests have to be answered; streams are ended at once. */
  close(drainMs?: number): Promise<void>;
}

/**
 * Serves the API at the configured address.
 * @throws NoticeError with what to do when the port is busy and it may not move, or when others than
 *   this machine would reach it without a key.
 */
export async function startApi(options: ApiOptions): Promise<RunningApi> {
  const { config, log, screen = openScreen(options.onNotice) } = options;
  await checkKeys(config);
  await openDataFolder(config, options.onNotice);
  const keys = openKeys(config);
  const secrets = await openSecrets(config);
  const artifacts = await openArtifacts(config, BUCKET_PATIENCE);
  const tracing = await startTracing(config.traces, "holdpoint-api");
  const client = await connectClient(options.place, artifacts, {
    keys: config.encryptionKeys,
    plugins: tracing.plugins,
  });
  const { connection, options: clientOptions } = client;
  const clock = options.clock ?? (await startTemporalClock(connection, clientOptions.namespace));
  const { instance, seeds, tellKey } = await readServed(client, options).catch(
    async (error: unknown) => {
      clock.close();
      await client.connection.close();
      throw error;
    },
  );
  let screenUrl = config.api.url;
  const gateways = createGateways(client, TEMPORAL_NAMES.task_queue, {
    toolMarks: config.tools.marks,
    proofs: createCommandProofs(
      seeds,
      async () => {
        const isUsed = await keys.inUse();
        if (isUsed) await tellKey();
        return isUsed;
      },
      clock.now,
    ),
    now: clock.now,
    screenUrl: () => screenUrl,
    artifacts,
  });
  const feeds = createPlanFeeds({
    plans: gateways.plans,
    artifacts,
    onError: (error) => log.error({ err: error }, "live stream"),
  });
  const sockets = createSocketServer();
  const app = createApp({
    ...gateways,
    feeds,
    tools: config.tools,
    agents: listAgents(config.agents, config.models),
    artifacts,
    secrets,
    checkWebhookUrl: createWebhookCheck(config),
    codec: createEncryptionCodec(config.encryptionKeys),
    codecOrigins: originsOf(options),
    system: {
      grace_seconds: config.screen.grace_seconds,
      temporal: {
        namespace: client.options.namespace,
        ui_url: config.temporal_ui ?? options.uiUrl ?? null,
        encrypted: config.encryptionKeys.size > 0,
      },
    },
    lookAround: () => checkSetup(config, options.place),
    instance,
    screenUrl: config.api.url,
    newId: () => ulid().toLowerCase(),
    now: clock.now,
    onError: (error, request) => log.error({ err: error, ...request }, "request failed"),
    onRequest: (request) => log.info(request, "request"),
    keys,
    signIns: createSignIns(seeds, instance),
    questionKey: questionKeyOf(seeds, instance),
    operator: isLoopback(config.api.host) ? "local-operator" : null,
    hosts: [config.api.host, ...config.api.hosts],
    rate: config.api.rate_limit,
    disk: createDisk(config.dataDir),
    keepsPlans: options.keepsPlans === true,
    screen: () => screen,
  });
  try {
    const { server, port } = await listen(
      { fetch: app.fetch, websocket: sockets, instance },
      options,
    );
    const url = urlOf(config.api.host, port);
    screenUrl ??= url;
    return {
      url,
      port,
      instance,
      workerLost: () => gateways.workerLost(),
      async close(drainMs) {
        feeds.close();
        sockets.close();
        clock.close();
        await closeServer(server, drainMs);
        await client.connection.close();
        await tracing.stop();
      },
    };
  } catch (error) {
    clock.close();
    await client.connection.close();
    throw error;
  }
}

/**
 * Whose plans are served, once it is sure that they can be, and with which keys.
 * @throws NoticeError when the keys are gone by which plans know their API.
 */
async function readServed(client: Client, { config, place, onNotice }: ApiOptions) {
  const connection = client.connection as Connection;
  const { namespace } = client.options;
  await assertUsable(connection, { config, place });
  let known = await readKnownKey(connection, namespace);
  const seeds = await openSeeds(config, known);
  const lacking = lacksKnown(config, seeds, known);
  if (lacking !== undefined) onNotice(lacking);
  await compareSecretKeys(connection, namespace, { config, onNotice });
  /** Has Temporal know by which key plans that begin know this API: it is missed where it is gone. */
  const tellKey = async (): Promise<void> => {
    const { id } = seeds[0]!;
    if (known !== id) await tellKnownKey(connection, namespace, id);
    known = id;
  };
  return { instance: await readInstance(client), seeds, tellKey };
}

/** Tells when secrets were sealed with a key that is gone; and Temporal, the first time, which one seals them. */
async function compareSecretKeys(
  connection: Connection,
  namespace: string,
  { config, onNotice }: Pick<ApiOptions, "config" | "onNotice">,
): Promise<void> {
  const known = await readSecretKeyId(connection, namespace);
  if (known === undefined) {
    const own = await secretKeyIdOf(config);
    if (own !== undefined) await tellSecretKeyId(connection, namespace, own);
    return;
  }
  const { ok, detail } = await lookAtSecretKeys(config, known);
  if (!ok) onNotice(detail);
}

/** Browsers write loopback as it was typed. */
function originsOf({ config, uiUrl }: ApiOptions): string[] {
  const urls = [config.temporal_ui, uiUrl, uiUrl?.replace("127.0.0.1", "localhost")];
  return urls.flatMap((url) => (url === undefined ? [] : [new URL(url).origin]));
}

/** How long answers have to end when the API of one machine stops: nobody waits longer for Ctrl-C. */
const ENDING_MS = 200;

/** Closes a server whose streams were told to end, so that their readers see an end and come back. */
export async function closeServer(server: ServerType, endingMs = ENDING_MS): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const cut = setTimeout(() => {
    if ("closeAllConnections" in server) server.closeAllConnections();
  }, endingMs);
  await closed;
  clearTimeout(cut);
}

async function listen(
  served: Pick<Parameters<typeof serveApp>[0], "fetch" | "websocket" | "instance">,
  { config, port: wanted = config.api.port, mayMove = false }: ApiOptions,
): Promise<{ server: ServerType; port: number }> {
  const host = config.api.host;
  for (let from = wanted; ;) {
    const port = await findFreePort(from);
    try {
      if (port !== wanted && wanted !== 0 && !mayMove) {
        throw await portTaken(host, wanted, served.instance);
      }
      const server = await new Promise<ServerType>((resolve, reject) => {
        const listening = serveApp({ ...served, hostname: host, port });
        listening.once("listening", () => resolve(listening));
        listening.on("error", reject);
      });
      return { server, port };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EADDRNOTAVAIL") {
        throw new NoticeError(notice("not_an_address", { host }), { cause: error });
      }
      // Somebody took the port between the look and the listening.
      if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
      if (wanted !== 0) from = port + 1;
    }
  }
}

async function portTaken(host: string, port: number, own: string): Promise<NoticeError> {
  const url = urlOf(host, port);
  const serves = await whoServes(url);
  if (serves === own) return new NoticeError(notice("api_runs_already", { url, port }));
  return new NoticeError(notice("api_port_taken", { port, holder: portHolder(serves) }));
}
