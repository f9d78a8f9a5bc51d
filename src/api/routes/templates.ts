import { z } from "zod";
import { PlanViewSchema } from "../../contract/plan/plan.ts";
import { refusal, type Refusal } from "../../contract/problems/problem-error.ts";
import type { PlanSchedule } from "../../contract/schedule.ts";
import { say } from "../../contract/sentences/sentence.ts";
import {
  SavedTemplateSchema,
  InstantiateInputSchema,
  TemplateInputSchema,
  TemplateSchema,
  TemplateListSchema,
} from "../../contract/template.ts";
import { TemplateIdSchema } from "../../contract/text.ts";
import { originOf, startPlan } from "../commands/start-plan.ts";
import { planOfTemplate, unfitSchedules } from "../commands/templates/plan-of-template.ts";
import { writeTemplate } from "../commands/templates/write-template.ts";
import { languageHeaders, languageOf } from "../http/language.ts";
import { actorOf } from "../http/requests/actor.ts";
import { json, route } from "../http/route.ts";
import type { ApiDeps } from "./api-deps.ts";

const TemplateParams = z.object({ template_id: TemplateIdSchema });
const FOR_OPERATORS = { tag: "templates", role: "operator", params: TemplateParams } as const;

/** `/v1/templates`: plans with parameters, kept to be started again and again. */
export function templateRoutes(deps: ApiDeps) {
  const { templates } = deps;
  return [
    route({
      at: "GET /v1/templates",
      id: "listTemplates",
      tag: "templates",
      role: "viewer",
      summary: "List templates",
      responses: {
        200: json(TemplateListSchema, "All templates, sorted by id"),
      },
      handler: async (c) => c.json({ templates: await templates.list() }, 200),
    }),
    route({
      at: "GET /v1/templates/:template_id",
      id: "getTemplate",
      ...FOR_OPERATORS,
      role: "viewer",
      summary: "Get a template",
      headers: ["If-None-Match"],
      responses: { 200: json(TemplateSchema, "The template") },
      handler: async (c, { params }) => c.json(await templates.get(params.template_id), 200),
    }),
    route({
      at: "PUT /v1/templates/:template_id",
      id: "saveTemplate",
      ...FOR_OPERATORS,
      summary: "Save a template",
      body: TemplateInputSchema,
      example: {
        title: "Tea for several",
        parameters: [{ name: "guest" }],
        plan: {
          title: "Tea for {{param.guest}}",
          todos: [{ title: "Pour", tool_name: "wait", tool_params: { seconds: 0 } }],
        },
      },
      responses: {
        200: json(SavedTemplateSchema, "Its next version, and which schedules no longer fit it"),
        201: json(SavedTemplateSchema, "The new template"),
      },
      async handler(c, { params: { template_id: id }, body }) {
        const { title, description = null } = body;
        const written = await writeTemplate(deps, id, body);
        const saved_by = actorOf(c).name;
        // What they say is read before anything is saved: an answer that fails then has changed nothing.
        const users = await deps.schedules.list(id);
        const saved = await templates.save({ id, title, description, ...written, saved_by });
        const language = languageOf(c);
        const unfit_schedules = await unfitSchedules(deps, saved, users, language);
        const status = saved.version === 1 ? 201 : 200;
        return c.json({ ...saved, unfit_schedules }, status, languageHeaders(c));
      },
    }),
    route({
      at: "DELETE /v1/templates/:template_id",
      id: "deleteTemplate",
      ...FOR_OPERATORS,
      summary: "Delete a template",
      responses: { 204: { description: "Deleted; plans that were made from it stay" } },
      async handler(c, { params: { template_id: id } }) {
        const users = await deps.schedules.list(id);
        if (users.length > 0) throw templateInUse(id, users);
        await templates.delete(id);
        return c.body(null, 204);
      },
    }),
    route({
      at: "POST /v1/templates/:template_id/plans",
      id: "createPlanFromTemplate",
      ...FOR_OPERATORS,
      summary: "Start a plan from a template",
      body: InstantiateInputSchema,
      example: { values: { guest: "Kim" } },
      responses: { 201: json(PlanViewSchema, "The plan, stored and started") },
      async handler(c, { params, body: { values, id, title } }) {
        const origin = originOf(c, deps, id);
        const make = async () => {
          const template = await templates.get(params.template_id);
          return planOfTemplate(deps, template, { values, title }, origin);
        };
        return c.json(await startPlan(c, deps, origin.id, make), 201);
      },
    }),
  ];
}

/** Every run of a schedule whose template is gone would fail, seen by nobody. */
function templateInUse(template: string, users: readonly PlanSchedule[]): Refusal {
  const schedules = users.map(({ id }) => id).join(", ");
  return refusal(
    "template_in_use",
    say("template_in_use", { template, schedules }),
    say("delete_schedules_first"),
  );
}
