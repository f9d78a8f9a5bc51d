import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import { PlanEventSchema } from "../../contract/event.ts";
import { HoldListSchema } from "../../contract/hold.ts";
import {
  NewPlanSchema,
  PlanViewSchema,
  ProgressSchema,
  ControlInputSchema,
  ReceiptSchema,
  ScheduleSchema,
  SentSchema,
  TodoDetailSchema,
} from "../../contract/plan.ts";
import { EventTypesSchema, STREAM_LIMITS } from "../../contract/stream.ts";
import { PlanIdSchema, TodoIdSchema } from "../../contract/text.ts";
import type { ControlCommand } from "../../plan/commands.ts";
import { createPlan } from "../../plan/create.ts";
import {
  holdsQuery,
  planQuery,
  progressQuery,
  scheduleQuery,
  todoQuery,
} from "../../workflows/messages.ts";
import { answerCommand, sign } from "../answer-command.ts";
import { markRevision } from "../conditional-reads.ts";
import type { ApiDeps } from "../deps.ts";
import { withLive, withLivePercents } from "../live-todos.ts";
import { assertTagsFit, assertToolsFit } from "../new-plan.ts";
import { json, onInvalid, problems } from "../openapi.ts";
import { readEvents } from "../read-events.ts";
import { Refused } from "../refused.ts";
import { givenBy, startPlan } from "../start-plan.ts";
import { untilEvents } from "../stream/long-poll.ts";

const PlanParams = z.object({ plan_id: PlanIdSchema });
const page = (most: number, usual: number) =>
  z.coerce.number().int().min(1).max(most).default(usual);

const create = createRoute({
  method: "post",
  path: "/",
  request: { body: { required: true, content: { "application/json": { schema: NewPlanSchema } } } },
  responses: { 201: json(PlanViewSchema, "The plan, durable and on its way"), ...problems },
});
const get = createRoute({
  method: "get",
  path: "/{plan_id}",
  request: {
    params: PlanParams,
    query: z.object({
      offset: z.coerce.number().int().min(0).default(0),
      limit: page(1_000, 200),
    }),
  },
  responses: { 200: json(PlanViewSchema, "The plan with one page of its todos"), ...problems },
});
const getTodo = createRoute({
  method: "get",
  path: "/{plan_id}/todos/{todo_id}",
  request: { params: PlanParams.extend({ todo_id: TodoIdSchema }) },
  responses: { 200: json(TodoDetailSchema, "The todo, and what it waits for"), ...problems },
});
const progress = createRoute({
  method: "get",
  path: "/{plan_id}/progress",
  request: { params: PlanParams },
  responses: { 200: json(ProgressSchema, "How far the plan is"), ...problems },
});
const schedule = createRoute({
  method: "get",
  path: "/{plan_id}/schedule",
  request: { params: PlanParams, query: z.object({ limit: page(1_000, 100) }) },
  responses: { 200: json(ScheduleSchema, "What runs, what is next, and why"), ...problems },
});
const holds = createRoute({
  method: "get",
  path: "/{plan_id}/holds",
  request: {
    params: PlanParams,
    query: z.object({ status: z.enum(["open", "all"]).default("open") }),
  },
  responses: { 200: json(HoldListSchema, "The plan's holds, oldest first"), ...problems },
});
const WaitSchema = z
  .string()
  .regex(/^[0-9]{1,3}s?$/, "must be seconds, such as 30")
  .transform((written) => Number.parseInt(written, 10))
  .pipe(z.int().max(STREAM_LIMITS.wait_seconds));
const EventsSchema = z.object({ events: z.array(PlanEventSchema), seq: z.int() });
const events = createRoute({
  method: "get",
  path: "/{plan_id}/events",
  request: {
    params: PlanParams,
    query: z.object({
      after: z.coerce.number().int().min(0).default(0),
      limit: page(1_000, 200),
      /** Seconds to wait until there are events, such as `30`. */
      wait: WaitSchema.optional(),
      types: EventTypesSchema.optional(),
    }),
  },
  responses: { 200: json(EventsSchema, "Events after a sequence number"), ...problems },
});
const control = <Word extends ControlCommand["type"]>(word: Word) =>
  createRoute({
    method: "post",
    path: `/{plan_id}/${word}`,
    request: {
      params: PlanParams,
      body: { content: { "application/json": { schema: ControlInputSchema } } },
    },
    responses: {
      200: json(ReceiptSchema, "The plan took the command"),
      202: json(SentSchema, "Temporal has the command"),
      ...problems,
    },
  });

/** `/v1/plans`: create and read plans, pause, resume and cancel them. */
export function planRoutes(deps: ApiDeps) {
  const { plans } = deps;
  return new OpenAPIHono({ defaultHook: onInvalid })
    .openapi(create, async (c) => {
      const input = c.req.valid("json");
      assertTagsFit(input);
      assertToolsFit(input, deps.tools);
      const made = createPlan(input, givenBy(c, deps, input.id));
      if ("problem" in made) throw new Refused(made.problem);
      return c.json(await startPlan(c, plans, made.state), 201);
    })
    .openapi(get, async (c) => {
      const { plan_id } = c.req.valid("param");
      const view = await plans.query(plan_id, planQuery, c.req.valid("query"));
      markRevision(c, view);
      if (view.progress.counts["in_progress"] === 0) return c.json(view, 200);
      const live = await plans.liveTodos(plan_id);
      const todos = view.todos.map((todo) => withLive(todo, live));
      return c.json({ ...view, todos, progress: withLivePercents(view.progress, live) }, 200);
    })
    .openapi(getTodo, async (c) => {
      const { plan_id, todo_id } = c.req.valid("param");
      const todo = await plans.query(plan_id, todoQuery, { todo_id });
      if (todo === null) {
        throw new Refused({
          code: "todo_not_found",
          detail: `There is no todo "${todo_id}" in plan "${plan_id}".`,
          hint: `Look at /v1/plans/${plan_id} for its todos.`,
        });
      }
      if (todo.status !== "in_progress") return c.json(todo, 200);
      return c.json(withLive(todo, await plans.liveTodos(plan_id)), 200);
    })
    .openapi(progress, async (c) => {
      const { plan_id } = c.req.valid("param");
      const known = await plans.query(plan_id, progressQuery);
      if (known.counts["in_progress"] === 0) return c.json(known, 200);
      return c.json(withLivePercents(known, await plans.liveTodos(plan_id)), 200);
    })
    .openapi(schedule, async (c) => {
      const { plan_id } = c.req.valid("param");
      return c.json(await plans.query(plan_id, scheduleQuery, c.req.valid("query")), 200);
    })
    .openapi(holds, async (c) => {
      const all = await plans.query(c.req.valid("param").plan_id, holdsQuery);
      const wanted = c.req.valid("query").status;
      return c.json(
        { holds: all.filter(({ status }) => wanted === "all" || status === wanted) },
        200,
      );
    })
    .openapi(events, async (c) => {
      const { plan_id } = c.req.valid("param");
      const { wait, ...wanted } = c.req.valid("query");
      if (wait === undefined) return c.json(await readEvents(deps, plan_id, wanted), 200);
      const asked = { ...wanted, waitMs: wait * 1_000, signal: c.req.raw.signal };
      return c.json(await untilEvents(deps.feeds, plan_id, asked), 200);
    })
    .openapi(control("pause"), async (c) => {
      const { plan_id } = c.req.valid("param");
      return answerCommand(c, deps, plan_id, "pause", sign(c, deps, c.req.valid("json")));
    })
    .openapi(control("resume"), async (c) => {
      const { plan_id } = c.req.valid("param");
      return answerCommand(c, deps, plan_id, "resume", sign(c, deps, c.req.valid("json")));
    })
    .openapi(control("cancel"), async (c) => {
      const { plan_id } = c.req.valid("param");
      return answerCommand(c, deps, plan_id, "cancel", sign(c, deps, c.req.valid("json")));
    });
}
