import { setTimeout as delay } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { WebSocket } from "ws";
import type { LoggedEvent } from "../../src/contract/plan/event.ts";
import { EnvelopeSchema, SOCKET_PROTOCOL } from "../../src/contract/service/stream.ts";

/**
 * A plan's events as a page sees them that connects again whenever its socket closes, and asks for
 * what comes after the last event that it has.
 */
export async function followBySocket(
  url: string,
  planId: string,
  after: number,
): Promise<LoggedEvent[]> {
  const seen: LoggedEvent[] = [];
  let over = false;
  onTestFinished(() => void (over = true));
  while (!over) {
    const from = seen.at(-1)?.seq ?? after;
    if (await readOne(url, planId, from, seen)) return seen;
    await delay(100);
  }
  return seen;
}

/** Reads one socket until it closes; whether the plan has ended. */
async function readOne(
  url: string,
  planId: string,
  after: number,
  seen: LoggedEvent[],
): Promise<boolean> {
  const socket = new WebSocket(`${url.replace("http:", "ws:")}/v1/ws`, SOCKET_PROTOCOL);
  onTestFinished(() => socket.terminate());
  let ended = false;
  socket.on("message", (data: Buffer) => {
    const message = JSON.parse(data.toString()) as { type: string };
    if (message.type === "ack" || message.type === "problem") return;
    const envelope = EnvelopeSchema.parse(message);
    if (envelope.type === "snapshot") throw new Error("A snapshot stands for lost events.");
    if (envelope.type !== "end") return void seen.push(envelope.data as LoggedEvent);
    ended = true;
    socket.close();
  });
  // Whatever goes wrong ends in a close, and who follows connects again.
  socket.on("error", () => undefined);
  socket.on("open", () =>
    socket.send(JSON.stringify({ type: "subscribe", ref: "1", plan_id: planId, after })),
  );
  await new Promise<void>((resolve) => socket.on("close", () => resolve()));
  return ended;
}
