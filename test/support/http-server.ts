import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

export interface TestServer {
  readonly server: Server;
  readonly port: number;
  /** `127.0.0.1:port` */
  readonly host: string;
  readonly url: string;
  /** How many connections came in, whether or not they said anything. */
  connections(): number;
  /** The next request and its response, which the test answers itself. */
  nextRequest(): Promise<[IncomingMessage, ServerResponse]>;
}

/** What tells an answer of a Holdpoint API from any other. */
export const AS_HOLDPOINT = { "holdpoint-instance": "this-instance" };

/** A real HTTP server on the loopback interface that stops with the test. */
export async function startServer(
  answer: RequestListener = () => {},
  address = "127.0.0.1",
  port = 0,
): Promise<TestServer> {
  let connections = 0;
  const server = createServer(answer);
  server.on("connection", () => connections++);
  server.listen(port, address);
  await once(server, "listening");
  onTestFinished(async () => {
    if (!server.listening) return;
    const closed = once(server, "close");
    server.close();
    server.closeAllConnections();
    await closed;
  });
  const bound = (server.address() as AddressInfo).port;
  return {
    server,
    port: bound,
    host: `${address}:${bound}`,
    url: `http://${address}:${bound}`,
    connections: () => connections,
    nextRequest: async () => (await once(server, "request")) as [IncomingMessage, ServerResponse],
  };
}
