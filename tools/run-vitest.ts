import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What became of one test; `meta` is what the test said about itself. */
export interface TestOutcome {
  readonly fullName: string;
  readonly status: string;
  readonly failureMessages: readonly string[];
  readonly meta: Readonly<Record<string, unknown>>;
}

/** What became of one file; it can fail outside of its tests, and then only `message` says why. */
export interface FileOutcome {
  readonly name: string;
  readonly status: string;
  readonly message: string;
  readonly assertionResults: readonly TestOutcome[];
}

/** Nothing that computes waits: a test that takes long has many cases, or a busy machine. */
const PATIENCE = "--testTimeout=1800000";

/**
 * Runs the tests that need no Temporal, in a folder with `node_modules`, and reads what vitest
 * reports of them.
 * @throws Error with what vitest printed, when it ended without a report.
 */
export async function runVitest(
  folder: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<readonly FileOutcome[]> {
  const reports = mkdtempSync(join(tmpdir(), "holdpoint-report-"));
  const report = join(reports, "report.json");
  try {
    const printed = await print(
      folder,
      ["run", "--project=pure", PATIENCE, "--reporter=json", `--outputFile=${report}`, ...args],
      environment,
    );
    return (JSON.parse(read(report, printed)) as { testResults: FileOutcome[] }).testResults;
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
}

function print(
  cwd: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<string> {
  const program = join(cwd, "node_modules/vitest/vitest.mjs");
  const env = { ...process.env, ...environment };
  const child = spawn(process.execPath, [program, ...args], {
    cwd,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  return new Promise((resolve, reject) => {
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => (output += text));
    }
    child.on("error", reject);
    child.on("close", () => resolve(output));
  });
}

function read(report: string, printed: string): string {
  try {
    return readFileSync(report, "utf8");
  } catch (cause) {
    throw new Error(`The test runner ended without a report:\n${printed.trimEnd()}`, { cause });
  }
}
