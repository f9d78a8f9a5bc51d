import { getClient } from "@temporalio/activity";
import { ApplicationFailure } from "@temporalio/common";
import { isGoal, NewGoalSchema, NewPlanSchema } from "../contract/plan/plan.ts";
import type { Problem } from "../contract/problems/problem.ts";
import { english, say, sayAt } from "../contract/sentences/sentence.ts";
import { TEMPORAL_NAMES } from "../contract/tables/temporal-names.ts";
import type { Template } from "../contract/template.ts";
import { createPlan, withToolMarks } from "../plan/create/create.ts";
import { fillTemplate } from "../plan/create/template.ts";
import { codeOf, placesOf } from "../plan/model/read-as.ts";
import { createGoal } from "../plan/thinking/decide-goal.ts";
import { toldApart } from "../temporal/connection/payloads/line-key.ts";
import type { Secrets } from "../temporal/connection/payloads/secrets.ts";
import { unlessGone } from "../temporal/connection/runs/unless-gone.ts";
import type { Tool } from "../tools/define-tool.ts";
import { toolMarks } from "../tools/registry.ts";
import type { OwnActivities } from "./activity-types.ts";

/** Makes a plan of a template for a schedule; the template is read at that moment. */
export const instantiateTemplate =
  (secrets: Secrets, tools: readonly Tool[]): OwnActivities["holdpoint.instantiate_template"] =>
  async ({ template_id, values, plan_id, owner, at, proof_keys }) => {
    const template = await readTemplate(template_id);
    const filled = fillTemplate(template, values);
    if ("problem" in filled) throw failure(filled.problem);
    const schema = isGoal(filled.plan) ? NewGoalSchema : NewPlanSchema;
    const parsed = schema.safeParse(filled.plan, { error: codeOf });
    if (!parsed.success) {
      const detail = say("template_makes_no_plan", {
        id: template_id,
        why: parsed.error.issues.flatMap(placesOf).map((place) => sayAt(place)),
      });
      throw failure({ code: "validation_failed", detail });
    }
    const given = { id: plan_id, owner, at };
    const marks = toolMarks(tools);
    const made =
      "goal" in parsed.data
        ? { state: createGoal(parsed.data, given) }
        : createPlan(parsed.data, given, { marks });
    if ("problem" in made) throw failure(made.problem);
    const resealed = secrets.reseal(made.state, { template_id }, { plan_id });
    const state = withToolMarks(resealed, marks);
    return proof_keys === undefined ? state : toldApart(state, proof_keys);
  };

async function readTemplate(id: string): Promise<Template> {
  const handle = getClient().workflow.getHandle(TEMPORAL_NAMES.template_prefix + id);
  const asked = Promise.all([handle.query<Template | null>("template"), handle.describe()]);
  const [kept = null, found] = (await unlessGone(asked)) ?? [];
  if (kept !== null && found?.status.name === "RUNNING") return kept;
  throw failure({ code: "template_not_found", detail: say("no_template", { id }) });
}

function failure({ code, detail }: Problem): ApplicationFailure {
  return ApplicationFailure.nonRetryable(english(detail), code);
}
