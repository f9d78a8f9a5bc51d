import type { Hold } from "../../../contract/plan/holds/hold.ts";

/**
 * The agent that goes to work when a hold is approved: its assignment names it. Null where a tool runs,
 * where an agent asks in the middle of its work, and where nothing but a person's word is needed.
 */
export function startedAgent({
  tool_name,
  asked_by,
  args,
}: Pick<Hold, "tool_name" | "asked_by" | "args">): string | null {
  const name = args?.["agent_name"];
  return tool_name === null && asked_by === null && typeof name === "string" ? name : null;
}
