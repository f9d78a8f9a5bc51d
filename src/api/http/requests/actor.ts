import type { Context } from "hono";
import type { Caller } from "../../../contract/service/sign-in.ts";
import { CLIENT_HEADER } from "../../../contract/tables/headers.ts";
import { CHANNELS, type Channel, type Role } from "../../../contract/tables/vocabulary.ts";

/** Who makes a request. Commands carry this name; a body never says who acts. */
export interface Actor {
  readonly name: string;
  readonly roles: readonly Role[];
  /** Which groups they are in. */
  readonly groups: readonly string[];
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

/** The same, as they are told who they are. @throws Error as `actorOf`. */
export function callerOf(c: Context): Caller {
  const { name, roles, groups } = actorOf(c);
  return { name, roles: [...roles], groups: [...groups] };
}

/** By which way a request came: as its client says, `api` for one that says nothing we know. */
export function channelOf(c: Context): Channel {
  const said = c.req.header(CLIENT_HEADER);
  return CHANNELS.find((one) => one === said && one !== "temporal") ?? "api";
}
