import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { z } from "zod";
import { defineTool } from "../../src/tools/define-tool.ts";
import { serveApi } from "../api/stream/support/served-api.ts";
import { createProject } from "../cli/support/folders.ts";
import { useApi } from "../support/api-harness.ts";

const REPOSITORY = fileURLToPath(new URL("../../", import.meta.url));
const bin = (name: string): string => join(REPOSITORY, "node_modules", ".bin", name);
const run = promisify(execFile);

const writeLabel = defineTool({
  name: "write_file",
  description: "Writes nothing, as the example only has to run",
  input: z.object({ path: z.string(), content: z.string() }),
  output: z.null(),
  run: () => null,
});
const api = useApi({ tools: [writeLabel] });

/** The first block of TypeScript that imports the client. */
async function readExample(): Promise<string> {
  const guide = await readFile(join(REPOSITORY, "docs/guide.md"), "utf8");
  const blocks = [...guide.matchAll(/```ts\n([^]*?)```/g)].map(([, code = ""]) => code);
  return blocks.find((code) => code.includes('"holdpoint/client"')) ?? "";
}

test(
  "the guide's example has right types and does what it says",
  { timeout: 120_000 },
  async () => {
    const { url } = await serveApi(api().deps);
    const folder = createProject("export const tools = [];\n");
    const file = join(folder, "example.mts");
    const example = await readExample();
    expect(example.trimEnd().split("\n").length).toBeLessThanOrEqual(12);
    await writeFile(file, example.replace("http://127.0.0.1:7400", url));
    const options = ["--module", "nodenext", "--target", "es2023", "--allowImportingTsExtensions"];
    const types = ["--typeRoots", join(REPOSITORY, "node_modules", "@types"), "--types", "node"];
    await run(
      bin("tsc"),
      ["--noEmit", "--strict", "--skipLibCheck", "--resolveJsonModule", ...options, ...types, file],
      { cwd: folder },
    );
    const { stdout } = await run(bin("tsx"), [file], { cwd: folder });
    expect(stdout).toBe("completed\n");
  },
);

test("the README is read in three minutes: at most 120 lines", async () => {
  const readme = await readFile(join(REPOSITORY, "README.md"), "utf8");
  expect(readme.trimEnd().split("\n").length).toBeLessThanOrEqual(120);
});
