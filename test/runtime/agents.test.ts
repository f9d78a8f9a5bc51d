import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { defineAgents } from "../../src/activities/define-agents.ts";
import { inEnglish, NoticeError } from "../../src/contract/service/notices.ts";
import { listAgents } from "../../src/llm/model-settings.ts";
import { loadConfig } from "../../src/runtime/config.ts";
import { createFolder, createToolContext } from "../support/tool-context.ts";

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

test("what the configuration lets ask asks: the tool itself, of the project or built in", async () => {
  const { tools } = await load({ requires_approval: ["write_file"], agents: [writer] });
  expect(tools.get("write_file")!.requires_approval).toBe(true);
  expect(tools.marks.approval).toEqual(["write_file"]);
  const asked = defineAgents((await load({ agents: [writer] })).agents, tools.list());
  expect(asked["writer"]!.approval).toEqual(["write_file"]);
  const before = (await load({})).tools;
  expect(before.get("write_file")!.requires_approval).toBeUndefined();
  const context = createToolContext();
  const written = { path: "a.txt", content: "tea" };
  expect(await tools.get("write_file")!.run(written, context)).toMatchObject({ path: "a.txt" });
});

test("a tool that is to ask and does not exist is refused with the nearest one", async () => {
  const near = await refusal({ requires_approval: ["write_file", "htp_request"] });
  expect(near).toContain(
    'requires_approval names the tool "htp_request", which does not exist; did you mean "http_request"?',
  );
  const far = await refusal({ requires_approval: ["send_mail"] });
  expect(far).toContain(
    'names the tool "send_mail", which does not exist. There are: http_request,',
  );
  expect(await refusal({ requires_approval: "write_file" })).toContain("requires_approval");
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
