import { createHash } from "node:crypto";
import type { Context, MiddlewareHandler } from "hono";
import { routesOf, type MatchedRoute } from "../matched-routes.ts";

/** Puts a plan's version and newest event in front of the answer's ETag. */
export function markRevision(c: Context, { version, seq }: { version: number; seq: number }): void {
  c.set("revision", `v${version}-s${seq}-`);
}

/**
 * Gives answers an ETag and answers 304 to a caller who already has the same one. It is weak and holds a
 * digest of the answer, because what Temporal tells of running todos changes without an event.
 */
export const conditionalReads: MiddlewareHandler = async (c, next) => {
  await next();
  if (c.res.status !== 200 || !routesOf(c).some(isCached)) return;
  if (!(c.res.headers.get("content-type") ?? "").startsWith("application/json")) return;
  const body = await c.res.arrayBuffer();
  const digest = createHash("sha256").update(new Uint8Array(body)).digest("base64url");
  const etag = `W/"${(c.get("revision") as string | undefined) ?? ""}${digest.slice(0, 12)}"`;
  const headers = new Headers(c.res.headers);
  headers.set("etag", etag);
  const known = isKnown(c.req.header("if-none-match"), etag);
  if (known) {
    headers.delete("content-type");
    headers.delete("content-length");
  }
  c.res = undefined;
  c.res = new Response(known ? null : body, { status: known ? 304 : 200, headers });
};

function isCached({ declared }: MatchedRoute): boolean {
  return declared?.headers?.includes("If-None-Match") === true;
}

function isKnown(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const weak = (tag: string): string => tag.trim().replace(/^W\//, "");
  return header.trim() === "*" || header.split(",").some((tag) => weak(tag) === weak(etag));
}

/**
 * Says of every answer that it is its caller's alone: proxies keep none, and a browser asks before it shows one
 * again. What a route tells as a secret is kept by nobody. Answers that say more by themselves (the screen's files,
 * live streams) are left as they are.
 */
export const keptByCallerAlone: MiddlewareHandler = async (c, next) => {
  await next();
  if (c.res.headers.has("cache-control")) return;
  const tellsSecret = routesOf(c).some(({ declared }) => declared?.tellsSecret === true);
  c.res.headers.set("cache-control", tellsSecret ? "no-store" : "private, no-cache");
};
