import { readFile } from "node:fs/promises";
import { parseSync, Visitor, type CallExpression, type Expression } from "oxc-parser";
import { expect, test } from "vitest";

const text = await readFile("docs/specification.md", "utf8");
const rows = text
  .split("\n")
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .filter(([, , file]) => file?.startsWith("test/") === true)
  .map(([, what = "", file = "", title = ""]) => ({ what, file, title }));

type Node = Expression | CallExpression["arguments"][number] | null | undefined;

const textOf = (node: Node): string[] =>
  node?.type === "Literal" && typeof node.value === "string" ? [node.value] : [];

/** Whether it calls what vitest calls a test or a group of them. */
function isTest(callee: Expression): boolean {
  if (callee.type === "CallExpression") return isTest(callee.callee);
  if (callee.type === "MemberExpression") return isTest(callee.object);
  return callee.type === "Identifier" && ["test", "describe"].includes(callee.name);
}

/** What a row of `test.each` is called by: itself, or the first that it has. */
const rowsOf = (table: Node): string[] =>
  table?.type === "ArrayExpression"
    ? table.elements.flatMap((row) =>
        textOf(row?.type === "ArrayExpression" ? row.elements[0] : row),
      )
    : [];

/** The titles of a file's tests and groups, and of the rows that are written at them. */
function titlesIn(file: string, source: string): string[] {
  const titles: string[] = [];
  const visitor = new Visitor({
    CallExpression({ callee, arguments: [first] }) {
      if (isTest(callee)) titles.push(...textOf(first), ...rowsOf(first));
    },
  });
  visitor.visit(parseSync(file, source).program);
  return titles;
}

test.each(rows)("$what is driven by a test that there is", async ({ file, title }) => {
  expect(titlesIn(file, await readFile(file, "utf8"))).toContain(title);
});

test("no title is a text that only stands somewhere in a file", () => {
  const source = `
    // test("a comment")
    test("a test", () => expect("a text").toBe("a text"));
    describe.each([["a row", "no row"]])("%s", () => undefined);
    test.each(["one", "two"])("is %s", (one) => [one, "x"]);
  `;
  expect(titlesIn("x.ts", source)).toEqual(["a test", "%s", "a row", "is %s", "one", "two"]);
});

test("the whole specification is in the table", () => {
  expect(rows.length).toBeGreaterThanOrEqual(150);
});
