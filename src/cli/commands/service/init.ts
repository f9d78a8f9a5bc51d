import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { defineCommand } from "../../input/define-command.ts";
import { words } from "../../messages/i18n.ts";
import { usageError } from "../../session/errors/cli-error.ts";
import { notWritten } from "../../session/write-file.ts";
import { dim, green } from "../../terminal/colors.ts";

/** `holdpoint init`: a configuration, a tool and a plan to begin with. It overwrites nothing. */
export const initCommand = defineCommand({
  help: "init",
  isLocal: true,
  examples: ["init"],
  async run(session) {
    const folder = process.cwd();
    const files = firstFiles(existsSync(join(folder, "tsconfig.json")) ? "ts" : "mjs");
    const there = [...CONFIGURATIONS, ...Object.keys(files)].filter((file) =>
      existsSync(join(folder, file)),
    );
    if (there.length > 0) {
      const message = words("init_there", { files: [...new Set(there)].join(", ") });
      throw usageError(message);
    }
    await writeNew(folder, files);
    session.show({ written: Object.keys(files) }, () =>
      Object.keys(files).map((file) => `${green("✔")} ${file}`),
    );
    session.say(words("init_next"));
    for (const line of NEXT) session.say(dim(`  ${line}`));
    if (await lacksType(join(folder, "package.json"))) session.say(words("init_type"));
  },
});

/** Writes all of the files, or none: what is left of a failure would refuse the next try. */
async function writeNew(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  const written: string[] = [];
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, name);
    try {
      await writeFile(file, "", { flag: "wx" });
      written.push(file);
      await writeFile(file, text);
    } catch (error) {
      for (const each of written) await rm(each, { force: true });
      throw notWritten(name, error);
    }
  }
}

/** Whether a package says nothing of what its files are: those that `await` at their top are then refused. */
async function lacksType(file: string): Promise<boolean> {
  try {
    return !Object.hasOwn(JSON.parse(await readFile(file, "utf8")) as object, "type");
  } catch {
    return false;
  }
}

const CONFIGURATIONS = ["holdpoint.config.ts", "holdpoint.config.mjs", "holdpoint.config.js"];
const NEXT = [
  "npx holdpoint start",
  "npx holdpoint plan new plan.yaml",
  "npx holdpoint inbox",
  "npx holdpoint approve hello.h1",
];

/** The same text is TypeScript and JavaScript. */
function firstFiles(extension: "ts" | "mjs"): Readonly<Record<string, string>> {
  return {
    [`holdpoint.config.${extension}`]: `import { defineConfig } from "holdpoint/config";

export default defineConfig({ tools: "./tools.${extension}" });
`,
    [`tools.${extension}`]: `import { defineTool, z } from "holdpoint/tools";

export const tools = [
  defineTool({
    name: "greet",
    description: ${JSON.stringify(words("init_tool"))},
    input: z.object({ name: z.string() }),
    output: z.object({ text: z.string() }),
    run: ({ name }) => ({ text: \`${words("init_greeting", { name: "${name}" })}\` }),
  }),
];
`,
    "plan.yaml": `id: hello
title: ${words("init_plan")}
todos:
  - id: greet
    title: ${words("init_greet")}
    tool_name: greet
    tool_params: { name: ${words("init_name")} }
  - id: write
    title: ${words("init_write")}
    tool_name: write_file
    tool_params: { path: greeting.txt, content: "{{todo.greet.result/text}}" }
    requires_approval: true
`,
  };
}
