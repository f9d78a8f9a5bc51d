import { z } from "zod";
import { HoldIdSchema } from "../../contract/plan/holds/hold.ts";
import { HoldViewersSchema } from "../../contract/service/viewers.ts";
import { actorOf } from "../http/requests/actor.ts";
import { json, route } from "../http/route.ts";
import type { HoldViewers } from "../stream/hold-viewers.ts";

/** `/v1/holds/{hold}/viewers`: people at one hold see each other. */
export function holdViewerRoutes(viewers: HoldViewers) {
  return [
    route({
      at: "POST /v1/holds/:hold_id/viewers",
      id: "lookAtHold",
      tag: "holds",
      // People who decide see each other; who only reads decides nothing.
      role: "approver",
      summary: "Say that you look at a hold now, and see who else does",
      params: z.object({ hold_id: HoldIdSchema }),
      responses: {
        200: json(HoldViewersSchema, "Who else said so to this process in the last 15 seconds"),
      },
      handler(c, { params: { hold_id } }) {
        c.header("cache-control", "no-store");
        return c.json({ viewers: viewers.look(hold_id, actorOf(c).name) }, 200);
      },
    }),
  ];
}
