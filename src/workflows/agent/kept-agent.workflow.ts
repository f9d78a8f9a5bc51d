import { continueAsNew, workflowInfo } from "@temporalio/workflow";
import type { KeptAgent } from "../../contract/agent.ts";
import { say } from "../../contract/sentences/sentence.ts";
import { keepRecord, type KeptRecord } from "../keep-record.ts";
import { isKeptAgent } from "../read-input.ts";
import { deleteAgentUpdate, keptAgentQuery, saveAgentUpdate } from "../wire/messages.ts";

/** What an earlier run kept, and by whose word. */
export type KeptAgentWorkflowInput = KeptRecord<KeptAgent>;

/**
 * Keeps the definition of one agent until it is deleted. What it may say is checked by who saves it and
 * by whoever reads it; here it is only kept, and who says so is checked as plans do.
 */
export async function keptAgentWorkflow(input: KeptAgentWorkflowInput = {}): Promise<void> {
  const next = await keepRecord<KeptAgent>(input, {
    query: keptAgentQuery,
    save: saveAgentUpdate,
    remove: deleteAgentUpdate,
    fits: isKeptAgent,
    memo: ({ instructions: _, ...summary }) => ({ agent: summary }),
    unfit: "This is no agent. Save agents through the Holdpoint API.",
    changed: (version) => ({
      code: "agent_changed",
      detail: say(version === 0 ? "agent_gone_since" : "agent_saved_since", { version }),
      hint: say("look_at_agent"),
    }),
    unproven: (why) => say("unproven_agent", { id: workflowInfo().workflowId, why }),
  });
  if (next !== null) await continueAsNew<typeof keptAgentWorkflow>(next);
}
