import type { Plan } from "../model/plan.ts";
import type { DroppedTurn, EventBody, PlanEvent } from "../model/state/events.ts";
import { addTurn, NO_TURNS } from "./agent-state.ts";

/** A model has answered when nobody needed its answer any more: nothing follows from it but what it used. */
export function droppedTurn(data: DroppedTurn, todo_id?: string): EventBody {
  const about = todo_id === undefined ? {} : { todo_id };
  return { type: "model.turn_dropped", by: "holdpoint", ...about, data };
}

/** Counts what a dropped turn used: for the plan, and for whoever's turn it was. */
export function countDropped(
  plan: Plan,
  { todo_id, data }: Extract<PlanEvent, { type: "model.turn_dropped" }>,
): void {
  const { state } = plan;
  state.spent = addTurn(state.spent, data.usage);
  if ("run" in data) return countForTodo(plan, todo_id ?? "", data);
  if ("prompt" in data) {
    const asked = data.role === "editor" ? state.replan : state.goal;
    if (asked != null) asked.calls = [...asked.calls, data];
    return;
  }
  // Its next turn has a key of its own: under the same one the same answer would be counted twice.
  state.orchestrator.turns += 1;
}

function countForTodo(
  plan: Plan,
  todo_id: string,
  { run, turn, usage }: Extract<DroppedTurn, { role: "agent"; run: number }>,
): void {
  const todo = plan.todos.get(todo_id);
  if (todo === undefined) return;
  const agent = todo.agent ?? NO_TURNS;
  todo.agent = { ...agent, spent: addTurn(agent.spent, usage) };
  if (run !== todo.run) return;
  // Another attempt that asks the same finds this answer, and does not pay for it again.
  if (turn === agent.paid.length + 1) todo.agent.paid = [...agent.paid, usage];
  todo.agent.run_cost_usd += usage.cost_usd ?? 0;
}
