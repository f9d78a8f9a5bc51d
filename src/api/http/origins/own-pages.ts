import type { Context, MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import { refusal } from "../../../contract/problems/problem-error.ts";
import { say } from "../../../contract/sentences/sentence.ts";

/** Methods that change nothing (RFC 9110 §9.2.1). Other origins' pages may send them, and read no answer. */
export const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);
/** A page of this origin, or the person at the browser. */
const OWN_SITES = new Set(["same-origin", "none"]);

/**
 * Refuses every change that a web page of another origin asks for. Browsers send forms and simple requests without
 * asking, and without keys the API trusts whoever reaches it. Nor can such a page read: no answer has CORS headers
 * but the codec's to Temporal's UI.
 * @param codecOrigins Temporal's UI, which may ask for payloads to be decrypted.
 */
export function ownPagesOnly(codecOrigins: readonly string[]): MiddlewareHandler {
  return async function checkPage(c, next) {
    const isTemporalsUi =
      c.req.path.startsWith("/codec/") && codecOrigins.includes(c.req.header("origin") ?? "");
    if (!SAFE_METHODS.has(c.req.method) && !isTemporalsUi) assertOwnPage(c);
    return next();
  };
}

/**
 * Refuses what a browser sends for a page whose scheme, host or port is another than the request's. Programs send
 * neither `Origin` nor `Sec-Fetch-Site`, and pages cannot write them.
 * @throws Refusal
 */
export function assertOwnPage(c: Context): void {
  const origin = c.req.header("origin");
  const site = c.req.header("sec-fetch-site") ?? "none";
  const own = ownOrigin(c);
  if ((origin === undefined || origin.toLowerCase() === own) && OWN_SITES.has(site)) return;
  throw refusal(
    "forbidden_origin",
    say("origin_refused", { origin: (origin ?? site).slice(0, 100) }),
    // Its browser asked the page's own address: what came here is not what it sent.
    say(site === "same-origin" ? "proxy_changes" : "ask_from_here", { own }),
  );
}

/** Whether the browser's connection is encrypted. */
export function isHttps(c: Context): boolean {
  // A proxy that ends TLS says so. No page can add a header to a request that needs nobody's leave.
  // Of several proxies in a row, the first one is the browser's.
  const [proto = ""] = (c.req.header("x-forwarded-proto") ?? "").split(",", 1);
  return proto.trim().toLowerCase() === "https" || new URL(c.req.url).protocol === "https:";
}

/** The origin that the request was sent to. Its host was found to be one that is served. */
function ownOrigin(c: Context): string {
  const url = new URL(c.req.url);
  const scheme = isHttps(c) ? "https:" : url.protocol;
  const written = `${scheme}//${c.req.header("host") ?? url.host}`;
  return URL.canParse(written) ? new URL(written).origin : written;
}

/** Lets pages of Temporal's UI, and no others, read decrypted payloads. */
export function codecOrigins(origins: readonly string[]): MiddlewareHandler {
  const allow = cors({
    origin: [...origins],
    allowMethods: ["POST"],
    allowHeaders: ["authorization", "content-type", "x-namespace"],
  });
  return async function allowOrigins(c, next) {
    return c.req.path.startsWith("/codec/") ? allow(c, next) : next();
  };
}
