import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import {
  CheckpointSchema,
  ComparisonSchema,
  EditInputSchema,
  ImpactSchema,
  PlanChangesSchema,
  PlanVersionSchema,
} from "../../contract/edit.ts";
import { ReasonInputSchema, ReceiptSchema } from "../../contract/plan.ts";
import { PlanIdSchema, TodoIdSchema } from "../../contract/text.ts";
import { TODO_ACTIONS } from "../../contract/vocabulary.ts";
import type { MessageName } from "../../plan/commands.ts";
import {
  checkpointsQuery,
  compareQuery,
  previewQuery,
  versionsQuery,
} from "../../workflows/messages.ts";
import type { ApiDeps } from "../deps.ts";
import { actorOf } from "../identity.ts";
import { assertToolsFitEdit } from "../new-plan.ts";
import { json, onInvalid, problems } from "../openapi.ts";
import { Refused } from "../refused.ts";

const PlanParams = z.object({ plan_id: PlanIdSchema });
const body = <Schema extends z.ZodType>(schema: Schema) => ({
  required: true,
  content: { "application/json": { schema } },
});
const dryRun = z.object({
  /** Answers what the request would change, and changes nothing. */
  validate_only: z.enum(["true", "false"]).default("false"),
});
const version = z.coerce.number().int().min(1);
const PreviewSchema = z.object({
  validate_only: z.literal(true),
  changes: PlanChangesSchema.nullable(),
  impact: ImpactSchema,
});
const answers = {
  200: json(z.union([ReceiptSchema, PreviewSchema]), "The plan's new version, or what it would be"),
  ...problems,
};

const edit = createRoute({
  method: "post",
  path: "/{plan_id}/edits",
  request: { params: PlanParams, query: dryRun, body: body(EditInputSchema) },
  responses: answers,
});
const undo = createRoute({
  method: "post",
  path: "/{plan_id}/undo",
  request: { params: PlanParams, query: dryRun, body: body(ReasonInputSchema) },
  responses: answers,
});
const rollback = createRoute({
  method: "post",
  path: "/{plan_id}/rollback",
  request: {
    params: PlanParams,
    query: dryRun,
    body: body(
      ReasonInputSchema.extend({
        version: z.int().min(1).optional(),
        checkpoint_id: z.string().min(1).max(40).optional(),
      }),
    ),
  },
  responses: answers,
});
const versions = createRoute({
  method: "get",
  path: "/{plan_id}/versions",
  request: { params: PlanParams },
  responses: {
    200: json(z.object({ versions: z.array(PlanVersionSchema) }), "All versions, oldest first"),
    ...problems,
  },
});
const checkpoints = createRoute({
  method: "get",
  path: "/{plan_id}/checkpoints",
  request: { params: PlanParams },
  responses: {
    200: json(z.object({ checkpoints: z.array(CheckpointSchema) }), "Oldest first"),
    ...problems,
  },
});
const compare = createRoute({
  method: "get",
  path: "/{plan_id}/compare",
  request: { params: PlanParams, query: z.object({ from: version, to: version }) },
  responses: { 200: json(ComparisonSchema, "What differs, by todo and field"), ...problems },
});
const controlTodo = createRoute({
  method: "post",
  path: "/{plan_id}/todos/{todo_id}/{action}",
  request: {
    params: PlanParams.extend({ todo_id: TodoIdSchema, action: z.enum(TODO_ACTIONS) }),
    body: body(ReasonInputSchema),
  },
  responses: { 200: json(ReceiptSchema, "The todo took the action"), ...problems },
});

/** `/v1/plans/{id}`: edits, versions, and an operator's word about one todo. */
export function editRoutes(deps: ApiDeps) {
  const { plans } = deps;

  /** Sends a changing command, or asks what it would change. */
  async function sendOrPreview(
    c: Context,
    planId: string,
    message: MessageName,
    command: { command_id?: string | undefined } & object,
    validateOnly: "true" | "false",
  ) {
    const { command_id = deps.newId(), ...said } = command;
    const sent = { ...said, command_id, by: actorOf(c).name };
    if (validateOnly === "false") return plans.send(planId, message, sent);
    const preview = await plans.query(planId, previewQuery, { message, body: sent });
    if ("problem" in preview) throw new Refused(preview.problem);
    return { validate_only: true as const, ...preview };
  }

  return new OpenAPIHono({ defaultHook: onInvalid })
    .openapi(edit, async (c) => {
      const { plan_id } = c.req.valid("param");
      const input = c.req.valid("json");
      assertToolsFitEdit(input.ops, deps.tools);
      return c.json(
        await sendOrPreview(c, plan_id, "edit", input, c.req.valid("query").validate_only),
        200,
      );
    })
    .openapi(undo, async (c) => {
      const { plan_id } = c.req.valid("param");
      const { validate_only } = c.req.valid("query");
      return c.json(
        await sendOrPreview(c, plan_id, "undo", c.req.valid("json"), validate_only),
        200,
      );
    })
    .openapi(rollback, async (c) => {
      const { plan_id } = c.req.valid("param");
      const { validate_only } = c.req.valid("query");
      return c.json(
        await sendOrPreview(c, plan_id, "rollback", c.req.valid("json"), validate_only),
        200,
      );
    })
    .openapi(versions, async (c) => {
      const { plan_id } = c.req.valid("param");
      return c.json({ versions: await plans.query(plan_id, versionsQuery) }, 200);
    })
    .openapi(checkpoints, async (c) => {
      const { plan_id } = c.req.valid("param");
      return c.json({ checkpoints: await plans.query(plan_id, checkpointsQuery) }, 200);
    })
    .openapi(compare, async (c) => {
      const { plan_id } = c.req.valid("param");
      const wanted = c.req.valid("query");
      const comparison = await plans.query(plan_id, compareQuery, wanted);
      if (comparison !== null) return c.json(comparison, 200);
      throw new Refused({
        code: "version_not_found",
        detail: `Version ${wanted.from} or ${wanted.to} is not there.`,
        hint: `Look at /v1/plans/${plan_id}/versions.`,
      });
    })
    .openapi(controlTodo, async (c) => {
      const { plan_id, todo_id, action } = c.req.valid("param");
      const { command_id = deps.newId(), ...said } = c.req.valid("json");
      const command = { ...said, todo_id, action, command_id, by: actorOf(c).name };
      return c.json(await plans.send(plan_id, "control_todo", command), 200);
    });
}
