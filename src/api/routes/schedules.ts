import { z } from "zod";
import { isRefusal, Refusal, wrongAt } from "../../contract/problems/problem-error.ts";
import {
  BackfillInputSchema,
  BackfillSchema,
  PlanScheduleSchema,
  ScheduleIdSchema,
  ScheduleInputSchema,
  ScheduleNoteSchema,
  ScheduleListSchema,
  ScheduleSummarySchema,
  type BackfillInput,
  type PlanSchedule,
  type ScheduleSummary,
} from "../../contract/schedule.ts";
import { say, type Sentence } from "../../contract/sentences/sentence.ts";
import { LIMITS } from "../../contract/tables/limits.ts";
import type { Template } from "../../contract/template.ts";
import { DryRunSchema } from "../commands/edits/send-edit.ts";
import { assertFits } from "../commands/templates/plan-of-template.ts";
import { secretParameters } from "../commands/templates/seal-template.ts";
import { misnamedAt } from "../http/problem.ts";
import { actorOf } from "../http/requests/actor.ts";
import { json, route } from "../http/route.ts";
import type { ApiDeps } from "./api-deps.ts";

const ScheduleParams = z.object({ schedule_id: ScheduleIdSchema });
const FOR_OPERATORS = { tag: "schedules", role: "operator", params: ScheduleParams } as const;
const responses = { 200: json(PlanScheduleSchema, "The schedule as it is now") };

/** `/v1/schedules`: templates that start by themselves. */
export function scheduleRoutes(deps: ApiDeps) {
  const { schedules, templates } = deps;
  /** The template of a schedule, of which a plan can be made with its values. @throws Refusal otherwise. */
  const usable = async (
    schedule: Pick<PlanSchedule, "template_id" | "values" | "owner">,
  ): Promise<Template> => {
    const template = await templates.get(schedule.template_id);
    await assertFits(deps, template, schedule);
    return template;
  };
  return [
    route({
      at: "GET /v1/schedules",
      id: "listSchedules",
      tag: "schedules",
      role: "viewer",
      summary: "List schedules",
      responses: {
        200: json(ScheduleListSchema, "All schedules, sorted by id"),
      },
      handler: async (c) => c.json({ schedules: (await schedules.list()).map(toSummary) }, 200),
    }),
    route({
      at: "GET /v1/schedules/:schedule_id",
      id: "getSchedule",
      ...FOR_OPERATORS,
      role: "viewer",
      summary: "Get a schedule",
      headers: ["If-None-Match"],
      responses,
      handler: async (c, { params }) => c.json(await schedules.get(params.schedule_id), 200),
    }),
    route({
      at: "PUT /v1/schedules/:schedule_id",
      id: "saveSchedule",
      ...FOR_OPERATORS,
      summary: "Save a schedule",
      body: ScheduleInputSchema,
      example: { template_id: "tea", cron: ["0 8 * * MON-FRI"], timezone: "Asia/Seoul" },
      responses,
      async handler(c, { params, body }) {
        const misnamed = misnamedAt("/id", body.id, params.schedule_id);
        if (misnamed.length > 0) throw wrongAt(misnamed, say("correct_request"));
        // What would fail at every run is told now.
        const owner = actorOf(c).name;
        const template = await usable({ ...body, owner });
        const secret = secretParameters(deps, template.plan);
        const errors = Object.keys(body.values)
          .filter((name) => secret.includes(name))
          .map((name) => ({
            pointer: `/values/${name}`,
            detail: say("schedule_holds_no_secret", { name }),
          }));
        const [first] = errors;
        if (first !== undefined) {
          const { detail } = first;
          const hint = say("correct_request");
          throw new Refusal({ code: "validation_failed", detail, hint, errors });
        }
        const saved = await schedules.put(params.schedule_id, body, owner);
        await templates.get(body.template_id).catch(async (error: unknown) => {
          // Somebody deleted it since it was looked at, when lists did not tell yet that it is in use.
          if (!isRefusal(error, "template_not_found")) return;
          await schedules.delete(params.schedule_id);
          throw error;
        });
        return c.json(saved, 200);
      },
    }),
    route({
      at: "DELETE /v1/schedules/:schedule_id",
      id: "deleteSchedule",
      ...FOR_OPERATORS,
      summary: "Delete a schedule",
      responses: { 204: { description: "Deleted; plans that it started stay" } },
      async handler(c, { params }) {
        await schedules.delete(params.schedule_id);
        return c.body(null, 204);
      },
    }),
    route({
      ...act("pause", "Pause a schedule"),
      body: ScheduleNoteSchema,
      handler: async (c, { params, body }) =>
        c.json(await schedules.pause(params.schedule_id, actorOf(c).name, body.reason), 200),
    }),
    route({
      ...act("resume", "Resume a schedule"),
      body: ScheduleNoteSchema,
      handler: async (c, { params, body }) =>
        c.json(await schedules.resume(params.schedule_id, actorOf(c).name, body.reason), 200),
    }),
    route({
      ...act("trigger", "Start a plan now"),
      body: z.strictObject({}),
      async handler(c, { params: { schedule_id } }) {
        await usable(await schedules.get(schedule_id));
        return c.json(await schedules.trigger(schedule_id), 200);
      },
    }),
    route({
      ...act("backfill", "Start the plans of a period that has passed"),
      query: DryRunSchema,
      body: BackfillInputSchema,
      example: { from: "2026-11-01T00:00:00Z", to: "2026-11-03T00:00:00Z" },
      responses: { 200: json(BackfillSchema, "The schedule, and how many times are made up for") },
      async handler(c, { params: { schedule_id }, query: { validate_only }, body }) {
        const standing = await schedules.get(schedule_id);
        await usable(standing);
        const times = await schedules.countTimes(schedule_id, body);
        assertPeriodFits(body, times, deps.now());
        const isLook = validate_only === "true";
        const schedule = isLook ? standing : await schedules.backfill(schedule_id, body);
        return c.json({ ...schedule, validate_only: isLook, times }, 200);
      },
    }),
  ];
}

function toSummary(schedule: PlanSchedule): ScheduleSummary {
  const last_run = schedule.recent_runs.at(-1) ?? null;
  return ScheduleSummarySchema.parse({ ...schedule, last_run });
}

/** @throws Refusal for a period that is not over, has no time of the schedule, or too many. */
function assertPeriodFits({ to }: BackfillInput, times: number, now: string): void {
  const most = LIMITS.backfill_times;
  const wrong = (detail: Sentence): Refusal =>
    wrongAt([{ pointer: "/to", detail }], say("choose_period"));
  if (Date.parse(to) > Date.parse(now)) throw wrong(say("backfill_not_over"));
  if (times === 0) throw wrong(say("backfill_no_times"));
  if (times > most) throw wrong(say("backfill_too_many", { most }));
}

/** What the routes of all actions on a schedule have in common. */
function act<Action extends string>(action: Action, summary: string) {
  return {
    at: `POST /v1/schedules/:schedule_id/${action}`,
    id: `${action}Schedule`,
    ...FOR_OPERATORS,
    summary,
    responses,
  } as const;
}
