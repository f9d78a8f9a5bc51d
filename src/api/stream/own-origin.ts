import type { MiddlewareHandler } from "hono";
import { Refused } from "../refused.ts";

const LOOPBACK_ORIGIN = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::[0-9]+)?$/i;

/**
 * Refuses WebSockets that web pages of other places open: browsers ask nobody before they do. Pages of
 * this machine and of the API's own address may; programs send no origin.
 */
export const ownOriginOnly: MiddlewareHandler = async (c, next) => {
  const origin = c.req.header("origin");
  if (origin === undefined || LOOPBACK_ORIGIN.test(origin)) return next();
  // The host was found to be one that is served.
  const host = (c.req.header("host") ?? "").toLowerCase();
  if (
    /^https?:\/\//i.test(origin) &&
    origin.slice(origin.indexOf("//") + 2).toLowerCase() === host
  ) {
    return next();
  }
  throw new Refused({
    code: "forbidden_origin",
    detail: `Pages of "${origin.slice(0, 100)}" may not open a socket here.`,
    hint: "Open it from a page of this machine, or from a program that sends no origin.",
  });
};
