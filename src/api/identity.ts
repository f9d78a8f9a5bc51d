import type { Context, MiddlewareHandler } from "hono";
import { ROLES, type Role } from "../contract/vocabulary.ts";
import type { ApiDeps } from "./deps.ts";

/** Who makes a request. Commands carry this name; a body never says who acts. */
export interface Actor {
  readonly name: string;
  readonly roles: readonly Role[];
}

/** Finds out who makes the request; what comes after it may ask `actorOf`. */
export function identify(deps: Pick<ApiDeps, "operator">): MiddlewareHandler {
  return async function identifyActor(c, next) {
    c.set("actor", { name: deps.operator, roles: ROLES } satisfies Actor);
    return next();
  };
}

/**
 * Who makes this request.
 * @throws Error where the request did not go through `identify`.
 */
export function actorOf(c: Context): Actor {
  const actor = c.get("actor") as Actor | undefined;
  if (actor === undefined) throw new Error(`Nobody identified the caller of ${c.req.path}.`);
  return actor;
}
