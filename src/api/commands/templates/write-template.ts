import {
  isGoal,
  NewGoalSchema,
  NewPlanSchema,
  type NewGoal,
  type NewPlan,
} from "../../../contract/plan/plan.ts";
import { Refusal, wrongAt } from "../../../contract/problems/problem-error.ts";
import type { ProblemDetail } from "../../../contract/problems/problem.ts";
import { say } from "../../../contract/sentences/sentence.ts";
import { LIMITS } from "../../../contract/tables/limits.ts";
import type { Template, TemplateInput } from "../../../contract/template.ts";
import type { JsonObject } from "../../../contract/text.ts";
import { createPlan } from "../../../plan/create/create.ts";
import {
  fillTemplate,
  markPlaces,
  sampleValues,
  templateMistakes,
  unusedParameters,
} from "../../../plan/create/template.ts";
import type { SecretScope } from "../../../temporal/connection/payloads/secrets.ts";
import { exportQuery } from "../../../workflows/wire/messages.ts";
import type { PlanGateway } from "../../gateway/plan-gateway.ts";
import { misnamedAt, parsed } from "../../http/problem.ts";
import { assertToolsExist, type ToolCatalog } from "../new-plan.ts";
import type { Sealing } from "../secrets/seal-secrets.ts";
import { secretParameters, sealTemplate } from "./seal-template.ts";

interface TemplateDeps extends Sealing {
  readonly plans: Pick<PlanGateway, "query">;
  readonly tools: ToolCatalog;
  readonly now: () => string;
}

/**
 * A template's plan and parameters as they are kept, tried out with sample values.
 * @throws Refusal when no plan could be made of it, with a pointer for each place.
 */
export async function writeTemplate(
  deps: TemplateDeps,
  template_id: string,
  input: TemplateInput,
): Promise<Pick<Template, "plan" | "parameters">> {
  const misnamed = misnamedAt("/id", input.id, template_id);
  if (misnamed.length > 0) throw invalid(misnamed);
  const scope = { template_id };
  const plan = await planOf(deps, scope, input);
  const marked = markPlaces(plan, input.parameters);
  if ("errors" in marked) throw invalid(marked.errors);
  const written = withoutSecretDefaults(deps, marked.written, input.parameters);
  const mistakes = templateMistakes(written);
  if (mistakes.length > 0) throw invalid(mistakes);
  if (JSON.stringify(written).length > LIMITS.template_bytes) {
    const detail = say("template_too_large", { most: LIMITS.template_bytes });
    throw invalid([{ pointer: "/plan", detail }]);
  }
  const filled = fillTemplate(written, sampleValues(written.parameters));
  if ("problem" in filled) throw new Refusal(filled.problem);
  assertMakesPlan(deps, parseFilled(filled.plan));
  // Last: where the plan itself is wrong, that may be why nothing uses one.
  const unused = unusedParameters(written);
  if (unused.length > 0) throw invalid(unused);
  return { ...written, plan: sealTemplate(deps, written.plan, scope) };
}

/** @throws Refusal */
function assertMakesPlan(deps: TemplateDeps, tried: NewPlan | NewGoal): void {
  // What comes of a goal is known when it is planned.
  if ("goal" in tried) return;
  // Arguments depend on the values; whether there is such a tool mostly does not.
  assertToolsExist(tried, deps.tools);
  const given = { id: "sample", owner: "sample", at: deps.now() };
  const made = createPlan(tried, given, deps.tools);
  if ("problem" in made) throw new Refusal(made.problem);
}

/** What stood where a parameter goes to a secret argument is no default of it. @throws Refusal for a written one. */
function withoutSecretDefaults(
  deps: TemplateDeps,
  { plan, parameters }: Pick<Template, "plan" | "parameters">,
  asked: TemplateInput["parameters"],
): Pick<Template, "plan" | "parameters"> {
  const secret = new Set(secretParameters(deps, plan));
  const errors = asked.flatMap(({ name, default: usual }, place): ProblemDetail[] =>
    usual === undefined || !secret.has(name)
      ? []
      : [
          {
            pointer: `/parameters/${place}/default`,
            detail: say("parameter_holds_no_secret", { name }),
          },
        ],
  );
  if (errors.length > 0) throw invalid(errors);
  const kept = parameters.map((parameter) => {
    if (!secret.has(parameter.name)) return parameter;
    const { default: _, ...open } = parameter;
    return open;
  });
  return { plan, parameters: kept };
}

/** A template's plan, or its goal, with its values in place. @throws Refusal when it is none. */
export function parseFilled(plan: JsonObject): NewPlan | NewGoal {
  return isGoal(plan) ? parsed(NewGoalSchema, plan, "/plan") : parseFilledPlan(plan);
}

/** A plan of todos as it was put together. @throws Refusal when it is none. */
export function parseFilledPlan(plan: JsonObject): NewPlan {
  return parsed(NewPlanSchema, plan, "/plan");
}

async function planOf(
  { plans, secrets }: TemplateDeps,
  scope: SecretScope,
  { plan, from_plan }: TemplateInput,
): Promise<JsonObject> {
  if ((plan === undefined) === (from_plan === undefined)) {
    const detail = say("plan_or_from_plan");
    throw invalid([{ pointer: "/plan", detail }]);
  }
  // A plan's id is its own: each plan made of the template gets another.
  const { id: _, ...written } =
    plan ??
    secrets.reseal(
      (await plans.query(from_plan!, exportQuery)) as unknown as JsonObject,
      { plan_id: from_plan! },
      scope,
    );
  return written;
}

function invalid(errors: readonly ProblemDetail[]): Refusal {
  return wrongAt(errors, say("correct_template"));
}
