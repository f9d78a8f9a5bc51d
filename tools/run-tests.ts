import { run, runTests } from "./test-run.ts";

/** The types of a project. What was looked at before is kept: on a tree that has not changed, they take a tenth of the time. */
const types = (name: string, project: string): readonly string[] => {
  const kept = `dist/types/${name}.json`;
  return ["tsc", "-p", project, "--incremental", "--tsBuildInfoFile", kept];
};

/** Checks that only read the tree: two run at a time, those that take longest first. Each counts as one check. */
const STEPS: readonly { readonly name: string; readonly command: readonly string[] }[] = [
  { name: "types", command: types("all", ".") },
  { name: "lint", command: ["oxlint"] },
  { name: "types of the screen", command: types("screen", "src/web") },
  { name: "dead code", command: ["knip", "--no-progress", "--no-config-hints"] },
  { name: "rooms and names", command: ["tsx", "tools/house/main.ts"] },
  { name: "types of the pure core", command: types("core", "src/plan") },
  { name: "format", command: ["oxfmt", "--check", "."] },
];

/** Whole installations have `npm run test:installations`; a filter finds them here, too. */
const MINUTES = ["--project=pure", "--project=temporal"];

async function runStep(name: string, command: readonly string[]): Promise<boolean> {
  const started = performance.now();
  const { code, output } = await run(command, false);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${code === 0 ? "✓" : "✗"} ${name}  ${seconds} s`);
  if (code !== 0) console.log(`\n$ ${command.join(" ")}\n${output.trimEnd()}\n`);
  return code === 0;
}

/** Where only some files run, the seconds of a replay are better spent otherwise. */
function mustReplay(filters: readonly string[]): boolean {
  return (
    filters.every((filter) => filter.startsWith("--")) &&
    filters.some((filter) => filter !== "--project=pure")
  );
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
    const tests = await runTests(filters.length > 0 ? filters : MINUTES, { mustReplay });
    for (const note of tests.notes) console.log(note);
    passed += tests.passed;
    failed += tests.failed;
  }
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

await main();
