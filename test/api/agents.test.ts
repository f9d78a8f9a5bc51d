import { expect, test } from "vitest";
import { AgentListSchema, AgentSettingsSchema } from "../../src/contract/agent.ts";
import { ModelSettingsSchema } from "../../src/llm/model-settings.ts";
import { useApi } from "../support/api-harness.ts";

const writer = AgentSettingsSchema.parse({
  name: "글쓴이",
  description: "Writes",
  instructions: "Write plainly.",
  team: "analysis_team",
  tools: ["compute"],
});
const api = useApi({
  worker: false,
  config: {
    agents: [writer],
    models: ModelSettingsSchema.parse({ model: "gpt-4o", key_variable: "MODELS_SECRET_NAME" }),
  },
});

test("the agents are listed with their tools, teams and limits, and nothing of keys", async () => {
  const response = await api().request("GET", "/v1/agents");
  expect(response.status).toBe(200);
  const text = await response.text();
  const { agents, models } = AgentListSchema.parse(JSON.parse(text));
  expect(agents).toMatchObject([
    { name: "글쓴이", team: "analysis_team", tools: ["compute"], model: "gpt-4o" },
  ]);
  expect(models).toMatchObject({ planner: "gpt-4o", reporter: "gpt-4o" });
  expect(text).not.toContain("Write plainly.");
  expect(text).not.toContain("MODELS_SECRET_NAME");
});
