import type { Hold } from "../../../contract/plan/holds/hold.ts";

/** The agent whose question it is; null where the plan asks, also whether an agent may go on. */
export function askerOf({ kind, asked_by }: Pick<Hold, "kind" | "asked_by">): string | null {
  return kind === "input" ? (asked_by?.agent_name ?? null) : null;
}
