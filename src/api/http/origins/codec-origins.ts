import type { MiddlewareHandler } from "hono";
import { cors } from "hono/cors";

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
