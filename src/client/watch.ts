import { createParser, type EventSourceMessage } from "eventsource-parser";
import { pauseBefore } from "../contract/pause-before.ts";
import type { Board, BoardEvent } from "../contract/plan/board.ts";
import type { LoggedEvent } from "../contract/plan/event.ts";
import type { PlanView } from "../contract/plan/plan.ts";
import { ProblemError } from "../contract/problem-error.ts";
import type { ToldProblem } from "../contract/problem.ts";
import { fold } from "../plan/views/board/fold-board.ts";
import { isProblem, readJson } from "./read-answer.ts";
import { callerHeaders, type Caller } from "./send-request.ts";
import { sleep } from "./sleep.ts";

/** What a watcher of events sees: the plan at first and where events are lost, else each event. */
export type WatchItem =
  | { readonly type: "snapshot"; readonly seq: number; readonly plan: PlanView }
  | { readonly type: "event"; readonly seq: number; readonly event: LoggedEvent };

export interface ConnectionOptions extends Omit<Caller, "via"> {
  /** Ends the watching without an error. */
  readonly signal?: AbortSignal;
  /** A connection that says nothing for so long, not even that it is there, is given up. */
  readonly silenceMs?: number;
  /** Told whenever the line breaks and when it stands again. */
  readonly onConnection?: ((state: "open" | "lost") => void) | undefined;
}

export interface WatchOptions extends ConnectionOptions {
  readonly as?: "events";
  /** Only events after this sequence number; a snapshot first when absent. */
  readonly after?: number;
  /** Only these event types, or families such as `hold`. */
  readonly types?: readonly string[];
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
 * @throws ProblemError when the API refuses: there is no such plan, the key may not read it.
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
  const address = new URL(`/v1/plans/${encodeURIComponent(planId)}/events`, url);
  return options.as === "boards" ? watchBoards(address, options) : watchEvents(address, options);
}

async function* watchBoards(
  address: URL,
  options: WatchBoardsOptions,
): AsyncGenerator<Board, void> {
  address.searchParams.set("board", "true");
  let board: Board | undefined;
  for await (const { event, data } of follow(address, undefined, options)) {
    const news = JSON.parse(data) as Board | BoardEvent;
    if (event === "board") board = news as Board;
    else if (board !== undefined) board = fold(board, news as BoardEvent);
    const isWhole = event === "board" || (news as BoardEvent).rows?.head !== undefined;
    if (board !== undefined && isWhole) yield board;
    if (board?.plan.completed_at != null) return;
  }
}

async function* watchEvents(
  address: URL,
  { after, types, ...options }: WatchOptions,
): AsyncGenerator<WatchItem, void> {
  if (types !== undefined) address.searchParams.set("types", types.join(","));
  for await (const { id, event, data } of follow(address, after, options)) {
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

/** The messages of a stream over all its connections, each of which goes on after the newest. */
export async function* follow(
  address: URL,
  from: number | undefined,
  options: ConnectionOptions,
): AsyncGenerator<EventSourceMessage, void> {
  const { signal } = options;
  const over = (): boolean => signal?.aborted === true;
  let after = from?.toString();
  for (let failures = 0; !over(); failures += 1) {
    try {
      const messages = await connect(address, after, options);
      // Nothing is left to tell.
      if (messages === null) return;
      options.onConnection?.("open");
      for await (const message of messages) {
        after = message.id ?? after;
        failures = 0;
        yield message;
      }
    } catch (error) {
      if (over()) return;
      if (error instanceof ProblemError && !mayPass(error)) throw error;
      // What speaks there is no Holdpoint.
      if (error instanceof SyntaxError) throw error;
    }
    if (!over()) options.onConnection?.("lost");
    await sleep(pauseBefore(failures), signal);
  }
}

/** The messages of one connection; null when there are none to come. */
async function connect(
  address: URL,
  after: string | undefined,
  options: ConnectionOptions,
): Promise<AsyncGenerator<EventSourceMessage> | null> {
  const { key, instance, language, signal } = options;
  const silence = createSilence(options.silenceMs ?? SILENCE_MS);
  const over = signal === undefined ? silence.signal : AbortSignal.any([signal, silence.signal]);
  const response = await fetch(address, {
    headers: {
      accept: "text/event-stream",
      ...(after !== undefined && { "last-event-id": after }),
      ...callerHeaders({ key, instance, language }),
    },
    signal: over,
  }).catch((error: unknown) => {
    silence.end();
    throw error;
  });
  if (response.status === 200 && response.body !== null) {
    return read(response.body, silence, over);
  }
  silence.end();
  if (response.status === 204) return null;
  throw new ProblemError(await problemOf(response), undefined, response.status);
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

async function problemOf(response: Response): Promise<ToldProblem> {
  const answer = readJson(await response.text());
  if (isProblem(answer)) return answer;
  return { code: "internal_error", detail: `The API answered ${response.status}.` };
}

function mayPass({ status }: ProblemError): boolean {
  return status === 429 || status >= 500;
}
