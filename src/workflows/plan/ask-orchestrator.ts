import { proxyActivities } from "@temporalio/workflow";
import type { OwnActivities } from "../../activities/activity-types.ts";
import type { OrchestratorTurn } from "../../plan/agents/orchestrator.ts";
import type { OrchestratorReport } from "../../plan/model/commands.ts";

/** How long the orchestrator may take, with all attempts; then a person is asked. */
const ALL_MS = 300_000;
/** The model's activity tells every second that it lives. */
const HEARTBEAT_MS = 5_000;

/** Has the plan's orchestrator answer a question of an agent; without an answer a person is asked. */
export function askOrchestrator({
  request,
  todo_id,
  run,
  attempt,
  call_id,
}: OrchestratorTurn): Promise<OrchestratorReport> {
  const about = { type: "orchestrator_said", todo_id, run, attempt, call_id } as const;
  const { "holdpoint.model_turn": modelTurn } = proxyActivities<OwnActivities>({
    scheduleToCloseTimeout: ALL_MS,
    heartbeatTimeout: HEARTBEAT_MS,
    retry: { initialInterval: 1_000, maximumAttempts: 4 },
    summary: "A question for the orchestrator",
  });
  return modelTurn(request).then(
    ({ content, usage }) => ({ ...about, answer: { content, usage } }),
    () => ({ ...about, answer: null }),
  );
}
