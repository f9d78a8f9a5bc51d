export {
  startTestHoldpoint,
  type TestHoldpoint,
  type TestHoldpointOptions,
  type TestPlan,
} from "./test-holdpoint.ts";
export { createScriptedModel, type ScriptedModel, type ScriptedTurn } from "./scripted-model.ts";
export { demoModel } from "./demo-model.ts";
export type {
  ModelAnswer,
  ModelMessage,
  ModelRequest,
  ModelRole,
  ModelTool,
  ModelToolCall,
  ModelUsage,
} from "../contract/model.ts";
export type { ModelClient, TurnOptions } from "../llm/model-client.ts";
