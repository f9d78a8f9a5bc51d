import { describe, expect, test } from "vitest";
import { readDocument } from "../../src/client/document-text.ts";
import { textOf } from "../../src/contract/sentences/sentence.ts";

const told = (written: string, language: "en" | "ko" = "en"): string[] =>
  readDocument(written).unreadable.map(
    ({ line, column, detail }) => `${line}:${column} ${textOf(detail, language)}`,
  );

describe("a file that is no YAML says what to do, in the words of who writes it", () => {
  test.each([
    ["a tab", "title: a\ntodos:\n\t- title: b\n", "3:1 a tab stands here: indent with spaces"],
    [
      "a colon in a title",
      "title: Launch: the plan\n",
      "1:8 if this is a text with a colon, put quotation marks around it; otherwise the next line is indented too far",
    ],
    [
      "a colon without a space",
      "title:a\ntodos:\n  - title: b\n",
      "1:1 there is no colon with a space after it between a name and its value",
    ],
    [
      "a name without a colon",
      "title: a\ntodos\n  - title: b\n",
      "2:1 there is no colon with a space after it between a name and its value",
    ],
    [
      "a line that is indented too far",
      "todos:\n  - title: b\n   kind: manual\n",
      "3:1 the indentation of this line does not match the lines around it",
    ],
    [
      "a todo that is indented less",
      "todos:\n  - title: b\n - title: c\n",
      "3:1 the indentation of this line does not match the lines around it",
    ],
    [
      "a dash that is forgotten",
      "todos:\n  - title: b\n  title: c\n",
      "3:1 the indentation of this line does not match the lines around it",
    ],
    [
      "a list beside its name",
      "todos: - title: b\n",
      "1:8 a list begins on a line of its own, below its name",
    ],
    ["an open quotation mark", 'title: "a\n', '1:8 the closing " is missing'],
    [
      "an open quotation mark far above the end",
      'a: "b \\" c"\ntitle: "Say \\"tea\\"\ntodos:\n  - id: a\n',
      '2:8 the closing " is missing',
    ],
    [
      "an open apostrophe",
      "a: ''\ntitle: 'it''s\ntodos:\n  - id: a\n",
      "2:8 the closing ' is missing",
    ],
    ["an open brace", "x: {a: 1\ny: 2\n", "1:4 the closing } is missing"],
    [
      "an open brace of a todo before others",
      "todos:\n  - id: a\n    tool_params: {url: x\n  - id: b\n    title: c\n",
      "3:18 the closing } is missing",
    ],
    [
      "an open brace behind others that are closed, or are words",
      "a: '{'\nb: it's {\nc: {x: \"}\", y: {z: 1} # }\n\nd: 1\n",
      "3:4 the closing } is missing",
    ],
    ["an open bracket", "x: [a, b\ny: 1\n", "1:4 the closing ] is missing"],
    [
      "an open bracket within braces that are open, too",
      "x: {a: 1,\n  b: [c\ny: 1\n",
      "2:6 the closing ] is missing",
    ],
    ["JSON that ends too early", '{"a": {"b": 1},', "1:1 the closing } is missing"],
    ["JSON without a comma", '{"a": 1 "b": 2}', "1:7 a comma is missing between two values"],
    [
      "an apostrophe between apostrophes",
      "title: 'it's'\n",
      "1:12 there is more text after the end of a value: put quotation marks around all of it",
    ],
    [
      "a text that begins with a sign of YAML's",
      "title: @team\n",
      "1:8 a text that begins with @ needs quotation marks around it",
    ],
    [
      "a Windows path",
      'path: "C:\\photo"\n',
      "1:10 \\p means nothing between double quotation marks: write two backslashes for one, or use single quotation marks",
    ],
    ["a comment that touches a text", 'a: "x"#c\n', "1:7 a comment needs a space before its #"],
    ["a name that stands twice", "a: 1\na: 2\n", "2:1 this name stands twice in one object"],
    ["two documents", "a: 1\n---\nb: 2\n", "2:1 it holds more than one document"],
    [
      "an alias of nothing",
      "a: *b\n",
      "1:1 a text that begins with * needs quotation marks around it",
    ],
    ["a bracket that closes nothing", "]\n", "1:1 this does not fit what stands before it"],
  ])("%s", (_, written, expected) => {
    expect(told(written)).toEqual([expected]);
    expect(told(written, "ko")).toEqual([expect.stringMatching(/^\d+:\d+ .*[가-힣]/)]);
  });

  test("once a line, and for each line", () => {
    expect(told("a: 1\n\tb: 2\n\tc: 3\n").map((line) => line.slice(0, 3))).toEqual(["2:1", "3:1"]);
    expect(told("todos:\n  - title: b\n    - title: c\n")).toHaveLength(1);
  });
});
