import { z } from "zod";
import { pageSize, PartQuerySchema } from "../../../contract/paging.ts";
import { ActionsQuerySchema, ActionsSchema } from "../../../contract/plan/actions.ts";
import { BoardSchema } from "../../../contract/plan/board.ts";
import { VersionViewSchema } from "../../../contract/plan/edit.ts";
import { PlanGraphSchema } from "../../../contract/plan/graph.ts";
import { HistoryQuerySchema, HistorySchema } from "../../../contract/plan/history.ts";
import { HoldListSchema, type Hold } from "../../../contract/plan/holds/hold.ts";
import { LogHeadSchema } from "../../../contract/plan/log-file.ts";
import {
  NewPlanSchema,
  PlanViewSchema,
  ProgressSchema,
  ScheduleSchema,
  type NewPlan,
} from "../../../contract/plan/plan.ts";
import { LIMITS } from "../../../contract/tables/limits.ts";
import { lineText } from "../../../contract/text.ts";
import {
  actionsQuery,
  boardQuery,
  exportQuery,
  graphQuery,
  holdsQuery,
  pendingApprovalsQuery,
  planQuery,
  progressQuery,
  scheduleQuery,
  versionQuery,
} from "../../../workflows/wire/messages.ts";
import { withinRoles } from "../../auth/within-roles.ts";
import { actorOf } from "../../http/requests/actor.ts";
import { markRevision } from "../../http/requests/conditional-reads.ts";
import { bytes, json, route } from "../../http/route.ts";
import { sendLines } from "../../http/send-bytes.ts";
import { exportLog, readLogHead } from "../../log/export-log.ts";
import { readHistory } from "../../log/read-history.ts";
import type { ApiDeps } from "../api-deps.ts";
import { unknownVersion } from "./edits.ts";
import { PlanParams } from "./params.ts";
import { todoReadingRoutes, unknownTodo } from "./todo-reading.ts";

const FOR_VIEWERS = { tag: "plans", role: "viewer", params: PlanParams } as const;

/** `/v1/plans/{id}`: a plan as a whole and in parts, as it is and as it was. */
export function planReadingRoutes(deps: ApiDeps) {
  const { plans } = deps;
  return [
    route({
      at: "GET /v1/plans/:plan_id",
      id: "getPlan",
      ...FOR_VIEWERS,
      summary: "Get a plan with its todos",
      headers: ["If-None-Match"],
      query: PartQuerySchema,
      responses: { 200: json(PlanViewSchema, "The plan with one page of its todos") },
      async handler(c, { params: { plan_id }, query }) {
        const live = await plans.liveProgress(plan_id);
        const view = await plans.query(plan_id, planQuery, { ...query, live });
        markRevision(c, view);
        return c.json(view, 200);
      },
    }),
    route({
      at: "GET /v1/plans/:plan_id/board",
      id: "getBoard",
      ...FOR_VIEWERS,
      summary: "Get a plan's board: todos, open holds, and what runs, comes next or waits",
      headers: ["If-None-Match"],
      query: z.object({ limit: pageSize(LIMITS.board_rows, LIMITS.board_rows) }),
      responses: { 200: json(BoardSchema, "The board") },
      async handler(c, { params: { plan_id }, query }) {
        const live = await plans.liveProgress(plan_id);
        const board = await plans.query(plan_id, boardQuery, { ...query, live });
        markRevision(c, board.plan);
        return c.json(board, 200);
      },
    }),
    route({
      at: "GET /v1/plans/:plan_id/actions",
      id: "getActions",
      ...FOR_VIEWERS,
      summary: "List what can be done now, and why the rest cannot",
      query: ActionsQuerySchema,
      responses: { 200: json(ActionsSchema, "What can be done now, and why the rest cannot") },
      async handler(c, { params: { plan_id }, query: { todo_id } }) {
        const { name, groups } = actorOf(c);
        const about = { ...(todo_id !== undefined && { todo_id }), you: { name, groups } };
        const found = await plans.query(plan_id, actionsQuery, about);
        if (found === null) throw unknownTodo(plan_id, todo_id);
        return c.json(withinRoles(found, actorOf(c)), 200);
      },
    }),
    ...todoReadingRoutes(deps),
    route({
      at: "GET /v1/plans/:plan_id/progress",
      id: "getProgress",
      ...FOR_VIEWERS,
      summary: "Get a plan's progress",
      headers: ["If-None-Match"],
      responses: { 200: json(ProgressSchema, "The plan's progress") },
      async handler(c, { params: { plan_id } }) {
        const live = await plans.liveProgress(plan_id);
        return c.json(await plans.query(plan_id, progressQuery, { live }), 200);
      },
    }),
    route({
      at: "GET /v1/plans/:plan_id/schedule",
      id: "getPlanSchedule",
      ...FOR_VIEWERS,
      summary: "Show what runs, what comes next, and why the rest waits",
      headers: ["If-None-Match"],
      query: z.object({ limit: pageSize(1_000, 100) }),
      responses: {
        200: json(ScheduleSchema, "What runs, what comes next, and why the rest waits"),
      },
      handler: async (c, { params, query }) =>
        c.json(await plans.query(params.plan_id, scheduleQuery, query), 200),
    }),
    route({
      at: "GET /v1/plans/:plan_id/holds",
      id: "listPlanHolds",
      tag: "holds",
      role: "viewer",
      summary: "List a plan's holds",
      headers: ["If-None-Match"],
      params: PlanParams,
      query: z.object({
        status: z.enum(["open", "all"]).default("open"),
        /** Only what this agent asks. */
        agent: lineText(LIMITS.name).optional(),
        /** Only what is about this todo. */
        todo_id: lineText(LIMITS.name).optional(),
      }),
      responses: { 200: json(HoldListSchema, "The plan's holds, oldest first") },
      async handler(c, { params, query }) {
        const wanted = query.status === "all" ? holdsQuery : pendingApprovalsQuery;
        const holds = await plans.query(params.plan_id, wanted);
        const { agent, todo_id } = query;
        const isWanted = (hold: Hold) =>
          (agent === undefined || hold.asked_by?.agent_name === agent) &&
          (todo_id === undefined || hold.todo_id === todo_id);
        return c.json({ holds: holds.filter(isWanted) }, 200);
      },
    }),
    route({
      at: "GET /v1/plans/:plan_id/graph",
      id: "getGraph",
      ...FOR_VIEWERS,
      summary: "Get the dependency graph and its critical path",
      headers: ["If-None-Match"],
      responses: { 200: json(PlanGraphSchema, "Layers of todos, edges, and the critical path") },
      async handler(c, { params }) {
        const graph = await plans.query(params.plan_id, graphQuery);
        markRevision(c, graph);
        return c.json(graph, 200);
      },
    }),
    route({
      at: "GET /v1/plans/:plan_id/history",
      id: "getHistory",
      ...FOR_VIEWERS,
      summary: "List who changed, decided and controlled what, newest first",
      headers: ["If-None-Match"],
      query: HistoryQuerySchema,
      responses: { 200: json(HistorySchema, "One page of the history, newest first") },
      handler: async (c, { params, query }) =>
        c.json(await readHistory(deps, params.plan_id, query), 200),
    }),
    route({
      at: "GET /v1/plans/:plan_id/log",
      id: "exportLog",
      ...FOR_VIEWERS,
      summary: "Export a plan's whole log, to be verified by anybody",
      responses: {
        200: bytes("What it is, each event with its digest, and the signed head: one on each line"),
      },
      handler: (c, { params: { plan_id } }) =>
        sendLines(c, exportLog(deps, plan_id), {
          file: `${plan_id}.log.jsonl`,
          onError: deps.onError,
        }),
    }),
    route({
      at: "GET /v1/plans/:plan_id/log/head",
      id: "getLogHead",
      ...FOR_VIEWERS,
      summary: "Get the digest that stands for a plan's whole log, signed",
      responses: { 200: json(LogHeadSchema, "The head of the log") },
      handler: async (c, { params: { plan_id } }) => c.json(await readLogHead(deps, plan_id), 200),
    }),
    route({
      at: "GET /v1/plans/:plan_id/versions/:version",
      id: "getVersion",
      tag: "editing",
      role: "viewer",
      summary: "Get a version: what it changed, and the plan as it was",
      headers: ["If-None-Match"],
      params: PlanParams.extend({ version: z.coerce.number().int().min(1).max(1_000_000_000) }),
      responses: { 200: json(VersionViewSchema, "The version, and the plan as it was") },
      async handler(c, { params: { plan_id, version } }) {
        const found = await plans.query(plan_id, versionQuery, { version });
        if (found !== null) return c.json(found, 200);
        throw unknownVersion(plan_id, version);
      },
    }),
    route({
      at: "GET /v1/plans/:plan_id/export",
      id: "exportPlan",
      ...FOR_VIEWERS,
      summary: "Export a plan in the form in which plans are written",
      headers: ["If-None-Match"],
      responses: {
        200: json(NewPlanSchema, "The plan, ready to be created again"),
      },
      handler: async (c, { params }) =>
        // Fields with their default are left out, as a person would; the schema's output type has them.
        c.json((await plans.query(params.plan_id, exportQuery)) as NewPlan, 200),
    }),
  ];
}
