import { expect, it, vi } from "vitest";
import { plantTree } from "./planted-tree.ts";

vi.setConfig({ testTimeout: 120_000 });

const STEPS = [
  "rooms and names",
  "format",
  "types of the pure core",
  "types",
  "lint",
  "dead code",
] as const;

const TESTS = `import { expect, it } from "vitest";
it("passes", () => expect(1).toBe(1));
it("fails", () => expect(1).toBe(2));
it.skip("is switched off", () => expect(1).toBe(1));
`;

it("goes on after a failing step and ends with the sum of steps and tests", async () => {
  const tree = await plantTree({
    "package.json": '{ "name": "planted", "type": "module" }\n',
    "src/plan/broken.ts": "export const broken: string = 1;\n",
    "test/planted.test.ts": TESTS,
    "test/unwanted.test.ts": TESTS,
  });
  const { code, stdout, output } = await tree.run("tsx", ["tools/run-tests.ts", "planted"]);
  await tree.remove();
  const marks = STEPS.map((step) => new RegExp(`^([✓✗]) ${step}  \\d`, "m").exec(output)?.[1]);
  expect(marks).not.toContain(undefined);
  expect(marks[0]).toBe("✓");
  expect([marks[2], marks[3], marks[4]]).toEqual(["✗", "✗", "✗"]);
  expect(output).toContain("Type 'number' is not assignable to type 'string'");
  expect(output).toContain("Not run, counts as failed: is switched off");
  const passed = marks.filter((mark) => mark === "✓").length + 1;
  const failed = marks.filter((mark) => mark === "✗").length + 2;
  expect(stdout.trimEnd().split("\n").at(-1)).toBe(`${passed} passed, ${failed} failed`);
  expect(code).toBe(1);
});
