import type { FileHandle } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { CsvError, parse } from "csv-parse";
import { z } from "zod";
import { WorkspacePathSchema } from "../../contract/workspace-path.ts";
import { defineTool } from "../define-tool.ts";
import { ToolError } from "../tool-error.ts";
import { withWorkspaceFile } from "../workspace-files.ts";

const MAX_FILE_BYTES = 50 * 1024 * 1024;
/** Bounds the memory that one quote without its end can eat. */
const MAX_RECORD_BYTES = 1024 * 1024;
const MAX_ROWS = 100_000;
/** A row has a text for each column, however little stands in the file: they bound the memory that a short one can eat. */
const MAX_COLUMNS = 10_000;
const MAX_CELLS = 1_000_000;

const OutputSchema = z.object({
  columns: z.array(z.string()),
  rows: z.array(z.record(z.string(), z.string())),
  row_count: z.int(),
});

/** The tool `read_csv`: a UTF-8 CSV file with a header line, as one object of texts per row. */
export const readCsvTool = defineTool({
  name: "read_csv",
  description: "Reads a CSV file with a header line from the plan's workspace.",
  repeatable: true,
  read_only: true,
  input: z.strictObject({
    path: WorkspacePathSchema,
    delimiter: z
      .string()
      .length(1)
      .regex(/[^"\r\n]/, "The delimiter must not be a quote or a line break.")
      .default(","),
    max_rows: z
      .int()
      .positive()
      .max(MAX_ROWS)
      .default(10_000)
      .describe(
        `A file with more rows, with more than ${MAX_COLUMNS} columns, or with more than ${MAX_CELLS} cells (rows times columns) is an error; nothing is cut off.`,
      ),
  }),
  output: OutputSchema,
  run({ path, delimiter, max_rows: maxRows }, ctx) {
    ctx.signal.throwIfAborted();
    return withWorkspaceFile(ctx.workspace, path, MAX_FILE_BYTES, async (file) => {
      try {
        return await readRows(file, delimiter, maxRows, ctx.signal);
      } catch (error) {
        ctx.signal.throwIfAborted();
        throw error instanceof CsvError ? brokenCsv(error) : error;
      }
    });
  },
});

async function readRows(
  file: FileHandle,
  delimiter: string,
  maxRows: number,
  signal: AbortSignal,
): Promise<z.input<typeof OutputSchema>> {
  let columns: readonly string[] | undefined;
  const rows: Record<string, string>[] = [];
  const parser = parse({
    delimiter,
    skip_empty_lines: true,
    max_record_size: MAX_RECORD_BYTES,
  });
  await pipeline(
    decodeUtf8(file),
    parser,
    async (records: AsyncIterable<string[]>) => {
      for await (const record of records) {
        if (columns === undefined) {
          columns = toColumns(record);
          continue;
        }
        if (rows.length >= maxRows) throw tooManyRows(maxRows);
        if ((rows.length + 1) * columns.length > MAX_CELLS) throw tooManyCells();
        rows.push(Object.fromEntries(columns.map((column, at) => [column, record[at] ?? ""])));
      }
    },
    { signal },
  );
  if (columns === undefined) {
    throw new ToolError("validation_error", "The CSV file is empty. It needs a header line.");
  }
  return { columns: [...columns], rows, row_count: rows.length };
}

/** Text of the file, piece by piece, without byte order mark; wrong bytes are an error, not "�". */
async function* decodeUtf8(file: FileHandle): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    const stream = file.createReadStream({ autoClose: false, end: MAX_FILE_BYTES });
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      yield decoder.decode(chunk, { stream: true });
    }
    yield decoder.decode();
  } catch (error) {
    if (!isEncodingError(error)) throw error;
    throw new ToolError(
      "validation_error",
      "The CSV file is not UTF-8. Save it as UTF-8 (in Excel: CSV UTF-8) and write it again.",
      { cause: error },
    );
  }
}

function isEncodingError(error: unknown): boolean {
  return (
    error instanceof TypeError &&
    "code" in error &&
    error.code === "ERR_ENCODING_INVALID_ENCODED_DATA"
  );
}

function toColumns(header: readonly string[]): readonly string[] {
  if (header.length > MAX_COLUMNS) {
    throw badHeader(`It has more than ${MAX_COLUMNS} columns. Leave out some, or split the file.`);
  }
  const seen = new Set<string>();
  for (const [at, column] of header.entries()) {
    if (column.trim() === "") throw badHeader(`Column ${at + 1} has no name. Give it one.`);
    // In a plain object this key would change the row's prototype in careless hands.
    if (column === "__proto__") throw badHeader('A column is named "__proto__". Rename it.');
    if (seen.has(column)) {
      throw badHeader(`Two columns are named ${JSON.stringify(column)}. Rename one.`);
    }
    seen.add(column);
  }
  return header;
}

function badHeader(message: string): ToolError {
  return new ToolError("validation_error", `The CSV file's header is not usable: ${message}`);
}

function tooManyRows(maxRows: number): ToolError {
  return new ToolError(
    "validation_error",
    `The CSV file has more than ${maxRows} rows. Raise max_rows (at most ${MAX_ROWS}) or split the file.`,
  );
}

function tooManyCells(): ToolError {
  return new ToolError(
    "validation_error",
    `The CSV file has more than ${MAX_CELLS} cells (rows times columns). Leave out columns, or split the file.`,
  );
}

function brokenCsv(error: CsvError): ToolError {
  const line = typeof error["lines"] === "number" ? `line ${error["lines"]}` : "an unknown line";
  return new ToolError(
    "validation_error",
    `The CSV file is broken at ${line}: ${error.message}. Correct that line and write the file again.`,
    { cause: error },
  );
}
