import { z } from "zod";
import { pageSize } from "../paging.ts";
import { LIMITS } from "../tables/limits.ts";
import { JsonObjectSchema, lineText, TimestampSchema } from "../text.ts";

/** What a tool wrote to its log. */
export const LogLineSchema = z
  .object({
    /** Which attempt wrote it, from 1. */
    attempt: z.int(),
    at: TimestampSchema,
    level: z.enum(["info", "warn", "error"]),
    /** May hold a terminal's colours (`ESC [ … m`), and nothing else that commands one. */
    message: z.string(),
    fields: JsonObjectSchema.nullable(),
  })
  .meta({ id: "LogLine" });
export type LogLine = z.infer<typeof LogLineSchema>;

/** Which lines of a todo's log. */
export const LogQuerySchema = z.object({
  /** The newest run when absent. */
  run: z.coerce.number().int().min(1).optional(),
  /** One of the calls that its agent made in that run. */
  call_id: lineText(LIMITS.call_id).optional(),
  after: z.coerce.number().int().min(0).default(0),
  limit: pageSize(1_000, 200),
});

/** One page of what a tool wrote to its log. */
export const LogPageSchema = z
  .object({
    lines: z.array(LogLineSchema),
    /** How many lines come before what follows: the next `after`. */
    next: z.int(),
    /** How many lines there are so far. */
    total: z.int(),
    /** The log was full: what its tool wrote after that was not kept. */
    full: z.boolean(),
  })
  .meta({ id: "LogPage" });
export type LogPage = z.infer<typeof LogPageSchema>;
