import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { countTests, type Tally } from "./count-tests.ts";

/** Checks that only read the tree: two run at a time, those that take longest first. Each counts as one check. */
const STEPS: readonly { readonly name: string; readonly command: readonly string[] }[] = [
  { name: "types", command: ["tsc", "-p", "."] },
  { name: "lint", command: ["oxlint"] },
  { name: "types of the screen", command: ["tsc", "-p", "src/web"] },
  { name: "dead code", command: ["knip", "--no-progress", "--no-config-hints"] },
  { name: "rooms and names", command: ["tsx", "tools/house/main.ts"] },
  { name: "types of the pure core", command: ["tsc", "-p", "src/plan"] },
  { name: "format", command: ["oxfmt", "--check", "."] },
];

/** Whole installations have `npm run test:installations`; a filter finds them here, too. */
const MINUTES = ["--project=pure", "--project=temporal"];

/** More than that is no accident. */
const MAX_FILES_AGAIN = 5;

interface Ended {
  readonly code: number;
  readonly output: string;
}

/** Runs one of the project's own programs in the current folder; with `show`, straight to the terminal. */
function run(
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

async function runStep(name: string, command: readonly string[]): Promise<boolean> {
  const started = performance.now();
  const { code, output } = await run(command, false);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${code === 0 ? "✓" : "✗"} ${name}  ${seconds} s`);
  if (code !== 0) console.log(`\n$ ${command.join(" ")}\n${output.trimEnd()}\n`);
  return code === 0;
}

/**
 * Real servers on a busy machine are late now and then. A few files that failed run once more, and
 * that run stands for them; it is said which passed only then, so that somebody mends them.
 */
async function runTests(filters: readonly string[]): Promise<Tally> {
  const first = await runOnce(filters);
  const { files } = first;
  if (files.length === 0 || files.length > MAX_FILES_AGAIN) return first;
  console.log(`Once more: ${files.join(", ")}`);
  const second = await runOnce(files);
  const late = files.filter((file) => !second.files.includes(file));
  return {
    passed: first.passed + Math.max(0, first.failed - second.failed),
    failed: second.failed,
    notes: [...second.notes, ...late.map((file) => `Passed only when run once more: ${file}`)],
    files: second.files,
  };
}

async function runOnce(filters: readonly string[]): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), "holdpoint-tests-"));
  const report = join(folder, "report.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  try {
    const asked = filters.length > 0 ? filters : MINUTES;
    const replays = join(folder, "replays.json");
    // Where only some files run, the seconds are better spent otherwise.
    const isWhole = asked.every((filter) => filter.startsWith("--"));
    const env = isWhole ? { REPLAYS_FILE: replays } : {};
    await run(["vitest", "run", ...reporters, ...asked], true, env);
    const tally = countTests(readIfThere(report));
    const hasServer = asked.some((filter) => filter !== "--project=pure");
    return isWhole && hasServer ? withReplays(tally, readIfThere(replays)) : tally;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What the run left in Temporal, replayed, is one more check. @param text broken workflows, each with why. */
function withReplays(tally: Tally, text: string | undefined): Tally {
  const broken =
    text === undefined
      ? [["The replay of what ran", "it did not come to its end"]]
      : (JSON.parse(text) as string[][]);
  if (broken.length === 0) return { ...tally, passed: tally.passed + 1 };
  const notes = broken.map((told) => `Does not replay: ${told.join(": ")}`);
  return { ...tally, failed: tally.failed + 1, notes: [...tally.notes, ...notes] };
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

/**
 * `npm test [-- filter…]`: every check, going on after a failure, so that one run shows them all.
 * `--static` leaves out the tests, `--tests` everything else.
 */
async function main(): Promise<void> {
  const args = process.argv.slice(2);
  const filters = args.filter((arg) => arg !== "--static" && arg !== "--tests");
  let passed = 0;
  let failed = 0;
  const left = args.includes("--tests") ? [] : [...STEPS];
  const runLeft = async (): Promise<void> => {
    for (let step = left.shift(); step !== undefined; step = left.shift()) {
      if (await runStep(step.name, step.command)) passed += 1;
      else failed += 1;
    }
  };
  await Promise.all([runLeft(), runLeft()]);
  if (!args.includes("--static")) {
    const tests = await runTests(filters);
    for (const note of tests.notes) console.log(note);
    passed += tests.passed;
    failed += tests.failed;
  }
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

await main();
