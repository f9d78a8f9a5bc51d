import { upgradeWebSocket } from "@hono/node-server";
import type { Context } from "hono";
import { Refusal } from "../../contract/problem-error.ts";
import { say } from "../../contract/sentences/sentence.ts";
import { createInternalRequest, type Handle } from "../auth/internal-request.ts";
import { countConnection } from "../auth/open-streams.ts";
import type { RecheckAccess } from "../auth/recheck-access.ts";
import { assertOwnPage } from "../http/origins/own-pages.ts";
import { createPostCommand, type PostCommand } from "./post-command.ts";
import { HEARTBEAT_MS, type StreamSettings } from "./settings.ts";
import { socketEvents, type Conversation } from "./socket.ts";

/** What is spoken over a socket. It may refuse before the socket opens, by a Refusal. */
export type Converse = (
  c: Context,
  postCommand: PostCommand,
) => Conversation | Promise<Conversation>;

/** Makes handlers of WebSocket routes. */
export type OpenSockets = (converse: Converse) => (c: Context) => Promise<Response>;

/** @param handle takes the sockets' commands, as requests to their HTTP routes. */
export function createOpenSockets(
  deps: { readonly stream?: StreamSettings; readonly recheckAccess: RecheckAccess },
  handle: Handle,
): OpenSockets {
  const heartbeatMs = deps.stream?.heartbeatMs ?? HEARTBEAT_MS;
  return (converse) => {
    const upgrade = upgradeWebSocket(async (c) => {
      const conversation = await converse(
        c,
        createPostCommand(createInternalRequest(c, handle, "socket")),
      );
      const recheckAccess = (onLost: () => void) => deps.recheckAccess(c, onLost);
      return socketEvents(conversation, { heartbeatMs, recheckAccess });
    });
    return async function openSocket(c) {
      assertOwnPage(c);
      assertHandshake(c);
      countConnection(c);
      return (await upgrade(c, async () => undefined)) as Response;
    };
  };
}

function assertHandshake(c: Context): void {
  if (c.req.header("upgrade")?.toLowerCase() === "websocket") return;
  throw new Refusal({
    code: "upgrade_required",
    detail: say("is_websocket", { path: c.req.path }),
    hint: say("connect_ws"),
  });
}
