import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import { VersionViewSchema } from "../../contract/edit.ts";
import { PlanGraphSchema } from "../../contract/graph.ts";
import {
  HistoryQuerySchema,
  HistorySchema,
  TodoPageQuerySchema,
  TodoPageSchema,
} from "../../contract/history.ts";
import { PlanIdSchema } from "../../contract/text.ts";
import type { TodoStatus } from "../../contract/vocabulary.ts";
import { graphQuery, todosQuery, versionQuery } from "../../workflows/messages.ts";
import { markRevision } from "../conditional-reads.ts";
import type { ApiDeps } from "../deps.ts";
import { fromCursor, toCursor } from "../list-cursor.ts";
import { withLive } from "../live-todos.ts";
import { json, onInvalid, problems } from "../openapi.ts";
import { readHistory } from "../read-history.ts";
import { Refused } from "../refused.ts";

const PlanParams = z.object({ plan_id: PlanIdSchema });

const todos = createRoute({
  method: "get",
  path: "/{plan_id}/todos",
  request: { params: PlanParams, query: TodoPageQuerySchema },
  responses: { 200: json(TodoPageSchema, "One page of the plan's todos"), ...problems },
});
const graph = createRoute({
  method: "get",
  path: "/{plan_id}/graph",
  request: { params: PlanParams },
  responses: { 200: json(PlanGraphSchema, "Layers, edges and the critical path"), ...problems },
});
const history = createRoute({
  method: "get",
  path: "/{plan_id}/history",
  request: { params: PlanParams, query: HistoryQuerySchema },
  responses: { 200: json(HistorySchema, "One page of the history, newest first"), ...problems },
});
const version = createRoute({
  method: "get",
  path: "/{plan_id}/versions/{version}",
  request: {
    params: PlanParams.extend({ version: z.coerce.number().int().min(1).max(1_000_000_000) }),
  },
  responses: { 200: json(VersionViewSchema, "The version and the plan as it was"), ...problems },
});

const TodoPlaceSchema = z.strictObject({ rank: z.string(), id: z.string() });

/** `/v1/plans/{id}`: todos page by page, the graph, the history, single versions. */
export function planReadingRoutes(deps: ApiDeps) {
  const { plans } = deps;
  return new OpenAPIHono({ defaultHook: onInvalid })
    .openapi(todos, async (c) => {
      const { plan_id } = c.req.valid("param");
      const { status, limit, cursor } = c.req.valid("query");
      const list = JSON.stringify(["todos", plan_id, status]);
      const found = await plans.query(plan_id, todosQuery, {
        limit,
        ...(status !== undefined && { statuses: status.split(",") as TodoStatus[] }),
        ...(cursor !== undefined && { after: fromCursor(list, cursor, TodoPlaceSchema) }),
      });
      markRevision(c, found);
      const { total, has_more } = found;
      const running = found.todos.some((todo) => todo.status === "in_progress");
      const live = running ? await plans.liveTodos(plan_id) : new Map();
      const last = found.todos.at(-1);
      const next_cursor =
        has_more && last !== undefined ? toCursor(list, { rank: last.rank, id: last.id }) : null;
      const shown = found.todos.map((todo) => withLive(todo, live));
      return c.json({ todos: shown, total, has_more, next_cursor }, 200);
    })
    .openapi(graph, async (c) => {
      const found = await plans.query(c.req.valid("param").plan_id, graphQuery);
      markRevision(c, found);
      return c.json(found, 200);
    })
    .openapi(history, async (c) => {
      const { plan_id } = c.req.valid("param");
      return c.json(await readHistory(deps, plan_id, c.req.valid("query")), 200);
    })
    .openapi(version, async (c) => {
      const wanted = c.req.valid("param");
      const found = await plans.query(wanted.plan_id, versionQuery, { version: wanted.version });
      if (found !== null) return c.json(found, 200);
      throw new Refused({
        code: "version_not_found",
        detail: `There is no version ${wanted.version} of plan "${wanted.plan_id}".`,
        hint: `Look at /v1/plans/${wanted.plan_id}/versions.`,
      });
    });
}
