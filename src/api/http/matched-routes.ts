import type { Context, MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import { patternOf, splitAddress, templateOf, type Route } from "./route.ts";

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

/** At most so many routes are named. */
const MOST_BESIDE = 20;

/**
 * What is at the same address without slashes that are too many, or else at the addresses that differ from one in the
 * last word alone: one of them may have been meant.
 */
export function routesBeside(routes: readonly Route[], method: string, path: string): string[] {
  const words = path.split("/").filter((word) => word !== "");
  const meant = `/${words.join("/")}`;
  const exact = meant === path ? undefined : routeAt(routes, method, meant);
  if (exact !== undefined) return [exact];
  const asked = path.split("/");
  const named = routes
    .map(({ at }) => splitAddress(at))
    .filter((route) => {
      const words = route.path.split("/");
      const isSame = (word: string, place: number): boolean =>
        word.startsWith(":") || word === asked[place];
      return (
        route.method === method &&
        words.length === asked.length &&
        words.slice(0, -1).every(isSame) &&
        words.at(-1)?.startsWith(":") === false
      );
    })
    .map((route) => `${method} ${templateOf(route.path)}`);
  return named.slice(0, MOST_BESIDE);
}

/** What is at an address; of several paths that fit, the one with the fewest parameters. */
function routeAt(routes: readonly Route[], method: string, address: string): string | undefined {
  const [found] = routes
    .filter((route) => patternOf(route).test(address))
    .map(({ at }) => splitAddress(at))
    .filter((route) => route.method === method)
    .toSorted((a, b) => a.path.split(":").length - b.path.split(":").length);
  return found === undefined ? undefined : `${method} ${templateOf(found.path)}`;
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
