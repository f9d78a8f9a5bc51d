import { z } from "zod";
import { LIMITS } from "./vocabulary.ts";

/** A short human text on one line: no control characters, so that it cannot break a log or a table. */
export const lineText = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]+$/u, "must be one line without control characters");

/** A longer human text: line breaks and tabs are welcome, other control characters are not. */
export const longText = (max: number) =>
  z
    .string()
    .max(max)
    .regex(
      /^(?:[^\p{Cc}]|[\n\r\t])*$/u,
      "must not hold control characters other than line breaks and tabs",
    );

/** Ids that people write: letters, digits, `_` and `-`; they begin with a letter or digit. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]*$/;
const nameText = z
  .string()
  .max(LIMITS.name)
  .regex(NAME, 'must be letters, digits, "_" or "-", beginning with a letter or digit');

export const PlanIdSchema = nameText;
export const TodoIdSchema = nameText;

export const TimestampSchema = z.iso.datetime({ offset: true });

/** Any JSON value. Depth and size of a whole body are bounded where it is read. */
export const JsonSchema: z.ZodType<Json> = z.json() as z.ZodType<Json>;
export const JsonObjectSchema = z.record(z.string(), JsonSchema);

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };
