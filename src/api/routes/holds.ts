import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import {
  BulkDecisionInputSchema,
  DecisionInputSchema,
  DelegateInputSchema,
  ExtendInputSchema,
  HoldIdSchema,
  HoldSchema,
  WithdrawInputSchema,
  type DecisionInput,
  type Hold,
} from "../../contract/hold.ts";
import { ReceiptSchema, SentSchema } from "../../contract/plan.ts";
import type { Json, JsonObject } from "../../contract/text.ts";
import type { HoldAction } from "../../contract/vocabulary.ts";
import type { MessageName } from "../../plan/commands.ts";
import { holdsQuery, todoQuery } from "../../workflows/messages.ts";
import {
  answerCommand,
  sendSigned,
  sign,
  type Signed,
  type SignedCommand,
} from "../answer-command.ts";
import type { ApiDeps } from "../deps.ts";
import { findFile } from "../files.ts";
import { assertArgumentsFit } from "../new-plan.ts";
import { json, onInvalid, problems } from "../openapi.ts";
import type { PlanGateway } from "../plan-gateway.ts";
import { problemBody, ProblemSchema } from "../problem.ts";
import { Refused } from "../refused.ts";

const HoldParams = z.object({ hold_id: HoldIdSchema });

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
  responses: {
    200: json(ReceiptSchema, "The decision stands"),
    202: json(SentSchema, "Temporal has the decision"),
    ...problems,
  },
});

const decideMany = createRoute({
  method: "post",
  path: "/decisions",
  request: {
    body: { required: true, content: { "application/json": { schema: BulkDecisionInputSchema } } },
  },
  responses: {
    200: json(
      z.object({
        results: z.array(
          z.object({
            hold_id: z.string(),
            receipt: ReceiptSchema.optional(),
            problem: ProblemSchema.optional(),
          }),
        ),
      }),
      "What became of each decision, in their order",
    ),
    ...problems,
  },
});
const control = <Action extends HoldAction, Schema extends z.ZodType>(
  action: Action,
  schema: Schema,
) =>
  createRoute({
    method: "post",
    path: `/{hold_id}/${action}` as const,
    request: {
      params: HoldParams,
      body: { required: true, content: { "application/json": { schema } } },
    },
    responses: {
      200: json(ReceiptSchema, "The hold as it is now"),
      202: json(SentSchema, "Temporal has the command"),
      ...problems,
    },
  });
const extend = control("extend", ExtendInputSchema);
const delegate = control("delegate", DelegateInputSchema);
const withdraw = control("withdraw", WithdrawInputSchema);

/** `/v1/holds`: read and decide holds; a hold's id begins with its plan's. */
export function holdRoutes(deps: ApiDeps) {
  const { plans } = deps;
  return new OpenAPIHono({ defaultHook: onInvalid })
    .openapi(get, async (c) => c.json(await findHold(plans, c.req.valid("param").hold_id), 200))
    .openapi(decide, async (c) => {
      const { hold_id } = c.req.valid("param");
      const signed = sign(c, deps, c.req.valid("json"));
      const { message, command } = await toDecision(deps, hold_id, signed);
      return answerCommand(c, deps, planOf(hold_id), message, command);
    })
    .openapi(decideMany, async (c) => {
      const { decisions } = c.req.valid("json");
      const results = await Promise.all(
        decisions.map(async ({ hold_id, ...decision }, place) => {
          const signed = sign(c, deps, decision, `.${place}`);
          try {
            const { message, command } = await toDecision(deps, hold_id, signed);
            const receipt = await sendSigned(c, deps, planOf(hold_id), message, command);
            return { hold_id, receipt };
          } catch (error) {
            if (!(error instanceof Refused)) throw error;
            return { hold_id, problem: problemBody(c, error.problem) };
          }
        }),
      );
      return c.json({ results }, 200);
    })
    .openapi(extend, async (c) => {
      const { hold_id } = c.req.valid("param");
      return send(c, hold_id, "extend", c.req.valid("json"));
    })
    .openapi(delegate, async (c) => {
      const { hold_id } = c.req.valid("param");
      return send(c, hold_id, "delegate", c.req.valid("json"));
    })
    .openapi(withdraw, async (c) => {
      const { hold_id } = c.req.valid("param");
      return send(c, hold_id, "withdraw", c.req.valid("json"));
    });

  function send(
    c: Context,
    hold_id: string,
    action: HoldAction,
    body: { command_id?: string | undefined },
  ) {
    const command = { ...sign(c, deps, body), hold_id, action };
    return answerCommand(c, deps, planOf(hold_id), "control_hold", command);
  }
}

/** A decision as the message that its plan takes. @throws Refused for what cannot be right. */
async function toDecision(
  deps: ApiDeps,
  hold_id: string,
  { value, ...decision }: Signed<DecisionInput>,
): Promise<{ message: MessageName; command: SignedCommand }> {
  if (decision.decision === "answer") {
    const { command_id, by } = decision;
    const answer = { hold_id, value: await toValue(deps, value), command_id, by };
    return { message: "input", command: answer };
  }
  if (decision.args !== undefined) await assertEditFits(deps, hold_id, decision.args);
  const command = { ...decision, hold_id };
  return { message: "approval", command };
}

/** An answer as it counts: a file is what the store has, not what the sender says of it. */
async function toValue({ artifacts }: ApiDeps, value: Json = null): Promise<Json> {
  const isFile =
    typeof value === "object" && value !== null && !Array.isArray(value) && "$file" in value;
  return isFile ? findFile(artifacts, value) : value;
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
