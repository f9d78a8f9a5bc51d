import type { Context, MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import type { Route } from "./route.ts";

/** A route that a request leads to; one that was never declared is closed to everybody. */
export interface MatchedRoute {
  /** `METHOD /path/:parameter` */
  readonly name: string;
  readonly declared: Route | undefined;
}

/** Finds the declarations of the routes that a request leads to, for everything behind it. */
export function matchRoutes(routes: readonly Route[]): MiddlewareHandler {
  const declarations = new Map<string, Route>(routes.map((route) => [route.at, route]));
  return async function findDeclarations(c, next) {
    const matched = routeNames(matchedRoutes(c)).map((name) => ({
      name,
      declared: declarations.get(name),
    }));
    c.set("routes", matched satisfies MatchedRoute[]);
    return next();
  };
}

/** The routes that a request leads to: usually one, none for an address that is not there. */
export function routesOf(c: Context): readonly MatchedRoute[] {
  return c.get("routes") as readonly MatchedRoute[];
}

/** The name under which a request is logged and counted. */
export function routeNameOf(c: Context): string | undefined {
  return routesOf(c).at(-1)?.name;
}

/** The routes among what was registered. What stands before every address is no route. */
export function routeNames(registered: readonly { method: string; path: string }[]): string[] {
  const names = registered.map(({ method, path }) => `${method} ${path}`);
  return [...new Set(names)].filter((name) => name !== "ALL /*");
}
