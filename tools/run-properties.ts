import { randomInt } from "node:crypto";
import { readdirSync } from "node:fs";
import { join, sep } from "node:path";
import { runVitest, type FileOutcome, type TestOutcome } from "./run-vitest.ts";

const CASES = process.env["CASES"] ?? "10000";
const SEED = process.env["PROPERTY_SEED"] ?? String(randomInt(2 ** 31));

/** What a property says of itself in the report. */
interface Tried {
  readonly cases: number;
  readonly seeds: readonly number[];
}

function triedIn({ meta }: TestOutcome): Tried | null {
  const { cases, seeds } = meta;
  return typeof cases === "number" && Array.isArray(seeds) ? { cases, seeds } : null;
}

function propertyFiles(filters: readonly string[]): string[] {
  return (
    readdirSync("test", { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".property.test.ts"))
      .map((name) => join("test", name).replaceAll(sep, "/"))
      // The API's ask a real server, and run with the tests that do.
      .filter((name) => !name.startsWith("test/api/"))
      .filter((name) => filters.length === 0 || filters.some((filter) => name.includes(filter)))
      .toSorted()
  );
}

function summarise(tests: readonly TestOutcome[]): string {
  const tried = tests.flatMap((test) => triedIn(test) ?? []);
  const cases = tried.reduce((sum, property) => sum + property.cases, 0);
  return `${tried.length} properties, ${cases.toLocaleString("en-US")} cases`;
}

function isGood({ status, assertionResults }: FileOutcome): boolean {
  return status === "passed" && assertionResults.every((test) => test.status === "passed");
}

/** The file's line, and every failure with its seed, path and smallest case. */
function tell(name: string, files: readonly FileOutcome[], seconds: number): void {
  const tests = files.flatMap((file) => file.assertionResults);
  const seeds = new Set(tests.flatMap((test) => triedIn(test)?.seeds ?? []));
  const mark = files.length > 0 && files.every(isGood) ? "✓" : "✗";
  console.log(
    `${mark} ${name}  ${summarise(tests)} of seeds ${[...seeds].join(" and ")}  ${seconds.toFixed(1)} s`,
  );
  for (const { message } of files) if (message !== "") console.log(message);
  for (const { fullName, failureMessages } of tests.filter(({ status }) => status !== "passed")) {
    console.log(`\n✗ ${fullName}\n${failureMessages.join("\n")}\n`);
  }
}

/** `npm run test:properties [-- filter…]`: every property on `CASES` cases, one file after another. */
async function main(): Promise<void> {
  console.log(`properties: CASES=${CASES} PROPERTY_SEED=${SEED}`);
  const all: FileOutcome[] = [];
  const names = propertyFiles(process.argv.slice(2));
  const begin = performance.now();
  let failed = 0;
  for (const name of names) {
    const started = performance.now();
    const files = await runVitest(process.cwd(), [name], { CASES, PROPERTY_SEED: SEED });
    tell(name, files, (performance.now() - started) / 1000);
    if (files.length === 0 || !files.every(isGood)) failed += 1;
    all.push(...files);
  }
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  const sum = summarise(all.flatMap((file) => file.assertionResults));
  console.log(`${names.length} files, ${failed} of them failed: ${sum}, ${seconds} s`);
  process.exitCode = failed === 0 && names.length > 0 ? 0 : 1;
}

await main();
