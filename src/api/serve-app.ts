import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import { getRequestListener, RequestError, serve, type ServerType } from "@hono/node-server";
import {
  refuseWithoutHost,
  respondToUnreadable,
  unreadableTarget,
} from "./http/requests/unreadable-request.ts";
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
  const taken = new WeakSet<IncomingMessage>();
  const answer = withRefusedHandshakes((request, env) => {
    taken.add(env.incoming as IncomingMessage);
    return fetch(request, env);
  });
  const { hostname } = options;
  // Whoever names a host or an address that is none does not get as far as the API, which answers all else.
  const errorHandler = (error: unknown): Response =>
    error instanceof RequestError
      ? unreadableTarget(instance)
      : new Response(null, { status: 500 });
  const listener = getRequestListener(answer, { hostname, errorHandler });
  const take: RequestListener = (incoming, outgoing) => {
    // RFC 9112, section 3.2. HTTP/1.0 needs none.
    if (incoming.httpVersion === "1.1" && incoming.headers.host === undefined) {
      refuseWithoutHost(outgoing, instance);
      return;
    }
    void listener(incoming, outgoing);
  };
  const server = serve({
    ...options,
    fetch: answer,
    createServer: ((more: object) =>
      // Node would refuse both with an empty answer: a request without a host, and an expectation that nobody knows.
      createServer({ ...more, requireHostHeader: false }, take).on(
        "checkExpectation",
        take,
      )) as typeof createServer,
  });
  respondToUnreadable(server, instance);
  passOverUpgrades(server, isSocketAddress, (request) => taken.has(request));
  return server;
}

/** Where a WebSocket can be opened: the live stream's, and S0's of one plan. */
function isSocketAddress(path: string): boolean {
  return path === "/v1/ws" || path.startsWith("/ws/");
}
