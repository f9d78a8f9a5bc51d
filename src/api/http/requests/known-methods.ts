import type { MiddlewareHandler } from "hono";
import { say } from "../../../contract/sentences/sentence.ts";
import { problemResponse } from "../problem.ts";
import { patternOf, splitAddress, type Route } from "../route.ts";

/** An address with all that it can be asked for. */
interface Resource {
  readonly pattern: RegExp;
  readonly parameters: number;
  readonly methods: string[];
}

/**
 * Refuses methods that an address does not have, and names those that it has. Where several paths
 * fit, the one with the fewest parameters is meant: `/v1/plans/import` is no plan. A route with
 * `takesWords` is meant all the same, where that one does not have its method; `Allow` says what the
 * document has at the address.
 */
export function knownMethodsOnly(routes: readonly Route[]): MiddlewareHandler {
  const resources = toResources(routes);
  const takers = routes
    .filter(({ takesWords }) => takesWords === true)
    .map((route) => ({ method: splitAddress(route.at).method, pattern: patternOf(route) }));
  return async function checkMethod(c, next) {
    const { method, path } = c.req;
    const resource = resources.find(({ pattern }) => pattern.test(path));
    if (resource === undefined || resource.methods.includes(method)) return next();
    if (takers.some((one) => one.method === method && one.pattern.test(path))) return next();
    const allow = resource.methods.join(", ");
    const response = problemResponse(c, {
      code: "method_not_allowed",
      detail: say("method_not_taken", { path, method }),
      hint: say("accepts_methods", { allow }),
    });
    response.headers.set("allow", allow);
    return response;
  };
}

function toResources(routes: readonly Route[]): Resource[] {
  const routesOf = new Map<string, Route[]>();
  for (const route of routes) {
    const { path } = splitAddress(route.at);
    routesOf.set(path, [...(routesOf.get(path) ?? []), route]);
  }
  return [...routesOf]
    .map(([path, same]) => ({
      pattern: patternOf(same[0]!),
      parameters: path.split(":").length - 1,
      methods: same.flatMap(methodsOf).toSorted(),
    }))
    .toSorted((a, b) => a.parameters - b.parameters);
}

/** HEAD is a GET whose body nobody reads. */
function methodsOf({ at }: Route): string[] {
  const { method } = splitAddress(at);
  return method === "GET" ? ["GET", "HEAD"] : [method];
}
