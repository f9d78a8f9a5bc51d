import { ProblemError } from "../../contract/problems/problem-error.ts";
import { words } from "../messages/i18n.ts";
import { usageError } from "../session/errors/cli-error.ts";
import type { Session } from "../session/session.ts";

/** How many of the newest plans are looked through for one that begins as a person typed. */
const MAX_PAGES = 5;
const MAX_SHOWN = 5;

/**
 * Looks at a plan, given by its id or by a beginning of it that no other plan has. What changes a plan
 * takes its whole id: the plan that was meant may be deleted, and another begin so.
 * @throws CliError when several begin so; the API's problem when none does.
 */
export async function lookAtPlan<Result>(
  session: Session,
  planOrBeginning: string,
  look: (planId: string) => Promise<Result>,
): Promise<Result> {
  try {
    return await look(planOrBeginning);
  } catch (error) {
    if (!(error instanceof ProblemError) || error.problem.code !== "plan_not_found") throw error;
    const found = await listedPlan(session, planOrBeginning);
    if (found === undefined || found === planOrBeginning) throw error;
    return look(found);
  }
}

/**
 * The id of the plan that is given so, among the newest ones: by lists alone, which answer while no worker
 * runs. @throws CliError when several begin so.
 */
export async function listedPlan(
  session: Session,
  planOrBeginning: string,
): Promise<string | undefined> {
  const found = await plansThatBegin(session, planOrBeginning);
  if (found.includes(planOrBeginning)) return planOrBeginning;
  if (found.length <= 1) return found[0];
  const ids = found.slice(0, MAX_SHOWN).join(", ");
  throw usageError(
    words("several_plans", { given: planOrBeginning, count: found.length, ids }),
    "holdpoint plan list",
  );
}

/** Looks at a hold, given as `toHoldId` takes it. @throws as `toHoldId` and `lookAtPlan`. */
export function lookAtHold<Result>(
  session: Session,
  hold: string,
  plan: string | undefined,
  look: (holdId: string) => Promise<Result>,
): Promise<Result> {
  const { planId, short } = splitHold(hold, plan);
  return lookAtPlan(session, planId, (id) => look(`${id}.${short}`));
}

/** Whether this names a hold with its plan; no plan's id has a dot. */
export const isWholeHoldId = (text: string): boolean => /\.h\d+$/.test(text);

/**
 * The whole id of a hold, given by it, or as `h1` with its plan beside it.
 * @throws CliError for a hold of no plan.
 */
export function toHoldId(hold: string, plan: string | undefined): string {
  const { planId, short } = splitHold(hold, plan);
  return `${planId}.${short}`;
}

function splitHold(hold: string, plan: string | undefined) {
  const dot = hold.lastIndexOf(".");
  const planId = dot === -1 ? plan : hold.slice(0, dot);
  if (plan !== undefined && plan !== planId) {
    const of = planId ?? "";
    throw usageError(words("hold_of_other_plan", { hold, of, plan }), "holdpoint inbox");
  }
  if (planId === undefined || planId === "") {
    throw usageError(words("hold_without_plan", { hold }), "holdpoint inbox");
  }
  return { planId, short: hold.slice(dot + 1) };
}

async function plansThatBegin(session: Session, beginning: string): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const { plans, next_cursor } = await session.client.plans.list({ limit: 200, cursor });
    found.push(...plans.map(({ id }) => id).filter((id) => id.startsWith(beginning)));
    if (next_cursor === null || found.includes(beginning)) break;
    cursor = next_cursor;
  }
  return found;
}
