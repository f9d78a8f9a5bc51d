import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import { PlanViewSchema } from "../../contract/plan.ts";
import {
  InstantiateInputSchema,
  TemplateIdSchema,
  TemplateInputSchema,
  TemplateSchema,
  TemplateSummarySchema,
} from "../../contract/template.ts";
import { createPlan } from "../../plan/create.ts";
import { fillTemplate } from "../../plan/template.ts";
import type { ApiDeps } from "../deps.ts";
import { actorOf } from "../identity.ts";
import { assertTagsFit, assertToolsFit } from "../new-plan.ts";
import { json, onInvalid, problems } from "../openapi.ts";
import { Refused } from "../refused.ts";
import { givenBy, startPlan } from "../start-plan.ts";
import { parseFilledPlan, writeTemplate } from "../write-template.ts";

const TemplateParams = z.object({ template_id: TemplateIdSchema });
const body = <Schema extends z.ZodType>(schema: Schema) => ({
  required: true,
  content: { "application/json": { schema } },
});

const list = createRoute({
  method: "get",
  path: "/",
  responses: {
    200: json(z.object({ templates: z.array(TemplateSummarySchema) }), "All templates, by id"),
    ...problems,
  },
});
const get = createRoute({
  method: "get",
  path: "/{template_id}",
  request: { params: TemplateParams },
  responses: { 200: json(TemplateSchema, "The template"), ...problems },
});
const save = createRoute({
  method: "put",
  path: "/{template_id}",
  request: { params: TemplateParams, body: body(TemplateInputSchema) },
  responses: {
    200: json(TemplateSchema, "The template's next version"),
    201: json(TemplateSchema, "The new template"),
    ...problems,
  },
});
const remove = createRoute({
  method: "delete",
  path: "/{template_id}",
  request: { params: TemplateParams },
  responses: { 204: { description: "It is gone; plans made of it stay" }, ...problems },
});
const instantiate = createRoute({
  method: "post",
  path: "/{template_id}/plans",
  request: { params: TemplateParams, body: body(InstantiateInputSchema) },
  responses: { 201: json(PlanViewSchema, "The plan, durable and on its way"), ...problems },
});

/** `/v1/templates`: plans with parameters, kept to be started again and again. */
export function templateRoutes(deps: ApiDeps) {
  const { plans, templates } = deps;
  return new OpenAPIHono({ defaultHook: onInvalid })
    .openapi(list, async (c) => c.json({ templates: await templates.list() }, 200))
    .openapi(get, async (c) => c.json(await templates.get(c.req.valid("param").template_id), 200))
    .openapi(save, async (c) => {
      const { template_id: id } = c.req.valid("param");
      const input = c.req.valid("json");
      const { title, description = null } = input;
      const written = await writeTemplate(deps, input);
      const saved_by = actorOf(c).name;
      const saved = await templates.save({ id, title, description, ...written, saved_by });
      return saved.version === 1 ? c.json(saved, 201) : c.json(saved, 200);
    })
    .openapi(remove, async (c) => {
      await templates.delete(c.req.valid("param").template_id);
      return c.body(null, 204);
    })
    .openapi(instantiate, async (c) => {
      const { values, id, title } = c.req.valid("json");
      const filled = fillTemplate(await templates.get(c.req.valid("param").template_id), values);
      if ("problem" in filled) throw new Refused(filled.problem);
      const plan = parseFilledPlan({ ...filled.plan, ...(title !== undefined && { title }) });
      assertTagsFit(plan);
      assertToolsFit(plan, deps.tools);
      const made = createPlan(plan, givenBy(c, deps, id));
      if ("problem" in made) throw new Refused(made.problem);
      return c.json(await startPlan(c, plans, made.state), 201);
    });
}
