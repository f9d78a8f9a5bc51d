import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { countTests, type Tally } from "./count-tests.ts";
import type { Unhandled } from "./unhandled-errors.ts";

/** More than that is no accident. */
const MAX_FILES_AGAIN = 5;

interface Ended {
  readonly code: number;
  readonly output: string;
}

/** Runs one of the project's own programs in the current folder; with `show`, straight to the terminal. */
export function run(
  command: readonly string[],
  show: boolean,
  more: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const [program = "", ...args] = command;
  const bin = join(process.cwd(), "node_modules", ".bin");
  const child = spawn(program, args, {
    env: { ...process.env, ...more, PATH: `${bin}${delimiter}${process.env["PATH"] ?? ""}` },
    shell: process.platform === "win32",
    stdio: show ? "inherit" : ["ignore", "pipe", "pipe"],
  });
  return new Promise((resolve) => {
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => (output += text));
    }
    child.on("error", (error) => resolve({ code: 1, output: `${program}: ${error.message}\n` }));
    child.on("close", (code) => resolve({ code: code ?? 1, output }));
  });
}

export interface TestRun {
  /** Whether what such a run leaves in Temporal must replay, as one check more. */
  readonly mustReplay: (filters: readonly string[]) => boolean;
  /** Before each run of vitest. */
  readonly prepare?: () => Promise<void>;
}

/** What came of one run of vitest: of its tests, and of the replay of what they left. */
interface Outcome {
  readonly tests: Tally;
  readonly replay: Tally;
}

/**
 * Runs vitest in the current folder. Real servers on a busy machine are late now and then: a few files that
 * failed run once more, and that run stands for them; it is said which passed only then, so that somebody
 * mends them. What does not replay never does, and stands.
 */
export async function runTests(filters: readonly string[], how: TestRun): Promise<Tally> {
  const first = await runOnce(filters, how);
  const { files } = first.tests;
  if (files.length === 0 || files.length > MAX_FILES_AGAIN) return sumOf(first.tests, first.replay);
  console.log(`Once more: ${files.join(", ")}`);
  const second = await runOnce(files, how);
  const late = files.filter((file) => !second.tests.files.includes(file));
  const notes = late.map((file) => `Passed only when run once more: ${file}`);
  const mended = Math.max(0, first.tests.failed - second.tests.failed);
  const passed = first.tests.passed + mended;
  return sumOf({ ...second.tests, passed }, first.replay, second.replay, { ...NOTHING, notes });
}

const NOTHING: Tally = { passed: 0, failed: 0, notes: [], files: [] };

function sumOf(...tallies: readonly Tally[]): Tally {
  return {
    passed: tallies.reduce((sum, { passed }) => sum + passed, 0),
    failed: tallies.reduce((sum, { failed }) => sum + failed, 0),
    notes: tallies.flatMap(({ notes }) => notes),
    files: tallies.flatMap(({ files }) => files),
  };
}

async function runOnce(
  filters: readonly string[],
  { mustReplay, prepare }: TestRun,
): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), "holdpoint-tests-"));
  const [report, unhandled, replays] = ["report", "unhandled", "replays"].map((name) =>
    join(folder, `${name}.json`),
  ) as [string, string, string];
  const reporters = [
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
    `--reporter=${join(import.meta.dirname, "unhandled-errors.ts")}`,
  ];
  const replaying = mustReplay(filters);
  try {
    await prepare?.();
    const { code } = await run(["vitest", "run", ...reporters, ...filters], true, {
      UNHANDLED_FILE: unhandled,
      ...(replaying && { REPLAYS_FILE: replays }),
    });
    const errors = JSON.parse(readIfThere(unhandled) ?? "[]") as Unhandled[];
    const tests = withExitCode(countTests(readIfThere(report), errors), code);
    return { tests, replay: replaying ? countReplays(readIfThere(replays)) : NOTHING };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A runner that is not content says so at its end, even where its report names nothing that failed. */
function withExitCode(tally: Tally, code: number): Tally {
  if (code === 0 || tally.failed > 0) return tally;
  const note = `The test runner ended with code ${code} though every test passed, see above.`;
  return { ...tally, failed: 1, notes: [...tally.notes, note] };
}

/** What a run left in Temporal, replayed, is one check. @param text broken workflows, each with why. */
function countReplays(text: string | undefined): Tally {
  const broken =
    text === undefined
      ? [["The replay of what ran", "it did not come to its end"]]
      : (JSON.parse(text) as string[][]);
  if (broken.length === 0) return { ...NOTHING, passed: 1 };
  const notes = broken.map((told) => `Does not replay: ${told.join(": ")}`);
  return { ...NOTHING, failed: 1, notes };
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
