import type { JsonObject } from "./text.ts";

/** What a model is asked for; the configuration names a model for each. */
export const MODEL_ROLES = ["planner", "editor", "agent", "orchestrator", "reporter"] as const;
export type ModelRole = (typeof MODEL_ROLES)[number];

/** A tool that a model wants called. Nothing in it has been checked. */
export interface ModelToolCall {
  readonly id: string;
  readonly name: string;
  /** JSON text, as the model wrote it. */
  readonly arguments: string;
  /** Why it cannot be made, in words for the model, where its worker knows. */
  readonly refused?: string;
}

/** One message of a conversation with a model. */
export type ModelMessage =
  | { readonly role: "system" | "user"; readonly content: string }
  | {
      readonly role: "assistant";
      readonly content: string;
      readonly tool_calls?: readonly ModelToolCall[];
    }
  | { readonly role: "tool"; readonly tool_call_id: string; readonly content: string };

/** A tool as a model is told of it. */
export interface ModelTool {
  readonly name: string;
  readonly description: string;
  /** A JSON Schema of its arguments. */
  readonly parameters: JsonObject;
}

/** One turn of a model. */
export interface ModelRequest {
  /** The same for every attempt of one turn: an answer that is already paid for is not asked again. */
  readonly turn_key: string;
  readonly role: ModelRole;
  /** Instead of the role's own. */
  readonly model?: string;
  /** Which prompt it is, as every call records. */
  readonly prompt: { readonly name: string; readonly version: string };
  readonly messages: readonly ModelMessage[];
  readonly tools?: readonly ModelTool[];
  /** What the answer has to be, when it is data and no text. */
  readonly answer?: { readonly name: string; readonly schema: JsonObject };
}

/** What a turn used, and its price in US dollars; null when the model has no price in the table. */
export interface ModelUsage {
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cost_usd: number | null;
}

/** What a model answered: text from outside, whatever it looks like. */
export interface ModelAnswer {
  readonly content: string;
  readonly tool_calls: readonly ModelToolCall[];
  /** Why it stopped: it was done, wants tools, ran out of room, or would not. */
  readonly ended: "done" | "tool_calls" | "length" | "refused";
  readonly model: string;
  readonly usage: ModelUsage;
}
