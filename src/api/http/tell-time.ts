import type { MiddlewareHandler } from "hono";

/** Says in every answer what time it is for plans: whoever counts down to their deadlines may have another clock. */
export function tellTime(now: () => string): MiddlewareHandler {
  return async function sayDate(c, next) {
    await next();
    c.header("date", new Date(now()).toUTCString());
  };
}
