import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import {
  InboxQuerySchema,
  InboxSchema,
  PlanListQuerySchema,
  PlanListSchema,
} from "../../contract/list.ts";
import { ListSnapshotSchema } from "../../contract/stream.ts";
import type { ApiDeps } from "../deps.ts";
import { actorOf } from "../identity.ts";
import { json, onInvalid, problems } from "../openapi.ts";

const plans = createRoute({
  method: "get",
  path: "/plans",
  request: { query: PlanListQuerySchema },
  responses: { 200: json(PlanListSchema, "One page of the plans"), ...problems },
});
const inbox = createRoute({
  method: "get",
  path: "/holds",
  request: { query: InboxQuerySchema },
  responses: { 200: json(InboxSchema, "One page of the open holds of all plans"), ...problems },
});
const events = createRoute({
  method: "get",
  path: "/events",
  responses: {
    200: json(ListSnapshotSchema, "All plans that go on, and their holds"),
    ...problems,
  },
});

/** `/v1/plans` and `/v1/holds` as lists over all plans: they answer with every worker down. */
export function listRoutes({ lists, listFeed }: ApiDeps) {
  return new OpenAPIHono({ defaultHook: onInvalid })
    .openapi(plans, async (c) => c.json(await lists.plans(c.req.valid("query")), 200))
    .openapi(inbox, async (c) => {
      const { assignee, ...query } = c.req.valid("query");
      const whose = assignee === "me" ? actorOf(c).name : assignee;
      return c.json(
        await lists.inbox({ ...query, ...(whose !== undefined && { assignee: whose }) }),
        200,
      );
    })
    .openapi(events, async (c) => {
      const subscription = await listFeed.subscribe();
      try {
        const news = await subscription.next();
        if (news?.kind !== "snapshot") throw new Error("The lists begin with no snapshot.");
        return c.json(news.snapshot, 200);
      } finally {
        subscription.close();
      }
    });
}
