import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inEnglish, NoticeError } from "../../src/contract/service/notices.ts";
import { listAgents } from "../../src/llm/model-settings.ts";
import { loadConfig } from "../../src/runtime/config.ts";
import { createFolder } from "../support/tool-context.ts";

/** What is said of a configuration that is refused. */
async function refusal(config: object): Promise<string> {
  const error = await load(config).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(NoticeError);
  return inEnglish((error as NoticeError).notice);
}

function load(config: object) {
  const folder = createFolder();
  const text = `export default ${JSON.stringify(config)};`;
  writeFileSync(join(folder, "holdpoint.config.mjs"), text);
  return loadConfig(folder);
}

const writer = { name: "writer", instructions: "Write plainly.", tools: ["write_file"] };

test("an agent has the limits that nobody wrote down, and the model of its role", async () => {
  const { agents, models } = await load({
    models: { model: "gpt-4o", roles: { agent: "gpt-4o-mini" }, key_variable: "MY_KEY" },
    agents: [{ ...writer, approval_tools: ["write_file"] }],
  });
  const list = listAgents(agents, models);
  expect(list.agents).toEqual([
    {
      name: "writer",
      description: "",
      model: "gpt-4o-mini",
      team: null,
      tools: ["write_file"],
      approval_tools: ["write_file"],
      todo_list: true,
      limits: { turns: 30, tokens: 500_000, cost_usd: null, seconds: 3_600 },
      kept: null,
    },
  ]);
  expect(list.models).toMatchObject({ planner: "gpt-4o", agent: "gpt-4o-mini" });
});

test("without models there are agents, and no model for them", async () => {
  const { agents, models } = await load({ agents: [writer] });
  expect(listAgents(agents, models)).toMatchObject({ agents: [{ model: null }], models: null });
});

test("neither the instructions nor where the key is are shown", async () => {
  const { agents, models } = await load({
    models: { model: "gpt-4o", key_variable: "MY_KEY" },
    agents: [writer],
  });
  const shown = JSON.stringify(listAgents(agents, models));
  expect(shown).not.toContain("Write plainly.");
  expect(shown).not.toContain("MY_KEY");
});

test("an agent with a tool that does not exist is refused with those that do", async () => {
  const said = await refusal({ agents: [{ ...writer, tools: ["write_fil"] }] });
  expect(said).toContain('agent "writer" may use the tool "write_fil", which does not exist.');
  expect(said).toContain("write_file");
});

test("an agent that asks for approval of a tool it may not use is refused", async () => {
  expect(await refusal({ agents: [{ ...writer, approval_tools: ["compute"] }] })).toContain(
    'needs approval for "compute" (approval_tools) but may not use it',
  );
});

test("two agents of one name, a key in the address and a key in the file are refused", async () => {
  expect(await refusal({ agents: [writer, writer] })).toContain("two agents of the same name");
  const withUser = { model: "m", base_url: "https://me:secret@models.example/v1" };
  expect(await refusal({ models: withUser })).toContain("environment variable");
  expect(await refusal({ models: { model: "m", api_key: "secret" } })).toContain("api_key");
});
