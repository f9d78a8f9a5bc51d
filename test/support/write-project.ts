import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const REPOSITORY = fileURLToPath(new URL("../../", import.meta.url));

/**
 * Makes of an empty folder one as a user of Holdpoint has it: the package installed, a configuration, tools of
 * their own. Its server and API take any free ports, so that nobody's Holdpoint is in the way.
 * @param settings what else its configuration says.
 */
export function writeProject(folder: string, tools: string, settings: object = {}): void {
  writeFileSync(join(folder, "package.json"), "{}");
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(REPOSITORY, join(folder, "node_modules", "holdpoint"), "dir");
  symlinkSync(join(REPOSITORY, "node_modules", "zod"), join(folder, "node_modules", "zod"), "dir");
  writeFileSync(
    join(folder, "holdpoint.config.ts"),
    `import { defineConfig } from "holdpoint/config";

export default defineConfig({
  tools: "./tools.ts",
  api: { port: 0 },
  temporal: { port: 0, ui_port: 0 },
  ...${JSON.stringify(settings)},
});
`,
  );
  writeFileSync(join(folder, "tools.ts"), tools);
}
