/** How many checks ended how; `notes` says what counts as failed though no test says so itself. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly notes: readonly string[];
  /** The files with something that did not pass. */
  readonly files: readonly string[];
}

interface TestRun {
  readonly success: boolean;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/**
 * Counts a vitest JSON report. Only a test that ran and passed is passed: a skipped one, a file
 * that failed before its first test, and an error outside of any test each count as one failed.
 * `report` is undefined when vitest wrote none.
 */
export function countTests(report: string | undefined): Tally {
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
  const failed = tests.length - passed + broken.length;
  const files = run.testResults
    .filter(
      (file) =>
        broken.includes(file) || file.assertionResults.some((test) => test.status !== "passed"),
    )
    .map((file) => file.name);
  const notes = [
    ...disabled.map((test) => `Not run, counts as failed: ${test.fullName}`),
    ...broken.map((file) => `Failed outside of its tests: ${file.name}`),
  ];
  if (tests.length === 0) {
    return { passed, failed: failed + 1, notes: [...notes, "No test ran."], files };
  }
  if (!run.success && failed === 0) {
    const note = "An error happened outside of the tests, see above.";
    return { passed, failed: 1, notes: [note], files };
  }
  return { passed, failed, notes, files };
}
