import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import { ImportedSchema, ImportInputSchema, ImportPreviewSchema } from "../../contract/import.ts";
import type { JsonObject } from "../../contract/text.ts";
import { createPlan } from "../../plan/create.ts";
import { importPlan } from "../../plan/import-plan.ts";
import type { ApiDeps } from "../deps.ts";
import { assertTagsFit, assertToolsFit } from "../new-plan.ts";
import { json, onInvalid, problems } from "../openapi.ts";
import { Refused } from "../refused.ts";
import { givenBy, startPlan } from "../start-plan.ts";
import { parseFilledPlan } from "../write-template.ts";

const importOne = createRoute({
  method: "post",
  path: "/import",
  request: {
    query: z.object({
      /** Answers the plan that it would be, and starts nothing. */
      validate_only: z.enum(["true", "false"]).default("false"),
    }),
    body: { required: true, content: { "application/json": { schema: ImportInputSchema } } },
  },
  responses: {
    200: json(ImportPreviewSchema, "The plan that it would be"),
    201: json(ImportedSchema, "The plan, durable and on its way"),
    ...problems,
  },
});

/** `/v1/plans/import`: plans in the forms of S1 and S2, with what could not be mapped. */
export function importRoutes(deps: ApiDeps) {
  return new OpenAPIHono({ defaultHook: onInvalid }).openapi(importOne, async (c) => {
    const input = c.req.valid("json");
    const { plan: written, unmapped } = importPlan(
      input,
      (name) => deps.tools.get(name) !== undefined,
    );
    const plan = parseFilledPlan(written as unknown as JsonObject);
    assertTagsFit(plan);
    assertToolsFit(plan, deps.tools);
    const made = createPlan(plan, givenBy(c, deps, input.id));
    if ("problem" in made) throw new Refused(made.problem);
    if (c.req.valid("query").validate_only === "true") {
      const shown = written as unknown as JsonObject;
      return c.json({ validate_only: true as const, plan: shown, unmapped }, 200);
    }
    return c.json({ plan: await startPlan(c, deps.plans, made.state), unmapped }, 201);
  });
}
