import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import { DecisionInputSchema, HoldSchema, type Hold } from "../../contract/hold.ts";
import { ReceiptSchema } from "../../contract/plan.ts";
import type { JsonObject } from "../../contract/text.ts";
import { holdsQuery, todoQuery } from "../../workflows/messages.ts";
import type { ApiDeps } from "../deps.ts";
import { assertArgumentsFit } from "../new-plan.ts";
import { json, onInvalid, problems } from "../openapi.ts";
import type { PlanGateway } from "../plan-gateway.ts";
import { Refused } from "../refused.ts";

const HoldParams = z.object({
  hold_id: z
    .string()
    .max(100)
    .regex(/^[A-Za-z0-9][A-Za-z0-9_-]*\.h[0-9]+$/, 'must be a hold id such as "<plan_id>.h1"'),
});

const get = createRoute({
  method: "get",
  path: "/{hold_id}",
  request: { params: HoldParams },
  responses: { 200: json(HoldSchema, "The hold"), ...problems },
});
const decide = createRoute({
  method: "post",
  path: "/{hold_id}/decision",
  request: {
    params: HoldParams,
    body: { required: true, content: { "application/json": { schema: DecisionInputSchema } } },
  },
  responses: { 200: json(ReceiptSchema, "The decision stands"), ...problems },
});

/** `/v1/holds`: read and decide holds; a hold's id begins with its plan's. */
export function holdRoutes(deps: ApiDeps) {
  const { plans } = deps;
  return new OpenAPIHono({ defaultHook: onInvalid })
    .openapi(get, async (c) => c.json(await findHold(plans, c.req.valid("param").hold_id), 200))
    .openapi(decide, async (c) => {
      const { hold_id } = c.req.valid("param");
      const { command_id = deps.newId(), value, ...decision } = c.req.valid("json");
      const planId = planOf(hold_id);
      if (decision.decision === "answer") {
        const answer = { hold_id, value: value ?? null, command_id, by: deps.operator };
        return c.json(await plans.send(planId, "input", answer), 200);
      }
      if (decision.args !== undefined) await assertEditFits(deps, hold_id, decision.args);
      const command = { ...decision, hold_id, command_id, by: deps.operator };
      return c.json(await plans.send(planId, "approval", command), 200);
    });
}

/** Checks arguments that a person wrote, where they would run with a tool that is known here. */
async function assertEditFits(deps: ApiDeps, holdId: string, args: JsonObject): Promise<void> {
  const { status, todo_id, tool_name } = await findHold(deps.plans, holdId);
  // What became of a closed hold matters more, and the plan tells it.
  if (status !== "open" || todo_id === null || tool_name === null) return;
  const todo = await deps.plans.query(planOf(holdId), todoQuery, { todo_id });
  // Workers of another queue have tools of their own.
  if (todo?.task_queue === null) assertArgumentsFit(tool_name, args, deps.tools);
}

async function findHold(plans: PlanGateway, holdId: string): Promise<Hold> {
  const planId = planOf(holdId);
  const hold = (await plans.query(planId, holdsQuery)).find(({ id }) => id === holdId);
  if (hold !== undefined) return hold;
  throw new Refused({
    code: "hold_not_found",
    detail: `There is no hold "${holdId}".`,
    hint: `Look at /v1/plans/${planId}/holds for the open ones.`,
  });
}

function planOf(holdId: string): string {
  return holdId.slice(0, holdId.lastIndexOf("."));
}
