export { planWorkflow } from "./plan.workflow.ts";
