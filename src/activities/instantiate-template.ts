import { getClient } from "@temporalio/activity";
import { WorkflowNotFoundError } from "@temporalio/client";
import { ApplicationFailure } from "@temporalio/common";
import { NewPlanSchema } from "../contract/plan.ts";
import type { Problem } from "../contract/problem.ts";
import type { Template } from "../contract/template.ts";
import { TEMPORAL_NAMES } from "../contract/vocabulary.ts";
import { createPlan } from "../plan/create.ts";
import { fillTemplate } from "../plan/template.ts";
import type { OwnActivities } from "./activity-types.ts";

/** Makes a plan of a template for a schedule; the template is read at that moment. */
export const instantiateTemplate: OwnActivities["holdpoint.instantiate_template"] = async ({
  template_id,
  values,
  plan_id,
  owner,
}) => {
  const template = await readTemplate(template_id);
  const filled = fillTemplate(template, values);
  if ("problem" in filled) throw failure(filled.problem);
  const parsed = NewPlanSchema.safeParse(filled.plan);
  if (!parsed.success) {
    const detail = `Template "${template_id}" makes no plan: ${parsed.error.message}`;
    throw failure({ code: "validation_failed", detail });
  }
  const made = createPlan(parsed.data, { id: plan_id, owner, at: new Date().toISOString() });
  if ("problem" in made) throw failure(made.problem);
  return made.state;
};

async function readTemplate(id: string): Promise<Template> {
  const handle = getClient().workflow.getHandle(TEMPORAL_NAMES.template_prefix + id);
  try {
    const kept = await handle.query<Template | null>("template");
    const { status } = await handle.describe();
    if (kept !== null && status.name === "RUNNING") return kept;
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
  throw failure({ code: "template_not_found", detail: `There is no template "${id}".` });
}

function failure({ code, detail }: Problem): ApplicationFailure {
  return ApplicationFailure.nonRetryable(detail, code);
}
