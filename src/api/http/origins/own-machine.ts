import type { Context } from "hono";
import { isForLoopback } from "./served-hosts.ts";

/** What proxies and tunnels write into requests that they pass on. */
const PASSED_ON = [
  "forwarded",
  "via",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
  "cf-connecting-ip",
];

/**
 * Whether a request was made on this machine, as far as it shows: under one of loopback's own names, and by no
 * proxy. A proxy on this machine reaches loopback for everybody whom it lets in.
 */
export function isFromThisMachine(c: Context): boolean {
  return isForLoopback(c) && PASSED_ON.every((name) => c.req.header(name) === undefined);
}
