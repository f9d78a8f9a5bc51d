export { agentWorkflow } from "./agent/agent.workflow.ts";
export { deliveryWorkflow } from "./webhooks/delivery.workflow.ts";
export { deletedPlanWorkflow, endedPlanWorkflow } from "./ended-plan.workflow.ts";
export { keptAgentWorkflow } from "./agent/kept-agent.workflow.ts";
export { planWorkflow } from "./plan.workflow.ts";
export { scheduledPlanWorkflow } from "./scheduled-plan.workflow.ts";
export { templateWorkflow } from "./template.workflow.ts";
export { webhooksWorkflow } from "./webhooks/webhooks.workflow.ts";
export { todoWorkflow } from "./todo.workflow.ts";
