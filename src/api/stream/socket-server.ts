import type { WebSocketServerLike } from "@hono/node-server";
import { WebSocketServer, type WebSocket } from "ws";
import { SOCKET_PROTOCOL, STREAM_LIMITS } from "../../contract/service/stream.ts";

/** 1001: the server goes away; clients come back. */
const GOING_AWAY = 1001;

export interface SocketServer {
  /** For `serve` of @hono/node-server. */
  readonly server: WebSocketServerLike;
  /** Says goodbye to every socket and breaks those off that do not answer at once. */
  close(): void;
}

/** What speaks WebSocket on an HTTP server's connections. */
export function createSocketServer(): SocketServer {
  const server = new WebSocketServer({
    noServer: true,
    // A larger frame than STREAM_LIMITS.frame_bytes gets a problem, one above this closes the socket.
    maxPayload: STREAM_LIMITS.frame_most_bytes,
    perMessageDeflate: false,
    handleProtocols: (offered) => offered.has(SOCKET_PROTOCOL) && SOCKET_PROTOCOL,
  });
  let isClosing = false;
  const leave = (socket: WebSocket): void => {
    socket.close(GOING_AWAY, "The API is stopping; connect again.");
    setImmediate(() => socket.terminate());
  };
  // A handshake may still be under way when the API stops.
  server.on("connection", (socket) => {
    if (isClosing) leave(socket);
  });
  return {
    // The two libraries' types differ where @hono/node-server does not look.
    server: server as unknown as WebSocketServerLike,
    close() {
      isClosing = true;
      for (const socket of server.clients) leave(socket);
    },
  };
}
