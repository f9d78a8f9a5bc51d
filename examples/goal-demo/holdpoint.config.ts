import { defineConfig } from "holdpoint/config";

const { OPENAI_API_KEY, OPENAI_BASE_URL, OPENAI_MODEL } = process.env;

/** The model that the environment names a key for; without one, a script that plays a model. */
const models = OPENAI_API_KEY
  ? {
      model: OPENAI_MODEL || "gpt-4o-mini",
      ...(OPENAI_BASE_URL ? { base_url: OPENAI_BASE_URL } : {}),
    }
  : { script: "./model.ts", model: "script" };

export default defineConfig({
  models,
  agents: [
    {
      name: "writer",
      description: "Writes texts, and asks what it has to know for them.",
      instructions:
        "You write short texts in Markdown, in the language of your assignment. Before you write, ask the orchestrator the one question whose answer matters most for the text. Your last message is the text and nothing else.",
    },
  ],
});
