import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { EditOpSchema, type EditOp } from "../../contract/edit.ts";
import type { PlanView } from "../../contract/plan.ts";
import {
  S1AddInputSchema,
  S1CheckpointsSchema,
  S1HistorySchema,
  S1ModifyInputSchema,
  S1ProgressSchema,
  S1RolledBackSchema,
  S1TodosSchema,
} from "../../contract/s1.ts";
import { longText, PlanIdSchema, TodoIdSchema } from "../../contract/text.ts";
import { LIMITS } from "../../contract/vocabulary.ts";
import { toAddOp, toModifyOp } from "../../plan/s1-edits.ts";
import { toS1Checkpoints, toS1Modifications, toS1Phase, toS1Step } from "../../plan/s1-view.ts";
import {
  checkpointsQuery,
  holdsQuery,
  planQuery,
  versionsQuery,
} from "../../workflows/messages.ts";
import { sendSigned, sign } from "../answer-command.ts";
import type { ApiDeps } from "../deps.ts";
import { idempotencyOf } from "../idempotency.ts";
import { withLive, withLivePercents } from "../live-todos.ts";
import { assertOpsFit } from "../new-plan.ts";
import { json, onInvalid, problems } from "../openapi.ts";
import { validationProblem } from "../problem.ts";
import { Refused } from "../refused.ts";

const SessionParams = z.object({ session_id: PlanIdSchema });
const body = <Schema extends z.ZodType>(schema: Schema) => ({
  required: true,
  content: { "application/json": { schema } },
});
const done = <Field extends string, Value extends z.ZodType>(field: Field, value: Value) =>
  z.object({ success: z.literal(true), [field]: value } as { success: z.ZodLiteral<true> } & Record<
    Field,
    Value
  >);
const reading = <Path extends string, Schema extends z.ZodType>(
  path: Path,
  schema: Schema,
  description: string,
) =>
  createRoute({
    method: "get",
    path,
    request: { params: SessionParams },
    responses: { 200: json(schema, description), ...problems },
  });

const list = reading("/{session_id}", S1TodosSchema, "The steps and how far they are");
const progress = reading("/{session_id}/progress", S1ProgressSchema, "How far it is");
const history = reading("/{session_id}/history", S1HistorySchema, "What users changed");
const checkpoints = reading("/{session_id}/checkpoints", S1CheckpointsSchema, "Newest first");
const modify = createRoute({
  method: "post",
  path: "/{session_id}/modify",
  request: { params: SessionParams, body: body(S1ModifyInputSchema) },
  responses: { 200: json(done("modified_step_id", z.string()), "It is changed"), ...problems },
});
const add = createRoute({
  method: "post",
  path: "/{session_id}/add",
  request: { params: SessionParams, body: body(S1AddInputSchema) },
  responses: { 200: json(done("new_step_id", z.string()), "It is in the plan"), ...problems },
});
const remove = createRoute({
  method: "delete",
  path: "/{session_id}/{step_id}",
  request: {
    params: SessionParams.extend({ step_id: TodoIdSchema }),
    query: z.object({ reason: longText(LIMITS.reason).optional() }),
  },
  responses: { 200: json(done("removed_step_id", z.string()), "It is gone"), ...problems },
});
const approve = createRoute({
  method: "post",
  path: "/{session_id}/approve",
  request: {
    params: SessionParams,
    body: { content: { "application/json": { schema: z.strictObject({}) } } },
  },
  responses: { 200: json(done("approved", z.literal(true)), "The plan starts"), ...problems },
});
const rollback = createRoute({
  method: "post",
  path: "/{session_id}/rollback",
  request: {
    params: SessionParams,
    query: z.object({ checkpoint_id: z.string().min(1).max(40) }),
    body: { content: { "application/json": { schema: z.strictObject({}) } } },
  },
  responses: { 200: json(S1RolledBackSchema, "The plan as it was then"), ...problems },
});

/** `/api/todos/{session_id}`: seed S1's routes over plans. Errors are problems as everywhere here. */
export function s1TodoRoutes(deps: ApiDeps) {
  const { plans, tools } = deps;
  const hasTool = (name: string): boolean => tools.get(name) !== undefined;

  return new OpenAPIHono({ defaultHook: onInvalid })
    .openapi(list, async (c) => {
      const { session_id } = c.req.valid("param");
      const [view, versions, holds] = await Promise.all([
        wholePlan(session_id),
        plans.query(session_id, versionsQuery),
        plans.query(session_id, holdsQuery),
      ]);
      const review = holds.findLast(({ kind }) => kind === "plan_review");
      return c.json(
        {
          session_id,
          execution_steps: view.todos.map((todo) => toS1Step(todo, versions)),
          overall_progress: Math.floor(view.progress.percentage),
          completed_count: view.progress.counts["completed"] ?? 0,
          total_count: view.todo_count,
          awaiting_approval: review?.status === "open",
          user_approved: review?.status === "approved",
        },
        200,
      );
    })
    .openapi(progress, async (c) => {
      const view = await wholePlan(c.req.valid("param").session_id);
      const current = view.todos.find(({ status }) => status === "in_progress");
      const { counts, percentage } = view.progress;
      return c.json(
        {
          overall_progress: Math.floor(percentage),
          completed_count: counts["completed"] ?? 0,
          failed_count: counts["failed"] ?? 0,
          total_count: view.todo_count,
          current_step: current?.title ?? null,
        },
        200,
      );
    })
    .openapi(modify, async (c) => {
      const { session_id } = c.req.valid("param");
      const { step_id, modifications, reason } = c.req.valid("json");
      const { todos } = await wholePlan(session_id);
      const todo = todos.find(({ id }) => id === step_id);
      if (todo === undefined) throw noSuchStep(session_id, step_id);
      const ids = new Set(todos.map(({ id }) => id));
      const op = toModifyOp(todo, modifications, (name) => ids.has(name), hasTool);
      await edit(c, session_id, op, reason);
      return c.json({ success: true as const, modified_step_id: step_id }, 200);
    })
    .openapi(add, async (c) => {
      const { session_id } = c.req.valid("param");
      const { reason, ...input } = c.req.valid("json");
      const new_step_id = await newStepId(c, session_id);
      await edit(c, session_id, toAddOp(input, new_step_id, hasTool), reason);
      return c.json({ success: true as const, new_step_id }, 200);
    })
    .openapi(approve, async (c) => {
      const { session_id } = c.req.valid("param");
      const holds = await plans.query(session_id, holdsQuery);
      const review = holds.findLast(({ kind }) => kind === "plan_review");
      if (review === undefined) {
        throw new Refused({
          code: "illegal_transition",
          detail: "Nobody is asked to approve this plan: it was started without a review.",
          hint: 'Create plans with "plan_review": true to approve them first.',
        });
      }
      if (review.status !== "approved") {
        const command = { ...sign(c, deps, {}), hold_id: review.id, decision: "approve" as const };
        await sendSigned(c, deps, session_id, "approval", command);
      }
      return c.json({ success: true as const, approved: true as const }, 200);
    })
    .openapi(history, async (c) => {
      const versions = await plans.query(c.req.valid("param").session_id, versionsQuery);
      const modifications = toS1Modifications(versions);
      return c.json({ modifications, total_count: modifications.length }, 200);
    })
    .openapi(checkpoints, async (c) => {
      const found = await plans.query(c.req.valid("param").session_id, checkpointsQuery);
      return c.json({ checkpoints: toS1Checkpoints(found) }, 200);
    })
    .openapi(rollback, async (c) => {
      const { session_id } = c.req.valid("param");
      const { checkpoint_id } = c.req.valid("query");
      const command = { ...sign(c, deps, {}), checkpoint_id };
      await sendSigned(c, deps, session_id, "rollback", command);
      const { status, progress: now } = await plans.query(session_id, planQuery, { limit: 0 });
      const overall_progress = Math.floor(now.percentage);
      const restored_state = { current_phase: toS1Phase(status), overall_progress };
      return c.json({ success: true as const, checkpoint_id, restored_state }, 200);
    })
    .openapi(remove, async (c) => {
      const { session_id, step_id } = c.req.valid("param");
      const op = { edit_type: "remove_todo", target_id: step_id };
      await edit(c, session_id, op, c.req.valid("query").reason);
      return c.json({ success: true as const, removed_step_id: step_id }, 200);
    });

  async function edit(
    c: Context,
    planId: string,
    written: object,
    reason: string | null | undefined,
  ): Promise<void> {
    const read = EditOpSchema.safeParse(written);
    if (!read.success) throw new Refused(validationProblem(read.error));
    const ops: EditOp[] = [read.data];
    assertOpsFit(ops, tools);
    const command = { ...sign(c, deps, {}), ops, ...(reason != null && { reason }) };
    await sendSigned(c, deps, planId, "edit", command);
  }

  /** S1 counts its steps: `step_<n>`. A repeat with the same Idempotency-Key gets the same id. */
  async function newStepId(c: Context, planId: string): Promise<string> {
    const key = idempotencyOf(c);
    if (key !== undefined) return `step_${key.id.slice(0, 12)}`;
    const ids = new Set((await wholePlan(planId)).todos.map(({ id }) => id));
    let count = ids.size;
    while (ids.has(`step_${count}`)) count += 1;
    return `step_${count}`;
  }

  /** A plan with all of its todos, and what is known of those that run. */
  async function wholePlan(planId: string): Promise<PlanView> {
    const first = await plans.query(planId, planQuery, { offset: 0, limit: PAGE });
    const todos = [...first.todos];
    while (todos.length < first.todo_count) {
      const page = await plans.query(planId, planQuery, { offset: todos.length, limit: PAGE });
      if (page.todos.length === 0) break;
      todos.push(...page.todos);
    }
    if (first.progress.counts["in_progress"] === 0) return { ...first, todos };
    const live = await plans.liveTodos(planId);
    return {
      ...first,
      todos: todos.map((todo) => withLive(todo, live)),
      progress: withLivePercents(first.progress, live),
    };
  }
}

/** Todos that one query gives. */
const PAGE = 1_000;

function noSuchStep(planId: string, stepId: string): Refused {
  return new Refused({
    code: "todo_not_found",
    detail: `There is no step "${stepId}" in session "${planId}".`,
    hint: `Look at /api/todos/${planId} for its steps.`,
  });
}
