import { z } from "zod";
import { MESSAGES, type CommandInput } from "../../../contract/plan/commands.ts";
import {
  ControlInputSchema,
  ReasonInputSchema,
  ResumeInputSchema,
  ForkInputSchema,
  isGoal,
  NewGoalSchema,
  PlanViewSchema,
} from "../../../contract/plan/plan.ts";
import { TerminationSchema } from "../../../contract/plan/termination.ts";
import { Refusal } from "../../../contract/problems/problem-error.ts";
import type { JsonObject } from "../../../contract/text.ts";
import {
  CreatedPlanSchema,
  CreatePlanSchema,
  CreatePreviewSchema,
  type OutlineReading,
} from "../../../contract/words.ts";
import type { ControlCommand } from "../../../plan/model/commands.ts";
import type { PlanState } from "../../../plan/model/state/state.ts";
import { forkQuery } from "../../../workflows/wire/messages.ts";
import { assertApproversDecide } from "../../auth/who-decides.ts";
import { assertUnderstood, planIn } from "../../commands/create-plan.ts";
import { DryRunSchema } from "../../commands/edits/send-edit.ts";
import { judgePlan } from "../../commands/judge-plan.ts";
import {
  commandResponses,
  expectedVersion,
  respondToCommand,
  withActor,
} from "../../commands/send-command.ts";
import { originOf, startPlan, viewAtStart } from "../../commands/start-plan.ts";
import { actorOf } from "../../http/requests/actor.ts";
import { json, route } from "../../http/route.ts";
import type { ApiDeps } from "../api-deps.ts";
import { PlanParams } from "./params.ts";

/** `/v1/plans`: start plans and others from them, pause, resume and cancel them. */
export function planRoutes(deps: ApiDeps) {
  const control = <Word extends ControlCommand["type"]>(word: Word, summary: string) =>
    route({
      at: `POST /v1/plans/:plan_id/${word}`,
      id: `${word}Plan`,
      tag: "plans",
      role: "operator",
      summary,
      // What goes on, or ends, is the plan as somebody saw it.
      headers: "expected_version" in MESSAGES[word].shape ? ["Prefer", "If-Match"] : ["Prefer"],
      params: PlanParams,
      // These have more to say than why.
      body:
        word === "pause"
          ? ControlInputSchema
          : word === "resume"
            ? ResumeInputSchema
            : ReasonInputSchema,
      ...(word === "pause" && { example: { reason: "lunch" } }),
      responses: commandResponses("The plan took the command"),
      handler(c, { params, body }) {
        const said = { ...withActor(c, deps, body), ...expectedVersion(c) };
        const command = said as CommandInput<Word>;
        return respondToCommand(c, deps, params.plan_id, word, command);
      },
    });

  return [
    route({
      at: "POST /v1/plans",
      id: "createPlan",
      tag: "plans",
      role: "operator",
      summary: "Start a plan: its todos, an outline of them, or a goal from which they are planned",
      body: z.union([CreatePlanSchema, NewGoalSchema]).meta({ id: "StartPlan" }),
      readAs: (written) => (isGoal(written) ? NewGoalSchema : CreatePlanSchema),
      example: {
        title: "Tea",
        todos: [
          { id: "boil", title: "Boil water", tool_name: "wait", tool_params: { seconds: 0 } },
          {
            id: "pour",
            title: "Pour",
            tool_name: "wait",
            tool_params: { seconds: 0 },
            depends_on: ["boil"],
            requires_approval: true,
          },
        ],
      },
      responses: { 201: json(CreatedPlanSchema, "The plan, stored and started") },
      async handler(c, { body }) {
        const origin = originOf(c, deps, body.id);
        let outline = undefined as OutlineReading | undefined;
        const started = await startPlan(c, deps, origin.id, async () => {
          if ("goal" in body) return judgePlan(deps, body, origin);
          const written = await planIn(body, deps, origin.id);
          ({ outline } = written);
          if (outline !== undefined) assertUnderstood(outline);
          return judgePlan(deps, written.plan!, origin);
        });
        return c.json({ ...started, ...(outline && { outline }) }, 201);
      },
    }),
    route({
      at: "POST /v1/plans/preview",
      id: "previewPlan",
      keepsNothing: true,
      tag: "plans",
      role: "operator",
      summary: "What a plan would be, and what of its outline is not understood; starts nothing",
      body: CreatePlanSchema,
      example: { outline: "1. boil water\n2. pour it [approval]" },
      responses: { 200: json(CreatePreviewSchema, "The plan that would start") },
      async handler(c, { body }) {
        const origin = originOf(c, deps, body.id);
        const { plan, outline } = await planIn(body, deps, origin.id);
        if (plan !== null) await assertApproversDecide(deps, judgePlan(deps, plan, origin));
        const written = plan as JsonObject | null;
        return c.json({ plan: written, ...(outline && { outline }) }, 200);
      },
    }),
    route({
      at: "POST /v1/plans/:plan_id/fork",
      id: "forkPlan",
      tag: "plans",
      role: "operator",
      summary: "Start another plan from a moment of this one",
      params: PlanParams,
      query: DryRunSchema,
      body: ForkInputSchema,
      responses: {
        200: json(PlanViewSchema, "What the new plan would be as it begins"),
        201: json(PlanViewSchema, "The new plan, stored and started"),
      },
      async handler(c, { params, query: { validate_only }, body: { id, ...input } }) {
        const given = originOf(c, deps, id);
        const fork = async (): Promise<PlanState> => {
          const made = await deps.plans.query(params.plan_id, forkQuery, { input, given });
          if ("problem" in made) throw new Refusal(made.problem);
          return made.state;
        };
        if (validate_only === "true") {
          const state = await fork();
          await assertApproversDecide(deps, state);
          return c.json(viewAtStart(state), 200);
        }
        const scopes = [{ plan_id: params.plan_id }, { plan_id: given.id }] as const;
        const make = async () => deps.secrets.reseal(await fork(), ...scopes);
        return c.json(await startPlan(c, deps, given.id, make), 201);
      },
    }),
    control("pause", "Pause a plan"),
    control("resume", "Resume a plan"),
    control("cancel", "Cancel a plan"),
    control("archive", "Take an ended plan out of the lists"),
    control("acknowledge", "Say that you have read that a plan failed"),
    control("unarchive", "Put an archived plan back into the lists"),
    route({
      at: "POST /v1/plans/:plan_id/terminate",
      id: "terminatePlan",
      tag: "plans",
      // It ends without a word in its log, and what runs is lost.
      role: "admin",
      summary: "End a plan at once that no worker can go on with, or see what that loses",
      params: PlanParams,
      query: DryRunSchema,
      body: ReasonInputSchema,
      example: { reason: "its worker is gone for good" },
      responses: { 200: json(TerminationSchema, "What was lost, or what would be") },
      async handler(c, { params: { plan_id }, query: { validate_only }, body: { reason } }) {
        const { termination } = deps.plans;
        if (validate_only === "true") return c.json(await termination.look(plan_id), 200);
        return c.json(await termination.end(plan_id, actorOf(c).name, reason), 200);
      },
    }),
    route({
      at: "DELETE /v1/plans/:plan_id",
      id: "deletePlan",
      tag: "plans",
      // What happened cannot be read any more, and nobody brings it back.
      role: "admin",
      summary: "Delete an ended plan with its log, results and files",
      params: PlanParams,
      responses: { 204: { description: "It is gone; its id stays taken" } },
      async handler(c, { params }) {
        await deps.plans.delete(params.plan_id);
        return c.body(null, 204);
      },
    }),
  ];
}
