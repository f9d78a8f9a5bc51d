import { z } from "zod";
import {
  CheckpointListSchema,
  ComparisonSchema,
  EditInputSchema,
  RollbackInputSchema,
  VersionListSchema,
} from "../../../contract/plan/edit.ts";
import { ReplanInputSchema } from "../../../contract/plan/holds/proposal.ts";
import { ReasonInputSchema } from "../../../contract/plan/plan.ts";
import { Refusal } from "../../../contract/problem-error.ts";
import { say } from "../../../contract/sentences/sentence.ts";
import { ProposalSchema, ProposeInputSchema } from "../../../contract/words.ts";
import { checkpointsQuery, compareQuery, versionsQuery } from "../../../workflows/wire/messages.ts";
import { proposeEdit } from "../../commands/edits/propose-edit.ts";
import { DryRunSchema, editResponses, respondToEdit } from "../../commands/edits/send-edit.ts";
import { assertModel } from "../../commands/known-agents.ts";
import { commandResponses, respondToCommand, withActor } from "../../commands/send-command.ts";
import { json, route } from "../../http/route.ts";
import type { ApiDeps } from "../api-deps.ts";
import { PlanParams } from "./params.ts";

const version = z.coerce.number().int().min(1);

/** `/v1/plans/{id}`: edits and versions. */
export function editRoutes(deps: ApiDeps) {
  const { plans } = deps;
  return [
    route({
      at: "POST /v1/plans/:plan_id/edits",
      id: "editPlan",
      tag: "editing",
      role: "operator",
      summary: "Edit a plan",
      headers: ["If-Match", "Prefer"],
      params: PlanParams,
      query: DryRunSchema,
      body: EditInputSchema,
      example: {
        reason: "it is urgent",
        ops: [{ edit_type: "modify_plan", params: { changes: { max_parallel: 2 } } }],
      },
      responses: editResponses,
      handler: (c, { params, query, body }) =>
        respondToEdit(c, deps, params.plan_id, "edit", body, query),
    }),
    route({
      at: "POST /v1/plans/:plan_id/edits/propose",
      id: "proposeEdit",
      tag: "editing",
      role: "operator",
      summary: "Read an instruction in words, and see which edit it would be",
      params: PlanParams,
      body: ProposeInputSchema,
      example: { instruction: "raise the priority of all todos" },
      responses: {
        200: json(
          ProposalSchema,
          "What was understood, and what it would change; nothing is changed",
        ),
      },
      handler: async (c, { params, body }) =>
        c.json(await proposeEdit(c, deps, params.plan_id, body), 200),
    }),
    route({
      at: "POST /v1/plans/:plan_id/replan",
      id: "replanPlan",
      tag: "editing",
      role: "operator",
      summary: "Ask a model to plan anew, by what you say about the plan",
      headers: ["Prefer"],
      params: PlanParams,
      body: ReplanInputSchema,
      example: { feedback: "the report matters most" },
      responses: commandResponses(
        "A model is asked; what it proposes waits in a hold, unless the plan's policy applies it",
      ),
      handler(c, { params: { plan_id }, body }) {
        assertModel(deps.agents, say("no_model_for_replan"));
        return respondToCommand(c, deps, plan_id, "replan", withActor(c, deps, body));
      },
    }),
    route({
      at: "POST /v1/plans/:plan_id/undo",
      id: "undoEdit",
      tag: "editing",
      role: "operator",
      summary: "Undo the last edit",
      headers: ["If-Match", "Prefer"],
      params: PlanParams,
      query: DryRunSchema,
      body: ReasonInputSchema,
      responses: editResponses,
      handler: (c, { params, query, body }) =>
        respondToEdit(c, deps, params.plan_id, "undo", body, query),
    }),
    route({
      at: "POST /v1/plans/:plan_id/rollback",
      id: "rollBack",
      tag: "editing",
      role: "operator",
      summary: "Roll back to a version or a checkpoint",
      headers: ["If-Match", "Prefer"],
      params: PlanParams,
      query: DryRunSchema,
      body: RollbackInputSchema,
      responses: editResponses,
      handler: (c, { params, query, body }) =>
        respondToEdit(c, deps, params.plan_id, "rollback", body, query),
    }),
    route({
      at: "GET /v1/plans/:plan_id/versions",
      id: "listVersions",
      tag: "editing",
      role: "viewer",
      summary: "List versions and what each changed",
      headers: ["If-None-Match"],
      params: PlanParams,
      responses: {
        200: json(VersionListSchema, "All versions, oldest first"),
      },
      handler: async (c, { params }) =>
        c.json({ versions: await plans.query(params.plan_id, versionsQuery) }, 200),
    }),
    route({
      at: "GET /v1/plans/:plan_id/checkpoints",
      id: "listCheckpoints",
      tag: "editing",
      role: "viewer",
      summary: "List the checkpoints that the plan can return to",
      headers: ["If-None-Match"],
      params: PlanParams,
      responses: {
        200: json(CheckpointListSchema, "All checkpoints, oldest first"),
      },
      handler: async (c, { params }) =>
        c.json({ checkpoints: await plans.query(params.plan_id, checkpointsQuery) }, 200),
    }),
    route({
      at: "GET /v1/plans/:plan_id/compare",
      id: "compareVersions",
      tag: "editing",
      role: "viewer",
      summary: "Compare two versions",
      headers: ["If-None-Match"],
      params: PlanParams,
      query: z.object({ from: version, to: version }),
      responses: { 200: json(ComparisonSchema, "The differences, by todo and field") },
      async handler(c, { params: { plan_id }, query }) {
        const comparison = await plans.query(plan_id, compareQuery, query);
        if (comparison !== null) return c.json(comparison, 200);
        throw new Refusal({
          code: "version_not_found",
          // Versions have no gaps: the newer one is missing at least.
          detail: say("no_version_of", {
            version: Math.max(query.from, query.to),
            plan: plan_id,
          }),
          hint: say("look_at_versions", { plan: plan_id }),
        });
      },
    }),
  ];
}
