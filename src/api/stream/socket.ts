import type { WSContext, WSEvents } from "hono/ws";
import type { WebSocket } from "ws";
import { STREAM_LIMITS } from "../../contract/service/stream.ts";
import { readMessage, type Read } from "./read-message.ts";

/** The other side as the code that speaks with it sees it. */
export interface Peer {
  /** Sends an answer. A peer that reads none of them is dropped at the backlog limit. */
  send(message: object): void;
  /** Sends texts and resolves when they have left this process, so that nothing piles up. */
  flush(texts: readonly string[]): Promise<void>;
  /** Aborts when the socket has closed. */
  readonly closed: AbortSignal;
  /** Breaks the connection off. */
  drop(): void;
}

/** What is done with a peer. Handlers never throw: what goes wrong is an answer. */
export interface Conversation {
  /** The socket is open. */
  begin(peer: Peer): void;
  /** One message at a time, in the order of arrival. */
  take(peer: Peer, message: Read): Promise<void>;
}

export interface SocketOptions {
  readonly heartbeatMs: number;
  /** Calls `onLost` when the peer loses access. Returns what ends the checks. */
  readonly recheckAccess: (onLost: () => void) => () => void;
}

/** 1008: what the peer does is not allowed any more. */
const NOT_ALLOWED = 1008;

/** While so many messages wait for their turn, no more are read from the socket. */
const MAX_WAITING = 64;

/** A conversation as the events of a WebSocket: order, limits and liveness are kept here. */
export function socketEvents(
  conversation: Conversation,
  { heartbeatMs, recheckAccess }: SocketOptions,
): WSEvents<unknown> {
  const closing = new AbortController();
  let peer: Peer | undefined;
  let waiting = 0;
  let turns = Promise.resolve();

  return {
    onOpen(_event, context) {
      const raw = rawOf(context);
      peer = createPeer(raw, closing.signal);
      keepAlive(raw, heartbeatMs, closing.signal, () => waiting >= MAX_WAITING);
      const stop = recheckAccess(() => raw.close(NOT_ALLOWED, "The key may not read any more."));
      closing.signal.addEventListener("abort", stop, { once: true });
      conversation.begin(peer);
    },
    onMessage({ data }, context) {
      const known = peer;
      if (known === undefined) return;
      const raw = rawOf(context);
      waiting += 1;
      if (waiting === MAX_WAITING) raw.pause();
      turns = turns.then(async () => {
        if (!closing.signal.aborted) await conversation.take(known, readMessage(data));
        waiting -= 1;
        if (raw.isPaused && waiting < MAX_WAITING / 2) raw.resume();
      });
    },
    onClose: () => closing.abort(),
    // `ws` closes the socket by itself; here nothing is left to do.
    onError: () => undefined,
  };
}

function rawOf(context: WSContext<unknown>): WebSocket {
  return context.raw as WebSocket;
}

function createPeer(raw: WebSocket, closed: AbortSignal): Peer {
  return {
    closed,
    send(message) {
      if (closed.aborted) return;
      raw.send(JSON.stringify(message));
      if (raw.bufferedAmount > STREAM_LIMITS.backlog_bytes) raw.terminate();
    },
    async flush(texts) {
      const last = texts.length - 1;
      if (last < 0 || closed.aborted) return;
      for (const text of texts.slice(0, last)) raw.send(text);
      // Called with an error, too, when the socket closes first.
      await new Promise<void>((resolve) => raw.send(texts[last]!, () => resolve()));
    },
    drop: () => raw.terminate(),
  };
}

/** Drops a peer that does not answer a ping before the next one. */
function keepAlive(
  raw: WebSocket,
  everyMs: number,
  closed: AbortSignal,
  isUnread: () => boolean,
): void {
  let alive = true;
  raw.on("pong", () => {
    alive = true;
  });
  const timer = setInterval(() => {
    // Its pong may be behind messages that wait to be read.
    if (!alive && !isUnread()) return raw.terminate();
    alive = false;
    raw.ping();
  }, everyMs).unref();
  closed.addEventListener("abort", () => clearInterval(timer), { once: true });
}
