import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { loadWorkflowBundle } from "../../src/runtime/workers/workflow-bundle.ts";

const CODE = "exports.planWorkflow = async () => {};\n".repeat(10_000);
let cache: string;
let built: number;

beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), "holdpoint-bundle-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  cache = join(folder, "cache");
  built = 0;
});

async function load(): Promise<string> {
  const bundle = async () => {
    built += 1;
    await setImmediate();
    return { code: CODE };
  };
  return (await loadWorkflowBundle({ cache, bundle })).code;
}

async function keptFile(): Promise<string> {
  const names = await readdir(cache);
  expect(names).toHaveLength(1);
  return join(cache, names[0]!);
}

test("a bundle is built once", async () => {
  expect(await load()).toBe(CODE);
  expect(await load()).toBe(CODE);
  expect(built).toBe(1);
});

test("two that need one at the same moment leave one whole file", async () => {
  expect(await Promise.all([load(), load()])).toEqual([CODE, CODE]);
  await keptFile();
  built = 0;
  expect(await load()).toBe(CODE);
  expect(built).toBe(0);
});

test.each([
  ["longer", (file: string) => appendFile(file, "//")],
  ["shorter", (file: string) => writeFile(file, CODE.slice(0, 100))],
  ["empty", (file: string) => writeFile(file, "")],
])("one that has become %s is built again", async (_, damage) => {
  await load();
  const file = await keptFile();
  const whole = await readFile(file, "utf8");
  await damage(file);
  expect(await load()).toBe(CODE);
  expect(built).toBe(2);
  expect(await readFile(file, "utf8")).toBe(whole);
});

test("a folder that cannot hold it costs nothing but time", async () => {
  await writeFile(cache, "a file where the folder would be");
  expect(await load()).toBe(CODE);
});
