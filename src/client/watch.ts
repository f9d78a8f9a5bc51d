import type { LoggedEvent } from "../contract/event.ts";
import type { PlanView } from "../contract/plan.ts";
import type { Problem } from "../contract/problem.ts";
import { isFinalEvent } from "../contract/stream.ts";
import { ProblemError } from "./client.ts";
import { createStreamParser, type StreamMessage } from "./event-source.ts";

/** What a watcher sees: the plan as a whole at first and where events are lost, else each event. */
export type WatchItem =
  | { readonly type: "snapshot"; readonly seq: number; readonly plan: PlanView }
  | { readonly type: "event"; readonly seq: number; readonly event: LoggedEvent };

export interface WatchOptions {
  /** Only events after this sequence number; a snapshot first when absent. */
  readonly after?: number;
  /** Only these event types, or families such as `hold`. */
  readonly types?: readonly string[];
  /** Ends the watching without an error. */
  readonly signal?: AbortSignal;
  /** A key of that API, `hp_…`; an API on this machine may do without. */
  readonly key?: string;
  /** A connection that says nothing for so long, not even that it is there, is given up. */
  readonly silenceMs?: number;
}

/** Three heartbeats of the API. */
const SILENCE_MS = 45_000;
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5_000;

/**
 * A plan's events as they happen, up to its end, each once and in order. Connections that break are
 * made again and go on where they broke, for as long as it takes.
 * @throws ProblemError when the API refuses: there is no such plan, the key may not read it.
 */
export async function* watch(
  url: string,
  planId: string,
  options: WatchOptions = {},
): AsyncGenerator<WatchItem, void> {
  const { signal } = options;
  let { after } = options;
  let pause = FIRST_PAUSE_MS;
  const over = (): boolean => signal?.aborted === true;
  while (!over()) {
    try {
      const messages = await connect(url, planId, after, options);
      // Nothing is left to tell.
      if (messages === null) return;
      for await (const message of messages) {
        const item = toItem(message);
        after = item.seq;
        pause = FIRST_PAUSE_MS;
        yield item;
        if (item.type === "event" && isFinalEvent(item.event)) return;
      }
    } catch (error) {
      if (over()) return;
      if (error instanceof ProblemError && !mayPass(error)) throw error;
      // What speaks there is no Holdpoint.
      if (error instanceof SyntaxError) throw error;
    }
    await sleep(pause * (0.75 + Math.random() / 2), signal);
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
  }
}

function toItem({ id, event, data }: StreamMessage): WatchItem {
  const seq = Number(id);
  return event === "snapshot"
    ? { type: "snapshot", seq, plan: JSON.parse(data) as PlanView }
    : { type: "event", seq, event: JSON.parse(data) as LoggedEvent };
}

/** The messages of one connection; null when there are none to come. */
async function connect(
  url: string,
  planId: string,
  after: number | undefined,
  options: WatchOptions,
): Promise<AsyncGenerator<StreamMessage> | null> {
  const { types, key = "", signal } = options;
  const address = new URL(`/v1/plans/${encodeURIComponent(planId)}/events`, url);
  if (types !== undefined) address.searchParams.set("types", types.join(","));
  const silence = createSilence(options.silenceMs ?? SILENCE_MS);
  const response = await fetch(address, {
    headers: {
      accept: "text/event-stream",
      ...(after !== undefined && { "last-event-id": String(after) }),
      ...(key !== "" && { authorization: `Bearer ${key}` }),
    },
    signal: signal === undefined ? silence.signal : AbortSignal.any([signal, silence.signal]),
  }).catch((error: unknown) => {
    silence.end();
    throw error;
  });
  if (response.status === 200 && response.body !== null) return read(response.body, silence);
  silence.end();
  if (response.status === 204) return null;
  throw new ProblemError(response.status, await problemOf(response));
}

async function* read(
  body: ReadableStream<Uint8Array>,
  silence: Silence,
): AsyncGenerator<StreamMessage> {
  const parse = createStreamParser();
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      silence.broken();
      yield* parse(decoder.decode(value, { stream: true }));
    }
  } finally {
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

/** What stands between may answer in its own words. */
async function problemOf(response: Response): Promise<Problem> {
  const text = await response.text();
  try {
    const body = JSON.parse(text) as Partial<Problem> | null;
    if (typeof body?.code === "string" && typeof body.detail === "string") return body as Problem;
  } catch {
    // Not JSON: the status has to do.
  }
  return { code: "internal_error", detail: `The API answered ${response.status}.` };
}

function mayPass({ status }: ProblemError): boolean {
  return status === 429 || status >= 500;
}

async function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted === true) return;
  await new Promise<void>((resolve) => {
    const wake = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", wake);
      resolve();
    };
    const timer = setTimeout(wake, milliseconds);
    signal?.addEventListener("abort", wake);
  });
}
