export { planWorkflow } from "../src/workflows/plan.workflow.ts";
export { minimalChain, minimalWide } from "./minimal.workflow.ts";
