import type { TodoAction } from "../../contract/tables/vocabulary.ts";
import { consequenceLines, touchesOthers } from "../render/holds/choice-lines.ts";
import type { Session } from "../session/session.ts";

/**
 * What an action on a todo does besides to the todo itself, in lines: what it starts and stops, and
 * that the plan ends by it or, when it has ended, goes on. None when it touches nothing else, or cannot be done.
 */
export async function foreseeAction(
  { client, words }: Session,
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
  const lines = consequenceLines(choice, words);
  const { plan_ends } = choice;
  if (plan.completed_at === null) {
    return touchesOthers(choice, todo) || plan_ends !== null ? lines : [];
  }
  return [words("plan_goes_on", { status: words(`plan_${plan.status}`) }), ...lines];
}
