import type { RunTodo } from "../plan/effects.ts";
import { assertTodoInput } from "./read-input.ts";
import { reportToPlan, type WayToPlan } from "./report-to-plan.ts";
import { runTodo } from "./run-todo.ts";

export interface TodoWorkflowInput extends WayToPlan {
  readonly plan_id: string;
  readonly run: RunTodo;
}

/**
 * Runs one long todo beside its plan and reports by signal. It outlives the plan's run, so that the
 * plan can continue as new without waiting for it.
 */
export async function todoWorkflow(input: TodoWorkflowInput): Promise<void> {
  // Anyone can start this by hand with anything, and then nobody waits for a report.
  assertTodoInput(input);
  const report = await runTodo(input.plan_id, input.run);
  await reportToPlan(input, report);
}
