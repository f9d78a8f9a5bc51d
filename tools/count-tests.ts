import type { Unhandled } from "./unhandled-errors.ts";

/** How many checks ended how; `notes` says what counts as failed though no test says so itself. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly notes: readonly string[];
  /** The files with something that did not pass. */
  readonly files: readonly string[];
}

interface TestRun {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/**
 * Counts a vitest JSON report. Only a test that ran and passed is passed: a skipped one, a file that failed
 * before its first test, and each error that no test caught (`unhandled`) count as one failed.
 * `report` is undefined when vitest wrote none.
 */
export function countTests(report: string | undefined, unhandled: readonly Unhandled[]): Tally {
  if (report === undefined) {
    return { passed: 0, failed: 1, notes: ["The test runner ended without a report."], files: [] };
  }
  const run = JSON.parse(report) as TestRun;
  const tests = run.testResults.flatMap((file) => file.assertionResults);
  const passed = tests.filter((test) => test.status === "passed").length;
  const disabled = tests.filter((test) => test.status !== "passed" && test.status !== "failed");
  const broken = run.testResults.filter(
    (file) =>
      file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"),
  );
  const unfinished = run.testResults.filter(
    (file) =>
      broken.includes(file) || file.assertionResults.some((test) => test.status !== "passed"),
  );
  const lacking = tests.length === 0 ? 1 : 0;
  const notes = [
    ...disabled.map((test) => `Not run, counts as failed: ${test.fullName}`),
    ...broken.map((file) => `Failed outside of its tests: ${file.name}`),
    ...unhandled.map(
      ({ file, message }) => `No test caught this error: ${message} (${file ?? "between files"})`,
    ),
    ...(lacking > 0 ? ["No test ran."] : []),
  ];
  return {
    passed,
    failed: tests.length - passed + broken.length + unhandled.length + lacking,
    notes,
    files: [
      ...new Set([
        ...unfinished.map((file) => file.name),
        ...unhandled.flatMap(({ file }) => file ?? []),
      ]),
    ],
  };
}
