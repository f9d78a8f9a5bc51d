import type { TodoActionInput } from "../../client/shapes.ts";
import type { EditPreview } from "../../contract/plan/edit.ts";
import type { PlanView } from "../../contract/plan/plan.ts";
import type { TodoAction } from "../../contract/tables/vocabulary.ts";
import { words } from "../messages/i18n.ts";
import { impactLines, planChangesLines } from "../render/change-lines.ts";
import { consequenceLines, touchesOthers } from "../render/holds/choice-lines.ts";
import type { Session } from "../session/session.ts";

/**
 * What an action on a todo does besides to the todo itself, in lines: what it starts and stops, and
 * that the plan ends by it or, when it has ended, goes on. None when it touches nothing else, or cannot be done.
 */
export async function foreseeAction(
  { client }: Session,
  planId: string,
  todo: string,
  action: TodoAction,
): Promise<string[]> {
  const [{ choices }, plan] = await Promise.all([
    client.todos.choices(planId, todo),
    client.plans.get(planId, { limit: 1 }),
  ]);
  const choice = choices.find((one) => one.choice === action);
  if (choice === undefined) return [];
  const lines = consequenceLines(choice);
  const { plan_ends } = choice;
  if (plan.completed_at === null) {
    return touchesOthers(choice, todo) || plan_ends !== null ? lines : [];
  }
  return [goesOn(plan), ...lines];
}

const goesOn = ({ status }: Pick<PlanView, "status">): string =>
  words("plan_goes_on", { status: words(`plan_${status}`) });

interface Foreseen {
  readonly preview: EditPreview | null;
  readonly lines: readonly string[];
  /** Whether more follows from it than that the todo runs. */
  readonly asks: boolean;
  /** What was shown is what is done, or nothing. */
  readonly options: { readonly version?: number };
}

/** What running a todo again does: of one that is changed first, also what is changed. */
export async function foreseeAgain(
  session: Session,
  planId: string,
  todo: string,
  action: "retry" | "rerun",
  input: TodoActionInput,
  dryRun: boolean,
): Promise<Foreseen> {
  const { client } = session;
  if (input.changes === undefined && !dryRun) {
    const lines = await foreseeAction(session, planId, todo, action);
    return { preview: null, lines, asks: lines.length > 0, options: {} };
  }
  const [preview, plan] = await Promise.all([
    client.todos[action](planId, todo, input, { validateOnly: true }),
    client.plans.get(planId, { limit: 1 }),
  ]);
  const { changes, impact, base_version: version } = preview;
  const hasEnded = plan.completed_at !== null;
  const lines = [
    ...(hasEnded ? [goesOn(plan)] : []),
    ...(changes === null ? [] : planChangesLines(changes)),
    ...impactLines(impact),
  ];
  const { runs_again, may_run_again, starts, stops } = impact;
  const moved = [...runs_again, ...may_run_again, ...starts, ...stops];
  const touches = impact.unawaited.length > 0 || moved.some((id) => id !== todo);
  const asks = hasEnded || touches || impact.ends_plan;
  return { preview, lines, asks, options: { version } };
}
