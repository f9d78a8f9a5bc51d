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
  // A title begins or goes on in a text of the file; a comment that says the same is none.
  const strings = [...source.matchAll(/"(?:[^"\\\n]|\\.)*"|`[^`]*`/g)].map(([string]) => string);
  expect(strings.some((string) => string.includes(title))).toBe(true);
});

test("the whole specification is in the table", () => {
  expect(rows.length).toBeGreaterThanOrEqual(80);
});
