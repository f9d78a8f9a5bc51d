import { ProblemError } from "../../contract/problem-error.ts";
import { CliError, EXIT } from "../session/cli-error.ts";
import type { Session } from "../session/session.ts";

/** How many of the newest plans are looked through for one that begins as a person typed. */
const MAX_PAGES = 5;
const MAX_SHOWN = 5;

/**
 * Does something with a plan, given by its id or by a beginning of it that no other plan has.
 * @throws CliError when several begin so; the API's problem when none does.
 */
export async function withPlan<Result>(
  session: Session,
  planOrBeginning: string,
  act: (planId: string) => Promise<Result>,
): Promise<Result> {
  try {
    return await act(planOrBeginning);
  } catch (error) {
    if (!(error instanceof ProblemError) || error.problem.code !== "plan_not_found") throw error;
    const found = await plansThatBegin(session, planOrBeginning);
    if (found.length === 0 || found.includes(planOrBeginning)) throw error;
    if (found.length === 1) return act(found[0]!);
    const { words } = session;
    const ids = found.slice(0, MAX_SHOWN).join(", ");
    throw new CliError(
      words("several_plans", { given: planOrBeginning, count: found.length, ids }),
      "holdpoint plan list",
      EXIT.usage,
    );
  }
}

/**
 * Does something with a hold, given by its id, or as `h1` with its plan beside it.
 * @throws CliError for a hold of no plan; as `withPlan`.
 */
export async function withHold<Result>(
  session: Session,
  hold: string,
  plan: string | undefined,
  act: (holdId: string) => Promise<Result>,
): Promise<Result> {
  const dot = hold.lastIndexOf(".");
  const short = dot === -1 ? hold : hold.slice(dot + 1);
  const planId = dot === -1 ? plan : hold.slice(0, dot);
  if (planId === undefined || planId === "") {
    const { words } = session;
    throw new CliError(words("hold_without_plan", { hold }), "holdpoint inbox", EXIT.usage);
  }
  return withPlan(session, planId, (id) => act(`${id}.${short}`));
}

async function plansThatBegin(session: Session, beginning: string): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const { plans, next_cursor } = await session.client.plans.list({ limit: 200, cursor });
    found.push(...plans.map(({ id }) => id).filter((id) => id.startsWith(beginning)));
    if (next_cursor === null) break;
    cursor = next_cursor;
  }
  return found;
}
