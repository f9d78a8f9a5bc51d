import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "vitest";

const text = await readFile("docs/security.md", "utf8");

/** A file of tests as the document names it, and the tests of it that stand right behind. */
const NAMED = /`(?<file>test\/[\w./-]+)`(?<titles>(?::|,)? ?(?:"[^"]+"(?:, )?)*)/g;

const named = [...text.matchAll(NAMED)].map(({ groups }) => ({
  file: groups?.["file"] ?? "",
  titles: [...(groups?.["titles"] ?? "").matchAll(/"([^"]+)"/g)].map(([, title = ""]) => title),
}));
const files = [...new Set(named.map(({ file }) => file))];
const { scripts } = JSON.parse(await readFile("package.json", "utf8")) as {
  scripts: Readonly<Record<string, string>>;
};

const sources = (await readdir("test", { recursive: true })).map((file) => `test/${file}`);

/** The file behind a name: `test/plan/bounded`. */
const sourcesOf = (file: string): string[] => sources.filter((each) => each === `${file}.test.ts`);

test("the document names tests", () => {
  expect(files.length).toBeGreaterThan(30);
  expect(named.flatMap(({ titles }) => titles).length).toBeGreaterThan(10);
});

test.each(files)("%s is a test that there is", (file) => {
  expect(sourcesOf(file)).not.toEqual([]);
});

test.each(named.flatMap(({ file, titles }) => titles.map((title) => [file, title] as const)))(
  "%s has the test %j",
  async (file, title) => {
    const [source = ""] = sourcesOf(file);
    expect(await readFile(source, "utf8")).toContain(`"${title}"`);
  },
);

test("every command that the document gives is one of package.json", () => {
  const commands = [...text.matchAll(/`npm run ([\w:]+)`/g)].map(([, name = ""]) => name);
  expect(commands).toContain("fuzz:slow");
  expect(commands.filter((name) => scripts[name] === undefined)).toEqual([]);
});

test("every threat has a test that tries it", () => {
  const rows = text.split("\n").filter((line) => /^\| T\d+/.test(line));
  const untried = rows.filter((row) => !/`(?:test\/|npm run )/.test(row.split("|")[3] ?? ""));
  expect(rows.length).toBeGreaterThanOrEqual(18);
  expect(untried.map((row) => row.slice(2, 30))).toEqual([]);
});
