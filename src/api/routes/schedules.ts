import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import {
  BackfillInputSchema,
  PlanScheduleSchema,
  ScheduleIdSchema,
  ScheduleInputSchema,
  ScheduleNoteSchema,
  ScheduleSummarySchema,
} from "../../contract/schedule.ts";
import { fillTemplate } from "../../plan/template.ts";
import type { ApiDeps } from "../deps.ts";
import { actorOf } from "../identity.ts";
import { json, onInvalid, problems } from "../openapi.ts";
import { Refused } from "../refused.ts";
import { parseFilledPlan } from "../write-template.ts";

const ScheduleParams = z.object({ schedule_id: ScheduleIdSchema });
const answer = { 200: json(PlanScheduleSchema, "The schedule as it is now"), ...problems };
const body = <Schema extends z.ZodType>(schema: Schema) => ({
  required: true,
  content: { "application/json": { schema } },
});
const act = <Action extends string, Schema extends z.ZodType>(action: Action, schema: Schema) =>
  createRoute({
    method: "post",
    path: `/{schedule_id}/${action}`,
    request: { params: ScheduleParams, body: body(schema) },
    responses: answer,
  });

const list = createRoute({
  method: "get",
  path: "/",
  responses: {
    200: json(z.object({ schedules: z.array(ScheduleSummarySchema) }), "All schedules, by id"),
    ...problems,
  },
});
const get = createRoute({
  method: "get",
  path: "/{schedule_id}",
  request: { params: ScheduleParams },
  responses: answer,
});
const put = createRoute({
  method: "put",
  path: "/{schedule_id}",
  request: { params: ScheduleParams, body: body(ScheduleInputSchema) },
  responses: answer,
});
const remove = createRoute({
  method: "delete",
  path: "/{schedule_id}",
  request: { params: ScheduleParams },
  responses: { 204: { description: "It is gone; plans that it started stay" }, ...problems },
});
const pause = act("pause", ScheduleNoteSchema);
const resume = act("resume", ScheduleNoteSchema);
const trigger = act("trigger", z.strictObject({}));
const backfill = act("backfill", BackfillInputSchema);

/** `/v1/schedules`: templates that start by themselves. */
export function scheduleRoutes(deps: ApiDeps) {
  const { schedules, templates } = deps;
  return new OpenAPIHono({ defaultHook: onInvalid })
    .openapi(list, async (c) => c.json({ schedules: await schedules.list() }, 200))
    .openapi(get, async (c) => c.json(await schedules.get(c.req.valid("param").schedule_id), 200))
    .openapi(put, async (c) => {
      const input = c.req.valid("json");
      // What would fail at every run is told now.
      const filled = fillTemplate(await templates.get(input.template_id), input.values);
      if ("problem" in filled) throw new Refused(filled.problem);
      parseFilledPlan(filled.plan);
      const { schedule_id } = c.req.valid("param");
      return c.json(await schedules.put(schedule_id, input, actorOf(c).name), 200);
    })
    .openapi(remove, async (c) => {
      await schedules.delete(c.req.valid("param").schedule_id);
      return c.body(null, 204);
    })
    .openapi(pause, async (c) => {
      const { schedule_id } = c.req.valid("param");
      return c.json(await schedules.pause(schedule_id, c.req.valid("json").reason), 200);
    })
    .openapi(resume, async (c) => {
      const { schedule_id } = c.req.valid("param");
      return c.json(await schedules.resume(schedule_id, c.req.valid("json").reason), 200);
    })
    .openapi(trigger, async (c) =>
      c.json(await schedules.trigger(c.req.valid("param").schedule_id), 200),
    )
    .openapi(backfill, async (c) => {
      const { schedule_id } = c.req.valid("param");
      return c.json(await schedules.backfill(schedule_id, c.req.valid("json")), 200);
    });
}
