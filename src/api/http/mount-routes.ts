import type { Context, Hono } from "hono";
import { parsed } from "./problem.ts";
import { splitAddress, type Route, type RouteRequest } from "./route.ts";

/** Serves the routes. Their handlers see only requests that their schemas take. */
export function mountRoutes(app: Hono, routes: readonly Route[]): void {
  for (const route of routes) {
    const { method, path } = splitAddress(route.at);
    const handler = (c: Context) => route.handler(c, readRequest(c, route)) as Response;
    if (route.stream !== undefined) app.on(method, path, route.stream, handler);
    else app.on(method, path, handler);
  }
}

function readRequest(c: Context, { params, query, body, readAs }: Route): RouteRequest {
  const written: unknown = c.get("body");
  const schema = typeof body === "string" ? undefined : (readAs?.(written) ?? body);
  return {
    query: query && parsed(query, queryOf(c), "/query"),
    params: params && parsed(params, c.req.param(), "/param"),
    body: schema && parsed(schema, written),
  };
}

function queryOf(c: Context): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(c.req.queries()).map(([name, values]) => [
      name,
      values.length === 1 ? values[0]! : values,
    ]),
  );
}
