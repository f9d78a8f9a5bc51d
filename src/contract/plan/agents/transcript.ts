import { z } from "zod";
import { LIMITS } from "../../tables/limits.ts";
import { TRANSCRIPT_ROLES } from "../../tables/vocabulary.ts";
import { lineText, TimestampSchema, type JsonObject } from "../../text.ts";

/** A call of a tool, as the transcript of a conversation shows it. */
const TranscriptCallSchema = z.object({
  call_id: z.string(),
  name: z.string(),
  /** JSON text, as the model wrote it. */
  arguments: z.string(),
  /** What the model was told of it, or how that begins; null until it is over. */
  result: z.string().nullable(),
  /** How many bytes the whole answer has that `result` is only a part of: the todo's result has it, by `call_id`. Absent where that is all. */
  whole_bytes: z.int().optional(),
});

/** One turn of the conversation between an agent and the plan's orchestrator about a todo (S4). */
export const TranscriptTurnSchema = z
  .object({
    run: z.int(),
    /** Which attempt of the run: each has a conversation of its own, counted from 0. */
    attempt: z.int(),
    task: z.string(),
    turn_index: z.int(),
    role: z.enum(TRANSCRIPT_ROLES),
    content: z.string(),
    timestamp: TimestampSchema,
    /** The model that said it, and what that used. */
    model: z.string().nullable(),
    usage: z
      .object({
        input_tokens: z.int(),
        output_tokens: z.int(),
        cost_usd: z.number().nullable(),
      })
      .nullable(),
    tool_calls: z.array(TranscriptCallSchema),
  })
  .meta({ id: "TranscriptTurn" });
export type TranscriptTurn = z.infer<typeof TranscriptTurnSchema>;

/** A turn as its worker tells and keeps it: each `result` is all that the model was told. */
export interface KeptTurn extends Omit<TranscriptTurn, "tool_calls"> {
  readonly tool_calls: readonly KeptCall[];
}
/** `kept` stands for an answer that was too large for the model. */
export type KeptCall = TranscriptTurn["tool_calls"][number] & { readonly kept?: JsonObject };

/** What to read of what a todo has given, or of what its agent's calls were answered. */
export const ResultQuerySchema = z.object({
  /** Into the value; everything when it is left out. */
  pointer: z.string().max(LIMITS.description).default(""),
  /** What this call of its agent was answered, in place of the todo's result … */
  call_id: lineText(LIMITS.call_id).optional(),
  /** … in this run and attempt; the newest when absent. */
  run: z.coerce.number().int().min(1).optional(),
  attempt: z.coerce.number().int().min(1).optional(),
});

/** One page of the transcript of a todo. */
export const TranscriptPageSchema = z
  .object({
    turns: z.array(TranscriptTurnSchema),
    total: z.int(),
    /** Whether the conversation goes on. */
    live: z.boolean(),
    /** Where the next page begins; null on the last. */
    next_offset: z.int().nullable(),
  })
  .meta({ id: "Transcript" });
export type TranscriptPage = z.infer<typeof TranscriptPageSchema>;
