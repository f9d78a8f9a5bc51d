import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { cacheDir } from "../../src/temporal/cache-dir.ts";
import { run } from "./run.ts";

const REQUIREMENTS = fileURLToPath(new URL("requirements.txt", import.meta.url));

/**
 * The path of the pinned schemathesis, installed once below the cache with everything it needs.
 * @throws Error with what is missing on this machine.
 */
export async function ensureSchemathesis(onLine: (line: string) => void): Promise<string> {
  const pinned = createHash("sha256")
    .update(await readFile(REQUIREMENTS))
    .digest("hex");
  const folder = join(cacheDir(process.env), `schemathesis-${pinned.slice(0, 12)}`);
  const program = join(folder, "bin", "schemathesis");
  if (existsSync(join(folder, "complete"))) return program;
  onLine(`Installing schemathesis into ${folder} (once) …`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(dirname(folder), { recursive: true });
  const python = process.env["PYTHON"] ?? "python3";
  const made = await run(python, ["-m", "venv", folder]);
  if (made !== 0) throw new Error(`${python} -m venv failed: install Python 3.11 with venv.`);
  const pip = join(folder, "bin", "pip");
  const installed = await run(pip, ["install", "--quiet", "--requirement", REQUIREMENTS]);
  if (installed !== 0) throw new Error("pip could not install test/fuzz/requirements.txt.");
  const mark = join(folder, "complete");
  await mkdir(`${mark}.new`);
  await rename(`${mark}.new`, mark);
  return program;
}
