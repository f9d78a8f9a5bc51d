import type { LoggedEvent } from "../../../src/contract/plan/event.ts";

/** What only happens where agents work: they have stories of their own. */
export const AGENT_EVENTS: readonly LoggedEvent["type"][] = [
  "agent.answered",
  "agent.mark_ignored",
  "agent.transcript_kept",
  "agent.time_over",
  "agent.turn",
  "agent.countdown",
  "agent.countdown_cancelled",
  "model.turn_dropped",
  "human_query_answered",
  "human_query_requested",
  "task_resumed_after_human_query",
];
