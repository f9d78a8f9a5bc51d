import { upgradeWebSocket } from "@hono/node-server";
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Context, MiddlewareHandler } from "hono";
import { PlanIdSchema } from "../../contract/text.ts";
import type { ApiDeps } from "../deps.ts";
import { validationProblem } from "../problem.ts";
import { Refused } from "../refused.ts";
import { eventStream } from "./event-stream.ts";
import { hitlSocket } from "./hitl-socket.ts";
import { ownOriginOnly } from "./own-origin.ts";
import { planSocket } from "./plan-socket.ts";
import { createAsCaller, type Handle } from "./as-caller.ts";
import { createKeepAccess } from "./keep-access.ts";
import { listStream } from "./list-stream.ts";
import { createSendCommand } from "./send-command.ts";
import { ACCESS_MS, HEARTBEAT_MS } from "./settings.ts";
import { socketEvents } from "./socket.ts";

/** Puts the live stream onto the app: SSE beside the JSON of a plan's events, and the WebSockets. */
export function mountStream(app: OpenAPIHono, deps: ApiDeps, handle: Handle): void {
  const heartbeatMs = deps.stream?.heartbeatMs ?? HEARTBEAT_MS;
  const keepAccess = createKeepAccess(deps, deps.stream?.accessMs ?? ACCESS_MS);
  const optionsFor = (c: Context) => ({
    heartbeatMs,
    keepAccess: (onLost: () => void) => keepAccess(c, onLost),
  });
  const sender = (c: Context) => createSendCommand(createAsCaller(c, handle));
  app.get("/v1/plans/:plan_id/events", eventStream(deps, keepAccess));
  app.get("/v1/events", listStream(deps, keepAccess));
  app.get(
    "/v1/ws",
    ownOriginOnly,
    socketsOnly,
    upgradeWebSocket((c) => socketEvents(planSocket(c, deps, sender(c)), optionsFor(c))),
  );
  app.get(
    "/ws/:session_id",
    ownOriginOnly,
    socketsOnly,
    upgradeWebSocket(async (c) => {
      const planId = readPlanId(c.req.param("session_id"));
      // A plan that is not there is refused before the socket opens.
      const known = await deps.feeds.subscribe(planId, { after: null, onDrop: () => undefined });
      known.close();
      return socketEvents(hitlSocket(c, deps, planId, sender(c)), optionsFor(c));
    }),
  );
}

/** What is no WebSocket handshake is told so. */
const socketsOnly: MiddlewareHandler = async (c, next) => {
  if (c.req.header("upgrade")?.toLowerCase() === "websocket") return next();
  throw new Refused({
    code: "upgrade_required",
    detail: `${c.req.path} is a WebSocket.`,
    hint: "Connect with ws://, or read GET /v1/plans/{id}/events with accept: text/event-stream.",
  });
};

function readPlanId(written: string | undefined): string {
  const read = PlanIdSchema.safeParse(written);
  if (read.success) return read.data;
  throw new Refused(validationProblem(read.error, "/param/session_id"));
}
