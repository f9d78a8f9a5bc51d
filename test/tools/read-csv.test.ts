import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readCsvTool } from "../../src/tools/builtin/read-csv.ts";
import { createToolContext, failureOf, runTool } from "../support/tool-context.ts";

function readCsv(content: string | Buffer, args: Record<string, unknown> = {}) {
  const ctx = createToolContext();
  writeFileSync(join(ctx.workspace, "data.csv"), content);
  return runTool(readCsvTool, { path: "data.csv", ...args }, ctx);
}

describe("read_csv", () => {
  test("answers columns in order and one object of texts per row", async () => {
    await expect(readCsv("id,score,note\n1,4.5,\n2,,good\n")).resolves.toEqual({
      columns: ["id", "score", "note"],
      rows: [
        { id: "1", score: "4.5", note: "" },
        { id: "2", score: "", note: "good" },
      ],
      row_count: 2,
    });
  });

  test("reads Korean text behind a byte order mark", async () => {
    await expect(readCsv("\ufeff제품,후기\n라면,맛있어요 🍜\n")).resolves.toEqual({
      columns: ["제품", "후기"],
      rows: [{ 제품: "라면", 후기: "맛있어요 🍜" }],
      row_count: 1,
    });
  });

  test("keeps quoted delimiters, quotes and line breaks", async () => {
    const csv = 'id,text\r\n1,"a, b"\r\n2,"she said ""hi"""\r\n3,"one\r\ntwo\n\nthree"\r\n';
    await expect(readCsv(csv)).resolves.toMatchObject({
      rows: [
        { id: "1", text: "a, b" },
        { id: "2", text: 'she said "hi"' },
        { id: "3", text: "one\r\ntwo\n\nthree" },
      ],
    });
  });

  test("reads letters that lie across the pieces in which a file is read", async () => {
    const text = "가나다".repeat(200_000);
    await expect(readCsv(`a\n"${text.slice(0, 300_001)}"\n`)).resolves.toEqual({
      columns: ["a"],
      rows: [{ a: text.slice(0, 300_001) }],
      row_count: 1,
    });
  });

  test.each([";", "\t", "|", "·"])("splits at the delimiter %j", async (delimiter) => {
    const csv = ["a", "b,c"].join(delimiter) + "\n" + ["1", "2"].join(delimiter);
    await expect(readCsv(csv, { delimiter })).resolves.toMatchObject({
      rows: [{ a: "1", "b,c": "2" }],
    });
  });

  test("refuses a file of more columns, or of more cells, than a worker can hold", async () => {
    const header = (columns: number): string =>
      Array.from({ length: columns }, (_, at) => `c${at}`).join(",");
    expect(await failureOf(readCsv(header(10_001)))).toMatchObject({
      type: "validation_error",
      message: expect.stringMatching(/more than 10000 columns/),
    });
    await expect(readCsv(`${header(10_000)}\n`)).resolves.toMatchObject({ row_count: 0 });
    const commas = `${",".repeat(9_999)}\n`;
    expect(await failureOf(readCsv(`${header(10_000)}\n${commas.repeat(101)}`))).toMatchObject({
      type: "validation_error",
      message: expect.stringMatching(/more than 1000000 cells/),
    });
  });

  test("skips empty lines and takes a last line without line break", async () => {
    await expect(readCsv("\n\na,b\n\n1,2\n\n3,4")).resolves.toMatchObject({ row_count: 2 });
  });

  test("answers no rows for a header alone", async () => {
    await expect(readCsv("a,b\n")).resolves.toEqual({
      columns: ["a", "b"],
      rows: [],
      row_count: 0,
    });
  });

  test("keeps columns with the names of object methods as plain data", async () => {
    const answer = (await readCsv("constructor,toString,hasOwnProperty\n1,2,3\n")) as {
      rows: object[];
    };
    expect(Object.entries(answer.rows[0] ?? {})).toEqual([
      ["constructor", "1"],
      ["toString", "2"],
      ["hasOwnProperty", "3"],
    ]);
  });

  test.each([
    ["a,b\n1,2\n3\n", /broken at line 3: .*Correct that line/],
    ["a,b\n1,2\n3,4,5\n", /broken at line 3/],
    ['a,b\n1,"x\ny"\n3\n', /broken at line 4/],
    ['a,b\n1,"open\n', /broken at line \d/],
    ['a,b\n1,"x"y\n', /broken at line 2/],
    ['a,b\n1,x"y\n', /broken at line 2/],
    ["", /is empty\. It needs a header line/],
    ["\n\n\n", /is empty/],
    ["\ufeff", /is empty/],
    ["a,,c\n1,2,3\n", /Column 2 has no name\. Give it one/],
    ["a, \n1,2\n", /Column 2 has no name/],
    ["a,b,a\n1,2,3\n", /Two columns are named "a"\. Rename one/],
    ["a,__proto__\n1,2\n", /A column is named "__proto__"\. Rename it/],
  ])("refuses %j and says where and what to do", async (csv, message) => {
    const failure = await failureOf(readCsv(csv));
    expect(failure).toMatchObject({
      type: "validation_error",
      message: expect.stringMatching(message),
    });
  });

  test.each([
    ["CP949 text", Buffer.from([0x61, 0x0a, 0xc7, 0xd1, 0xb1, 0xb9, 0x0a])],
    ["a letter cut at the end", Buffer.from("a\n가").subarray(0, -1)],
    ["UTF-16 text", Buffer.from("\ufeffa\n1\n", "utf16le")],
  ])("refuses %s and says to save it as UTF-8", async (_what, bytes) => {
    await expect(failureOf(readCsv(bytes))).resolves.toMatchObject({
      type: "validation_error",
      message: expect.stringContaining("Save it as UTF-8"),
    });
  });

  test("gives up on a row of more than 1 MiB, such as a quote that never ends", async () => {
    const failure = await failureOf(readCsv(`a\n"${"x\n".repeat(1024 * 1024)}`));
    expect(failure).toMatchObject({
      type: "validation_error",
      message: expect.stringContaining("maximum number of tolerated bytes of 1048576"),
    });
  });

  test("reads max_rows rows and refuses one more instead of dropping it", async () => {
    const csv = "a\n1\n2\n3\n";
    await expect(readCsv(csv, { max_rows: 3 })).resolves.toMatchObject({ row_count: 3 });
    await expect(failureOf(readCsv(csv, { max_rows: 2 }))).resolves.toMatchObject({
      type: "validation_error",
      message: expect.stringContaining("more than 2 rows. Raise max_rows"),
    });
  });

  test("reads at most 10,000 rows when the todo does not say", async () => {
    const rows = (count: number) => `a\n${"1\n".repeat(count)}`;
    await expect(readCsv(rows(10_000))).resolves.toMatchObject({ row_count: 10_000 });
    await expect(failureOf(readCsv(rows(10_001)))).resolves.toMatchObject({
      type: "validation_error",
    });
  });

  test.each([
    { max_rows: 0 },
    { max_rows: 100_001 },
    { delimiter: "" },
    { delimiter: ",," },
    { delimiter: '"' },
    { delimiter: "\n" },
    { headers: true },
  ])("refuses the arguments %j", async (args) => {
    await expect(failureOf(readCsv("a\n1\n", args))).resolves.toHaveProperty("issues");
  });

  test("ends with the reason when the todo is cancelled while it reads", async () => {
    const reason = new Error("cancelled");
    const controller = new AbortController();
    const ctx = createToolContext({ signal: controller.signal });
    writeFileSync(join(ctx.workspace, "data.csv"), `a\n${"1\n".repeat(1024 * 1024)}`);
    const reading = failureOf(runTool(readCsvTool, { path: "data.csv", max_rows: 100_000 }, ctx));
    controller.abort(reason);
    expect(await reading).toBe(reason);
  });
});
