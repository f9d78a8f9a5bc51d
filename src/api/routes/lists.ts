import type { Context } from "hono";
import {
  InboxQuerySchema,
  InboxSchema,
  NoticeListSchema,
  NoticeQuerySchema,
  PlanListQuerySchema,
  PlanListSchema,
  WorkListSchema,
  WorkQuerySchema,
} from "../../contract/list.ts";
import { actorOf, callerOf } from "../http/requests/actor.ts";
import { json, route } from "../http/route.ts";
import type { ApiDeps } from "./api-deps.ts";

/** `/v1/plans`, `/v1/holds` and `/v1/work` as lists over all plans: they answer with every worker down. */
export const listRoutes = ({ lists }: ApiDeps) => [
  route({
    at: "GET /v1/plans",
    id: "listPlans",
    tag: "plans",
    role: "viewer",
    summary: "List plans; works while no worker runs",
    query: PlanListQuerySchema,
    responses: { 200: json(PlanListSchema, "One page of plans") },
    handler: async (c, { query }) => c.json(await lists.plans(query), 200),
  }),
  route({
    at: "GET /v1/holds",
    id: "listHolds",
    tag: "holds",
    role: "viewer",
    summary: "List the open holds of all plans; works while no worker runs",
    query: InboxQuerySchema,
    responses: { 200: json(InboxSchema, "One page of the open holds of all plans") },
    handler: async (c, { query }) =>
      c.json(await lists.inbox(withName(c, query), callerOf(c)), 200),
  }),
  route({
    at: "GET /v1/notices",
    id: "listNotices",
    tag: "plans",
    role: "viewer",
    summary: "List plans that failed, until somebody acknowledges it; works while no worker runs",
    query: NoticeQuerySchema,
    responses: { 200: json(NoticeListSchema, "One page of plans that failed") },
    handler: async (c, { query }) => {
      const owner = query.owner === "me" ? actorOf(c).name : query.owner;
      return c.json(await lists.notices({ ...query, ...(owner !== undefined && { owner }) }), 200);
    },
  }),
  route({
    at: "GET /v1/work",
    id: "listWork",
    tag: "todos",
    role: "viewer",
    summary: "List the work of people in all plans; works while no worker runs",
    query: WorkQuerySchema,
    responses: {
      200: json(WorkListSchema, "One page of the work that people can claim or have claimed"),
    },
    handler: async (c, { query }) => c.json(await lists.work(withName(c, query)), 200),
  }),
];

/** The query with the caller's name for `me`. */
function withName<Query extends { readonly assignee?: string | undefined }>(
  c: Context,
  query: Query,
): Query {
  return query.assignee === "me" ? { ...query, assignee: actorOf(c).name } : query;
}
