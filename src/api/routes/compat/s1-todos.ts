import type { Context } from "hono";
import { z } from "zod";
import {
  S1AddInputSchema,
  S1CheckpointsSchema,
  S1HistorySchema,
  S1ModifyInputSchema,
  S1ProgressSchema,
  S1RolledBackSchema,
  S1TodosSchema,
} from "../../../compat/s1-contract.ts";
import {
  toAddOp,
  toAddPlace,
  toModifyOp,
  toModifyPlace,
  toRemovePlace,
} from "../../../compat/s1-edits.ts";
import {
  toS1Checkpoints,
  toS1Modifications,
  toS1Phase,
  toS1Planning,
  toS1Step,
} from "../../../compat/s1-view.ts";
import { EditOpSchema, type TodoDefinition } from "../../../contract/plan/edit.ts";
import type { PlanView } from "../../../contract/plan/plan.ts";
import { isRefusal, Refusal, refusal } from "../../../contract/problems/problem-error.ts";
import { say } from "../../../contract/sentences/sentence.ts";
import { LIMITS } from "../../../contract/tables/limits.ts";
import {
  CheckpointIdSchema,
  longText,
  PlanIdSchema,
  TodoIdSchema,
} from "../../../contract/text.ts";
import {
  checkpointsQuery,
  holdsQuery,
  planQuery,
  versionsQuery,
} from "../../../workflows/wire/messages.ts";
import { inItsPlaces } from "../../commands/edits/in-its-places.ts";
import { sendEdit } from "../../commands/edits/send-edit.ts";
import { knownNames } from "../../commands/known-agents.ts";
import { readWholePlan } from "../../commands/read-whole-plan.ts";
import { sendCommand, withActor } from "../../commands/send-command.ts";
import { parsed } from "../../http/problem.ts";
import { idempotencyOf } from "../../http/requests/idempotency.ts";
import { json, route } from "../../http/route.ts";
import type { ApiDeps } from "../api-deps.ts";
import { inQuery, isSoAlready, noSuchStep } from "./s1-refusals.ts";

/** From how many of a step's latest changes an answer that was lost is found again. */
const MOST_BEFORE = 20;

const SessionParams = z.object({ session_id: PlanIdSchema });
const FOR_VIEWERS = { tag: "s1-todos", role: "viewer", params: SessionParams } as const;
const FOR_OPERATORS = { ...FOR_VIEWERS, role: "operator" } as const;
const done = <Field extends string, Value extends z.ZodType>(field: Field, value: Value) =>
  z.object({ success: z.literal(true), [field]: value } as { success: z.ZodLiteral<true> } & Record<
    Field,
    Value
  >);

/** `/api/todos/{session_id}`: seed S1's routes over plans. Errors are problems as everywhere here. */
export function s1TodoRoutes(deps: ApiDeps) {
  const { plans } = deps;

  return [
    route({
      at: "GET /api/todos/:session_id",
      id: "s1ListTodos",
      ...FOR_VIEWERS,
      summary: "List the steps of a session",
      headers: ["If-None-Match"],
      responses: { 200: json(S1TodosSchema, "The steps and their progress") },
      async handler(c, { params: { session_id } }) {
        const view = await wholePlan(session_id);
        const [versions, review] = await Promise.all([
          plans.query(session_id, versionsQuery),
          reviewOf(session_id),
        ]);
        const steps = {
          session_id,
          planning_state: toS1Planning(view, versions, statusOf(review)),
          execution_steps: view.todos.map((todo) => toS1Step(todo, versions)),
          overall_progress: Math.floor(view.progress.percentage),
          completed_count: view.progress.counts["completed"] ?? 0,
          total_count: view.todo_count,
          awaiting_approval: review?.status === "open",
          user_approved: review?.status === "approved",
        };
        return c.json(steps, 200);
      },
    }),
    route({
      at: "GET /api/todos/:session_id/progress",
      id: "s1Progress",
      ...FOR_VIEWERS,
      summary: "Get the progress of a session",
      headers: ["If-None-Match"],
      responses: { 200: json(S1ProgressSchema, "The progress") },
      async handler(c, { params }) {
        const view = await wholePlan(params.session_id);
        const current = view.todos.find(({ status }) => status === "in_progress");
        const { counts, percentage } = view.progress;
        const progress = {
          overall_progress: Math.floor(percentage),
          completed_count: counts["completed"] ?? 0,
          failed_count: counts["failed"] ?? 0,
          total_count: view.todo_count,
          current_step: current?.title ?? null,
        };
        return c.json(progress, 200);
      },
    }),
    route({
      at: "POST /api/todos/:session_id/modify",
      id: "s1ModifyStep",
      ...FOR_OPERATORS,
      summary: "Change a step",
      body: S1ModifyInputSchema,
      example: { step_id: "step_0", modifications: { priority: 10, optional: true } },
      responses: { 200: json(done("modified_step_id", z.string()), "The step was changed") },
      async handler(c, { params: { session_id }, body: { step_id, modifications, reason } }) {
        const { todos } = await wholePlan(session_id);
        const todo = todos.find(({ id }) => id === step_id);
        if (todo === undefined) throw noSuchStep(session_id, step_id);
        const ids = new Set(todos.map(({ id }) => id));
        const known = await knownNames(deps);
        const tried = new Set<string>();
        const modify = async (from: Parameters<typeof toModifyOp>[0]): Promise<boolean> => {
          const op = toModifyOp(from, modifications, (name) => ids.has(name), known);
          const written = JSON.stringify(op);
          if (tried.has(written)) return false;
          tried.add(written);
          await inItsPlaces(step_id, toModifyPlace, () => edit(c, session_id, op, reason));
          return true;
        };
        await modify(todo).catch(async (error: unknown) => {
          if (isSoAlready(error)) return;
          if (!isRefusal(error, "idempotency_key_reused")) throw error;
          // Said of the step as it was when the key was used, the same words are the same command, which has its answer.
          for (const before of await stepBefore(session_id, step_id)) {
            if (await modify(before).catch(() => false)) return;
          }
          throw error;
        });
        return c.json({ success: true as const, modified_step_id: step_id }, 200);
      },
    }),
    route({
      at: "POST /api/todos/:session_id/add",
      id: "s1AddStep",
      ...FOR_OPERATORS,
      summary: "Add a step",
      body: S1AddInputSchema,
      example: { agent_name: "search_team", description: "Search again", priority: 5 },
      responses: { 200: json(done("new_step_id", z.string()), "The step was added") },
      async handler(c, { params: { session_id }, body: { reason, ...step } }) {
        const known = await knownNames(deps);
        const taken = new Set<string>();
        for (;;) {
          const new_step_id = await newStepId(c, session_id, taken);
          try {
            const op = toAddOp(step, new_step_id, known);
            await inItsPlaces(new_step_id, toAddPlace, () => edit(c, session_id, op, reason));
            return c.json({ success: true as const, new_step_id }, 200);
          } catch (error) {
            // Somebody added a step of this id since it was counted: this one gets the next.
            if (!isRefusal(error, "duplicate_todo") || taken.has(new_step_id)) throw error;
            taken.add(new_step_id);
          }
        }
      },
    }),
    route({
      at: "DELETE /api/todos/:session_id/:step_id",
      id: "s1RemoveStep",
      tag: "s1-todos",
      role: "operator",
      summary: "Remove a step",
      // As in the seed: `approve` is a step's id here, and approves nothing.
      takesWords: true,
      params: SessionParams.extend({ step_id: TodoIdSchema }),
      query: z.object({ reason: longText(LIMITS.reason).optional() }),
      responses: { 200: json(done("removed_step_id", z.string()), "The step was removed") },
      async handler(c, { params: { session_id, step_id }, query }) {
        const op = { edit_type: "remove_todo", target_id: step_id };
        await inItsPlaces(step_id, toRemovePlace, () => edit(c, session_id, op, query.reason));
        return c.json({ success: true as const, removed_step_id: step_id }, 200);
      },
    }),
    route({
      at: "POST /api/todos/:session_id/approve",
      id: "s1ApprovePlan",
      tag: "s1-todos",
      role: "approver",
      summary: "Approve the plan",
      params: SessionParams,
      body: z.strictObject({}),
      responses: {
        200: json(
          done("approved", z.boolean()),
          "The plan starts, unless others have to approve it, too",
        ),
      },
      async handler(c, { params: { session_id } }) {
        const review = await reviewOf(session_id);
        if (review === undefined) {
          throw refusal("illegal_transition", say("no_step_review"), say("create_with_review"));
        }
        if (review.status === "approved") {
          return c.json({ success: true as const, approved: true }, 200);
        }
        const { id: hold_id, digest } = review;
        const decision = { hold_id, digest, decision: "approve" as const };
        const command = { ...withActor(c, deps, {}), ...decision };
        const { hold } = await sendCommand(c, deps, session_id, "approval", command);
        return c.json({ success: true as const, approved: hold?.status === "approved" }, 200);
      },
    }),
    route({
      at: "GET /api/todos/:session_id/history",
      id: "s1History",
      ...FOR_VIEWERS,
      summary: "List what users changed",
      responses: { 200: json(S1HistorySchema, "What users changed") },
      async handler(c, { params }) {
        const { todos } = await readWholePlan(plans, params.session_id);
        const versions = await plans.query(params.session_id, versionsQuery);
        const modifications = toS1Modifications(versions, todos);
        return c.json({ modifications, total_count: modifications.length }, 200);
      },
    }),
    route({
      at: "GET /api/todos/:session_id/checkpoints",
      id: "s1Checkpoints",
      ...FOR_VIEWERS,
      summary: "List the checkpoints of a session",
      responses: { 200: json(S1CheckpointsSchema, "All checkpoints, newest first") },
      async handler(c, { params }) {
        const checkpoints = await plans.query(params.session_id, checkpointsQuery);
        return c.json({ checkpoints: toS1Checkpoints(checkpoints) }, 200);
      },
    }),
    route({
      at: "POST /api/todos/:session_id/rollback",
      id: "s1Rollback",
      ...FOR_OPERATORS,
      summary: "Roll back to a checkpoint",
      query: z.object({ checkpoint_id: CheckpointIdSchema }),
      body: z.strictObject({}),
      responses: { 200: json(S1RolledBackSchema, "The plan as it was then") },
      async handler(c, { params: { session_id }, query: { checkpoint_id } }) {
        const command = { ...withActor(c, deps, {}), checkpoint_id };
        await sendCommand(c, deps, session_id, "rollback", command).catch((error: unknown) => {
          throw error instanceof Refusal ? inQuery(error) : error;
        });
        const [{ status }, checkpoints] = await Promise.all([
          plans.query(session_id, planQuery, { limit: 0 }),
          plans.query(session_id, checkpointsQuery),
        ]);
        // What was restored, however far the plan has come again since.
        const restored = checkpoints.find((one) => one.checkpoint_id === checkpoint_id);
        const overall_progress = Math.floor(restored?.overall_progress ?? 0);
        const hasRunOn = overall_progress < 100 && status === "completed";
        const current_phase = toS1Phase(hasRunOn ? "running" : status);
        const restored_state = { current_phase, overall_progress };
        return c.json({ success: true as const, checkpoint_id, restored_state }, 200);
      },
    }),
  ];

  /** The newest review of the plan as a whole. */
  async function reviewOf(planId: string) {
    const holds = await plans.query(planId, holdsQuery);
    return holds.findLast(({ kind }) => kind === "plan_review");
  }

  async function edit(
    c: Context,
    planId: string,
    op: object,
    reason: string | null | undefined,
  ): Promise<void> {
    const ops = [parsed(EditOpSchema, op)];
    await sendEdit(c, deps, planId, { ops, ...(reason != null && { reason }) });
  }

  /** What a step was before each of its latest changes, the newest first. */
  async function stepBefore(planId: string, stepId: string): Promise<TodoDefinition[]> {
    const versions = await plans.query(planId, versionsQuery);
    const changes = versions.toReversed().flatMap((version) => version.changes.todos);
    return changes
      .flatMap(({ todo_id, before }) => (todo_id === stepId ? (before ?? []) : []))
      .slice(0, MOST_BEFORE);
  }

  /** S1 counts its steps: `step_<n>`. A repeat with the same Idempotency-Key gets the same id. */
  async function newStepId(
    c: Context,
    planId: string,
    taken: ReadonlySet<string>,
  ): Promise<string> {
    const key = idempotencyOf(c);
    if (key !== undefined) return `step_${key.id.slice(0, 12)}`;
    const { todos } = await readWholePlan(plans, planId);
    const ids = new Set([...todos.map(({ id }) => id), ...taken]);
    let count = ids.size;
    while (ids.has(`step_${count}`)) count += 1;
    return `step_${count}`;
  }

  /** A plan with all of its todos, and what is known of those that run. */
  async function wholePlan(planId: string): Promise<PlanView> {
    return readWholePlan(plans, planId, await plans.liveProgress(planId));
  }
}

function statusOf(
  review: { readonly status: string } | undefined,
): "open" | "approved" | undefined {
  return review?.status === "open" || review?.status === "approved" ? review.status : undefined;
}
