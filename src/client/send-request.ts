import { pauseBefore } from "../contract/pause-before.ts";
import { ProblemError } from "../contract/problems/problem-error.ts";
import type { Language } from "../contract/sentences/catalog.ts";
import { CLIENT_HEADER, INSTANCE_HEADER } from "../contract/tables/headers.ts";
import type { Channel } from "../contract/tables/vocabulary.ts";
import { jsonOf } from "../text/json-of.ts";
import { toAddress } from "./address.ts";
import { ConnectionError } from "./connection-error.ts";
import { assertHoldpoint, toFailure } from "./read-answer.ts";
import { sleep } from "./sleep.ts";

/**
 * How a call is made; each can be set for the client and for a single call. A watch takes only the
 * signal: it goes on for as long as it takes.
 */
export interface CallOptions {
  /** Ends the call, which then fails with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** How often a call is sent again when no answer comes or one that may pass; 0 for never. */
  readonly retries?: number | undefined;
  /**
   * How long a call may take, with all that it is sent again, in milliseconds. When the time is over, the
   * call fails with a `ConnectionError` whose reason is `timed_out`.
   */
  readonly timeoutMs?: number | undefined;
}

/** Who a client is, and whom it means: what all of its calls carry. */
export interface Caller {
  /** A key of that API, `hp_…`; an API on this machine may do without. */
  readonly key?: string | undefined;
  /** Whose plans are meant, as an API says in `Holdpoint-Instance`; any other refuses every call. */
  readonly instance?: string | undefined;
  /** In which language the API says what it refuses; English when absent. */
  readonly language?: Language | undefined;
  /** By which way people decide with it, as the log will say: `api` when absent. */
  readonly via?: Channel | undefined;
  /**
   * Told what time it is for the API with each of its answers, as HTTP writes it, and when that was asked for by this
   * machine's clock, in epoch milliseconds.
   */
  readonly onDate?: ((date: string, askedAt: number) => void) | undefined;
}

export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  /** Values that are undefined are left out. */
  readonly query?: object | undefined;
  /** Bytes go as they are, anything else as JSON. */
  readonly body?: object | undefined;
  /** What a success brings; a `text` comes as it is, and so do `bytes`. */
  readonly answer?: "json" | "text" | "bytes" | "nothing";
  /** The version that is meant. */
  readonly version?: number | undefined;
  /** Which of the bytes: from `first` on, so many. */
  readonly range?: { readonly first: number; readonly count: number } | undefined;
}

const RETRIES = 10;
/** Longer than the longest wait for events. */
const TIMEOUT_MS = 90_000;
const LONGEST_PAUSE_MS = 2_000;

/**
 * Sends a request until it is answered: again when the API cannot be reached or says that the same
 * may work later. A changing request then carries an `Idempotency-Key`, so that it counts once.
 * @throws ProblemError when the API refuses, ConnectionError when there is none.
 */
export async function sendRequest(
  url: string,
  request: ApiRequest,
  { signal, retries = RETRIES, timeoutMs = TIMEOUT_MS, ...caller }: CallOptions & Caller,
): Promise<unknown> {
  assertTimeout(timeoutMs);
  const until = performance.now() + timeoutMs;
  const timeout = timeoutMs < 2 ** 31 ? [AbortSignal.timeout(Math.ceil(timeoutMs))] : [];
  const ends = AbortSignal.any([...timeout, ...(signal === undefined ? [] : [signal])]);
  const init = toInit(request, caller, retries > 0);
  for (let sent = 0; ; sent++) {
    try {
      return await sendOnce(url, request, { ...init, signal: ends }, caller.onDate);
    } catch (error) {
      signal?.throwIfAborted();
      const pause = pauseAfter(error, sent);
      if (sent >= retries || pause === undefined || performance.now() + pause > until) throw error;
      await sleep(pause, ends);
      signal?.throwIfAborted();
    }
  }
}

/** @throws TypeError for what is no length of time. */
export function assertTimeout(timeoutMs: number | undefined): void {
  if (timeoutMs === undefined || timeoutMs >= 0) return;
  throw new TypeError(`timeoutMs is ${timeoutMs}; it must be a number of milliseconds.`);
}

/** The headers by which a client says who it is, and whom it means. */
export function callerHeaders({
  key = "",
  instance,
  language,
  via,
}: Caller): Record<string, string> {
  return {
    ...(key !== "" && { authorization: `Bearer ${key}` }),
    ...(instance !== undefined && { [INSTANCE_HEADER]: instance }),
    ...(language !== undefined && { "accept-language": language }),
    ...(via !== undefined && { [CLIENT_HEADER]: via }),
  };
}

function toInit(
  { method, body, range, version }: ApiRequest,
  caller: Caller,
  mayRepeat: boolean,
): RequestInit {
  const isBytes = body instanceof Uint8Array;
  return {
    method,
    headers: {
      ...callerHeaders(caller),
      ...(body !== undefined && {
        "content-type": isBytes ? "application/octet-stream" : "application/json",
      }),
      ...(version !== undefined && { "if-match": `"v${version}"` }),
      ...(range !== undefined && {
        range: `bytes=${range.first}-${range.first + range.count - 1}`,
      }),
      ...(mayRepeat && method !== "GET" && { "idempotency-key": crypto.randomUUID() }),
    },
    ...(body !== undefined && {
      body: isBytes ? (body as Uint8Array<ArrayBuffer>) : JSON.stringify(body, assertJson),
    }),
  };
}

function assertJson(key: string, value: unknown): unknown {
  if (typeof value !== "bigint") return value;
  throw new TypeError(`"${key}" is a bigint, which JSON cannot hold.`);
}

async function sendOnce(
  url: string,
  { path, query, answer = "json" }: ApiRequest,
  init: RequestInit,
  onDate: Caller["onDate"],
): Promise<unknown> {
  const failed =
    (reason: ConnectionError["reason"]) =>
    (cause: unknown): never => {
      const isLate = cause instanceof Error && cause.name === "TimeoutError";
      throw new ConnectionError(url, isLate ? "timed_out" : reason, { cause });
    };
  const askedAt = Date.now();
  const response = await fetch(toAddress(url, path, query), init).catch(failed("unreachable"));
  const brokeOff = failed("broke_off");
  await assertHoldpoint(url, response);
  const date = response.headers.get("date");
  if (date !== null) onDate?.(date, askedAt);
  if (response.ok && answer === "bytes") {
    return new Uint8Array(await response.arrayBuffer().catch(brokeOff));
  }
  const text = await response.text().catch(brokeOff);
  if (!response.ok) throw toFailure(url, response, text);
  if (answer !== "json") return answer === "text" ? text : undefined;
  const data = jsonOf(text);
  if (data !== undefined) return data;
  throw new ConnectionError(url, "not_holdpoint", { status: response.status });
}

/** How long to wait before the request is sent again; undefined when that would not help. */
function pauseAfter(error: unknown, sent: number): number | undefined {
  const pause = pauseBefore(sent, LONGEST_PAUSE_MS);
  if (error instanceof ConnectionError) {
    const isCut = error.reason === "unreachable" || error.reason === "broke_off";
    const mayPass = isCut || [502, 503, 504].includes(error.status ?? 0);
    return mayPass ? pause : undefined;
  }
  if (!(error instanceof ProblemError)) return undefined;
  const { problem, retryAfter, status } = error;
  const mayPass = [429, 503].includes(status) || problem.code === "request_in_progress";
  return mayPass ? Math.max(pause, (retryAfter ?? 0) * 1_000) : undefined;
}
