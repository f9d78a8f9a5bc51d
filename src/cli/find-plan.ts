import { ProblemError } from "../client/client.ts";
import type { PlanList } from "../contract/list.ts";
import { CliError, EXIT } from "./cli-error.ts";
import type { Session } from "./session.ts";

/** How many of the newest plans are looked through for one that begins as a person typed. */
const MOST_PAGES = 5;
const MOST_SHOWN = 5;

/**
 * Does something with a plan, given by its id or by a beginning of it that no other plan has.
 * @throws CliError when several begin so; the API's problem when none does.
 */
export async function withPlan<Result>(
  session: Session,
  given: string,
  act: (planId: string) => Promise<Result>,
): Promise<Result> {
  try {
    return await act(given);
  } catch (error) {
    if (!(error instanceof ProblemError) || error.problem.code !== "plan_not_found") throw error;
    const found = await plansThatBegin(session, given);
    if (found.length === 0 || found.includes(given)) throw error;
    if (found.length === 1) return act(found[0]!);
    const { words } = session;
    const ids = found.slice(0, MOST_SHOWN).join(", ");
    throw new CliError(
      words("several_plans", { given, count: found.length, ids }),
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
  given: string,
  plan: string | undefined,
  act: (holdId: string) => Promise<Result>,
): Promise<Result> {
  const dot = given.lastIndexOf(".");
  const short = dot === -1 ? given : given.slice(dot + 1);
  const planId = dot === -1 ? plan : given.slice(0, dot);
  if (planId === undefined || planId === "") {
    const { words } = session;
    throw new CliError(words("hold_without_plan", { hold: given }), "holdpoint inbox", EXIT.usage);
  }
  return withPlan(session, planId, (id) => act(`${id}.${short}`));
}

async function plansThatBegin(session: Session, given: string): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page++) {
    const query = { limit: "200", ...(cursor !== undefined && { cursor }) };
    const { plans, next_cursor } = await session.ask<PlanList>(
      session.client.v1.plans.$get({ query }),
    );
    found.push(...plans.map(({ id }) => id).filter((id) => id.startsWith(given)));
    if (next_cursor === null) break;
    cursor = next_cursor;
  }
  return found;
}
