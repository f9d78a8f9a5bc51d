import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { cacheDir } from "../../src/temporal/embedded/binary/cache-dir.ts";
import { run } from "./run-program.ts";

/**
 * A folder of Python programs, installed once below the cache as a file of pinned requirements says.
 * @throws Error with what is missing on this machine.
 */
export async function ensurePython(name: string, requirements: string): Promise<string> {
  const home = await ensureInstalled(name, requirements, async (folder) => {
    const python = process.env["PYTHON"] ?? "python3";
    const made = await run(python, ["-m", "venv", folder]);
    if (made !== 0) throw new Error(`${python} -m venv failed: install Python 3.11 with venv.`);
    const pip = join(folder, "bin", "pip");
    const installed = await run(pip, ["install", "--quiet", "--requirement", requirements]);
    if (installed !== 0) {
      throw new Error(`pip could not install ${requirements}: is its registry reachable?`);
    }
  });
  return join(home, "bin");
}

/** A folder below the cache that is filled once for each content of a file. */
export async function ensureInstalled(
  name: string,
  pins: string,
  install: (folder: string) => Promise<unknown>,
): Promise<string> {
  const pinned = createHash("sha256")
    .update(await readFile(pins))
    .digest("hex");
  const folder = join(cacheDir(process.env), `${name}-${pinned.slice(0, 12)}`);
  const mark = join(folder, "complete");
  if (existsSync(mark)) return folder;
  console.log(`Installing ${name} into ${folder} (once) …`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(dirname(folder), { recursive: true });
  await install(folder);
  await mkdir(`${mark}.new`);
  await rename(`${mark}.new`, mark);
  return folder;
}
