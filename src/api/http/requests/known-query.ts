import type { MiddlewareHandler } from "hono";
import { wrongAt } from "../../../contract/problems/problem-error.ts";
import { sayNearest } from "../../../contract/sentences/say-nearest.ts";
import { say } from "../../../contract/sentences/sentence.ts";
import { toPointer } from "../../../json/json-pointer.ts";
import { startOf } from "../../../text/cut-text.ts";
import { routesOf } from "../matched-routes.ts";

/**
 * Refuses query parameters that the route does not have: a mistyped filter would otherwise be
 * answered as if nothing had been asked.
 */
export const knownQueryOnly: MiddlewareHandler = async (c, next) => {
  const asked = Object.keys(c.req.queries());
  const routes = asked.length === 0 ? [] : routesOf(c);
  if (routes.length === 0) return next();
  const names = routes.flatMap(({ declared }) => Object.keys(declared?.query?.shape ?? {}));
  const unknown = asked.filter((name) => !names.includes(name));
  if (unknown.length === 0) return next();
  const errors = unknown.slice(0, 50).map((name) => ({
    pointer: `/query${toPointer([startOf(name, 100)])}`,
    detail: sayNearest(say("no_query"), name, names),
  }));
  const hint =
    names.length === 0 ? say("takes_no_query") : say("takes_queries", { names: names.join(", ") });
  const several = say("queries_unknown", { count: unknown.length });
  throw wrongAt(errors, hint, "validation_failed", several);
};
