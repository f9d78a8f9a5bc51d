import { z } from "zod";
import { PlanIdSchema } from "../../contract/text.ts";
import { route } from "../http/route.ts";
import type { OpenSockets } from "../stream/open-sockets.ts";
import { hitlSocket, type HitlDeps } from "./hitl-socket.ts";

/** `/ws/{session_id}`: seed S0's WebSocket. */
export const hitlRoutes = (deps: HitlDeps, openSockets: OpenSockets) => [
  route({
    at: "GET /ws/:session_id",
    id: "openHitlSocket",
    tag: "live",
    role: "viewer",
    summary: "Open seed S0's WebSocket for one plan",
    params: z.object({ session_id: PlanIdSchema }),
    responses: {
      101: { description: "The socket is open; its messages are those of seed S0 §5.5 and §5.6." },
    },
    handler: openSockets(async (c, postCommand) => {
      const planId = c.req.param("session_id")!;
      // A plan that is not there is refused before the socket opens.
      const known = await deps.feeds.subscribe(planId, { after: null, onDrop: () => undefined });
      known.close();
      return hitlSocket(c, deps, planId, postCommand);
    }),
  }),
];
