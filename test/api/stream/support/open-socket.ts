import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { onTestFinished } from "vitest";
import { WebSocket, type ClientOptions } from "ws";

export interface SocketMessage {
  readonly type: string;
  readonly ref?: string | null;
  readonly seq?: number;
  readonly [field: string]: unknown;
}

export interface OpenSocket {
  /** Every message so far. */
  readonly messages: SocketMessage[];
  /** The subprotocol that the server chose. */
  readonly protocol: string;
  /** Sends JSON; a text or bytes go as they are. */
  send(message: object | string): void;
  /** The next message that was not looked at yet and fits; others before it are looked at, too. */
  until(fits: (message: SocketMessage) => boolean): Promise<SocketMessage>;
  /** Sends a message with a new `ref`, and resolves with its answer. */
  ask(message: object): Promise<SocketMessage>;
  /** Writes bytes below the protocol. */
  rawWrite(bytes: Buffer): void;
  pause(): void;
  resume(): void;
  close(): void;
  readonly closed: Promise<{ code: number; reason: string }>;
}

/** Opens a WebSocket at an http:// address. @throws Error when the server refuses it. */
export async function openSocket(
  address: string,
  protocols: string[] = [],
  options: ClientOptions = {},
): Promise<OpenSocket> {
  const socket = new WebSocket(address.replace("http:", "ws:"), protocols, options);
  onTestFinished(() => socket.terminate());
  const messages: SocketMessage[] = [];
  let looked = 0;
  let told: (() => void) | undefined;
  let isClosed = false;
  socket.on("message", (data: Buffer) => {
    messages.push(JSON.parse(data.toString()) as SocketMessage);
    told?.();
  });
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on("close", (code, reason) => {
      isClosed = true;
      resolve({ code, reason: reason.toString() });
      told?.();
    });
  });
  let refs = 0;
  await once(socket, "open");
  socket.on("error", () => undefined);
  const until: OpenSocket["until"] = async (fits) => {
    for (;;) {
      while (looked < messages.length) {
        const message = messages[looked]!;
        looked += 1;
        if (fits(message)) return message;
      }
      if (isClosed) throw new Error("The socket closed before that.");
      await new Promise<void>((resolve) => (told = resolve));
    }
  };
  return {
    messages,
    protocol: socket.protocol,
    send: (message) =>
      socket.send(
        typeof message === "string" || message instanceof Uint8Array
          ? message
          : JSON.stringify(message),
      ),
    until,
    ask(message) {
      refs += 1;
      const ref = `r${refs}`;
      socket.send(JSON.stringify({ ref, ...message }));
      return until((answer) => answer.ref === ref);
    },
    rawWrite(bytes) {
      const { _socket: wire } = socket as unknown as { _socket: Socket };
      wire.write(bytes);
    },
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    close: () => socket.close(),
    closed,
  };
}

/** The status with which the server refuses a handshake. */
export async function refusedStatus(address: string, options: ClientOptions): Promise<number> {
  const socket = new WebSocket(address.replace("http:", "ws:"), [], options);
  socket.on("error", () => undefined);
  const [, response] = (await once(socket, "unexpected-response")) as [unknown, IncomingMessage];
  response.resume();
  socket.terminate();
  return response.statusCode ?? 0;
}
