import type { PlanView } from "../../contract/plan/plan.ts";
import type { Todo } from "../../contract/plan/todo.ts";
import type { Session } from "./session.ts";

/** All todos of a plan, with the plan itself. */
export async function readWholePlan(
  { client }: Pick<Session, "client">,
  planId: string,
): Promise<PlanView> {
  const todos: Todo[] = [];
  for (;;) {
    const page = await client.plans.get(planId, { offset: todos.length, limit: 1_000 });
    todos.push(...page.todos);
    if (page.next_offset === null || page.todos.length === 0) return { ...page, todos };
  }
}
