import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import { DecisionInputSchema, HoldSchema, type Hold } from "../../contract/hold.ts";
import { ReceiptSchema } from "../../contract/plan.ts";
import { holdsQuery, todoQuery } from "../../workflows/messages.ts";
import type { ApiDeps } from "../deps.ts";
import { assertArgumentsFit } from "../new-plan.ts";
import { onInvalid, problems } from "../openapi.ts";
import type { PlanGateway } from "../plan-gateway.ts";
import { Refused } from "../refused.ts";

const HoldParams = z.object({
  hold_id: z
    .string()
    .max(100)
    .regex(/^[A-Za-z0-9][A-Za-z0-9_-]*\.h[0-9]+$/, 'must be a hold id such as "<plan_id>.h1"'),
});
const json = <Schema extends z.ZodType>(schema: Schema, description: string) => ({
  description,
  content: { "application/json": { schema } },
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
      if (decision.args !== undefined) {
        const { tool_name, todo_id } = await findHold(plans, hold_id);
        const todo = todo_id && (await plans.query(planOf(hold_id), todoQuery, { todo_id }));
        // Workers of another queue have tools of their own.
        const isOurs = todo && todo.task_queue === null;
        if (tool_name !== null && isOurs) assertArgumentsFit(tool_name, decision.args, deps.tools);
      }
      const command = { ...decision, hold_id, command_id, by: deps.operator };
      return c.json(await plans.send(planId, "approval", command), 200);
    });
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
