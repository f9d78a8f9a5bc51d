export { createScriptedModel, type ScriptedModel, type ScriptedTurn } from "./scripted-model.ts";
