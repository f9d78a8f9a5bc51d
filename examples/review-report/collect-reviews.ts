import { readFile, realpath, stat } from "node:fs/promises";
import { extname, isAbsolute, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "csv-parse/sync";
import { defineTool, ToolError } from "holdpoint/tools";
import type { Tool } from "holdpoint/tools";
import { z } from "zod";
import { ReviewSchema, SkippedRowSchema, SourceSchema } from "./review.ts";
import type { Review } from "./review.ts";

const MAX_FILE_BYTES = 20 * 1024 * 1024;
const MAX_RECORD_CHARACTERS = 100_000;

const InputSchema = z
  .strictObject({
    /** A .csv file, relative to the example's folder. */
    file: z.string().min(1).max(300),
    /** First day that counts. */
    date_from: z.iso.date().optional(),
    /** Last day that counts. */
    date_to: z.iso.date().optional(),
  })
  .refine(({ date_from, date_to }) => !date_from || !date_to || date_from <= date_to, {
    path: ["date_to"],
    message: "must not be before date_from",
  });

export const CollectedSchema = z.strictObject({
  reviews: z.array(ReviewSchema),
  count: z.int().min(0),
  skipped: z.array(SkippedRowSchema),
  source: SourceSchema,
});

/** A row as the file has it: every field is text. The messages become the reasons of skipped rows. */
const RowSchema = z.object({
  review_id: z.string().min(1, "review_id is empty").max(64, "review_id is over 64 characters"),
  product: z.string().min(1, "product is empty").max(120, "product is over 120 characters"),
  brand: z.string().min(1, "brand is empty").max(120, "brand is over 120 characters"),
  own: z.enum(["true", "false"], "own must be true or false").transform((own) => own === "true"),
  language: z.enum(["ko", "en"], "language must be ko or en"),
  rating: z
    .string()
    .regex(/^[1-5]?$/, "rating must be 1–5 or empty")
    .transform((rating) => (rating === "" ? null : Number(rating))),
  date: z.iso.date("date must be a day such as 2026-07-01"),
  text: z.string().max(5_000, "text is over 5,000 characters"),
});
const COLUMNS = Object.keys(RowSchema.shape);

/** The tool `collect_reviews`, reading files below `folder` and nowhere else. */
export function createCollectReviews(folder: string): Tool {
  return defineTool({
    name: "collect_reviews",
    description: "Reads product reviews from a CSV file and says which rows it could not use",
    input: InputSchema,
    output: CollectedSchema,
    async run({ file, date_from = "0000-00-00", date_to = "9999-99-99" }, ctx) {
      ctx.progress(5, `Reading ${file}`);
      const [names = [], ...rows] = parseCsv(await readText(folder, file), file);
      const header = names.map((name) => name.trim());
      assertColumns(header, file);

      const reviews: Review[] = [];
      const skipped: z.infer<typeof SkippedRowSchema>[] = [];
      const seen = new Set<string>();
      let outsideDates = 0;
      rows.forEach((cells, position) => {
        if (position % 100 === 0) {
          ctx.signal.throwIfAborted();
          ctx.progress(10 + (85 * position) / rows.length, `Row ${position + 2}`);
        }
        const row = readRow(header, cells);
        if (typeof row === "string") skipped.push({ row: position + 2, reason: row });
        else if (seen.has(row.review_id)) {
          skipped.push({ row: position + 2, reason: `review_id ${row.review_id} is there twice` });
        } else {
          seen.add(row.review_id);
          if (row.date < date_from || row.date > date_to) outsideDates++;
          else reviews.push(row);
        }
      });
      ctx.progress(100, `${reviews.length} reviews, ${skipped.length} rows skipped`);
      const source = { file, rows: rows.length, outside_dates: outsideDates };
      return { reviews, count: reviews.length, skipped, source };
    },
  });
}

/** `collect_reviews` over the files of this example. */
export const collectReviews = createCollectReviews(fileURLToPath(new URL(".", import.meta.url)));

async function readText(folder: string, file: string): Promise<string> {
  const root = await realpath(folder);
  if (extname(file).toLowerCase() !== ".csv" || isAbsolute(file)) {
    throw new ToolError("validation_error", `"${file}" must be a relative path that ends in .csv.`);
  }
  const path = await realpath(join(root, file)).catch(() => {
    throw new ToolError("validation_error", `There is no file "${file}" in the example's folder.`);
  });
  // Compared after links are followed: neither ".." nor a symbolic link leads out.
  const inside = relative(root, path);
  if (inside === ".." || inside.startsWith(`..${sep}`) || isAbsolute(inside)) {
    throw new ToolError("validation_error", `"${file}" is outside the example's folder.`);
  }
  const { size } = await stat(path);
  if (size > MAX_FILE_BYTES) {
    throw new ToolError("validation_error", `"${file}" is over 20 MB: split it.`);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await readFile(path));
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    const detail = `"${file}" is not UTF-8: save it as "CSV UTF-8" and try again.`;
    throw new ToolError("validation_error", detail, { cause });
  }
}

function parseCsv(text: string, file: string): string[][] {
  try {
    return parse(text, {
      bom: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: MAX_RECORD_CHARACTERS,
    });
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message : String(cause);
    throw new ToolError("validation_error", `"${file}" is not CSV: ${detail}`, { cause });
  }
}

function assertColumns(header: readonly string[], file: string): void {
  const missing = COLUMNS.filter((column) => !header.includes(column));
  if (missing.length > 0) {
    throw new ToolError(
      "validation_error",
      `"${file}" lacks the columns ${missing.join(", ")}; its first row must name them.`,
    );
  }
}

/** The review of a row, or why the row cannot be used. */
function readRow(header: readonly string[], cells: readonly string[]): Review | string {
  if (cells.length !== header.length) {
    return `${cells.length} cells where the header has ${header.length}`;
  }
  const fields = Object.fromEntries(header.map((name, at) => [name, cells[at]?.trim()]));
  const row = RowSchema.safeParse(fields);
  return row.success ? row.data : row.error.issues.map((issue) => issue.message).join("; ");
}
