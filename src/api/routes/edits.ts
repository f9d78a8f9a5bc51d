import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import {
  CheckpointSchema,
  ComparisonSchema,
  EditInputSchema,
  PlanVersionSchema,
} from "../../contract/edit.ts";
import { ReasonInputSchema, ReceiptSchema, SentSchema } from "../../contract/plan.ts";
import { PlanIdSchema, TodoIdSchema } from "../../contract/text.ts";
import { TODO_ACTIONS } from "../../contract/vocabulary.ts";
import { checkpointsQuery, compareQuery, versionsQuery } from "../../workflows/messages.ts";
import { answerCommand, sign } from "../answer-command.ts";
import { answerEdit, DryRunSchema, editAnswers } from "../answer-edit.ts";
import type { ApiDeps } from "../deps.ts";
import { assertOpsFit } from "../new-plan.ts";
import { json, onInvalid, problems } from "../openapi.ts";
import { Refused } from "../refused.ts";

const PlanParams = z.object({ plan_id: PlanIdSchema });
const body = <Schema extends z.ZodType>(schema: Schema) => ({
  required: true,
  content: { "application/json": { schema } },
});
const version = z.coerce.number().int().min(1);
const edit = createRoute({
  method: "post",
  path: "/{plan_id}/edits",
  request: { params: PlanParams, query: DryRunSchema, body: body(EditInputSchema) },
  responses: editAnswers,
});
const undo = createRoute({
  method: "post",
  path: "/{plan_id}/undo",
  request: { params: PlanParams, query: DryRunSchema, body: body(ReasonInputSchema) },
  responses: editAnswers,
});
const rollback = createRoute({
  method: "post",
  path: "/{plan_id}/rollback",
  request: {
    params: PlanParams,
    query: DryRunSchema,
    body: body(
      ReasonInputSchema.extend({
        version: z.int().min(1).optional(),
        checkpoint_id: z.string().min(1).max(40).optional(),
      }),
    ),
  },
  responses: editAnswers,
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
  responses: {
    200: json(ReceiptSchema, "The todo took the action"),
    202: json(SentSchema, "Temporal has the command"),
    ...problems,
  },
});

/** `/v1/plans/{id}`: edits, versions, and an operator's word about one todo. */
export function editRoutes(deps: ApiDeps) {
  const { plans } = deps;

  return new OpenAPIHono({ defaultHook: onInvalid })
    .openapi(edit, async (c) => {
      const { plan_id } = c.req.valid("param");
      const input = c.req.valid("json");
      assertOpsFit(input.ops, deps.tools);
      return answerEdit(c, deps, plan_id, "edit", input, c.req.valid("query").validate_only);
    })
    .openapi(undo, async (c) => {
      const { plan_id } = c.req.valid("param");
      const { validate_only } = c.req.valid("query");
      return answerEdit(c, deps, plan_id, "undo", c.req.valid("json"), validate_only);
    })
    .openapi(rollback, async (c) => {
      const { plan_id } = c.req.valid("param");
      const { validate_only } = c.req.valid("query");
      return answerEdit(c, deps, plan_id, "rollback", c.req.valid("json"), validate_only);
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
      const command = { ...sign(c, deps, c.req.valid("json")), todo_id, action };
      return answerCommand(c, deps, plan_id, "control_todo", command);
    });
}
