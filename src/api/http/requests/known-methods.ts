import type { MiddlewareHandler } from "hono";
import { say } from "../../../contract/sentences/sentence.ts";
import { problemResponse } from "../problem.ts";
import { splitAddress, type Route } from "../route.ts";

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
    .map(({ at }) => splitAddress(at))
    .map(({ method, path }) => ({ method, pattern: patternOf(path) }));
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
  const methodsOf = new Map<string, string[]>();
  for (const { method, path } of routes.map(({ at }) => splitAddress(at))) {
    // HEAD is a GET whose body nobody reads.
    const named = method === "GET" ? ["GET", "HEAD"] : [method];
    methodsOf.set(path, [...(methodsOf.get(path) ?? []), ...named]);
  }
  return [...methodsOf]
    .map(([path, methods]) => ({
      pattern: patternOf(path),
      parameters: path.split(":").length - 1,
      methods: methods.toSorted(),
    }))
    .toSorted((a, b) => a.parameters - b.parameters);
}

function patternOf(path: string): RegExp {
  const parts = path.split(/:[a-z_]+/).map((text) => text.replaceAll(".", String.raw`\.`));
  return new RegExp(`^${parts.join("[^/]+")}$`);
}
