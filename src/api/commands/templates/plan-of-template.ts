import { Refusal } from "../../../contract/problems/problem-error.ts";
import type { PlanSchedule } from "../../../contract/schedule.ts";
import type { Language } from "../../../contract/sentences/catalog.ts";
import { say, sayAt, type SentenceId } from "../../../contract/sentences/sentence.ts";
import { tellProblem } from "../../../contract/sentences/tell-problem.ts";
import type { ParameterValues, Template, UnfitSchedule } from "../../../contract/template.ts";
import type { JsonObject } from "../../../contract/text.ts";
import { fillTemplate, valuePlaceOf } from "../../../plan/create/template.ts";
import type { PlanState } from "../../../plan/model/state/state.ts";
import { assertApproversDecide } from "../../auth/who-decides.ts";
import { judgePlan } from "../judge-plan.ts";
import { parseFilled } from "./write-template.ts";

type Deps = Parameters<typeof judgePlan>[0];
type Origin = Parameters<typeof judgePlan>[2];

/**
 * The state with which a plan of this template begins.
 * @throws Refusal with everything that keeps it from starting.
 */
export function planOfTemplate(
  deps: Deps,
  template: Template,
  { values, title }: { readonly values: ParameterValues; readonly title?: string | undefined },
  origin: Origin,
): PlanState {
  const filled = fillTemplate(template, values);
  if ("problem" in filled) throw new Refusal(filled.problem);
  try {
    return judged(deps, template.id, filled.plan, title, origin);
  } catch (error) {
    throw error instanceof Refusal ? atValues(template, error) : error;
  }
}

function judged(
  deps: Deps,
  template_id: string,
  written: JsonObject,
  title: string | undefined,
  origin: Origin,
): PlanState {
  const scopes = [{ template_id }, { plan_id: origin.id }] as const;
  const plan = parseFilled({
    ...deps.secrets.reseal(written, ...scopes),
    ...(title !== undefined && { title }),
  });
  return judgePlan(deps, plan, origin);
}

/** What keeps a plan from starting, where who gave the values can mend it; the sentence says where it stands in the plan. */
function atValues(template: Template, refusal: Refusal): Refusal {
  const { errors } = refusal.problem;
  if (errors === undefined) return refusal;
  const placed = errors.map((error) => {
    const place = error.pointer.replace(/^\/plan(?=\/|$)/, "");
    const pointer = valuePlaceOf(template, place);
    if (pointer === undefined) return { ...error, pointer: `/plan${place}` };
    return { ...error, pointer, detail: sayAt({ ...error, pointer: `/plan${place}` }) };
  });
  const [first] = placed;
  const detail = placed.length === 1 && first !== undefined ? sayAt(first) : refusal.problem.detail;
  return new Refusal({ ...refusal.problem, detail, errors: placed }, refusal.retryAfter);
}

/**
 * @param schedule `owner` will own its plans.
 * @throws Refusal for what would keep every plan of a schedule from starting.
 */
export async function assertFits(
  deps: Deps & Parameters<typeof assertApproversDecide>[0],
  template: Template,
  { values, owner }: Pick<PlanSchedule, "values" | "owner">,
): Promise<void> {
  const origin = { id: "sample", owner, at: deps.now() };
  try {
    await assertApproversDecide(deps, planOfTemplate(deps, template, { values }, origin));
  } catch (error) {
    if (!(error instanceof Refusal) || !ABOUT_A_PLAN.has(error.problem.hint?.id)) throw error;
    throw new Refusal({ ...error.problem, hint: say("correct_schedule") }, error.retryAfter);
  }
}

/** Advice for who sends a plan: a schedule is what they can correct. */
const ABOUT_A_PLAN: ReadonlySet<string | undefined> = new Set<SentenceId>([
  "correct_plan",
  "unknown_dependencies_hint",
]);

/** Which of a template's schedules can start no plan of it, and why. */
export async function unfitSchedules(
  deps: Parameters<typeof assertFits>[0],
  template: Template,
  schedules: readonly PlanSchedule[],
  language: Language,
): Promise<UnfitSchedule[]> {
  const unfit: UnfitSchedule[] = [];
  for (const schedule of schedules) {
    try {
      await assertFits(deps, template, schedule);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { detail, detail_said } = tellProblem(error.problem, language);
      unfit.push({ id: schedule.id, detail, detail_said });
    }
  }
  return unfit;
}
