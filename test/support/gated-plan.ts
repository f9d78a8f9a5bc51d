import type { PlanView } from "../../src/contract/plan/plan.ts";
import type { NewTodoInput } from "../../src/contract/plan/todo.ts";
import type { ApiHarness } from "./api-harness.ts";

/** A todo that answers its text. */
export const echo = (id: string, text = id): NewTodoInput & { id: string } => ({
  id,
  title: id,
  tool_name: "echo",
  tool_params: { text },
});

/** A plan that runs its gate, with `after` waiting behind it. */
export async function gatedPlan(
  api: ApiHarness,
  id: string,
  more: NewTodoInput[] = [],
): Promise<void> {
  const gate = { id: "gate", title: "gate", tool_name: "gate", tool_params: { name: id } };
  const after = { ...echo("after"), depends_on: ["gate"] };
  await api.create({ id, title: id, todos: [gate, after, ...more] });
  await api.watch.until(id, async () => {
    const plan = await api.plan(id);
    return plan.todos[0]?.status === "in_progress";
  });
}

/** Opens the gate, and waits for the end. */
export async function letEnd(api: ApiHarness, id: string): Promise<PlanView> {
  api.tools.open(id);
  return api.untilEnded(id);
}
