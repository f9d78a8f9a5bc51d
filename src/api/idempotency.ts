import { createHash } from "node:crypto";
import type { Context, MiddlewareHandler } from "hono";
import { actorOf } from "./identity.ts";
import { Refused } from "./refused.ts";
import { routesOf } from "./route-roles.ts";

/** What a request's `Idempotency-Key` stands for. */
export interface IdempotencyKey {
  /** Of the key and who sent it: ids of commands and plans are made of it. */
  readonly id: string;
  /** Of the whole request: method, address, body, and who sent it with which key. */
  readonly request: string;
}

interface Answer {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
}

/** The newest answers that a process keeps. */
const MOST_ANSWERS = 2_000;
const MOST_CHARACTERS = 32 * 1024 * 1024;
const KEPT_HEADERS = [
  "content-type",
  "content-language",
  "vary",
  "location",
  "preference-applied",
  "allow",
];
const CHANGING = new Set(["POST", "PUT", "PATCH", "DELETE"]);

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

/**
 * Answers the repeat of a request that carries the same `Idempotency-Key` with the first answer
 * (IETF draft-07). This process remembers the newest answers; what must hold longer is made durable
 * below, where the key becomes the id of the command or plan.
 */
export function idempotent(): MiddlewareHandler {
  const running = new Map<string, string>();
  const answers = createAnswers();

  return async function replayOrRun(c, next) {
    const written = c.req.header("idempotency-key");
    if (written === undefined || !CHANGING.has(c.req.method)) return next();
    // Only what readBody has read: a file is kept under its content anyway.
    const isRead = c.req.header("content-type") === "application/json";
    if (!isRead || routesOf(c).length === 0) return next();
    const key = await readKey(c, written);
    const underWay = running.get(key.id);
    const known = answers.get(key.id);
    if ((underWay ?? known?.request ?? key.request) !== key.request) throw keyReused();
    if (underWay !== undefined) throw inProgress();
    if (known !== undefined) {
      const { status, headers, body } = known.answer;
      const answer = new Response(body === "" ? null : body, {
        status,
        headers: [...headers] as [string, string][],
      });
      answer.headers.set("idempotent-replayed", "true");
      return answer;
    }
    c.set("idempotency", key);
    running.set(key.id, key.request);
    try {
      await next();
      // What may work later is tried again.
      if (c.res.status < 500 && c.res.status !== 429) {
        answers.keep(key, await copyOf(c.res));
      }
      return undefined;
    } finally {
      running.delete(key.id);
    }
  };
}

/** Told when a key stands for another request than this one. */
export function keyReused(): Refused {
  return new Refused({
    code: "idempotency_key_reused",
    detail: "The Idempotency-Key stood for another request.",
    hint: "Use a new key for every new request; repeat only the same request with the same key.",
  });
}

function inProgress(): Refused {
  const detail = "The first request with this Idempotency-Key is still running.";
  const hint = "Wait a moment and repeat it: you get the first one's answer.";
  return new Refused({ code: "request_in_progress", detail, hint }, 1);
}

/** A key may stand in quotes, as the draft has it. */
async function readKey(c: Context, written: string): Promise<IdempotencyKey> {
  const key = /^"([!#-~]{1,255})"$/.exec(written)?.[1] ?? /^[!#-~]{1,255}$/.exec(written)?.[0];
  if (key === undefined) {
    const detail = "It is 1 to 255 visible ASCII characters, such as a UUID.";
    throw new Refused({
      code: "validation_failed",
      detail: `/header/idempotency-key: ${detail}`,
      hint: "Change the header and send the request again; nothing was changed.",
      errors: [{ pointer: "/header/idempotency-key", detail }],
    });
  }
  const { name } = actorOf(c);
  const { pathname, search } = new URL(c.req.url);
  const said = [c.req.method, pathname, search, c.req.header("if-match") ?? "", await c.req.text()];
  return { id: hash([name, key]), request: hash([name, key, ...said]) };
}

function hash(parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

async function copyOf(response: Response): Promise<Answer> {
  const headers = KEPT_HEADERS.flatMap((name) => {
    const value = response.headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  const body = response.body === null ? "" : await response.clone().text();
  return { status: response.status, headers, body };
}

/** Keeps the newest answers; the oldest go first. */
function createAnswers() {
  const kept = new Map<string, { request: string; answer: Answer }>();
  let characters = 0;
  const forget = (id: string): void => {
    characters -= kept.get(id)?.answer.body.length ?? 0;
    kept.delete(id);
  };
  return {
    get: (id: string) => kept.get(id),
    keep({ id, request }: IdempotencyKey, answer: Answer): void {
      forget(id);
      kept.set(id, { request, answer });
      characters += answer.body.length;
      for (const oldest of kept.keys()) {
        if (kept.size <= MOST_ANSWERS && characters <= MOST_CHARACTERS) break;
        forget(oldest);
      }
    },
  };
}
