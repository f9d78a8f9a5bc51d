import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

const REPOSITORY = fileURLToPath(new URL("../../../", import.meta.url));

/** An empty folder that goes away with the test, after the processes that the test starts in it. */
export function createFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "holdpoint-cli-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
  return folder;
}

/**
 * A folder as a user of Holdpoint has it: the package installed, a configuration, tools of their own.
 * Its server and API take any free ports, so that nobody's Holdpoint is in the way.
 */
export function createProject(tools: string): string {
  const folder = createFolder();
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
});
`,
  );
  writeFileSync(join(folder, "tools.ts"), tools);
  return folder;
}
