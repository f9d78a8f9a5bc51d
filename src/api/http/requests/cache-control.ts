import type { MiddlewareHandler } from "hono";
import { routesOf } from "../matched-routes.ts";

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
