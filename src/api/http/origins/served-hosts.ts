import { isIPv4 } from "node:net";
import type { Context, MiddlewareHandler } from "hono";
import { refusal } from "../../../contract/problems/problem-error.ts";
import { say } from "../../../contract/sentences/sentence.ts";

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];
/** A name or IPv4 address, or an IPv6 address in brackets; then perhaps a port. */
const HOST = /^(\[[0-9a-f:.]+\]|[^\s:/@[\]]+)(?::[0-9]+)?$/i;

/**
 * Serves requests for loopback's names and `hosts` (names or addresses without a port). Without keys
 * the API trusts who reaches it on loopback, so a web page must not be able to: a page whose name
 * resolves to 127.0.0.1 (DNS rebinding) still sends its own name as host.
 */
export function servedHostsOnly(hosts: readonly string[]): MiddlewareHandler {
  const served = new Set([...LOOPBACK, ...hosts.map(written)]);
  return async function checkHost(c, next) {
    const host = hostOf(c);
    const name = nameOf(host);
    if (name !== undefined && served.has(name)) return next();
    const known = ["http://127.0.0.1", "http://localhost", ...hosts].join(", ");
    throw refusal(
      "forbidden_host",
      say("host_refused", { host: host.slice(0, 100) }),
      say("use_host", { hosts: known }),
    );
  };
}

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

/** Whether a request came under a name by which a machine calls itself. */
function isForLoopback(c: Context): boolean {
  const name = nameOf(hostOf(c)) ?? "";
  return LOOPBACK.includes(name) || (isIPv4(name) && name.startsWith("127."));
}

const hostOf = (c: Context): string => c.req.header("host") ?? new URL(c.req.url).host;

function nameOf(host: string): string | undefined {
  return HOST.exec(host)?.[1]?.toLowerCase();
}

/** As the header has it: IPv6 addresses in brackets. */
function written(host: string): string {
  return (host.includes(":") && !host.startsWith("[") ? `[${host}]` : host).toLowerCase();
}
