import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import { ForkInputSchema, PlanViewSchema } from "../../contract/plan.ts";
import { PlanIdSchema } from "../../contract/text.ts";
import { forkQuery } from "../../workflows/messages.ts";
import type { ApiDeps } from "../deps.ts";
import { json, onInvalid, problems } from "../openapi.ts";
import { Refused } from "../refused.ts";
import { givenBy, startPlan } from "../start-plan.ts";

const fork = createRoute({
  method: "post",
  path: "/{plan_id}/fork",
  request: {
    params: z.object({ plan_id: PlanIdSchema }),
    body: { required: true, content: { "application/json": { schema: ForkInputSchema } } },
  },
  responses: { 201: json(PlanViewSchema, "The new plan, durable and on its way"), ...problems },
});

/** `/v1/plans/{id}/fork`: a new plan from any moment of another, which goes on as it was. */
export function forkRoutes(deps: ApiDeps) {
  const { plans } = deps;
  return new OpenAPIHono({ defaultHook: onInvalid }).openapi(fork, async (c) => {
    const { id, ...input } = c.req.valid("json");
    const given = givenBy(c, deps, id);
    const made = await plans.query(c.req.valid("param").plan_id, forkQuery, { input, given });
    if ("problem" in made) throw new Refused(made.problem);
    return c.json(await startPlan(c, plans, made.state), 201);
  });
}
