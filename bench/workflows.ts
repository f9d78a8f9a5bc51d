export { planWorkflow } from "../src/workflows/plan.workflow.ts";
export { todoWorkflow } from "../src/workflows/todo.workflow.ts";
export { minimalChain, minimalWide } from "./minimal.workflow.ts";
