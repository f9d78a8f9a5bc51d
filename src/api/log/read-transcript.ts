import type { TranscriptTurn } from "../../contract/plan/agents/transcript.ts";
import type { Todo } from "../../contract/plan/todo.ts";
import { readJson } from "../../temporal/connection/payloads/artifact-store.ts";
import { transcriptQuery } from "../../workflows/wire/messages.ts";
import { isGone } from "../gateway/asking/temporal-refusal.ts";
import type { PlanGateway } from "../gateway/plan-gateway.ts";
import type { LogSource } from "./read-events.ts";

type Asked = Pick<Todo, "id" | "status" | "agent" | "kind" | "blocker">;

/**
 * Everything that an agent and the orchestrator have said about a todo, oldest first: conversations
 * that are over from where they are kept, and the one that goes on from the agent itself.
 */
export async function readTranscript(
  { plans, artifacts }: LogSource,
  planId: string,
  todo: Asked,
): Promise<{ turns: TranscriptTurn[]; live: boolean }> {
  const kept: TranscriptTurn[][] = [];
  for (const reference of todo.agent?.transcripts ?? []) {
    kept.push((await readJson<{ turns: TranscriptTurn[] }>(artifacts, reference)).turns);
  }
  const isRunning = todo.status === "in_progress" || todo.blocker !== null;
  const now = isRunning && todo.kind === "agent" ? await readLive(plans, planId, todo.id) : [];
  // An agent that is just ending has its conversation kept before its todo knows of the end.
  if (isSame(kept.at(-1), now)) kept.pop();
  return { turns: [...kept.flat(), ...now], live: now.length > 0 };
}

/** What the agent itself says; nothing when its workflow has not begun, or is gone. */
async function readLive(
  plans: Pick<PlanGateway, "query">,
  planId: string,
  todoId: string,
): Promise<TranscriptTurn[]> {
  try {
    // Its workflow is called after the plan's and the todo.
    return await plans.query(`${planId}.${todoId}`, transcriptQuery);
  } catch (error) {
    if (isGone(error)) return [];
    throw error;
  }
}

function isSame(
  kept: readonly TranscriptTurn[] | undefined,
  now: readonly TranscriptTurn[],
): boolean {
  const [first, begun] = [kept?.[0], now[0]];
  return (
    first !== undefined &&
    first.run === begun?.run &&
    first.attempt === begun.attempt &&
    first.timestamp === begun.timestamp
  );
}
