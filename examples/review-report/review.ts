import { z } from "zod";

/** One usable row of the review file. */
export const ReviewSchema = z.strictObject({
  review_id: z.string().min(1).max(64),
  product: z.string().min(1).max(120),
  brand: z.string().min(1).max(120),
  /** Whether the product is ours. */
  own: z.boolean(),
  language: z.enum(["ko", "en"]),
  /** 1–5, or null when the person gave none. */
  rating: z.int().min(1).max(5).nullable(),
  /** ISO 8601 day. */
  date: z.iso.date(),
  /** May be empty: some people only leave stars. */
  text: z.string().max(5_000),
});
export type Review = z.infer<typeof ReviewSchema>;

/** What the analysing tools take. */
export const ReviewsInputSchema = z.strictObject({
  reviews: z.array(ReviewSchema).max(50_000),
});

/** A row that no figure includes. `row` counts records as a spreadsheet does: the header is row 1. */
export const SkippedRowSchema = z.strictObject({ row: z.int().min(2), reason: z.string() });

/** Where the reviews came from and how many rows there were. */
export const SourceSchema = z.strictObject({
  file: z.string(),
  /** Rows below the header. */
  rows: z.int().min(0),
  /** Good rows left out because of `date_from` or `date_to`. */
  outside_dates: z.int().min(0),
});
