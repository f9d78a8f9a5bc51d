import type { Context, MiddlewareHandler } from "hono";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { keyState, type Key } from "../contract/key.ts";
import { ROLES, type Role } from "../contract/vocabulary.ts";
import type { ApiDeps } from "./deps.ts";
import { KeyFileError } from "./key-store.ts";
import { Refused } from "./refused.ts";
import { mayCall, ROUTE_ROLES, routesOf } from "./route-roles.ts";

/** Who makes a request. Commands carry this name; a body never says who acts. */
export interface Actor {
  readonly name: string;
  readonly roles: readonly Role[];
}

/**
 * Who makes this request.
 * @throws Error where the request did not go through `identify`, or needs nobody's name.
 */
export function actorOf(c: Context): Actor {
  const actor = c.get("actor") as Actor | null | undefined;
  if (actor == null) throw new Error(`Nobody identified the caller of ${c.req.path}.`);
  return actor;
}

type IdentityDeps = Pick<ApiDeps, "keys" | "operator" | "rate" | "now" | "onError">;

/** Finds out who makes the request and refuses what they may not do, before its body is read. */
export function identify(deps: IdentityDeps): MiddlewareHandler {
  const takeTurn = createRateLimit(deps.rate);
  const local = deps.operator === null ? null : { name: deps.operator, roles: ROLES };

  return async function identifyActor(c, next) {
    const routes = routesOf(c);
    if (routes.length > 0 && routes.every((route) => ROUTE_ROLES[route] === "anyone")) {
      return next();
    }
    const key = await findKey(c).catch((error: unknown) => {
      if (!(error instanceof KeyFileError)) throw error;
      deps.onError(error, { id: c.get("requestId") as string, path: c.req.path });
      throw new Refused({
        code: "keys_unreadable",
        detail: "Nobody can be let in while the file of keys cannot be read.",
        hint: "The API's log says what is wrong with it.",
      });
    });
    if (key !== null) {
      await takeTurn(key);
      for (const route of routes) assertMayCall(key, route);
    }
    c.set("actor", (key ?? local) satisfies Actor | null);
    return next();
  };

  /** The request's key; null where none is needed. */
  async function findKey(c: Context): Promise<Key | null> {
    if (local !== null && !(await deps.keys.inUse())) return null;
    const header = c.req.header("authorization");
    if (header === undefined) {
      throw unauthenticated("The request carries no key.");
    }
    const written = /^Bearer +(\S+) *$/i.exec(header)?.[1];
    if (written === undefined) {
      throw unauthenticated("The authorization header is not of the form `Bearer hp_…`.");
    }
    const key = await deps.keys.find(written);
    if (key === null) throw unauthenticated("There is no such key.");
    const state = keyState(key, deps.now());
    if (state === "active") return key;
    const since = state === "revoked" ? key.revoked_at : key.expires_at;
    throw new Refused({
      code: state === "revoked" ? "key_revoked" : "key_expired",
      detail: `The key ${key.id} of ${key.name} ${state === "revoked" ? "was revoked" : "expired"} at ${since}.`,
      hint: NEW_KEY,
    });
  }
}

const NEW_KEY = "Ask who runs this Holdpoint for a key: holdpoint key add <name> --role <role>.";

function unauthenticated(detail: string): Refused {
  return new Refused({
    code: "unauthenticated",
    detail,
    hint: `Send "authorization: Bearer hp_…"; the CLI takes the key from HOLDPOINT_KEY. ${NEW_KEY}`,
  });
}

function assertMayCall(key: Key, route: string): void {
  if (mayCall(key.roles, route)) return;
  const needed = ROUTE_ROLES[route];
  throw new Refused({
    code: "forbidden",
    detail:
      needed === undefined
        ? `${route} is open to no key.`
        : `${route} needs the role ${needed}; ${key.name} has ${key.roles.join(", ")}.`,
    hint:
      needed === undefined
        ? "Its row in the table of roles is missing: report it."
        : `Ask for a key with it: holdpoint key add ${key.name} --role ${needed}.`,
  });
}

/** Lets a key make `burst` requests at once and `per_second` in the long run, in this process. */
function createRateLimit({ per_second, burst }: ApiDeps["rate"]): (key: Key) => Promise<void> {
  const limiter = new RateLimiterMemory({ points: burst, duration: burst / per_second });
  return async function takeTurn({ id, name }) {
    try {
      await limiter.consume(id);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      const seconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000));
      const detail = `The key of ${name} has made more than ${burst} requests in a short time.`;
      const hint = `Wait ${seconds} s; in the long run ${per_second} requests a second are served.`;
      throw new Refused({ code: "rate_limited", detail, hint }, seconds);
    }
  };
}
