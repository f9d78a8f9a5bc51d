import type { Context, MiddlewareHandler } from "hono";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { lacksRole, sayNeedsRole } from "../../contract/lacks-role.ts";
import { refusal, type Refusal } from "../../contract/problems/problem-error.ts";
import { say, type Sentence } from "../../contract/sentences/sentence.ts";
import { keyState, type Key } from "../../contract/service/key.ts";
import { ROLES } from "../../contract/tables/vocabulary.ts";
import { routesOf, type MatchedRoute } from "../http/matched-routes.ts";
import { requestIn, type OnError } from "../http/observe.ts";
import { isFromThisMachine } from "../http/origins/served-hosts.ts";
import type { Actor } from "../http/requests/actor.ts";
import { newKeyIdOf } from "../http/requests/idempotency.ts";
import { neededRole } from "../http/route.ts";
import { KeyFileError, type KeyStore } from "./key-store.ts";
import { createStreamLimit, lookAgain } from "./open-streams.ts";
import { assertOwnSignIn, signInOf } from "./sign-in-cookie.ts";
import type { SignIns } from "./sign-ins.ts";

export interface IdentityDeps {
  readonly keys: KeyStore;
  /** What browsers have in the place of a key. */
  readonly signIns: SignIns;
  /** Who acts on this machine while there are no keys; null where others than this machine can reach the API. */
  readonly operator: string | null;
  /** What each key may ask for: requests in the long run, and at once; and streams that are open at once. */
  readonly rate: { readonly per_second: number; readonly burst: number; readonly streams: number };
  readonly now: () => string;
  readonly onError: OnError;
}

/** Finds out who makes the request and refuses what they may not do, before its body is read. */
export function identify(deps: IdentityDeps): MiddlewareHandler {
  const takeTurn = createRateLimit(deps.rate);
  const openStream = createStreamLimit(deps.rate.streams);
  const local = deps.operator === null ? null : { name: deps.operator, roles: ROLES, groups: [] };

  return async function identifyActor(c, next) {
    const routes = routesOf(c);
    const isOpen = routes.every(({ declared }) => declared?.role === "anyone");
    if (routes.length > 0 && isOpen) return next();
    const key = await findKey(c, deps).catch(async (error: unknown) => {
      throw (await firstKeyRefusal(c, deps)) ?? error;
    });
    if (key !== null) {
      await takeTurn(key);
      for (const route of routes) assertMayCall(key, route);
    }
    c.set("findAgain", () => findKey(c, deps));
    c.set("actor", (key ?? local) satisfies Actor | null);
    c.set("key", key);
    if (key !== null) {
      c.set("takeTurn", () => takeTurn(key));
      c.set("openStream", () => openStream(key));
    }
    return next();
  };
}

/** The key by which the caller was let in; null where none is needed. */
export function keyOf(c: Context): Key | null {
  return (c.get("key") as Key | null | undefined) ?? null;
}

/**
 * Counts what an open socket asks for as one more request of its key.
 * @throws Refusal when the key has made too many, or counts no longer.
 */
export async function takeAnotherTurn(c: Context): Promise<void> {
  await lookAgain(c);
  await (c.get("takeTurn") as (() => Promise<void>) | undefined)?.();
}

/**
 * The key of a request, by its header or else by its sign-in; null where none is needed.
 * @throws Refusal when it has none that counts.
 */
export async function findKey(
  c: Context,
  { keys, signIns, operator, now, onError }: Omit<IdentityDeps, "rate">,
): Promise<Key | null> {
  try {
    if (operator !== null && !(await keys.inUse())) {
      if (isFromThisMachine(c)) return null;
      throw refusal("unauthenticated", say("not_from_this_machine"), say("make_first_key"));
    }
    const header = c.req.header("authorization");
    const cookie = header === undefined ? signInOf(c, signIns) : undefined;
    const key =
      cookie === undefined
        ? await keys.find(writtenKey(header))
        : await keyOfSignIn(c, cookie, { keys, signIns, now });
    if (key === null) throw unauthenticated(say("no_such_key"));
    const state = keyState(key, now());
    if (state === "active") return key;
    const since = state === "revoked" ? key.revoked_at : key.expires_at;
    throw refusal(
      state === "revoked" ? "key_revoked" : "key_expired",
      say(state === "revoked" ? "key_was_revoked" : "key_expired", {
        id: key.id,
        name: key.name,
        since: since ?? "",
      }),
      NEW_KEY,
    );
  } catch (error) {
    if (!(error instanceof KeyFileError)) throw error;
    onError(error, requestIn(c));
    throw refusal("keys_unreadable", say("keys_unreadable"), say("log_says"));
  }
}

/**
 * Told to who sends the request again that made the first key. Its answer is not given twice: who has no key would get
 * all that an admin may by an `Idempotency-Key`, which is no secret.
 */
async function firstKeyRefusal(
  c: Context,
  { keys, operator }: Pick<IdentityDeps, "keys" | "operator">,
): Promise<Refusal | undefined> {
  const makesKey = routesOf(c).some(({ declared }) => declared?.id === "createKey");
  if (!makesKey || operator === null || c.req.header("authorization") !== undefined)
    return undefined;
  const id = newKeyIdOf(c, operator);
  if (id === undefined || (await keys.get(id)) === null) return undefined;
  const detail = say("first_key_made_before", { id });
  return refusal("unauthenticated", detail, say("replace_first_key", { id }));
}

async function keyOfSignIn(
  c: Context,
  written: string,
  { keys, signIns, now }: Pick<IdentityDeps, "keys" | "signIns" | "now">,
): Promise<Key | null> {
  assertOwnSignIn(c);
  const signIn = signIns.read(written, now());
  if (signIn === null) throw unauthenticated(say("sign_in_over"));
  return keys.get(signIn.key_id);
}

function writtenKey(header: string | undefined): string {
  if (header === undefined) throw unauthenticated(say("no_key"));
  const written = /^Bearer +(\S+) *$/i.exec(header)?.[1];
  if (written !== undefined) return written;
  throw unauthenticated(say("not_bearer"));
}

const NEW_KEY = say("ask_for_key");

function unauthenticated(detail: Sentence): Refusal {
  return refusal("unauthenticated", detail, say("send_key", { more: NEW_KEY }));
}

function assertMayCall(key: Key, { name, declared }: MatchedRoute): void {
  if (declared === undefined) {
    throw refusal("forbidden", say("open_to_no_key", { name }), say("never_declared"));
  }
  const { role: least, orRole } = declared;
  if (least === "anyone" || !lacksRole(key, least)) return;
  if (orRole !== undefined && !lacksRole(key, orRole)) return;
  throw refusal(
    "forbidden",
    sayNeedsRole(name, neededRole(declared), key),
    say("ask_for_role", { who: key.name, role: least }),
  );
}

/** Lets a key make `burst` requests at once and `per_second` in the long run, in this process. */
function createRateLimit({ per_second, burst }: IdentityDeps["rate"]): (key: Key) => Promise<void> {
  const duration = burst / per_second;
  const limiter = new RateLimiterMemory({ points: burst, duration });
  return async function takeTurn({ id, name }) {
    try {
      await limiter.consume(id);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      // It counts by this machine's clock, and more is left than there is once that was set back.
      const seconds = Math.max(1, Math.ceil(Math.min(error.msBeforeNext / 1_000, duration)));
      const detail = say("too_many_requests", { name, burst });
      const hint = say("wait_seconds", { seconds, rate: per_second });
      throw refusal("rate_limited", detail, hint, seconds);
    }
  };
}
