import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import { NewPlanSchema, type NewPlan } from "../../contract/plan.ts";
import { PlanIdSchema } from "../../contract/text.ts";
import { exportQuery } from "../../workflows/messages.ts";
import type { ApiDeps } from "../deps.ts";
import { json, onInvalid, problems } from "../openapi.ts";

const exportOne = createRoute({
  method: "get",
  path: "/{plan_id}/export",
  request: { params: z.object({ plan_id: PlanIdSchema }) },
  responses: {
    200: json(NewPlanSchema, "The plan as a person would write it to have it again"),
    ...problems,
  },
});

/** `/v1/plans/{id}/export`: the plan without what became of it; POST it to have it again. */
export function exportRoutes({ plans }: ApiDeps) {
  return new OpenAPIHono({ defaultHook: onInvalid }).openapi(exportOne, async (c) =>
    // Fields with their default are left out, as a person would; the schema's output type has them.
    c.json((await plans.query(c.req.valid("param").plan_id, exportQuery)) as NewPlan, 200),
  );
}
