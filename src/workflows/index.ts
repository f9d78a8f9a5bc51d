export { planWorkflow } from "./plan.workflow.ts";
export { todoWorkflow } from "./todo.workflow.ts";
