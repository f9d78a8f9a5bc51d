import type { OpenAPIHono } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono";
import type { z } from "zod";
import { nearestName } from "../plan/nearest-name.ts";
import { toPointer } from "../plan/json-pointer.ts";
import { nameOf } from "./openapi-document.ts";
import { Refused } from "./refused.ts";
import { routesOf } from "./route-roles.ts";

/**
 * Refuses query parameters that the route does not have: a mistyped filter would otherwise be
 * answered as if nothing had been asked. What a route has is what its document says.
 */
export function knownQueryOnly(app: Pick<OpenAPIHono, "openAPIRegistry">): MiddlewareHandler {
  let known: ReadonlyMap<string, readonly string[]> | undefined;
  return async function checkQuery(c, next) {
    const asked = Object.keys(c.req.queries());
    const routes = asked.length === 0 ? [] : routesOf(c);
    if (routes.length === 0) return next();
    known ??= queriesOf(app);
    const names = routes.flatMap((route) => known?.get(route) ?? []);
    const unknown = asked.filter((name) => !names.includes(name));
    if (unknown.length === 0) return next();
    const errors = unknown.slice(0, 50).map((name) => ({
      pointer: `/query${toPointer([name.slice(0, 100).toWellFormed()])}`,
      detail: mistake(name, names),
    }));
    throw new Refused({
      code: "validation_failed",
      detail:
        errors.length === 1
          ? `${errors[0]!.pointer}: ${errors[0]!.detail}`
          : `${unknown.length} query parameters are not known here.`,
      hint:
        names.length === 0
          ? "Leave the query out; this address takes none."
          : `This address takes ${names.join(", ")}.`,
      errors,
    });
  };
}

function mistake(name: string, names: readonly string[]): string {
  const nearest = nearestName(name, names);
  const meant = nearest === undefined ? "" : ` Did you mean "${nearest}"?`;
  return `There is no such query parameter.${meant}`;
}

function queriesOf({ openAPIRegistry }: Pick<OpenAPIHono, "openAPIRegistry">) {
  return new Map(
    openAPIRegistry.definitions.flatMap((definition) => {
      if (definition.type !== "route") return [];
      const query = definition.route.request?.query as z.ZodObject | undefined;
      return [[nameOf(definition.route), Object.keys(query?.shape ?? {})]] as const;
    }),
  );
}
