import { createApiMetrics } from "../../src/api/http/observe.ts";
import { neededRole, type Route } from "../../src/api/http/route.ts";
import { createRoutes } from "../../src/api/routes/all-routes.ts";
import type { ApiDeps } from "../../src/api/routes/api-deps.ts";
import { english } from "../../src/contract/sentences/sentence.ts";

/** The API's routes as they are declared; nothing is served. */
export function declaredRoutes(deps: ApiDeps): readonly Route[] {
  return createRoutes(deps, createApiMetrics(), () => new Response());
}

/** An address that a route takes; nothing is there. */
export function addressOf(path: string): string {
  return path
    .replace(":action", "skip")
    .replace(":hold_id", "roles-none.h1")
    .replaceAll(/:[a-z_]+(\{[^}]*\})?/g, "roles-none")
    .replaceAll("*", "roles-none");
}

/** What each declared route needs, by its name. */
export function rolesByRoute(deps: ApiDeps): Readonly<Record<string, string>> {
  return Object.fromEntries(declaredRoutes(deps).map((one) => [one.at, english(neededRole(one))]));
}
