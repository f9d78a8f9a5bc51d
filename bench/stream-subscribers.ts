import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** What the bench asks this process to do. */
export interface SubscribersOrder {
  readonly url: string;
  readonly plan_id: string;
  readonly subscribers: number;
  /** How many of them read nothing. */
  readonly idle: number;
  /** How many events each of the others waits for. */
  readonly events: number;
  /** Whether they keep boards. */
  readonly board?: boolean;
}

export interface Figures {
  readonly deliveries: number;
  readonly missing: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

/** After this long without an event, the missing ones are counted. */
const PATIENCE_MS = 5_000;
const AT = /"at":"([^"]+)"/;

process.once("message", (order: SubscribersOrder) => void run(order));

async function run(order: SubscribersOrder): Promise<void> {
  const { url, plan_id, subscribers, idle, events, board = false } = order;
  const { hostname, port } = new URL(url);
  const latencies: number[] = [];
  const expected = (subscribers - idle) * events;
  let quiet: NodeJS.Timeout | undefined;
  const finish = (): void => {
    clearTimeout(quiet);
    tell("figures", toFigures(latencies, expected));
  };
  const take = (line: string): void => {
    const at = AT.exec(line)?.[1];
    if (at === undefined) return;
    latencies.push(Date.now() - Date.parse(at));
    if (latencies.length === expected) finish();
    else if (quiet === undefined) quiet = setTimeout(finish, PATIENCE_MS);
    else quiet.refresh();
  };
  const begun: Promise<unknown>[] = [];
  for (let number = 0; number < subscribers; number += 1) {
    const socket = connect({ host: hostname, port: Number(port) });
    await once(socket, "connect");
    socket.write(
      `GET /v1/plans/${plan_id}/events?board=${board} HTTP/1.1\r\nhost: localhost\r\naccept: text/event-stream\r\n\r\n`,
    );
    if (number < idle) socket.pause();
    else begun.push(readEvents(socket, take));
  }
  await Promise.all(begun);
  tell("ready", null);
}

/** Hands on each event's line; resolves once the plan's snapshot or board came. */
function readEvents(socket: Socket, take: (line: string) => void): Promise<void> {
  let rest = "";
  let isEvent = false;
  return new Promise((resolve) => {
    socket.setEncoding("utf8").on("data", (piece: string) => {
      const lines = (rest + piece).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        if (line.startsWith("event: ")) {
          isEvent = line !== "event: snapshot" && line !== "event: board";
          if (!isEvent) resolve();
        } else if (isEvent && line.startsWith("data: ")) take(line);
      }
    });
  });
}

function toFigures(latencies: readonly number[], expected: number): Figures {
  const sorted = latencies.toSorted((a, b) => a - b);
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  const deliveries = sorted.length;
  return {
    deliveries,
    missing: expected - deliveries,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    max: at(1),
  };
}

function tell(name: string, value: unknown): void {
  process.send?.({ name, value });
}
