import { serve, type ServerType } from "@hono/node-server";
import type { Logger } from "pino";
import { ulid } from "ulid";
import { createApp } from "../api/app.ts";
import { createGateways } from "../api/gateways.ts";
import { answerUnreadable } from "../api/unreadable-request.ts";
import { createPlanFeeds } from "../api/stream/plan-feeds.ts";
import { createSocketServer, type SocketServer } from "../api/stream/socket-server.ts";
import { TEMPORAL_NAMES } from "../contract/vocabulary.ts";
import { createArtifactStore } from "../temporal/artifact-store.ts";
import { connectClient, type TemporalPlace } from "../temporal/connect.ts";
import { findFreePort } from "../temporal/free-port.ts";
import type { LoadedConfig } from "./config.ts";
import { startTracing } from "./tracing.ts";
import { checkKeys, isLoopback, openKeys } from "./keys.ts";

const EVERY_ADDRESS: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

export interface ApiOptions {
  readonly config: LoadedConfig;
  readonly place: TemporalPlace;
  readonly log: Logger;
  readonly onLine: (line: string) => void;
}

export interface RunningApi {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves the API at the configured address, at the configured port or the next free one; port 0 = any.
 * @throws Error with what to do when others than this machine would reach it without a key.
 */
export async function startApi(options: ApiOptions): Promise<RunningApi> {
  const { config, log } = options;
  await checkKeys(config);
  const artifacts = createArtifactStore(config.artifactsDir);
  const tracing = startTracing(config.traces, "holdpoint-api");
  const client = await connectClient(options.place, artifacts, tracing.plugins);
  const gateways = createGateways(client, TEMPORAL_NAMES.task_queue);
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
    artifacts,
    newId: () => ulid().toLowerCase(),
    now: () => new Date().toISOString(),
    onError: (error, request) => log.error({ err: error, ...request }, "request failed"),
    onRequest: (request) => log.info(request, "request"),
    keys: openKeys(config),
    operator: isLoopback(config.apiHost) ? "local-operator" : null,
    hosts: [config.apiHost, ...config.apiHosts],
    rate: config.apiRate,
  });
  try {
    const { server, port } = await listen(app.fetch, sockets, config.apiHost, config.apiPort);
    if (config.apiPort !== 0 && port !== config.apiPort) {
      options.onLine(`Port ${config.apiPort} is busy: the API is on ${port}.`);
    }
    return {
      url: `http://${nameOf(config.apiHost)}:${port}`,
      async close() {
        feeds.close();
        sockets.close();
        await new Promise<void>((resolve) => {
          server.close(() => resolve());
          if ("closeAllConnections" in server) server.closeAllConnections();
        });
        await client.connection.close();
        await tracing.stop();
      },
    };
  } catch (error) {
    await client.connection.close();
    throw error;
  }
}

/** How this machine reaches what listens at the address, as URLs write it. */
function nameOf(address: string): string {
  const name = EVERY_ADDRESS[address] ?? address;
  return name.includes(":") ? `[${name}]` : name;
}

/** Listens at the port or the next free one; 0 = any. */
async function listen(
  fetch: Parameters<typeof serve>[0]["fetch"],
  websocket: Pick<SocketServer, "server">,
  host: string,
  wanted: number,
): Promise<{ server: ServerType; port: number }> {
  for (let from = wanted; ;) {
    const port = await findFreePort(from);
    try {
      const server = await new Promise<ServerType>((resolve, reject) => {
        const options = { fetch, websocket, hostname: host, port };
        const listening = serve(options, () => resolve(listening));
        answerUnreadable(listening);
        listening.on("error", reject);
      });
      return { server, port };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EADDRNOTAVAIL") {
        throw new Error(`api.host ${host} is not an address of this machine.`, { cause: error });
      }
      // Somebody took the port between the look and the listening.
      if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
      if (wanted !== 0) from = port + 1;
    }
  }
}
