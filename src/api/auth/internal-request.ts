import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";

/** Handles a request as if it had arrived by itself. */
export type Handle = (request: Request, env: object) => Response | Promise<Response>;

/** Posts a command in the name of the caller of an open socket. */
export type InternalRequest = (path: string, body: object) => Promise<Response>;

/** What tells who acts, and in which language to answer. */
const FORWARDED = ["host", "authorization", "user-agent", "accept-language"];

/**
 * Requests with the headers that opened a socket: who they come from and what they may do is found
 * out anew for each, so that a key that was revoked since does nothing more.
 */
export function createInternalRequest(c: Context, handle: Handle): InternalRequest {
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>;
  const headers = new Headers({ "content-type": "application/json" });
  for (const name of FORWARDED) {
    const value = c.req.header(name);
    if (value !== undefined) headers.set(name, value);
  }
  return async function sendInternally(path, body) {
    const request = new Request(new URL(path, c.req.url), {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    return handle(request, { incoming });
  };
}
