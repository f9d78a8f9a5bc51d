import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inEnglish, NoticeError } from "../../src/contract/service/notices.ts";
import { loadConfig } from "../../src/runtime/config.ts";
import { createProject } from "../cli/support/folders.ts";
import { runCli } from "../cli/support/run-cli.ts";

const tool = (name: string, rest = 'output: z.unknown(), run: () => "done"'): string =>
  `defineTool({ name: "${name}", description: "A tool", input: z.object({}), ${rest} })`;

/** What is said of a file of tools that is refused. */
async function refusal(tools: string): Promise<string> {
  const error: unknown = await loadConfig(projectOf(tools)).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(NoticeError);
  return inEnglish((error as NoticeError).notice);
}

const projectOf = (tools: string): string =>
  createProject(`import { defineTool, z } from "holdpoint/tools";\n${tools}\n`);

test.each([
  [`[${tool("greet")}, ${tool("greet")}]`, /tools\.ts: two tools are named "greet"/],
  [`[${tool("write_file")}]`, /tools\.ts: the name "write_file" is taken by a built-in tool/],
  [`[${tool("a", "output: {}, run: () => 1")}]`, /The output of the tool "a" must be a schema/],
  [`[${tool("a", "output: z.unknown()")}]`, /The tool "a" needs "run", a function/],
])("a file of tools with %s is refused with the tool's name", async (tools, said) => {
  expect(await refusal(`export const tools = ${tools};`)).toMatch(said);
});

test("a file of tools that waits for ever is told of, and nothing starts", async () => {
  const cwd = projectOf("await new Promise(() => {});\nexport const tools = [];");
  writeFileSync(join(cwd, "package.json"), '{"type":"module"}');
  const cli = runCli(["start"], { cwd });
  expect(await cli.ended).toBe(1);
  expect(cli.text()).toMatch(/tools\.ts cannot be loaded: it waits at its top level/);
});
