import { createParser, type EventSourceMessage } from "eventsource-parser";
import { pauseBefore } from "../contract/pause-before.ts";
import type { Board, BoardEvent } from "../contract/plan/board.ts";
import type { LoggedEvent } from "../contract/plan/event.ts";
import type { PlanView } from "../contract/plan/plan.ts";
import { ProblemError } from "../contract/problems/problem-error.ts";
import type { EventWord } from "../contract/service/stream.ts";
import { fold } from "../plan/views/board/fold-board.ts";
import { fillPath, toAddress } from "./address.ts";
import { ConnectionError } from "./connection-error.ts";
import { assertHoldpoint, toFailure } from "./read-answer.ts";
import { callerHeaders, type Caller } from "./send-request.ts";
import { sleep } from "./sleep.ts";

/** What a watcher of events sees: the plan at first and where events are lost, else each event. */
export type WatchItem =
  | { readonly type: "snapshot"; readonly seq: number; readonly plan: PlanView }
  | { readonly type: "event"; readonly seq: number; readonly event: LoggedEvent };

export interface ConnectionOptions extends Omit<Caller, "via"> {
  /** Ends the watching without an error. */
  readonly signal?: AbortSignal | undefined;
  /** A connection that says nothing for so long, not even that it is there, is given up. */
  readonly silenceMs?: number | undefined;
  /** Told whenever the line breaks and when it stands again; of an end it is not told. */
  readonly onConnection?: ((state: "open" | "lost") => void) | undefined;
}

export interface WatchOptions extends ConnectionOptions {
  readonly as?: "events" | undefined;
  /** Only events after this sequence number; a snapshot first when absent. */
  readonly after?: number | undefined;
  /** Only these event types, or families such as `hold`. */
  readonly types?: readonly EventWord[] | undefined;
}

export interface WatchBoardsOptions extends ConnectionOptions {
  readonly as: "boards";
}

/** Three heartbeats of the API. */
const SILENCE_MS = 45_000;

/**
 * A plan as it changes, up to its end: as boards, the first one at once and another one after each
 * batch of events; or as events, each once and in order. Connections that break are made again and go
 * on where they broke, for as long as it takes.
 * @throws ProblemError when the API refuses: there is no such plan, the key may not read it;
 *   ConnectionError when something else than an API speaks there from the first.
 */
export function watch(
  url: string,
  planId: string,
  options: WatchBoardsOptions,
): AsyncGenerator<Board, void>;
export function watch(
  url: string,
  planId: string,
  options?: WatchOptions,
): AsyncGenerator<WatchItem, void>;
export function watch(
  url: string,
  planId: string,
  options: WatchOptions | WatchBoardsOptions = {},
): AsyncGenerator<Board | WatchItem, void> {
  return options.as === "boards"
    ? watchBoards(url, planId, options)
    : watchEvents(url, planId, options);
}

async function* watchBoards(
  url: string,
  planId: string,
  options: WatchBoardsOptions,
): AsyncGenerator<Board, void> {
  const path = eventsOf(planId, options);
  let board: Board | undefined;
  for await (const { event, data } of follow(url, { path, query: { board: true } }, options)) {
    const news = JSON.parse(data) as Board | BoardEvent;
    if (event === "board") board = news as Board;
    else if (board !== undefined) board = fold(board, news as BoardEvent);
    const isWhole = event === "board" || (news as BoardEvent).rows?.head !== undefined;
    if (board !== undefined && isWhole) yield board;
    if (board?.plan.completed_at != null) return;
  }
}

async function* watchEvents(
  url: string,
  planId: string,
  { after, types, ...options }: WatchOptions,
): AsyncGenerator<WatchItem, void> {
  const path = eventsOf(planId, options);
  const query = { types: types?.join(",") };
  for await (const { id, event, data } of follow(url, { path, query, after }, options)) {
    const seq = Number(id);
    if (event === "snapshot") {
      const plan = JSON.parse(data) as PlanView;
      yield { type: "snapshot", seq, plan };
      if (plan.completed_at !== null) return;
    } else {
      // Whether an end is the last one, the API says: a plan may have gone on.
      yield { type: "event", seq, event: JSON.parse(data) as LoggedEvent };
    }
  }
}

function eventsOf(planId: string, { language }: ConnectionOptions): string {
  return fillPath("/v1/plans/:plan/events", [planId], language);
}

interface Stream {
  readonly path: string;
  readonly query?: object;
  /** Only messages after this one. */
  readonly after?: number | undefined;
}

/** The messages of a stream over all its connections, each of which goes on after the newest. */
export async function* follow(
  url: string,
  { path, query, after: from }: Stream,
  options: ConnectionOptions,
): AsyncGenerator<EventSourceMessage, void> {
  const { signal, onConnection } = options;
  const address = toAddress(url, path, query);
  const over = (): boolean => signal?.aborted === true;
  let line: "open" | "lost" | undefined;
  let hasStood = false;
  const note = (state: "open" | "lost"): void => {
    if (state !== line) onConnection?.(state);
    line = state;
  };
  let after = from?.toString();
  for (let failures = 0; !over(); failures += 1) {
    try {
      const messages = await connect(url, address, after, options);
      // Nothing is left to tell.
      if (messages === null) return;
      note("open");
      hasStood = true;
      for await (const message of messages) {
        // The plan has ended, and all of it was told.
        if (message.event === "end") return;
        after = message.id ?? after;
        failures = 0;
        yield message;
      }
    } catch (error) {
      if (over()) return;
      // What stands before an API that was there may speak in its place while it restarts.
      const isAway = hasStood && error instanceof ConnectionError;
      if (!isAway && !mayPass(error)) throw error;
    }
    if (!over()) note("lost");
    await sleep(pauseBefore(failures), signal);
  }
}

/** The messages of one connection; null when there are none to come. */
async function connect(
  url: string,
  address: URL,
  after: string | undefined,
  options: ConnectionOptions,
): Promise<AsyncGenerator<EventSourceMessage> | null> {
  const { key, instance, language, signal } = options;
  const silence = createSilence(options.silenceMs ?? SILENCE_MS);
  const over = signal === undefined ? silence.signal : AbortSignal.any([signal, silence.signal]);
  let isRead = false;
  try {
    const response = await fetch(address, {
      headers: {
        accept: "text/event-stream",
        ...(after !== undefined && { "last-event-id": after }),
        ...callerHeaders({ key, instance, language }),
      },
      signal: over,
    });
    await assertHoldpoint(url, response);
    if (response.status === 204) return null;
    if (response.status !== 200 || response.body === null) {
      throw toFailure(url, response, await response.text());
    }
    isRead = true;
    return read(response.body, silence, over);
  } finally {
    if (!isRead) silence.end();
  }
}

async function* read(
  body: ReadableStream<Uint8Array>,
  silence: Silence,
  over: AbortSignal,
): AsyncGenerator<EventSourceMessage> {
  const messages: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (message) => messages.push(message) });
  const decoder = new TextDecoder();
  const reader = body.getReader();
  // Node's fetch leaves a body open for ever whose response had ended when it was aborted between two reads.
  const stop = (): void => void reader.cancel().catch(() => undefined);
  over.addEventListener("abort", stop);
  try {
    if (over.aborted) return;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      silence.broken();
      parser.feed(decoder.decode(value, { stream: true }));
      yield* messages.splice(0);
    }
  } finally {
    over.removeEventListener("abort", stop);
    silence.end();
    // Also when the watcher stops in the middle: the connection must not stay open.
    await reader.cancel().catch(() => undefined);
  }
}

interface Silence {
  /** Aborts when it lasted too long. */
  readonly signal: AbortSignal;
  broken(): void;
  end(): void;
}

function createSilence(milliseconds: number): Silence {
  const lasting = new AbortController();
  const tooLong = (): void => lasting.abort(new Error("The stream has fallen silent."));
  let timer = setTimeout(tooLong, milliseconds);
  return {
    signal: lasting.signal,
    broken() {
      clearTimeout(timer);
      timer = setTimeout(tooLong, milliseconds);
    },
    end: () => clearTimeout(timer),
  };
}

/** Whether another connection may do better: what was refused stays refused. */
function mayPass(error: unknown): boolean {
  if (!(error instanceof ProblemError || error instanceof ConnectionError)) return true;
  const { status = 0 } = error;
  return status === 429 || status >= 500;
}
