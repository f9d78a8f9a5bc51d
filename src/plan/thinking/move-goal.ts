import { addTurn } from "../agents/agent-state.ts";
import { indexTodos, markTodo, type Plan } from "../model/plan.ts";
import type { PlanEvent } from "../model/state/events.ts";

type GoalEvent = PlanEvent & {
  type:
    | "plan.draft_refused"
    | "plan.planning_stopped"
    | "plan.planned"
    | "plan.report_requested"
    | "plan.report_dropped"
    | "plan.reported";
};

/** Moves the plan's goal by an event about it. */
export function moveGoal(plan: Plan, event: GoalEvent): void {
  const { state } = plan;
  const { goal } = state;
  if (goal === null) return;
  if ("call" in event.data && event.data.call !== null) {
    goal.calls = [...goal.calls, event.data.call];
    state.spent = addTurn(state.spent, event.data.call.usage);
  }
  switch (event.type) {
    case "plan.draft_refused":
      goal.refused = { draft: event.data.draft, mistakes: event.data.mistakes };
      goal.turn += 1;
      return;
    case "plan.planning_stopped":
      goal.phase = "asking";
      goal.question = event.data.question;
      goal.refused = null;
      state.planning = event.data.planning;
      return;
    case "plan.planned": {
      const { todos, next_todo, title, max_parallel, planning } = event.data;
      goal.phase = "planned";
      goal.refused = null;
      Object.assign(state, { todos: [...todos], next_todo, title, max_parallel, planning });
      indexTodos(plan);
      for (const { id } of todos) markTodo(plan, id);
      return;
    }
    case "plan.report_requested":
      goal.phase = "reporting";
      goal.turn = event.data.turn;
      delete goal.moved;
      return;
    case "plan.report_dropped":
      goal.phase = "planned";
      return;
    case "plan.reported":
      goal.phase = "reported";
      goal.report = event.data.report;
  }
}
