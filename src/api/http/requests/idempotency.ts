import { createHash } from "node:crypto";
import type { Context, MiddlewareHandler } from "hono";
import { refusal, type Refusal } from "../../../contract/problems/problem-error.ts";
import { say } from "../../../contract/sentences/sentence.ts";
import { routesOf } from "../matched-routes.ts";
import { mayPass } from "../problem.ts";
import { actorOf } from "./actor.ts";
import { headerOf, REQUEST_HEADERS } from "./request-headers.ts";

/** What a request's `Idempotency-Key` stands for. */
export interface IdempotencyKey {
  /** Of the key and who sent it: ids of commands and plans are made of it. */
  readonly id: string;
  /** Of the whole request: method, address, body, and who sent it with which key. */
  readonly request: string;
}

interface KeptResponse {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
}

/** The newest responses that a process keeps. */
const MAX_RESPONSES = 2_000;
const MAX_CHARACTERS = 32 * 1024 * 1024;
const KEPT_HEADERS = ["content-type", "content-language", "vary", "location", "allow"];
/** Requests by which something may change. */
export const CHANGING: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/** The key of a request, if it has one. */
export function idempotencyOf(c: Context): IdempotencyKey | undefined {
  return c.get("idempotency") as IdempotencyKey | undefined;
}

/** The command id that a request's key stands for; `part` tells commands of one request apart. */
export function commandIdOf(c: Context, part = ""): string | undefined {
  const key = idempotencyOf(c);
  return key === undefined ? undefined : `key-${key.id.slice(0, 40)}${part}`;
}

/** The id of the plan that a request with a key makes when it names none. */
export function planIdOf(c: Context): string | undefined {
  return idempotencyOf(c)?.id.slice(0, 26);
}

/** The id of the API key that a request makes when it has an `Idempotency-Key` and this person sends it. */
export function newKeyIdOf(c: Context, name: string): string | undefined {
  const { schema } = REQUEST_HEADERS["Idempotency-Key"];
  const written = schema.safeParse(c.req.header("Idempotency-Key"));
  return written.success ? idOf(name, written.data).slice(0, 10) : undefined;
}

/**
 * Answers the repeat of a request that carries the same `Idempotency-Key` with the first response
 * (IETF draft-07). This process remembers the newest ones; what must hold longer is made durable
 * below, where the key becomes the id of the command or plan.
 */
export function idempotent(): MiddlewareHandler {
  const running = new Map<string, string>();
  const responses = createKeptResponses();

  return async function replayOrRun(c, next) {
    if (!CHANGING.has(c.req.method) || routesOf(c).length === 0) return next();
    // A file has no value here: it is kept under its content anyway.
    const written = c.get("body") === undefined ? undefined : headerOf(c, "Idempotency-Key");
    // Where nobody is asked for, keys would be everybody's.
    if (written === undefined || c.get("actor") == null) return next();
    const key = toKey(c, written);
    const underWay = running.get(key.id);
    const known = responses.get(key.id);
    if ((underWay ?? known?.request ?? key.request) !== key.request) throw keyReused();
    if (underWay !== undefined) throw inProgress();
    if (known !== undefined) {
      const { status, headers, body } = known.response;
      const response = new Response(body === "" ? null : body, {
        status,
        headers: [...headers] as [string, string][],
      });
      response.headers.set("idempotent-replayed", "true");
      return response;
    }
    c.set("idempotency", key);
    running.set(key.id, key.request);
    try {
      await next();
      if (isLast(c)) responses.keep(key, await copyOf(c.res));
      return undefined;
    } finally {
      running.delete(key.id);
    }
  };
}

/**
 * Whether a repeat is told the same. What may work later, all or a part of it, is tried again; what was sent without
 * waiting for the plan is asked about; and what a browser is to keep is not kept here.
 */
function isLast(c: Context): boolean {
  const isUnanswered = ["preference-applied", "set-cookie"].some((name) => c.res.headers.has(name));
  return c.res.status < 500 && !mayPass(c) && !isUnanswered;
}

/** Told when a key stands for another request than this one. */
export function keyReused(): Refusal {
  return refusal("idempotency_key_reused", say("key_stood_for_other"), say("new_key_each"));
}

function inProgress(): Refusal {
  const detail = say("first_still_runs");
  const hint = say("repeat_soon");
  return refusal("request_in_progress", detail, hint, 1);
}

function toKey(c: Context, key: string): IdempotencyKey {
  const { name } = actorOf(c);
  const { pathname, search } = new URL(c.req.url);
  const body = JSON.stringify(c.get("body"));
  const whole = [c.req.method, pathname, search, c.req.header("if-match") ?? "", body];
  return { id: idOf(name, key), request: hash([name, key, ...whole]) };
}

const idOf = (name: string, key: string): string => hash([name, key]);

function hash(parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

async function copyOf(response: Response): Promise<KeptResponse> {
  const headers = KEPT_HEADERS.flatMap((name) => {
    const value = response.headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  const body = response.body === null ? "" : await response.clone().text();
  return { status: response.status, headers, body };
}

/** Keeps the newest responses; the oldest go first. */
function createKeptResponses() {
  const kept = new Map<string, { request: string; response: KeptResponse }>();
  let characters = 0;
  const forget = (id: string): void => {
    characters -= kept.get(id)?.response.body.length ?? 0;
    kept.delete(id);
  };
  return {
    get: (id: string) => kept.get(id),
    keep({ id, request }: IdempotencyKey, response: KeptResponse): void {
      forget(id);
      kept.set(id, { request, response });
      characters += response.body.length;
      for (const oldest of kept.keys()) {
        if (kept.size <= MAX_RESPONSES && characters <= MAX_CHARACTERS) break;
        forget(oldest);
      }
    },
  };
}
