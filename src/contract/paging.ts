import { z } from "zod";
import { LIMITS } from "./tables/limits.ts";

/** How many rows a page is to have, at the most. @param usual how many where nothing is said. */
export const pageSize = (most: number, usual: number) =>
  z.coerce.number().int().min(1).max(most).default(usual);

/** How a page of a list is asked for: by the place that it follows … */
export const pageQuery = {
  limit: pageSize(LIMITS.page_rows, LIMITS.usual_page_rows),
  cursor: z.string().min(1).max(4_000).optional(),
};

/** … or by how many come before it. */
export const PartQuerySchema = z.object({
  offset: z.coerce.number().int().min(0).default(0),
  limit: pageSize(1_000, 200),
});

/** What a page says of those after it. */
export const PageEndSchema = z.object({
  has_more: z.boolean(),
  /** Give it as `cursor`, with the same filters, for the next page. */
  next_cursor: z.string().nullable(),
});
export type PageEnd = z.infer<typeof PageEndSchema>;
