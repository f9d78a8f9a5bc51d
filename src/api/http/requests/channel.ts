import type { Context } from "hono";
import { CLIENT_HEADER } from "../../../contract/tables/headers.ts";
import { CHANNELS, type Channel } from "../../../contract/tables/vocabulary.ts";

/** By which way a request came: as its client says, `api` for one that says nothing we know. */
export function channelOf(c: Context): Channel {
  const said = c.req.header(CLIENT_HEADER);
  return CHANNELS.find((one) => one === said && one !== "temporal") ?? "api";
}
