import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { createApp } from "../../../../src/api/app.ts";
import type { ApiDeps } from "../../../../src/api/routes/api-deps.ts";
import { serveApp } from "../../../../src/api/serve-app.ts";
import { createPlanFeeds, type FeedsOptions } from "../../../../src/api/stream/feed/plan-feeds.ts";
import { createSocketServer } from "../../../../src/api/stream/socket-server.ts";
import { closeServer } from "../../../../src/runtime/api/api.ts";

export interface ServedApi {
  readonly port: number;
  readonly url: string;
  /** Stops as `holdpoint api` does. */
  stop(): Promise<void>;
}

export interface ServeOptions extends FeedsOptions {
  readonly port?: number;
  readonly heartbeatMs?: number;
  readonly accessMs?: number;
}

/** The API as a process serves it, live stream and sockets included; it stops with the test. */
export async function serveApi(deps: ApiDeps, options: ServeOptions = {}): Promise<ServedApi> {
  const { port: wanted = 0, heartbeatMs, accessMs, ...feedsOptions } = options;
  const onError = (error: unknown): void => deps.onError(error, { id: "feed", path: "" });
  const { plans, artifacts } = deps;
  const feeds = createPlanFeeds({ plans, artifacts, onError }, feedsOptions);
  const stream = {
    ...(heartbeatMs !== undefined && { heartbeatMs }),
    ...(accessMs !== undefined && { accessMs }),
  };
  const { fetch } = createApp({ ...deps, feeds, stream });
  const sockets = createSocketServer();
  const { instance } = deps;
  const server = serveApp({
    fetch,
    instance,
    websocket: sockets,
    hostname: "127.0.0.1",
    port: wanted,
  });
  await once(server, "listening");
  // It closes no idle connection: a client in the same busy process may hear of that when it has already asked again.
  if ("keepAliveTimeout" in server) server.keepAliveTimeout = 0;
  const { port } = server.address() as AddressInfo;
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    feeds.close();
    sockets.close();
    stopped ??= closeServer(server);
    return stopped;
  };
  onTestFinished(stop);
  return { port, url: `http://127.0.0.1:${port}`, stop };
}
