import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const HOUSE = join(import.meta.dirname, "../..");

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  /** All that was printed, errors last. */
  readonly output: string;
}

/** A small source tree of its own, with this project's real configuration and checkers. */
export interface PlantedTree {
  readonly root: string;
  /** Runs a program of node_modules/.bin in the tree, or in a folder of it. */
  run(program: string, args: readonly string[], folder?: string): Promise<Ended>;
  remove(): Promise<void>;
}

const CONFIGURATION = [".oxlintrc.json", "tsconfig.json", "src/plan/tsconfig.json", "tools"];

/** Writes `files` (path from the root → source text) into a new temporary folder. */
export async function plantTree(files: Readonly<Record<string, string>>): Promise<PlantedTree> {
  const root = await mkdtemp(join(tmpdir(), "holdpoint-house-"));
  const modules = join(HOUSE, "node_modules");
  await symlink(modules, join(root, "node_modules"), "dir");
  for (const path of CONFIGURATION) {
    await cp(join(HOUSE, path), join(root, path), { recursive: true });
  }
  for (const [path, source] of Object.entries(files)) {
    await mkdir(join(root, dirname(path)), { recursive: true });
    await writeFile(join(root, path), source);
  }
  return {
    root,
    run: (program, args, folder = ".") =>
      runIn(join(root, folder), join(modules, ".bin", program), args),
    remove: () => rm(root, { recursive: true, force: true }),
  };
}

function runIn(cwd: string, program: string, args: readonly string[]): Promise<Ended> {
  // The programs decide some things by these, and must not think that they are this test.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV$|NODE_OPTIONS$)/.test(name)),
  );
  return new Promise((resolve, reject) => {
    const options = { cwd, env, maxBuffer: 64 * 1024 * 1024 };
    const child = execFile(program, args, options, (error, stdout, stderr) => {
      if (child.exitCode === null) reject(error ?? new Error(`${program} was stopped`));
      else resolve({ code: child.exitCode, stdout, output: stdout + stderr });
    });
  });
}

/** One file to plant, and what a checker must say about it. */
export interface Plant {
  readonly file: string;
  readonly source: string;
  /** The rules that must refuse it; none when it must pass. */
  readonly rules: readonly string[];
}
