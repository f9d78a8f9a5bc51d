import { z } from "zod";
import { TRANSCRIPT_ROLES } from "../../tables/vocabulary.ts";
import { TimestampSchema } from "../../text.ts";

/** A call of a tool, as the transcript of a conversation shows it. */
const TranscriptCallSchema = z.object({
  call_id: z.string(),
  name: z.string(),
  /** JSON text, as the model wrote it. */
  arguments: z.string(),
  /** What the model was told of it; null until it is over. */
  result: z.string().nullable(),
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
