import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { writeProject } from "../../support/write-project.ts";

/** An empty folder that goes away with the test, after the processes that the test starts in it. */
export function createFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "holdpoint-cli-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
  return folder;
}

/** A folder of a user of Holdpoint (see `writeProject`), which goes away with the test. */
export function createProject(tools: string): string {
  const folder = createFolder();
  writeProject(folder, tools);
  return folder;
}
