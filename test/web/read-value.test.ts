import { expect, test } from "vitest";
import { readBlocks } from "../../src/web/parts/values/read-blocks.ts";
import { readDelimited } from "../../src/web/parts/values/read-delimited.ts";
import { readPicture } from "../../src/web/parts/values/read-picture.ts";
import { readValue } from "../../src/web/parts/values/read-value.ts";
import { PIXEL_PNG } from "../support/pictures.ts";

test("objects that are alike are a table, and those that are not are read one by one", () => {
  const alike = [
    { city: "Seoul", people: 9 },
    { city: "Busan", people: 3, port: true },
  ];
  expect(readValue(alike)).toEqual({
    as: "table",
    columns: ["city", "people", "port"],
    rows: [
      ["Seoul", 9, undefined],
      ["Busan", 3, true],
    ],
  });
  expect(readValue([{ a: 1 }, { b: 2, c: 3, d: 4 }]).as).toBe("list");
  expect(readValue([{}, {}]).as).toBe("list");
  const wide = Object.fromEntries(Array.from({ length: 31 }, (_, at) => [`n${at}`, at]));
  expect(readValue([wide]).as).toBe("list");
});

test("a name that programs inherit is a column like any other", () => {
  const rows = JSON.parse('[{"__proto__":{"a":1},"constructor":2},{"constructor":3}]') as never;
  expect(readValue(rows)).toMatchObject({
    columns: ["__proto__", "constructor"],
    rows: [
      [{ a: 1 }, 2],
      [undefined, 3],
    ],
  });
});

test("CSV is a table: with quotes, breaks within them, other delimiters and a mark at its beginning", () => {
  expect(readDelimited('name,says\r\nkim,"a ""b"",\nc"\r\nlee,\r\n')).toEqual([
    ["name", "says"],
    ["kim", 'a "b",\nc'],
    ["lee", ""],
  ]);
  expect(readDelimited("\uFEFFa;b\n1,5;2")).toEqual([
    ["a", "b"],
    ["1,5", "2"],
  ]);
  expect(readDelimited("a\tb\n1\t2")).toHaveLength(2);
});

test.each([
  ["prose with commas", "Hello Kim, how are you\nFine, thanks"],
  ["one line", "a,b,c"],
  ["lines of different lengths", "a,b\n1,2,3"],
  ["a quote that does not end", 'a,b\n"1,2'],
  ["headings that are alike", "a,a\n1,2"],
  ["a list of sentences", "first line\nsecond line"],
])("%s is no table", (_, text) => {
  expect(readDelimited(text)).toBeNull();
  expect(readValue(`${text}\n`).as).toMatch(/^text|short$/);
});

test("a text of JSON is read as what it says, and one that only looks so stays a text", () => {
  expect(readValue('[{"a":1},{"a":2}]').as).toBe("table");
  expect(readValue('{"a":[1,2]}').as).toBe("fields");
  expect(readValue("[x]\n[y]").as).toBe("text");
});

test("Markdown's headings, lists, code and tables are read, and nothing else of it", () => {
  const text = [
    "# Report",
    "First line,",
    "second line.",
    "- one",
    "  - two",
    "1. three",
    "```",
    "# no heading",
    "```",
    "| a | b |",
    "|---|:-:|",
    "| 1 | 2 |",
    "",
    "![x](https://example.com/x.png) <img src=x>",
  ].join("\n");
  expect(readValue(text).as).toBe("blocks");
  expect(readBlocks(text)).toEqual([
    { as: "heading", text: "Report" },
    { as: "paragraph", text: "First line,\nsecond line." },
    { as: "item", mark: "•", depth: 0, text: "one" },
    { as: "item", mark: "•", depth: 1, text: "two" },
    { as: "item", mark: "1.", depth: 0, text: "three" },
    { as: "code", text: "# no heading" },
    { as: "table", columns: ["a", "b"], rows: [["1", "2"]] },
    { as: "paragraph", text: "![x](https://example.com/x.png) <img src=x>" },
  ]);
  expect(readBlocks("```\nnever closed")).toEqual([{ as: "code", text: "never closed" }]);
});

test("a picture is what its bytes say: SVG, other files and pictures that fill the memory are none", () => {
  const bytes = Buffer.from(PIXEL_PNG, "base64");
  expect(readPicture(bytes)).toEqual({ type: "image/png", width: 2, height: 1 });
  expect(readValue(`data:image/png;base64,${PIXEL_PNG}`).as).toBe("picture");
  expect(readValue({ type: "image", data: PIXEL_PNG, mimeType: "image/svg+xml" }).as).toBe(
    "picture",
  );
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString("base64");
  expect(readValue(`data:image/svg+xml;base64,${svg}`).as).not.toBe("picture");
  expect(readValue(`data:image/png;base64,${svg}`).as).not.toBe("picture");
  const huge = Buffer.from(bytes);
  huge.writeUInt32BE(100_000, 16);
  huge.writeUInt32BE(100_000, 20);
  expect(readPicture(huge)).toBeNull();
  for (let length = 0; length < bytes.length; length += 1) {
    expect(() => readPicture(bytes.subarray(0, length))).not.toThrow();
  }
});

test("the kinds of pictures tell how large they are", () => {
  const gif = Buffer.from("GIF89a\x05\0\x07\0", "latin1");
  expect(readPicture(gif)).toEqual({ type: "image/gif", width: 5, height: 7 });
  const jpeg = Buffer.from(
    "\xFF\xD8\xFF\xE0\0\x04ab\xFF\xC0\0\x0B\x08\0\x07\0\x05\x01\x01\x11\0",
    "latin1",
  );
  expect(readPicture(jpeg)).toEqual({ type: "image/jpeg", width: 5, height: 7 });
  const extended = `RIFF\0\0\0\0WEBPVP8X${"\0".repeat(8)}\x04\0\0\x06\0\0`;
  expect(readPicture(Buffer.from(extended, "latin1"))).toEqual({
    type: "image/webp",
    width: 5,
    height: 7,
  });
});

test("values within values are read to some depth, and are JSON below it", () => {
  const deep = { a: { b: { c: { d: 1 } } } };
  expect(readValue(deep).as).toBe("fields");
  expect(readValue(deep.a.b.c, 3).as).toBe("json");
});

test("what is large is read in a moment, whatever it is made of", () => {
  const long = [
    "a,".repeat(500_000),
    `${"|".repeat(1_000)}\n`.repeat(500),
    `${"[".repeat(500_000)}]`,
    "*".repeat(1_000_000),
    `"${'"'.repeat(999_999)}`,
    " ".repeat(1_000_000),
    `- ${" ".repeat(1_000_000)}`,
    `data:image/png;base64,${"A".repeat(1_000_000)}!`,
  ];
  // What grew with the square of the length would take longer than a test may.
  for (const text of long) expect(readValue(`${text}\nx`), text.slice(0, 20)).toBeDefined();
});

test("a text of JSON whose numbers would be shown with other digits stays the text that it is", () => {
  const text = '{"id":12345678901234567890}';
  expect(readValue(text)).toEqual({ as: "short", value: text });
  expect(readValue('{"id":1}').as).toBe("fields");
});
