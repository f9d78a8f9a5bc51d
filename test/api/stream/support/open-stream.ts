import { onTestFinished } from "vitest";
import type { LoggedEvent } from "../../../../src/contract/plan/event.ts";

export interface Message {
  readonly id: number;
  readonly event: string;
  readonly data: unknown;
}

export interface OpenStream {
  readonly response: Response;
  /** Every message so far. */
  readonly messages: Message[];
  /** The id of the message that says that no more comes, once it came; it is not among the messages. */
  endedAt(): number | null;
  /** How many heartbeats came so far. */
  heartbeats(): number;
  /** The next message; null at the end of the stream. */
  next(): Promise<Message | null>;
  /** Everything up to the end of the stream. */
  rest(): Promise<Message[]>;
  /** Reads on until `reached` holds; an error when the stream ends before. */
  until(reached: () => boolean): Promise<void>;
  close(): Promise<void>;
}

/** A person's `curl -N`: reads server-sent events by their text, not by the product's own parser. */
export async function openStream(
  address: string,
  headers: Record<string, string> = {},
): Promise<OpenStream> {
  const response = await fetch(address, {
    headers: { accept: "text/event-stream", ...headers },
  });
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  const waiting: Message[] = [];
  const messages: Message[] = [];
  let heartbeats = 0;
  let endedAt: number | null = null;
  let text = "";
  let ended = false;

  /** Reads one piece of whatever comes. */
  async function read(): Promise<void> {
    const piece = await reader?.read().catch(() => undefined);
    if (piece === undefined || piece.done) {
      ended = true;
      return;
    }
    text += decoder.decode(piece.value, { stream: true });
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      if (block === ": heartbeat") heartbeats += 1;
      const fields = new Map(
        block.split("\n").map((line) => line.split(/: ?(.*)/s, 2) as [string, string]),
      );
      const data = fields.get("data");
      if (data === undefined) continue;
      const event = fields.get("event") ?? "message";
      const id = Number(fields.get("id"));
      if (event === "end") endedAt = id;
      else waiting.push({ id, event, data: JSON.parse(data) });
    }
  }
  const next = async (): Promise<Message | null> => {
    while (waiting.length === 0 && !ended) await read();
    const message = waiting.shift() ?? null;
    if (message !== null) messages.push(message);
    return message;
  };
  const close = async (): Promise<void> => {
    await reader?.cancel().catch(() => undefined);
  };
  onTestFinished(close);
  return {
    response,
    messages,
    endedAt: () => endedAt,
    heartbeats: () => heartbeats,
    next,
    async rest() {
      const from = messages.length;
      while ((await next()) !== null);
      return messages.slice(from);
    },
    async until(reached) {
      while (!reached()) {
        if (ended) throw new Error("The stream ended before that.");
        if (waiting.length === 0) await read();
        else await next();
      }
    },
    close,
  };
}

/** The events among messages. */
export function eventsOf(messages: readonly Message[]): LoggedEvent[] {
  return messages
    .filter(({ event }) => event !== "snapshot")
    .map(({ data }) => data as LoggedEvent);
}
