import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "oxc-parser";
import { expect, test } from "vitest";
import { readImports } from "../../tools/house/read-imports.ts";

/** What a module and those that it loads import, by module: paths of ours, and names of packages. */
function loadedBy(entry: string, seen = new Map<string, string[]>()): Map<string, string[]> {
  if (seen.has(entry)) return seen;
  const { program } = parseSync(entry, readFileSync(entry, "utf8"));
  const named = readImports(program).flatMap(({ specifier, typeOnly }) =>
    specifier === undefined || typeOnly ? [] : [specifier],
  );
  const ours = named.filter((name) => name.startsWith(".")).map((name) => join(entry, "..", name));
  const packages = named.filter((name) => !name.startsWith("."));
  seen.set(entry, packages);
  for (const module of ours) loadedBy(module, seen);
  return seen;
}

test("no plan makes schemas of its own: what has any is shared by all plans of a worker", () => {
  const shared = loadedBy("src/workflows/shared.ts");
  const each = [...loadedBy("src/workflows/index.ts")].filter(([module]) => !shared.has(module));
  expect(each.length).toBeGreaterThan(0);
  expect(each.filter(([, packages]) => packages.includes("zod"))).toEqual([]);
});

test("what exports schemas is named where shared code is frozen", () => {
  const text = readFileSync("src/workflows/shared.ts", "utf8");
  const making = [...loadedBy("src/workflows/shared.ts")]
    .filter(([module, packages]) => module.startsWith("src/contract") && packages.includes("zod"))
    .map(([module]) => module)
    .filter((module) => /^export const \w+Schema\b/m.test(readFileSync(module, "utf8")));
  expect(making.length).toBeGreaterThan(10);
  const missing = making.filter(
    (module) => !text.includes(` from "../${module.slice("src/".length)}";`),
  );
  expect(missing).toEqual([]);
});
