import { NewPlanSchema, type NewPlan } from "../contract/plan.ts";
import type { ProblemDetail } from "../contract/problem.ts";
import type { Template, TemplateInput } from "../contract/template.ts";
import type { JsonObject } from "../contract/text.ts";
import { LIMITS } from "../contract/vocabulary.ts";
import { createPlan } from "../plan/create.ts";
import { fillTemplate, markPlaces, sampleValues, templateMistakes } from "../plan/template.ts";
import { exportQuery } from "../workflows/messages.ts";
import type { ApiDeps } from "./deps.ts";
import { assertToolsFit } from "./new-plan.ts";
import { validationProblem } from "./problem.ts";
import { Refused } from "./refused.ts";

const NOTHING_SAVED = "Change the named places and save it again; nothing was saved.";

/**
 * A template's plan and parameters as they are kept, tried out with sample values.
 * @throws Refused when no plan could be made of it, with a pointer for each place.
 */
export async function writeTemplate(
  deps: Pick<ApiDeps, "plans" | "tools" | "now">,
  input: TemplateInput,
): Promise<Pick<Template, "plan" | "parameters">> {
  const plan = await planOf(deps, input);
  const marked = markPlaces(plan, input.parameters);
  if ("errors" in marked) throw invalid(marked.errors);
  const { written } = marked;
  const mistakes = templateMistakes(written);
  if (mistakes.length > 0) throw invalid(mistakes);
  if (JSON.stringify(written).length > LIMITS.template_bytes) {
    const detail = `A template has at most ${LIMITS.template_bytes} bytes of JSON.`;
    throw invalid([{ pointer: "/plan", detail }]);
  }
  const filled = fillTemplate(written, sampleValues(written.parameters));
  if ("problem" in filled) throw new Refused(filled.problem);
  const tried = parseFilledPlan(filled.plan);
  assertToolsExist(tried, deps);
  const made = createPlan(tried, { id: "sample", owner: "sample", at: deps.now() });
  if ("problem" in made) throw new Refused(made.problem);
  return written;
}

/** A template's plan with its values in place. @throws Refused when it is none. */
export function parseFilledPlan(plan: JsonObject): NewPlan {
  const parsed = NewPlanSchema.safeParse(plan);
  if (parsed.success) return parsed.data;
  throw new Refused(validationProblem(parsed.error, "/plan"));
}

async function planOf(
  { plans }: Pick<ApiDeps, "plans">,
  { plan, from_plan }: TemplateInput,
): Promise<JsonObject> {
  if ((plan === undefined) === (from_plan === undefined)) {
    const detail = 'Give the plan itself as "plan", or the id of one as "from_plan".';
    throw invalid([{ pointer: "/plan", detail }]);
  }
  // A plan's id is its own: each plan made of the template gets another.
  const { id: _, ...written } =
    plan ?? ((await plans.query(from_plan!, exportQuery)) as unknown as JsonObject);
  return written;
}

/** Arguments depend on the values; whether there is such a tool mostly does not. */
function assertToolsExist(plan: NewPlan, { tools }: Pick<ApiDeps, "tools">): void {
  try {
    assertToolsFit(plan, tools);
  } catch (error) {
    if (!(error instanceof Refused) || error.problem.code === "unknown_tool") throw error;
  }
}

function invalid(errors: readonly ProblemDetail[]): Refused {
  const [first] = errors;
  return new Refused({
    code: "validation_failed",
    detail:
      errors.length === 1
        ? `${first!.pointer}: ${first!.detail}`
        : `${errors.length} places need a change.`,
    hint: NOTHING_SAVED,
    errors,
  });
}
