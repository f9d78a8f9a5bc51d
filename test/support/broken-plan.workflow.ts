// What runs beside a plan goes on.
export { todoWorkflow } from "../../src/workflows/todo.workflow.ts";

/** Fails the workflow's task, and not the workflow: Temporal tries again, for ever. */
export async function planWorkflow(): Promise<void> {
  throw new Error("This version cannot read the plan");
}
