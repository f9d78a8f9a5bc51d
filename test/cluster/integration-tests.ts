import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { countTests, type Tally } from "../../tools/count-tests.ts";
import { run } from "../support/run-program.ts";
import type { TemporalServer } from "./parts/temporal-server.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
/** What asks Temporal for most: every route, what the client follows, what models call. */
const FOLDERS = ["test/api", "test/client", "test/mcp"];
/** These start a Temporal of their own, or would end this one. */
const OWN_TEMPORAL = /startTestServer|ownTemporal/;
/** More than that is no accident of a busy machine. */
const MAX_FILES_AGAIN = 5;

/**
 * Runs test files against the cluster's Temporal, emptied before, and then replays every workflow that they left there.
 * A few files that fail run once more, alone, and that run stands for them; it is said which.
 * @param asked all files of the folders above when empty.
 * @returns whether all of it passed.
 */
export async function runIntegrationTests(
  temporal: TemporalServer,
  asked: readonly string[],
): Promise<boolean> {
  const { served, own } = testFiles();
  const files = asked.length > 0 ? asked : served;
  const first = await runOnce(temporal, files);
  const again = first.files.length > MAX_FILES_AGAIN ? [] : first.files;
  const last = again.length === 0 ? first : await runOnce(temporal, again);
  const failed = again.length === 0 ? first.failed : last.failed;
  for (const note of [...first.notes, ...last.notes]) console.log(note);
  for (const file of again.filter((each) => !last.files.includes(each))) {
    console.log(`Passed only when run once more: ${relative(ROOT, file)}`);
  }
  const bad = (again.length === 0 ? first : last).files.length;
  const passed = first.passed + first.failed - failed;
  console.log(
    `\n${files.length - bad} of ${files.length} test files passed on PostgreSQL (${passed} passed, ${failed} failed)` +
      (asked.length > 0 ? "." : `; ${own.length} others start a Temporal of their own.`),
  );
  return failed === 0;
}

/** @returns what became of the tests, and of the replay as one more. */
async function runOnce(temporal: TemporalServer, files: readonly string[]): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), "holdpoint-tests-"));
  const [report, replays] = [join(folder, "report.json"), join(folder, "replays.json")];
  process.env["TESTED_TEMPORAL"] = temporal.address;
  process.env["REPLAYS_FILE"] = replays;
  try {
    await temporal.startAnew();
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
    await run(
      process.execPath,
      ["node_modules/vitest/vitest.mjs", "run", ...reporters, ...files],
      ROOT,
    );
    const tally = countTests(readIfThere(report));
    const broken = JSON.parse(
      readIfThere(replays) ?? '[["The replay of what ran", "it did not come to its end"]]',
    ) as string[][];
    if (broken.length === 0) return { ...tally, passed: tally.passed + 1 };
    const notes = broken.map((told) => `Does not replay: ${told.join(": ")}`);
    return { ...tally, failed: tally.failed + 1, notes: [...tally.notes, ...notes] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

function testFiles(): { served: string[]; own: string[] } {
  const all = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter(({ name }) => name.endsWith(".test.ts"))
      .map(({ parentPath, name }) => relative(ROOT, join(parentPath, name))),
  );
  const own = all.filter((file) => OWN_TEMPORAL.test(readFileSync(join(ROOT, file), "utf8")));
  return { served: all.filter((file) => !own.includes(file)), own };
}
