import { z } from "zod";
import type { ModelTool } from "../../contract/model.ts";
import { LIMITS } from "../../contract/tables/limits.ts";
import { AGENT_STEP_STATUSES } from "../../contract/tables/vocabulary.ts";
import { readCall } from "./read-call.ts";

/** The tools that every agent has: its list, and its question to the orchestrator. */
export const TODO_WRITE = "todo_write";
export const ASK_ORCHESTRATOR = "ask_orchestrator";

export const OWN_TOOLS: readonly ModelTool[] = [
  {
    name: TODO_WRITE,
    description:
      "Writes the whole list of your steps. One step in_progress at a time; each completed as soon as it is done, by a call of its own.",
    parameters: {
      type: "object",
      additionalProperties: false,
      required: ["todos"],
      properties: {
        todos: {
          type: "array",
          minItems: 1,
          maxItems: LIMITS.agent_steps,
          items: {
            type: "object",
            additionalProperties: false,
            required: ["id", "content", "status"],
            properties: {
              id: { type: "string" },
              content: { type: "string", maxLength: LIMITS.title },
              status: { enum: [...AGENT_STEP_STATUSES] },
            },
          },
        },
      },
    },
  },
  {
    name: ASK_ORCHESTRATOR,
    description:
      "Asks the orchestrator of the plan what you need to know and cannot find out with your tools. Its answer is the result of the call. Where a person was asked in other words than yours, they stand beside the answer as `asked`: it answers them.",
    parameters: {
      type: "object",
      additionalProperties: false,
      required: ["question"],
      properties: {
        question: { type: "string", maxLength: LIMITS.description },
        context: { type: "string", maxLength: LIMITS.description },
        suggested_answers: {
          type: "array",
          maxItems: LIMITS.suggested_answers,
          items: { type: "string", maxLength: LIMITS.title },
        },
      },
    },
  },
];

const AskSchema = z.strictObject({
  question: z.string().trim().min(1).max(LIMITS.description),
  context: z.string().max(LIMITS.description).optional(),
  suggested_answers: z
    .array(z.string().min(1).max(LIMITS.title))
    .max(LIMITS.suggested_answers)
    .default([]),
});

/** What a call of `ask_orchestrator` asks, or what is wrong with it. */
export function readAsk(args: unknown): z.output<typeof AskSchema> | { readonly refusal: string } {
  const read = readCall(AskSchema, args, "question");
  return "refusal" in read ? read : read.value;
}
