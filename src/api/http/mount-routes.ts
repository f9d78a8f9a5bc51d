import type { Context, Hono } from "hono";
import { z } from "zod";
import { wrongAt } from "../../contract/problems/problem-error.ts";
import { say } from "../../contract/sentences/sentence.ts";
import { LIMITS } from "../../contract/tables/limits.ts";
import { toPointer } from "../../json/json-pointer.ts";
import { parsed } from "./problem.ts";
import { splitAddress, type Route, type RouteRequest } from "./route.ts";

/** Where nothing is to be said, whatever is said all the same would count for nothing, and nobody would know. */
const NO_BODY = z.strictObject({});

/** Serves the routes. Their handlers see only requests that their schemas take. */
export function mountRoutes(app: Hono, routes: readonly Route[]): void {
  for (const route of routes) {
    const { method, path } = splitAddress(route.at);
    const handler = (c: Context) => route.handler(c, readRequest(c, route)) as Response;
    if (route.stream !== undefined) app.on(method, path, route.stream, handler);
    else app.on(method, path, handler);
  }
}

function readRequest(c: Context, { params, query, body = NO_BODY, readAs }: Route): RouteRequest {
  const written: unknown = c.get("body");
  // A file is read by its route, and of a request that changes nothing no body is read.
  const isRead = typeof body !== "string" && written !== undefined;
  const schema = isRead ? (readAs?.(written) ?? body) : undefined;
  return {
    query: query && parsed(query, inDigits(query, queryOf(c)), "/query"),
    params: params && parsed(params, inDigits(params, c.req.param()), "/param"),
    body: schema && parsed(schema, written),
  };
}

/** Numbers in an address stand in digits: what only programs take for one, such as `0x10` or nothing at all, is none. */
function inDigits({ shape }: z.ZodObject, said: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(said).map(([name, value]) => {
    const isNone = isNumber(shape[name]) && !/^-?\d+$/.test(String(value));
    return [name, isNone ? Number.NaN : value];
  });
  return Object.fromEntries(entries) as Record<string, unknown>;
}

function isNumber(schema: z.core.$ZodType | undefined): boolean {
  let inner = schema;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodDefault) inner = inner.unwrap();
  return inner instanceof z.ZodNumber;
}

/** What the query says. No parameter is a list. @throws Refusal of what stands there several times. */
export function queryOf(c: Context): Record<string, string> {
  const said = Object.entries(c.req.queries());
  const twice = said
    .filter(([, values]) => values.length > 1)
    .map(([name]) => ({
      pointer: toPointer(["query", name.slice(0, LIMITS.name)]),
      detail: say("said_twice"),
    }));
  if (twice.length > 0) throw wrongAt(twice, say("correct_request"));
  return Object.fromEntries(said.map(([name, [value = ""]]) => [name, value]));
}
