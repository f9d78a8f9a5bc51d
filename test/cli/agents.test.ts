import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { AgentSettingsSchema } from "../../src/contract/agent.ts";
import { ModelSettingsSchema } from "../../src/llm/model-settings.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import { useCliStack } from "./support/cli-stack.ts";
import { createFolder } from "./support/folders.ts";

const sendMail = defineTool({
  name: "send_mail",
  description: "Sends a mail",
  input: z.strictObject({ to: z.string() }),
  output: z.object({}),
  requires_approval: true,
  run: () => ({}),
});
const cli = useCliStack({
  tools: [sendMail],
  config: {
    agents: [
      AgentSettingsSchema.parse({
        name: "writer",
        description: "Writes reports",
        instructions: "Write plainly.",
        tools: ["compute", "read_csv", "send_mail"],
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
  expect(out).toMatch(
    /writer +gpt-4o +compute \(after approval\), read_csv, send_mail \(always after approval\) +Writes/,
  );
  expect((await cli().run(["agents", "--lang", "ko"])).out).toContain("send_mail(항상 승인 필요)");
  expect(err).toContain("reporter gpt-4o-mini");
  const list = (await cli().type("agents --json")).json<{ agents: { name: string }[] }>();
  expect(list.agents.map(({ name }) => name)).toEqual(["writer"]);
});

test("an agent is saved from a file, shown with its instructions, listed, and deleted", async () => {
  const file = join(createFolder(), "reader.yaml");
  writeFileSync(file, "description: Reads\ninstructions: Read slowly.\ntools: [echo]\n");
  const saved = await cli().type(`agents save mind_reader --file ${file}`);
  expect(saved.err).toBe("✔ Agent mind_reader is now at version 1.\n");
  const shown = await cli().type("agents show mind_reader");
  expect(shown.out).toMatch(/instructions: Read slowly\.\n/);
  writeFileSync(file, shown.out.replace("slowly", "aloud"));
  const again = await cli().type(`agents save mind_reader --file ${file}`);
  expect(again.err).toBe("✔ Agent mind_reader is now at version 2.\n");
  const changed = await cli().type("agents show mind_reader");
  expect(changed.out).toMatch(/instructions: Read aloud\.\n/);
  await expect
    .poll(async () => (await cli().type("agents list")).out)
    .toMatch(/mind_reader +gpt-4o +echo +Reads/);
  expect((await cli().type("agents delete mind_reader --yes")).exit).toBe(0);
  const gone = await cli().type("agents show mind_reader");
  expect(gone.exit).not.toBe(0);
  expect(gone.err).toContain('No agent "mind_reader" is kept.');
});

test("what is wrong with an agent is said with its place, and nothing is saved", async () => {
  const file = join(createFolder(), "wrong.yaml");
  writeFileSync(file, "instructions: Read.\ntools: [read_csx]\n");
  const wrong = await cli().type(`agents save mind_wrong --file ${file}`);
  expect(wrong.exit).not.toBe(0);
  expect(wrong.err).toMatch(/\/tools\/0.*read_csx/);
  expect((await cli().type("agents save writer --file " + file)).err).toContain(
    'The agent "writer" is defined in the configuration',
  );
  expect((await cli().type("agents save mind_wrong")).err).toContain("Say with --file");
});
