import type { Context } from "hono";
import type { Role } from "../../../contract/tables/vocabulary.ts";

/** Who makes a request. Commands carry this name; a body never says who acts. */
export interface Actor {
  readonly name: string;
  readonly roles: readonly Role[];
}

/**
 * Who makes this request.
 * @throws Error where nobody was identified, because the route needs nobody's name.
 */
export function actorOf(c: Context): Actor {
  const actor = c.get("actor") as Actor | null | undefined;
  if (actor == null) throw new Error(`Nobody identified the caller of ${c.req.path}.`);
  return actor;
}
