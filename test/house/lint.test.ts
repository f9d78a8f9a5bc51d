import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { oxlintConfig } from "../../tools/house/oxlint-config.ts";
import { type Ended, type PlantedTree, plantTree } from "./planted-tree.ts";

// The checkers are real processes; a busy machine may take its time to start them.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** File → what stands in it and the rules that must refuse it; no rules: it must pass. */
const PLANTS: Readonly<Record<string, readonly [source: string, ...rules: string[]]>> = {
  "src/api/cycle-a.ts": [
    'import { b } from "./cycle-b.ts";\nexport const a = (): number => b();',
    "import(no-cycle)",
  ],
  "src/api/cycle-b.ts": [
    'import { a } from "./cycle-a.ts";\nexport const b = (): number => a();',
    "import(no-cycle)",
  ],
  "src/api/passing-cycle-a.ts": [
    'export { b } from "./passing-cycle-b.ts";\nexport const a = 1;',
    "import(no-cycle)",
  ],
  "src/api/passing-cycle-b.ts": [
    'export { a } from "./passing-cycle-a.ts";\nexport const b = 1;',
    "import(no-cycle)",
  ],
  "src/api/type-cycle-a.ts": [
    'import type { B } from "./type-cycle-b.ts";\nexport type A = { b?: B };',
    "import(no-cycle)",
  ],
  "src/api/type-cycle-b.ts": [
    'import type { A } from "./type-cycle-a.ts";\nexport type B = { a?: A };',
    "import(no-cycle)",
  ],
  "src/api/default-export.ts": ["export default 1;", "import(no-default-export)"],
  "vitest.config.ts": ["export default {};"],
  "src/api/mutable-export.ts": ["export let a = 1;\na += 1;", "import(no-mutable-exports)"],
  "src/api/any.ts": ["export const a = (x: any): unknown => x;", "typescript(no-explicit-any)"],
  "src/api/unknown.ts": ["export const a = (x: unknown): unknown => x;"],
  "src/api/floating.ts": [
    "export function a(p: Promise<void>): void {\n  p.then(() => 1);\n}",
    "typescript(no-floating-promises)",
  ],
  "src/api/awaited.ts": [
    "export async function a(p: Promise<void>): Promise<void> {\n  await p;\n}",
  ],
  "src/api/misused.ts": [
    "export const a = (p: Promise<boolean>): number => (p ? 1 : 2);",
    "typescript(no-misused-promises)",
  ],
  "src/api/not-thenable.ts": [
    "export async function a(n: number): Promise<number> {\n  return await n;\n}",
    "typescript(await-thenable)",
  ],
  "src/api/forgotten-case.ts": [
    'export function a(w: "x" | "y"): number {\n  switch (w) {\n    case "x":\n      return 1;\n  }\n  return 2;\n}',
    "typescript(switch-exhaustiveness-check)",
  ],
  "src/api/type-as-value.ts": [
    'import { A } from "./type-cycle-a.ts";\nexport type C = A;',
    "typescript(consistent-type-imports)",
  ],
  "src/api/inline-type.ts": [
    'import { type A } from "./type-cycle-a.ts";\nexport type C = A;',
    "typescript(no-import-type-side-effects)",
  ],
  "src/api/silenced-for-nothing.ts": [
    "// oxlint-disable-next-line no-debugger\nexport const a = 1;",
    "Unused oxlint-disable directive (no problems were reported).",
  ],
  "src/api/CamelCase.ts": ["export const a = 1;", "unicorn(filename-case)"],
  "src/plan/date-now.ts": ["export const a = Date.now();", "eslint(no-restricted-properties)"],
  "src/plan/date-now-apart.ts": [
    "const { now } = Date;\nexport const a = now();",
    "eslint(no-restricted-properties)",
  ],
  "src/plan/random.ts": ["export const a = Math.random();", "eslint(no-restricted-properties)"],
  "src/plan/calculates.ts": [
    "export const a = (at: string): string => new Date(Date.parse(at)).toISOString();",
  ],
  "src/plan/process.ts": ["export const a = process.env;", "eslint(no-restricted-globals)"],
  "src/plan/global-process.ts": [
    "export const a = globalThis.process;",
    "eslint(no-restricted-globals)",
  ],
  "src/plan/console.ts": ["console.log(1);", "eslint(no-restricted-globals)"],
  "src/plan/fetch.ts": ['export const a = () => fetch("x");', "eslint(no-restricted-globals)"],
  "src/plan/timer.ts": ["setTimeout(() => 1, 1);", "eslint(no-restricted-globals)"],
  "src/plan/interval.ts": ["setInterval(() => 1, 1);", "eslint(no-restricted-globals)"],
  "src/plan/own-name.ts": ["export const a = (process: { n: number }): number => process.n;"],
  "src/workflows/timer.ts": ["setTimeout(() => 1, 1);", "eslint(no-restricted-globals)"],
  "src/workflows/console.ts": ["console.log(1);", "eslint(no-restricted-globals)"],
  "src/workflows/wire/messages.ts": [
    "export const a = process.env;",
    "eslint(no-restricted-globals)",
  ],
  "src/workflows/date-now.ts": ["export const a = Date.now();"],
  "src/api/date-now.ts": ["export const a = [Date.now(), process.env, Math.random()];"],
  "test/skipped.test.ts": [
    'import { expect, it } from "vitest";\nit.skip("is off", () => {\n  expect(1).toBe(1);\n});',
    "vitest(no-disabled-tests)",
  ],
  "test/focused.test.ts": [
    'import { expect, it } from "vitest";\nit.only("is alone", () => {\n  expect(1).toBe(1);\n});',
    "vitest(no-focused-tests)",
  ],
};

interface Diagnostic {
  readonly filename: string;
  readonly code?: string;
  readonly message: string;
}

describe("the linter", () => {
  let tree: PlantedTree;
  let linted: Ended;
  let diagnostics: readonly Diagnostic[];
  beforeAll(async () => {
    const sources = Object.entries(PLANTS).map(([file, [source]]) => [file, `${source}\n`]);
    tree = await plantTree({
      "package.json": '{ "type": "module" }',
      ...Object.fromEntries(sources),
    });
    linted = await tree.run("oxlint", ["--format", "json"]);
    diagnostics = (JSON.parse(linted.stdout) as { diagnostics: Diagnostic[] }).diagnostics;
  });
  afterAll(() => tree.remove());

  it("fails on a tree with breaches", () => {
    expect(linted.code).toBe(1);
  });

  const named = Object.entries(PLANTS).map(
    ([file, [, ...rules]]) =>
      [`${rules.length === 0 ? "passes" : "refuses"} ${file}`, file, rules] as const,
  );
  it.each(named)("%s", (_, file, rules) => {
    const found = diagnostics.filter((diagnostic) => diagnostic.filename === file);
    expect([...new Set(found.map(({ code, message }) => code ?? message))]).toEqual(rules);
  });

  it("fails where there is nothing to read", async () => {
    const empty = await plantTree({ "empty/note.md": "nothing" });
    const { code, output } = await empty.run("oxlint", [], "empty");
    await empty.remove();
    expect(output).toContain("No files found to lint");
    expect(code).toBe(1);
  });

  it("reads a configuration that agrees with the rooms table", () => {
    const file = readFileSync(join(import.meta.dirname, "../../.oxlintrc.json"), "utf8");
    expect(JSON.parse(file), "run `npm run format`").toEqual(
      JSON.parse(JSON.stringify(oxlintConfig())),
    );
  });
});

describe("the compiler in the pure core", () => {
  it.each(["process.exitCode", "setTimeout", "console", "fetch", "Buffer"])(
    "does not know %s",
    async (expression) => {
      const tree = await plantTree({
        "package.json": '{ "type": "module" }',
        "src/plan/planted.ts": `export const planted = ${expression};\n`,
      });
      const { code, output } = await tree.run("tsc", ["-p", "src/plan"]);
      await tree.remove();
      expect(output).toContain("src/plan/planted.ts(1,24): error");
      expect(code).not.toBe(0);
    },
  );
});
