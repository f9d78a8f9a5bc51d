import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import { CLIENT_HEADER } from "../../contract/tables/headers.ts";
import type { Channel } from "../../contract/tables/vocabulary.ts";

/** Handles a request as if it had arrived by itself. */
export type Handle = (request: Request, env: object) => Response | Promise<Response>;

/** Makes a request in the name of the caller of an open socket or of a tool. */
export type InternalRequest = (
  path: string,
  sent?: {
    /** POST when absent. */
    readonly method?: "GET" | "POST" | "DELETE";
    readonly body?: object | undefined;
    /** The only version that the plan may be at. */
    readonly version?: number | undefined;
  },
) => Promise<Response>;

/** What tells who acts, from which page, and in which language to answer. */
const FORWARDED = [
  "host",
  "authorization",
  "cookie",
  "origin",
  "sec-fetch-site",
  "x-forwarded-proto",
  "user-agent",
  "accept-language",
];

/**
 * Requests with the headers of the one that opened a socket or called a tool: who they come from and what they may do is found
 * out anew for each, so that a key that was revoked since does nothing more.
 * @param via what they came by.
 */
export function createInternalRequest(c: Context, handle: Handle, via: Channel): InternalRequest {
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>;
  const forwarded = new Headers({ [CLIENT_HEADER]: via });
  for (const name of FORWARDED) {
    const value = c.req.header(name);
    if (value !== undefined) forwarded.set(name, value);
  }
  return async function sendInternally(path, { method = "POST", body, version } = {}) {
    const headers = new Headers(forwarded);
    if (body !== undefined) headers.set("content-type", "application/json");
    if (version !== undefined) headers.set("if-match", `"v${version}"`);
    const request = new Request(new URL(path, c.req.url), {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return handle(request, { incoming });
  };
}
