import { STATUS_CODES, type IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { serve } from "@hono/node-server";

export type Fetch = Parameters<typeof serve>[0]["fetch"];

/** A server of Node that takes connections and tells about requests to change their protocol. */
interface Upgrades {
  prependListener(
    event: "upgrade",
    listener: (request: IncomingMessage, socket: Duplex, head: Buffer) => void,
  ): unknown;
  emit(event: "connection", socket: Duplex): unknown;
}

/**
 * Only a WebSocket's handshake at one of its addresses changes the protocol of a connection. Any other
 * wish, such as HTTP/2 on a connection without TLS, is passed over as RFC 9110 §7.8 allows: the request is
 * answered as if it had not been there. Node itself would leave it without an answer.
 * @param isTaken whether the listener of handshakes has handed one on: it leaves those lying that name no address.
 */
export function passOverUpgrades(
  server: Upgrades,
  isSocket: (path: string) => boolean,
  isTaken: (request: IncomingMessage) => boolean,
): void {
  server.prependListener("upgrade", (request, socket, head) => {
    // Node has taken its own listener away: a reset of this connection would end the process.
    socket.on("error", () => socket.destroy());
    const written = headWithoutUpgrade(request);
    const passOver = (): void => {
      socket.unshift(Buffer.concat([Buffer.from(written, "latin1"), head]));
      server.emit("connection", socket);
    };
    if (isHandshake(request) && isSocket(pathOf(request))) {
      setImmediate(() => {
        if (!isTaken(request)) passOver();
      });
      return;
    }
    // The other listeners are for handshakes, and know them by this.
    delete request.headers.upgrade;
    passOver();
  });
}

/** The same as `fetch`, which also writes out what refuses a handshake: its listener sends no body. */
export function withRefusedHandshakes(fetch: Fetch): Fetch {
  return async (request, env) => {
    const response = await fetch(request, env);
    const isHandshake = (env.outgoing as unknown) === undefined;
    if (!isHandshake || !(response instanceof Response)) return response;
    if (response.status >= 400) await writeOut(response, env.incoming.socket);
    return response;
  };
}

function isHandshake({ method, headers }: IncomingMessage): boolean {
  return method === "GET" && headers.upgrade?.toLowerCase() === "websocket";
}

function pathOf({ url = "/", headers }: IncomingMessage): string {
  const base = `http://${headers.host ?? "localhost"}`;
  return URL.canParse(url, base) ? new URL(url, base).pathname : "";
}

/** What asks for another protocol, as a header and as a word of `Connection`. */
const UPGRADING = new Set(["upgrade", "http2-settings"]);

function headWithoutUpgrade({ method, url, httpVersion, rawHeaders }: IncomingMessage): string {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let place = 0; place < rawHeaders.length; place += 2) {
    const [name, value] = [rawHeaders[place]!, rawHeaders[place + 1]!];
    const kept = name.toLowerCase() === "connection" ? otherWords(value) : value;
    if (!UPGRADING.has(name.toLowerCase()) && kept !== "") lines.push(`${name}: ${kept}`);
  }
  return `${lines.join("\r\n")}\r\n\r\n`;
}

function otherWords(connection: string): string {
  const words = connection.split(",").map((word) => word.trim());
  return words.filter((word) => !UPGRADING.has(word.toLowerCase())).join(", ");
}

async function writeOut(response: Response, socket: Duplex): Promise<void> {
  const body = Buffer.from(await response.arrayBuffer());
  const headers = new Headers(response.headers);
  headers.set("connection", "close");
  headers.set("content-length", String(body.length));
  const head = [
    `HTTP/1.1 ${response.status} ${STATUS_CODES[response.status] ?? ""}`,
    ...[...headers].map(([name, value]) => `${name}: ${value}`),
  ];
  socket.end(Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`, "latin1"), body]));
}
