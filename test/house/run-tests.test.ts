import { expect, it, vi } from "vitest";
import { plantTree } from "./planted-tree.ts";

vi.setConfig({ testTimeout: 120_000 });

const STEPS = [
  "rooms and names",
  "format",
  "types of the pure core",
  "types of the screen",
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
  const markOf = (step: (typeof STEPS)[number]) => marks[STEPS.indexOf(step)];
  expect(marks).not.toContain(undefined);
  expect(markOf("rooms and names")).toBe("✓");
  expect([markOf("types of the pure core"), markOf("types"), markOf("lint")]).toEqual([
    "✗",
    "✗",
    "✗",
  ]);
  expect(output).toContain("Type 'number' is not assignable to type 'string'");
  expect(output).toContain("Not run, counts as failed: is switched off");
  const passed = marks.filter((mark) => mark === "✓").length + 1;
  const failed = marks.filter((mark) => mark === "✗").length + 2;
  expect(stdout.trimEnd().split("\n").at(-1)).toBe(`${passed} passed, ${failed} failed`);
  expect(code).toBe(1);
});

const LATE_ONCE = `import { existsSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
it("passes at once", () => expect(1).toBe(1));
it("passes the second time", () => {
  const first = !existsSync("seen");
  writeFileSync("seen", "");
  expect(first).toBe(false);
});
`;

it("runs a file once more in which something failed, and says so", async () => {
  const tree = await plantTree({
    "package.json": '{ "name": "planted", "type": "module" }\n',
    "test/late.test.ts": LATE_ONCE,
    "test/wrong.test.ts": `import { expect, it } from "vitest";
it("is wrong", () => expect(1).toBe(2));
`,
  });
  const { code, stdout } = await tree.run("tsx", ["tools/run-tests.ts", "--tests", "late"]);
  const wrong = await tree.run("tsx", ["tools/run-tests.ts", "--tests", "test/"]);
  await tree.remove();
  expect(stdout).toMatch(/^Passed only when run once more: .*late\.test\.ts$/m);
  expect(stdout.trimEnd().split("\n").at(-1)).toBe("2 passed, 0 failed");
  expect(code).toBe(0);
  expect(wrong.stdout.trimEnd().split("\n").at(-1)).toBe("2 passed, 1 failed");
  expect(wrong.code).toBe(1);
});

const LOST = `import { expect, it } from "vitest";
it("passes, but loses an error", async () => {
  void Promise.reject(new Error("nobody waited for me"));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(1).toBe(1);
});
`;

it("counts an error that no test caught, after the file ran once more", async () => {
  const tree = await plantTree({
    "package.json": '{ "name": "planted", "type": "module" }\n',
    "test/lost.test.ts": LOST,
  });
  const { code, stdout } = await tree.run("tsx", ["tools/run-tests.ts", "--tests", "lost"]);
  await tree.remove();
  expect(stdout).toMatch(/^Once more: .*lost\.test\.ts$/m);
  expect(stdout).toMatch(/^No test caught this error: nobody waited for me \(.*lost\.test\.ts\)$/m);
  expect(stdout.trimEnd().split("\n").at(-1)).toBe("1 passed, 1 failed");
  expect(code).toBe(1);
});

const SETUP = `import { writeFileSync } from "node:fs";
export default () => {
  const { REPLAYS_FILE } = process.env;
  if (REPLAYS_FILE !== undefined) writeFileSync(REPLAYS_FILE, '[["plan-odd", "it waits for another todo"]]');
};
`;

it("counts a workflow that does not replay, also where a file that failed then passes", async () => {
  const tree = await plantTree({
    "package.json": '{ "name": "planted", "type": "module" }\n',
    "vitest.config.ts": `export default { test: { projects: [{
  test: { name: "temporal", include: ["test/**/*.test.ts"], globalSetup: ["setup.ts"] },
}] } };
`,
    "setup.ts": SETUP,
    "test/late.test.ts": LATE_ONCE,
  });
  const args = ["tools/run-tests.ts", "--tests", "--project=temporal"];
  const { code, stdout } = await tree.run("tsx", args);
  await tree.remove();
  expect(stdout).toMatch(/^Passed only when run once more: .*late\.test\.ts$/m);
  expect(stdout).toMatch(/^Does not replay: plan-odd: it waits for another todo$/m);
  expect(stdout.trimEnd().split("\n").at(-1)).toBe("2 passed, 1 failed");
  expect(code).toBe(1);
});
