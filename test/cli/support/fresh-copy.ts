import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runChild } from "../../../src/temporal/machine/run-child.ts";
import { personsEnvironment } from "./run-cli.ts";

const REPOSITORY = fileURLToPath(new URL("../../../", import.meta.url));

export interface FreshCopy {
  readonly folder: string;
  remove(): void;
}

/** What a clone of this tree holds, after `npm ci`. */
export async function createFreshCopy(): Promise<FreshCopy> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "holdpoint-copy-")));
  const list = ["ls-files", "--cached", "--others", "--exclude-standard", "-z"];
  const files = execFileSync("git", list, { cwd: REPOSITORY, encoding: "utf8" }).split("\0");
  for (const file of files) {
    // Git also lists what has been removed and not yet committed.
    if (file === "" || !existsSync(join(REPOSITORY, file))) continue;
    cpSync(join(REPOSITORY, file), join(folder, file));
  }
  await runChild("npm", ["ci", "--prefer-offline"], { cwd: folder, env: personsEnvironment() });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
