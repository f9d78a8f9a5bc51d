import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { PATTERNS } from "../../src/words/edits/patterns.ts";
import { readOutline } from "../../src/words/outline/read-outline.ts";

describe.each([
  ["docs/outlines.md", "en"],
  ["docs/outlines.ko.md", "ko"],
])("%s", (file, language) => {
  test("lists every kind of instruction with its examples, and no other", async () => {
    const page = await readFile(file, "utf8");
    const rows = page
      .split("\n")
      .map((line) => line.split("|").map((cell) => cell.trim()))
      .filter(([, kind = ""]) => /^`[a-z_]+`$/.test(kind));
    const examples = PATTERNS.map(({ id, example: { en, ko } }) => [
      `\`${id}\``,
      ...(language === "en" ? [en, ko] : [ko, en]),
    ]);
    expect(rows.map(([, ...cells]) => cells.slice(0, 3))).toEqual(examples);
  });

  test("has an outline that is understood as a whole", async () => {
    const page = await readFile(file, "utf8");
    const [, outline = ""] = /```outline\n([\s\S]*?)```/.exec(page) ?? [];
    const { plan, not_understood } = readOutline(outline, { tools: [] });
    expect(not_understood).toEqual([]);
    expect(plan?.todos).toHaveLength(9);
    expect(plan?.todos.map(({ depends_on = [] }) => depends_on.length)).toEqual([
      3, 0, 0, 0, 1, 1, 1, 1, 2,
    ]);
  });
});
