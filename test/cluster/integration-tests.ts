import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { runTests } from "../../tools/test-run.ts";
import type { TemporalServer } from "./parts/temporal-server.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
/** What asks Temporal for most: every route, what the client follows, what models call. */
const FOLDERS = ["test/api", "test/client", "test/mcp"];
/** These start a Temporal of their own, or would end this one. */
const OWN_TEMPORAL = /startTestServer|ownTemporal/;

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
  process.env["TESTED_TEMPORAL"] = temporal.address;
  const tally = await runTests(files, {
    mustReplay: () => true,
    prepare: () => temporal.startAnew(),
  });
  for (const note of tally.notes) console.log(note);
  console.log(
    `\n${files.length - tally.files.length} of ${files.length} test files passed on PostgreSQL (${tally.passed} passed, ${tally.failed} failed)` +
      (asked.length > 0 ? "." : `; ${own.length} others start a Temporal of their own.`),
  );
  return tally.failed === 0;
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
