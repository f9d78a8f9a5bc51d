import { z } from "zod";
import { SEEN } from "./is-blank.ts";
import type { Said } from "./sentences/catalog.ts";
import { named } from "./sentences/sentence.ts";
import { LIMITS } from "./tables/limits.ts";

/** By their ranges: programs in other languages read the patterns, and not all of them know `\p{Cc}`. */
const CONTROLS = String.raw`\u0000-\u001f\u007f-\u009f`;
const LINE = new RegExp(String.raw`^[^${CONTROLS}\u2028\u2029]*$`);
const LINES = new RegExp(String.raw`^(?:[^${CONTROLS}]|[\n\r\t])*$`);
const VISIBLE = new RegExp(SEEN);

/** A short human text on one line: no control characters, so that it cannot break a log or a table. */
export const lineText = (max: number) =>
  z
    .string()
    .min(1, { abort: true })
    .max(max)
    .regex(LINE, { error: named("one_line"), abort: true });

/** What something is called: a line in which something can be seen. */
export const titleText = lineText(LIMITS.title).regex(VISIBLE, named("must_not_be_empty"));

/** A longer human text: line breaks and tabs are welcome, other control characters are not. */
export const longText = (max: number) =>
  z.string().max(max).regex(LINES, named("no_control_characters"));

/** One of the words, or several with commas between. @param wrong what is said of any other text. */
export const oneOrMore = (words: readonly string[], wrong: Parameters<typeof named>[0]) => {
  const word = `(?:${words.join("|")})`;
  return z.string().regex(new RegExp(`^${word}(?:,${word})*$`), named(wrong));
};

/** Ids that people write: letters, digits, `_` and `-`; they begin with a letter or digit. */
const nameText = z
  .string()
  .max(LIMITS.name)
  .regex(/^[A-Za-z0-9][A-Za-z0-9_-]*$/, named("id_signs"));

export const TodoIdSchema = nameText;
/** A session's id; whoever registers it chooses it. */
export const SessionIdSchema = nameText;
/** A template's id; it names the workflow that keeps it. */
export const TemplateIdSchema = nameText;

/** As a todo's id, except for the words that stand beside plans in their addresses. */
export const PlanIdSchema = z
  .string()
  .max(LIMITS.name)
  .regex(/^(?!(?:import|preview)$)[A-Za-z0-9][A-Za-z0-9_-]*$/, {
    error: ({ input }) =>
      named(input === "import" || input === "preview" ? "reserved_id" : "id_signs"),
  });

/** Repeats of a command with the same id get the first answer and change nothing. */
export const CommandIdSchema = lineText(100);

/** A checkpoint's id, such as `cp_18`. */
export const CheckpointIdSchema = lineText(40);

/** SHA-256, with its name before it. */
export const DigestSchema = z.string().regex(/^sha256:[0-9a-f]{64}$/);

export const TimestampSchema = z.iso.datetime({ offset: true }).meta({ id: "Timestamp" });

const ZONE = /(?:Z|[+-]\d\d:\d\d)$/;
/** A time that S0 keeps of a todo: without a zone it is UTC, as S0's `datetime.utcnow` writes it. */
export const UtcTimestampSchema = z.iso
  .datetime({ offset: true, local: true })
  .overwrite((time) => (ZONE.test(time) ? time : `${time}Z`))
  .pipe(TimestampSchema);

/** How long from the start of the plan: minutes, hours, days or weeks. */
export const DurationSchema = z
  .string()
  .regex(/^[1-9][0-9]{0,4}[mhdw]$/, named("duration"))
  .meta({ id: "Duration" });

/**
 * Any JSON value: what it holds is looked at once, by `validateJson`, where a body or a message is
 * read. (`z.json()` takes 4 s for 4 MB of numbers.)
 */
export const JsonSchema: z.ZodType<Json> = z.custom<Json>((value) => value !== undefined);
// A copy by `.meta` would refer to the schema without the name.
JsonSchema.register(z.globalRegistry, { id: "JsonValue" });
export const JsonObjectSchema = z.record(z.string(), JsonSchema).meta({ id: "JsonObject" });

/**
 * JSON pointers to what stands in a value by reference, being kept in the artifact store. Everything
 * else in the value is data, also what looks like a reference.
 */
export const ReferencesSchema = z.array(z.string());

/** Which sentence a text is, with its values, for those who put it into words themselves. */
export const SaidSchema: z.ZodType<Said> = z
  .object({ id: z.string(), values: z.record(z.string(), JsonSchema) })
  .meta({ id: "Said" }) as unknown as z.ZodType<Said>;

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };
