import { beforeAll, describe, expect, it, vi } from "vitest";
import { ROOM_PATHS } from "../../tools/rooms.ts";
import { type Ended, type Plant, plantTree } from "./planted-tree.ts";
import { GROUPS } from "./room-plants.ts";

// The checkers are real processes; a busy machine may take its time to start them.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const PLANTS = Object.values(GROUPS).flat();
const FOLDERS = [...ROOM_PATHS.filter((path) => !["bin", ".", "examples"].includes(path))];

const PACKAGE_JSON = JSON.stringify({
  name: "holdpoint",
  type: "module",
  exports: {
    "./tools": "./src/tools/thing.ts",
    "./testing": { types: "./src/testing/index.ts", default: "./src/testing/index.ts" },
    "./config": "./src/runtime/define-config.ts",
    "./runtime": "./src/runtime/thing.ts",
  },
});

function treeOf(plants: readonly Plant[]): Record<string, string> {
  const things = [
    ...FOLDERS,
    "examples/one",
    "examples/two",
    "src/plan/model",
    "src/plan/holds",
  ].map((folder) => [
    `${folder}/thing.ts`,
    "export const thing = 1;\nexport type Thing = number;\n",
  ]);
  const planted = plants.map(({ file, source }) => [file, `${source}\n`]);
  return Object.fromEntries([["package.json", PACKAGE_JSON], ...things, ...planted]);
}

/** The rules that the checker's output names for a file. */
function rulesFor(file: string, output: string): string[] {
  return output
    .split("\n")
    .filter((line) => line.startsWith(`${file}:`))
    .map((line) => line.split(" ")[1] ?? "");
}

async function checkHouse(files: Record<string, string>): Promise<Ended> {
  const tree = await plantTree(files);
  try {
    return await tree.run("tsx", ["tools/house/main.ts"]);
  } finally {
    await tree.remove();
  }
}

describe("the rooms check", () => {
  let ended: Ended;
  beforeAll(async () => {
    ended = await checkHouse(treeOf(PLANTS));
  });

  it("fails on a tree with forbidden imports, after reading all of it", () => {
    expect(ended.code).toBe(1);
    const read = Number(/^(\d+) modules read/m.exec(ended.output)?.[1]);
    expect(read).toBeGreaterThan(PLANTS.length);
  });

  describe.each(Object.entries(GROUPS))("%s", (_, plants) => {
    const named = plants.map((plant) => [titleOf(plant), plant] as const);
    it.each(named)("%s", (_title, { file, rules }) => {
      expect(rulesFor(file, ended.output)).toEqual(rules);
    });
  });

  it("names the place, the rule and what is allowed instead", () => {
    expect(ended.output).toContain(
      'src/workflows/passes-on.ts:1:1 room-import src/workflows may not import src/api ("src/api/thing.ts").' +
        " It may import src/contract, src/plan, src/text, src/json, types of src/activities.",
    );
  });

  it("passes a tree where only allowed imports are left", async () => {
    const clean = PLANTS.filter((plant) => plant.rules.length === 0);
    const { code, output } = await checkHouse(treeOf(clean));
    const read = Number(/^(\d+) modules read, 0 findings$/m.exec(output)?.[1]);
    expect(read).toBeGreaterThan(clean.length);
    expect(code).toBe(0);
  });

  it("fails where there is nothing to read", async () => {
    const tree = await plantTree({ "empty/package.json": PACKAGE_JSON });
    const { code, output } = await tree.run("tsx", ["../tools/house/main.ts"], "empty");
    await tree.remove();
    expect(output).toContain("0 modules read");
    expect(code).toBe(1);
  });
});

function titleOf({ file, rules }: Plant): string {
  return rules.length === 0 ? `passes ${file}` : `refuses ${file} by ${rules.join(", ")}`;
}
