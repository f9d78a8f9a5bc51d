import { describe, expect, it } from "vitest";
import { countTests } from "../../tools/count-tests.ts";

function report(files: Record<string, string[]>): string {
  return JSON.stringify({
    testResults: Object.entries(files).map(([name, statuses]) => ({
      name,
      status: statuses.includes("failed") || statuses.length === 0 ? "failed" : "passed",
      assertionResults: statuses.map((status, index) => ({
        fullName: `${name} ${index}`,
        status,
      })),
    })),
  });
}

describe("counting tests", () => {
  it("counts every test once", () => {
    const tally = countTests(report({ a: ["passed", "passed"], b: ["failed", "passed"] }), []);
    expect(tally).toEqual({ passed: 3, failed: 1, notes: [], files: ["b"] });
  });

  it.each(["skipped", "pending", "todo", "disabled"])("counts a %s test as failed", (status) => {
    expect(countTests(report({ a: ["passed", status] }), [])).toEqual({
      passed: 1,
      failed: 1,
      notes: ["Not run, counts as failed: a 1"],
      files: ["a"],
    });
  });

  it("counts a file that broke before its first test as one failure", () => {
    expect(countTests(report({ a: ["passed"], b: [] }), [])).toEqual({
      passed: 1,
      failed: 1,
      notes: ["Failed outside of its tests: b"],
      files: ["b"],
    });
  });

  it("counts an error that no test caught as one failure, and names the file that ran meanwhile", () => {
    const errors = [{ file: "a", message: "lost" }, { message: "late" }];
    expect(countTests(report({ a: ["passed"], b: ["failed"] }), errors)).toEqual({
      passed: 1,
      failed: 3,
      notes: [
        "No test caught this error: lost (a)",
        "No test caught this error: late (between files)",
      ],
      files: ["b", "a"],
    });
  });

  it("fails when no test ran", () => {
    const notes = ["No test ran."];
    expect(countTests(report({}), [])).toEqual({ passed: 0, failed: 1, notes, files: [] });
  });

  it("fails when there is no report", () => {
    const notes = ["The test runner ended without a report."];
    expect(countTests(undefined, [])).toEqual({ passed: 0, failed: 1, notes, files: [] });
  });
});
