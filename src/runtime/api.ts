import { serve, type ServerType } from "@hono/node-server";
import type { Logger } from "pino";
import { ulid } from "ulid";
import { createApp } from "../api/app.ts";
import { createPlanGateway } from "../api/plan-gateway.ts";
import { TEMPORAL_NAMES } from "../contract/vocabulary.ts";
import { createArtifactStore } from "../temporal/artifact-store.ts";
import { connectClient, type TemporalPlace } from "../temporal/connect.ts";
import { findFreePort } from "../temporal/free-port.ts";
import type { LoadedConfig } from "./config.ts";

const LOOPBACK = "127.0.0.1";

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

/** Serves the API on loopback, at the configured port or the next free one; port 0 = any free one. */
export async function startApi(options: ApiOptions): Promise<RunningApi> {
  const { config, log } = options;
  const artifacts = createArtifactStore(config.artifactsDir);
  const client = await connectClient(options.place, artifacts);
  const app = createApp({
    plans: createPlanGateway(client, TEMPORAL_NAMES.task_queue),
    tools: config.tools,
    artifacts,
    newId: () => ulid().toLowerCase(),
    now: () => new Date().toISOString(),
    onError: (error, request) => log.error({ err: error, ...request }, "request failed"),
    operator: "local-operator",
  });
  try {
    const { server, port } = await listen(app.fetch, config.apiPort);
    if (config.apiPort !== 0 && port !== config.apiPort) {
      options.onLine(`Port ${config.apiPort} is busy: the API is on ${port}.`);
    }
    return {
      url: `http://${LOOPBACK}:${port}`,
      async close() {
        await new Promise<void>((resolve) => {
          server.close(() => resolve());
          if ("closeAllConnections" in server) server.closeAllConnections();
        });
        await client.connection.close();
      },
    };
  } catch (error) {
    await client.connection.close();
    throw error;
  }
}

/** Listens at the port or the next free one; 0 = any. */
async function listen(
  fetch: Parameters<typeof serve>[0]["fetch"],
  wanted: number,
): Promise<{ server: ServerType; port: number }> {
  for (let from = wanted; ;) {
    const port = await findFreePort(from);
    try {
      const server = await new Promise<ServerType>((resolve, reject) => {
        const listening = serve({ fetch, hostname: LOOPBACK, port }, () => resolve(listening));
        listening.on("error", reject);
      });
      return { server, port };
    } catch (error) {
      // Somebody took the port between the look and the listening.
      if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
      if (wanted !== 0) from = port + 1;
    }
  }
}
