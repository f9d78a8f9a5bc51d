import { continueAsNew } from "@temporalio/workflow";
import type { KeptAgent } from "../contract/agent.ts";
import { keepRecord } from "./keep-record.ts";
import type { Reading } from "./read-payload.ts";
import { deleteAgentUpdate, keptAgentQuery, saveAgentUpdate } from "./wire/messages.ts";

export interface KeptAgentWorkflowInput {
  /** What an earlier run kept. */
  readonly kept?: KeptAgent;
}

/**
 * Keeps the definition of one agent until it is deleted. What it may say is checked by who saves it and
 * by whoever reads it; here it is only kept.
 */
export async function keptAgentWorkflow(input: KeptAgentWorkflowInput = {}): Promise<void> {
  // Anyone can start this by hand with anything.
  const before = (input as KeptAgentWorkflowInput | null)?.kept ?? null;
  const kept = await keepRecord<KeptAgent>(before, {
    query: keptAgentQuery,
    save: saveAgentUpdate,
    remove: deleteAgentUpdate,
    read: toWritten,
    memo: ({ instructions: _, ...summary }) => ({ agent: summary }),
    refusal: "This is no agent. Save agents through the Holdpoint API.",
  });
  if (kept !== null) await continueAsNew<typeof keptAgentWorkflow>({ kept });
}

function toWritten(reading: Reading): Omit<KeptAgent, "version" | "saved_at"> | null {
  if (!("value" in reading)) return null;
  const { value } = reading;
  if (typeof value !== "object" || value === null) return null;
  const { name, instructions } = value as Partial<KeptAgent>;
  return typeof name === "string" && typeof instructions === "string" ? (value as KeptAgent) : null;
}
