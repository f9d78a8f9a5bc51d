import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";

const text = await readFile("docs/specification.md", "utf8");
const rows = text
  .split("\n")
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .filter(([, , file]) => file?.startsWith("test/") === true)
  .map(([, what = "", file = "", title = ""]) => ({ what, file, title }));

test.each(rows)("$what is driven by a test that there is", async ({ file, title }) => {
  const source = await readFile(file, "utf8");
  // A comment that says the same is no test.
  expect(source.replaceAll(/^\s*(?:\/\/|\/?\*).*$/gmu, "")).toContain(title);
});

test("the whole specification is in the table", () => {
  expect(rows.length).toBeGreaterThanOrEqual(80);
});
