import { writeFileSync } from "node:fs";
import type { Reporter } from "vitest/node";

/** An error that no test caught; `file` ran meanwhile, and is undefined where none did. */
export interface Unhandled {
  readonly file?: string;
  readonly message: string;
}

/** Writes what no test caught to `UNHANDLED_FILE`, as JSON: vitest's own JSON report leaves it out. */
export default class UnhandledErrors implements Reporter {
  onTestRunEnd(...[, errors]: Parameters<NonNullable<Reporter["onTestRunEnd"]>>): void {
    const target = process.env["UNHANDLED_FILE"];
    if (target === undefined) throw new Error("UNHANDLED_FILE names no file to write to.");
    const told = errors.map((error): Unhandled => {
      const file: unknown = error["VITEST_TEST_PATH"];
      return { message: error.message, ...(typeof file === "string" && { file }) };
    });
    writeFileSync(target, JSON.stringify(told));
  }
}
