import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { runVitest, type FileOutcome } from "../../tools/run-vitest.ts";
import { MUTANTS, type Mutant } from "./mutants.ts";

const HOUSE = join(import.meta.dirname, "../..");
const TREE = ["src", "test/plan", "test/contract", "test/support", "docs"];
const CONFIGURATION = ["package.json", "tsconfig.json", "vitest.config.ts"];
/** Every run sees the same cases: a mutant is caught again, or survives again. */
const ENVIRONMENT = {
  CASES: process.env["CASES"] ?? "1000",
  PROPERTY_SEED: process.env["PROPERTY_SEED"] ?? "1",
};
/** How many may survive. */
const SURVIVORS = 1;

/** Does something in a copy of the core and its tests. */
async function inCopy<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "holdpoint-mutant-"));
  try {
    for (const path of [...TREE, ...CONFIGURATION]) {
      await cp(join(HOUSE, path), join(folder, path), { recursive: true });
    }
    await symlink(join(HOUSE, "node_modules"), join(folder, "node_modules"), "dir");
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @throws Error when the place is not there exactly once, or the mutant is no valid program. */
async function plant({ name, file, text, instead }: Mutant, folder: string): Promise<void> {
  const path = join(folder, file);
  const parts = (await readFile(path, "utf8")).split(text);
  if (parts.length !== 2) {
    throw new Error(`"${name}": ${file} holds its text ${parts.length - 1} times, not once.`);
  }
  await writeFile(path, parts.join(instead));
  const compiler = join(folder, "node_modules/typescript/bin/tsc");
  // A mutant may leave a name unused; that is not what is tested here.
  const unused = ["--noUnusedLocals", "false", "--noUnusedParameters", "false"];
  try {
    const args = [compiler, "-p", "src/plan", ...unused];
    await promisify(execFile)(process.execPath, args, { cwd: folder });
  } catch (error) {
    const { stdout = "" } = error as { stdout?: string };
    throw new Error(`"${name}" does not compile:\n${stdout}`, { cause: error });
  }
}

/** The tests of single cases first: they find most mistakes in seconds, and say plainly what is wrong. */
const ROUNDS = [["--exclude=**/*.property.test.ts"], [".property.test.ts"]];

/** The first test of the core that fails in a folder, or null. */
async function findFailure(folder: string): Promise<string | null> {
  for (const round of ROUNDS) {
    const found = failure(await runVitest(folder, ["--bail=1", ...round], ENVIRONMENT));
    if (found !== null) return found;
  }
  return null;
}

/** The first test that fails, or null. @throws Error when a file fails outside of its tests. */
function failure(files: readonly FileOutcome[]): string | null {
  for (const { assertionResults, name } of files) {
    const test = assertionResults.find(({ status }) => status === "failed");
    if (test !== undefined) return `${name.split("/test/").at(-1)}: ${test.fullName}`;
  }
  const broken = files.find(({ status }) => status === "failed");
  if (broken === undefined && files.length > 0) return null;
  throw new Error(`No test said so: ${broken?.name ?? "nothing ran"}: ${broken?.message ?? ""}`);
}

function isCaught(mutant: Mutant): Promise<boolean> {
  return inCopy(async (folder) => {
    await plant(mutant, folder);
    const caughtBy = await findFailure(folder);
    console.log(
      caughtBy === null
        ? `✗ survived  ${mutant.name} (${mutant.file}). ${mutant.matters}`
        : `✓ caught    ${mutant.name} (${mutant.file})\n            by ${caughtBy}`,
    );
    return caughtBy !== null;
  });
}

/**
 * `npm run test:mutants [-- word…]`: plants each mistake by itself and lets the tests of the core
 * look for it. The words choose mutants by their names.
 */
async function main(): Promise<void> {
  const words = process.argv.slice(2);
  const chosen = MUTANTS.filter(
    ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
  );
  const failing = await inCopy(findFailure);
  if (failing !== null) throw new Error(`Without any mutant this fails: ${failing}`);
  let caught = 0;
  for (const mutant of chosen) if (await isCaught(mutant)) caught += 1;
  console.log(`${caught} of ${chosen.length} caught`);
  process.exitCode = caught > 0 && caught >= chosen.length - SURVIVORS ? 0 : 1;
}

await main();
