import { expect, test } from "vitest";
import { AgentSettingsSchema } from "../../src/contract/agent.ts";
import { ModelSettingsSchema } from "../../src/llm/model-settings.ts";
import { useCliStack } from "./support/cli-stack.ts";

const cli = useCliStack({
  worker: false,
  config: {
    agents: [
      AgentSettingsSchema.parse({
        name: "writer",
        description: "Writes reports",
        instructions: "Write plainly.",
        tools: ["compute", "read_csv"],
        approval_tools: ["compute"],
      }),
    ],
    models: ModelSettingsSchema.parse({ model: "gpt-4o", roles: { reporter: "gpt-4o-mini" } }),
  },
});

test("holdpoint agents lists who todos may be given to, and what asks first", async () => {
  const { out, err, exit } = await cli().type("agents");
  expect(exit).toBe(0);
  expect(out).toMatch(/AGENT +MODEL +TOOLS +FOR/);
  expect(out).toMatch(/writer +gpt-4o +compute \(after approval\), read_csv +Writes reports/);
  expect(err).toContain("reporter gpt-4o-mini");
  const list = (await cli().type("agents --json")).json<{ agents: { name: string }[] }>();
  expect(list.agents.map(({ name }) => name)).toEqual(["writer"]);
});
