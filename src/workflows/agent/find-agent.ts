import { proxyActivities } from "@temporalio/workflow";
import type { OwnActivities } from "../../activities/activity-types.ts";
import type { AgentDefinition } from "../../contract/agent.ts";
import { sayNearest } from "../../contract/sentences/say-nearest.ts";
import { say, type Sentence } from "../../contract/sentences/sentence.ts";

/**
 * The definition of the agent with this name as it is now, or why there is none. An agent's workflow asks
 * once and carries the answer through every turn, whatever is saved meanwhile.
 */
export async function findAgent(
  name: unknown,
): Promise<{ agent: AgentDefinition } | { message: Sentence }> {
  const { "holdpoint.read_agent": readAgent } = proxyActivities<OwnActivities>({
    startToCloseTimeout: 10_000,
    retry: { maximumAttempts: 10 },
    summary: "Read the agent's definition",
  });
  const wanted = typeof name === "string" ? name : "";
  const found = await readAgent({ name: wanted });
  if ("agent" in found) return found;
  if ("missing" in found) {
    return { message: say("agent_lacks_tools", { name: wanted, tools: found.missing.join(", ") }) };
  }
  const names = found.known.length === 0 ? say("none_configured") : found.known.join(", ");
  const unknown = say("no_such_agent", { name: wanted, names });
  return { message: sayNearest(unknown, wanted, found.known) };
}
