import { serve, type ServerType } from "@hono/node-server";
import { respondToUnreadable } from "./http/requests/unreadable-request.ts";
import { passOverUpgrades, withRefusedHandshakes, type Fetch } from "./http/requests/upgrades.ts";
import type { SocketServer } from "./stream/socket-server.ts";

interface Served {
  readonly fetch: Fetch;
  /** Whose plans are served. */
  readonly instance: string;
  readonly websocket: Pick<SocketServer, "server">;
  readonly hostname: string;
  readonly port: number;
}

/** Serves the API on a port: every request is answered, also those that are none. */
export function serveApp({ fetch, instance, ...options }: Served): ServerType {
  const server = serve({ ...options, fetch: withRefusedHandshakes(fetch) });
  respondToUnreadable(server, instance);
  passOverUpgrades(server, isSocketAddress);
  return server;
}

/** Where a WebSocket can be opened: the live stream's, and S0's of one plan. */
function isSocketAddress(path: string): boolean {
  return path === "/v1/ws" || path.startsWith("/ws/");
}
