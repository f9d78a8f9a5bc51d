import { upgradeWebSocket } from "@hono/node-server";
import type { Context } from "hono";
import { refusal } from "../../contract/problems/problem-error.ts";
import type { WireProblem } from "../../contract/problems/problem.ts";
import { say } from "../../contract/sentences/sentence.ts";
import type { Json } from "../../contract/text.ts";
import {
  createInternalRequest,
  type Handle,
  type InternalRequest,
} from "../auth/internal-request.ts";
import { countConnection } from "../auth/open-streams.ts";
import type { RecheckAccess } from "../auth/recheck-access.ts";
import { assertOwnPage } from "../http/origins/own-pages.ts";
import { HEARTBEAT_MS, type StreamSettings } from "./settings.ts";
import { socketEvents, type Conversation } from "./socket.ts";

/** What a command's HTTP route responded. */
export type CommandResult = { readonly receipt: Json } | { readonly problem: WireProblem };

/** Posts a command to its HTTP route. */
export type PostCommand = (path: string, body: object) => Promise<CommandResult>;

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

/** Commands of a socket are requests to the HTTP routes: there is one code for both. */
function createPostCommand(request: InternalRequest): PostCommand {
  return async function postCommand(path, body) {
    const response = await request(path, { body });
    const content: unknown = await response.json();
    return response.ok ? { receipt: content as Json } : { problem: content as WireProblem };
  };
}

function assertHandshake(c: Context): void {
  if (c.req.header("upgrade")?.toLowerCase() === "websocket") return;
  throw refusal("upgrade_required", say("is_websocket", { path: c.req.path }), say("connect_ws"));
}
