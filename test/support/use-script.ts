import { beforeEach } from "vitest";
import { ModelSettingsSchema } from "../../src/llm/model-settings.ts";
import {
  createScriptedModel,
  type ScriptedModel,
  type ScriptedTurn,
} from "../../src/testing/scripted-model.ts";

/** A model that says what each test writes for it, and nothing before. */
export function useScript() {
  let script: ScriptedModel = createScriptedModel([]);
  const say = (...turns: ScriptedTurn[]): void => {
    script = createScriptedModel(turns);
  };
  beforeEach(() => say());
  return {
    say,
    /** What it was asked since the test wrote, and how much it has left to say. */
    script: () => script,
    model: { turn: (...asked: Parameters<ScriptedModel["turn"]>) => script.turn(...asked) },
    models: ModelSettingsSchema.parse({ model: "gpt-4o" }),
  };
}
