import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";

/** Handles a request as if it had arrived by itself. */
export type Handle = (request: Request, env: object) => Response | Promise<Response>;

/** Sends another request in the name of the caller of an open stream or socket. */
export type AsCaller = (method: "GET" | "POST", path: string, body?: object) => Promise<Response>;

/** What tells who acts, and in which language to answer. */
const FORWARDED = ["host", "authorization", "user-agent", "accept-language"];

/**
 * Requests with the headers that opened a stream or socket: who they come from and what they may do is
 * found out anew for each, so that a key that was revoked since does nothing more.
 */
export function createAsCaller(c: Context, handle: Handle): AsCaller {
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>;
  const headers = new Headers();
  for (const name of FORWARDED) {
    const value = c.req.header(name);
    if (value !== undefined) headers.set(name, value);
  }
  return async function asCaller(method, path, body) {
    const request = new Request(new URL(path, c.req.url), {
      method,
      headers: body === undefined ? headers : [...headers, ["content-type", "application/json"]],
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return handle(request, { incoming });
  };
}
