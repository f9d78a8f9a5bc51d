import { z } from "zod";
import { LIMITS } from "./tables/limits.ts";
import { JsonObjectSchema } from "./text.ts";

/** What tools say of themselves beside their schemas, in the order in which it is told. */
export const TOOL_MARKS = [
  "irreversible",
  "requires_approval",
  "read_only",
  "repeatable",
  "quick",
] as const;
export type ToolMark = (typeof TOOL_MARKS)[number];

/** A tool as whoever writes a plan has to know it. */
export const ToolViewSchema = z
  .object({
    name: z.string(),
    /** What the tool says of itself: a text of whoever wrote it, not of Holdpoint. */
    description: z.string(),
    /** The JSON Schema of its arguments (`tool_params`); left out where the API does not know it. */
    input: JsonObjectSchema.optional(),
    /** The JSON Schema of its result, before `output_path`; left out where the API does not know it. */
    output: JsonObjectSchema.optional(),
    /** Those that are set. */
    marks: z.array(z.enum(TOOL_MARKS)),
  })
  .meta({ id: "ToolView" });
export type ToolView = z.output<typeof ToolViewSchema>;

/** Which tools are asked for. */
export const ToolQuerySchema = z.object({
  /** This one alone; one that does not exist is refused, with the nearest name. */
  name: z.string().min(1).max(LIMITS.name).optional(),
});

export const ToolListSchema = z
  .object({
    /** Those of the API's configuration, sorted by name. Workers of other task queues may have others. */
    tools: z.array(ToolViewSchema),
  })
  .meta({ id: "ToolList" });
export type ToolList = z.output<typeof ToolListSchema>;
