import { setTimeout as delay } from "node:timers/promises";
import { UnavailableArtifactsError } from "./artifact-store.ts";
import { signRequest, type Credentials } from "./sign-request.ts";

export interface BucketPlace {
  readonly bucket: string;
  readonly region: string;
  /** Where the store is, when it is not Amazon's: `https://minio.internal:9000`. */
  readonly endpoint?: string | undefined;
  /** What all names begin with; ends with a slash unless it is empty. */
  readonly prefix: string;
}

/** A store of objects that refuses, with its own code such as `AccessDenied`. */
class BucketError extends UnavailableArtifactsError {
  override readonly name = "BucketError";
  readonly status: number;
  readonly code: string;

  constructor(what: string, status: number, code: string) {
    super(`${what}: ${status} ${code}`);
    this.status = status;
    this.code = code;
  }
}

/**
 * What is asked of a store of objects. Every request may be repeated, and is when the store is busy. One that
 * it refuses, or does not answer, ends with UnavailableArtifactsError.
 */
export interface Bucket {
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Undefined when there is no such object. */
  get(name: string): Promise<Buffer | undefined>;
  /** Its length in bytes; undefined when there is no such object. */
  size(name: string): Promise<number | undefined>;
  /** Answers whether there was one to copy. */
  copy(from: string, to: string): Promise<boolean>;
  /** It is gone, or was not there. */
  remove(name: string): Promise<void>;
  /** The names that begin with a text, without it; at most `most`, all when absent. */
  list(prefix: string, most?: number): Promise<string[]>;
}

/** How long to wait for a store of objects that says nothing. */
export interface Patience {
  /** Until an answer begins, and until it is whole; the bytes that go either way have time besides. */
  readonly answerMs: number;
  /** How many requests may go unanswered before it is given up. */
  readonly silences: number;
}

const ATTEMPTS = 4;
/** Of workers: nobody sits before them, and what they have done is not to be lost. */
const PATIENT: Patience = { answerMs: 30_000, silences: ATTEMPTS };
/** Slower than 2 Mbit/s is as good as not at all. */
const SLOWEST_BYTES_PER_MS = 250;
const FIRST_PAUSE_MS = 100;
const NOTHING = new Uint8Array();

/** It has not answered in time. */
class SilenceError extends UnavailableArtifactsError {
  override readonly name = "SilenceError";
}

/** A bucket of Amazon S3, or of anything that speaks as it does. */
export function openBucket(
  place: BucketPlace,
  credentials: Credentials,
  { answerMs, silences }: Patience = PATIENT,
): Bucket {
  const base = baseOf(place);

  return {
    async put(name, bytes) {
      await ask("PUT", name, { body: bytes });
    },
    async get(name) {
      const response = await askFor(name, "GET");
      return response === undefined ? undefined : response.bytes;
    },
    async size(name) {
      const response = await askFor(name, "HEAD");
      return response === undefined ? undefined : Number(response.headers.get("content-length"));
    },
    async copy(from, to) {
      const source = `/${place.bucket}/${place.prefix}${from}`;
      try {
        const { bytes } = await ask("PUT", to, { headers: { "x-amz-copy-source": source } });
        // A copy may fail after its status was sent.
        const text = bytes.toString();
        if (text.includes("<Error>")) throw new BucketError(`copy of ${from}`, 500, codeIn(text));
        return true;
      } catch (error) {
        if (isAbsent(error)) return false;
        throw error;
      }
    },
    async remove(name) {
      await ask("DELETE", name);
    },
    async list(prefix, most = Number.POSITIVE_INFINITY) {
      const names: string[] = [];
      let token: string | undefined;
      do {
        const query = {
          "list-type": "2",
          prefix: place.prefix + prefix,
          ...(most < 1_000 && { "max-keys": String(most) }),
          ...(token !== undefined && { "continuation-token": token }),
        };
        const { bytes } = await ask("GET", null, { query });
        const text = bytes.toString();
        const skipped = place.prefix.length + prefix.length;
        names.push(...valuesOf(text, "Key").map((key) => key.slice(skipped)));
        token = valuesOf(text, "NextContinuationToken")[0];
      } while (token !== undefined && names.length < most);
      return names;
    },
  };

  async function askFor(name: string, method: "GET" | "HEAD") {
    try {
      return await ask(method, name);
    } catch (error) {
      if (isAbsent(error)) return undefined;
      throw error;
    }
  }

  interface Asked {
    readonly body?: Uint8Array;
    readonly headers?: Readonly<Record<string, string>>;
    readonly query?: Readonly<Record<string, string>>;
  }

  /** @param name null for the bucket itself. @throws UnavailableArtifactsError */
  async function ask(method: string, name: string | null, asked: Asked = {}) {
    const { body = NOTHING, headers = {}, query = {} } = asked;
    const url = new URL(base);
    if (name !== null) url.pathname += place.prefix + name;
    for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value);
    let silent = 0;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await askOnce(method, url, { headers, body });
      } catch (error) {
        const mayPass =
          !(error instanceof BucketError) || error.status >= 500 || error.status === 429;
        if (error instanceof SilenceError) silent += 1;
        if (!mayPass || attempt === ATTEMPTS || silent === silences) throw error;
        await delay(FIRST_PAUSE_MS * 4 ** (attempt - 1) * (0.5 + Math.random()));
      }
    }
  }

  async function askOnce(
    method: string,
    url: URL,
    { headers, body }: { headers: Readonly<Record<string, string>>; body: Uint8Array },
  ): Promise<{ headers: Headers; bytes: Buffer }> {
    const signed = signRequest(
      { method, url, headers, body },
      { credentials, region: place.region, at: new Date() },
    );
    const {
      ok,
      status,
      headers: answered,
      bytes,
    } = await overNetwork(answerMs, async ({ signal, wait }) => {
      wait(body.byteLength);
      const response = await fetch(url, {
        method,
        headers: signed,
        ...(method === "PUT" && { body: Buffer.from(body) }),
        redirect: "error",
        signal,
      });
      const { ok, status, headers } = response;
      wait(Number(headers.get("content-length") ?? 0));
      return { ok, status, headers, bytes: Buffer.from(await response.arrayBuffer()) };
    });
    if (ok) return { headers: answered, bytes };
    const what = `${method} ${url.origin}${url.pathname}`;
    throw new BucketError(what, status, codeIn(bytes.toString()));
  }
}

/** A request while it goes on. */
interface Exchange {
  /** Aborts when what is waited for does not come in time. */
  readonly signal: AbortSignal;
  /** Begins to wait anew, while so many bytes pass. */
  readonly wait: (bytes: number) => void;
}

/** What fails in a request without an answer keeps its own words and what caused it. */
async function overNetwork<Answer>(
  answerMs: number,
  request: (exchange: Exchange) => Promise<Answer>,
): Promise<Answer> {
  const late = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const wait = (bytes: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => late.abort(), answerMs + bytes / SLOWEST_BYTES_PER_MS);
  };
  try {
    return await request({ signal: late.signal, wait });
  } catch (error) {
    const { message, cause } = error as Error;
    if (late.signal.aborted) throw new SilenceError("no answer in time", { cause: error });
    throw new UnavailableArtifactsError(message, { cause });
  } finally {
    clearTimeout(timer);
  }
}

/** Amazon has a host for each bucket; others have one for all. */
function baseOf({ bucket, region, endpoint }: BucketPlace): string {
  return endpoint === undefined
    ? `https://${bucket}.s3.${region}.amazonaws.com/`
    : `${endpoint.replace(/\/$/, "")}/${bucket}/`;
}

/** An answer without a body, as to HEAD, does not say what is absent. */
function isAbsent(error: unknown): boolean {
  return error instanceof BucketError && error.status === 404 && error.code !== "NoSuchBucket";
}

const codeIn = (text: string): string => valuesOf(text, "Code")[0] ?? "";

/** The texts of an element in an answer of S3; names of ours need no unescaping. */
function valuesOf(text: string, element: string): string[] {
  return [...text.matchAll(new RegExp(`<${element}>([^<]*)</${element}>`, "g"))].map(
    ([, value]) => value!,
  );
}
