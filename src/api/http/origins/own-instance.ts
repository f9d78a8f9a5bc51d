import type { MiddlewareHandler } from "hono";
import { refusal } from "../../../contract/problems/problem-error.ts";
import { say } from "../../../contract/sentences/sentence.ts";
import { INSTANCE_HEADER } from "../../../contract/tables/headers.ts";

/**
 * Says in every answer whose plans are served, and refuses what was meant for another instance
 * before anything happens: on one machine, ports pass from one project to another.
 */
export function ownInstance(instance: string): MiddlewareHandler {
  return async function checkInstance(c, next) {
    c.header(INSTANCE_HEADER, instance);
    const meant = c.req.header(INSTANCE_HEADER);
    if (meant !== undefined && meant !== instance) {
      throw refusal(
        "other_instance",
        say("other_instance", { own: instance, meant: meant.slice(0, 100) }),
        say("find_instance"),
      );
    }
    await next();
    // What a handler answers with as a whole has none of the headers that were set before it.
    c.header(INSTANCE_HEADER, instance);
    return undefined;
  };
}
