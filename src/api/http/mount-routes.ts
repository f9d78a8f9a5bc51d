import { codeOf } from "../../plan/model/read-as.ts";
import type { Context, Hono } from "hono";
import type { z } from "zod";
import { Refusal } from "../../contract/problem-error.ts";
import { validationProblem } from "./problem.ts";
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
  return {
    query: read(query, queryOf(c), "/query"),
    params: read(params, c.req.param(), "/param"),
    body:
      typeof body === "string"
        ? undefined
        : read(readAs?.(c.get("body")) ?? body, c.get("body"), ""),
  };
}

/** @throws Refusal with the place of each mistake. */
function read(schema: z.ZodType | undefined, value: unknown, place: string): unknown {
  const checked = schema?.safeParse(value, { error: codeOf });
  if (checked === undefined || checked.success) return checked?.data;
  throw new Refusal(validationProblem(checked.error, place));
}

function queryOf(c: Context): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(c.req.queries()).map(([name, values]) => [
      name,
      values.length === 1 ? values[0]! : values,
    ]),
  );
}
