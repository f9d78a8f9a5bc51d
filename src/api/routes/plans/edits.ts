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
import { refusal, type Refusal } from "../../../contract/problems/problem-error.ts";
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

const FOR_VIEWERS = { tag: "editing", role: "viewer", params: PlanParams } as const;
const FOR_OPERATORS = { ...FOR_VIEWERS, role: "operator" } as const;
/** What all changes of a plan have in common that can be looked at before they are made. */
const CHANGING = {
  ...FOR_OPERATORS,
  headers: ["If-Match", "Prefer"],
  query: DryRunSchema,
  responses: editResponses,
} as const;
const version = z.coerce.number().int().min(1);

/** `/v1/plans/{id}`: edits and versions. */
export function editRoutes(deps: ApiDeps) {
  const { plans } = deps;
  return [
    route({
      at: "POST /v1/plans/:plan_id/edits",
      id: "editPlan",
      ...CHANGING,
      summary: "Edit a plan",
      body: EditInputSchema,
      example: {
        reason: "it is urgent",
        ops: [{ edit_type: "modify_plan", params: { changes: { max_parallel: 2 } } }],
      },
      handler: (c, { params, query, body }) =>
        respondToEdit(c, deps, params.plan_id, "edit", body, query),
    }),
    route({
      at: "POST /v1/plans/:plan_id/edits/propose",
      id: "proposeEdit",
      ...FOR_OPERATORS,
      summary: "Read an instruction in words, and see which edit it would be",
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
      ...FOR_OPERATORS,
      summary: "Ask a model to plan anew, by what you say about the plan",
      headers: ["Prefer"],
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
      ...CHANGING,
      summary: "Undo the last edit",
      body: ReasonInputSchema,
      handler: (c, { params, query, body }) =>
        respondToEdit(c, deps, params.plan_id, "undo", body, query),
    }),
    route({
      at: "POST /v1/plans/:plan_id/rollback",
      id: "rollBack",
      ...CHANGING,
      summary: "Roll back to a version or a checkpoint",
      body: RollbackInputSchema,
      handler: (c, { params, query, body }) =>
        respondToEdit(c, deps, params.plan_id, "rollback", body, query),
    }),
    route({
      at: "GET /v1/plans/:plan_id/versions",
      id: "listVersions",
      ...FOR_VIEWERS,
      summary: "List versions and what each changed",
      headers: ["If-None-Match"],
      responses: {
        200: json(VersionListSchema, "All versions, oldest first"),
      },
      handler: async (c, { params }) =>
        c.json({ versions: await plans.query(params.plan_id, versionsQuery) }, 200),
    }),
    route({
      at: "GET /v1/plans/:plan_id/checkpoints",
      id: "listCheckpoints",
      ...FOR_VIEWERS,
      summary: "List the checkpoints that the plan can return to",
      headers: ["If-None-Match"],
      responses: {
        200: json(CheckpointListSchema, "All checkpoints, oldest first"),
      },
      handler: async (c, { params }) =>
        c.json({ checkpoints: await plans.query(params.plan_id, checkpointsQuery) }, 200),
    }),
    route({
      at: "GET /v1/plans/:plan_id/compare",
      id: "compareVersions",
      ...FOR_VIEWERS,
      summary: "Compare two versions",
      headers: ["If-None-Match"],
      query: z.object({ from: version, to: version }),
      responses: { 200: json(ComparisonSchema, "The differences, by todo and field") },
      async handler(c, { params: { plan_id }, query }) {
        const comparison = await plans.query(plan_id, compareQuery, query);
        if (comparison !== null) return c.json(comparison, 200);
        // Versions have no gaps: the newer one is missing at least.
        throw unknownVersion(plan_id, Math.max(query.from, query.to));
      },
    }),
  ];
}

/** Says that a plan has no such version. */
export function unknownVersion(plan: string, version: number): Refusal {
  return refusal(
    "version_not_found",
    say("no_version_of", { version, plan }),
    say("look_at_versions", { plan }),
  );
}
