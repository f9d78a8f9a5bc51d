import type { KeptCall, KeptTurn, TranscriptTurn } from "../../contract/plan/agents/transcript.ts";
import type { Todo } from "../../contract/plan/todo.ts";
import { problemAt } from "../../contract/problems/problem-at.ts";
import { Refusal } from "../../contract/problems/problem-error.ts";
import { say } from "../../contract/sentences/sentence.ts";
import type { Json } from "../../contract/text.ts";
import { digestOf } from "../../plan/model/digest.ts";
import { readJson } from "../../temporal/connection/payloads/artifact-store.ts";
import { cutText } from "../../text/cut-text.ts";
import { jsonOf } from "../../text/json-of.ts";
import { transcriptQuery } from "../../workflows/wire/messages.ts";
import type { ByteSource } from "../commands/kept-bytes.ts";
import { isGone } from "../gateway/asking/temporal-refusal.ts";
import type { PlanGateway } from "../gateway/plan-gateway.ts";
import type { LogSource } from "./read-events.ts";

/** How much of a call's answer a page has. */
const SHOWN = 4_000;

type Asked = Pick<Todo, "id" | "status" | "agent" | "kind" | "blocker">;

/**
 * Everything that an agent and the orchestrator have said about a todo, oldest first: conversations
 * that are over from where they are kept, and the one that goes on from the agent itself.
 */
export async function readTranscript(
  { plans, artifacts }: LogSource,
  planId: string,
  todo: Asked,
): Promise<{ turns: KeptTurn[]; live: boolean }> {
  const kept: KeptTurn[][] = [];
  for (const reference of todo.agent?.transcripts ?? []) {
    kept.push((await readJson<{ turns: KeptTurn[] }>(artifacts, reference)).turns);
  }
  const isRunning = todo.status === "in_progress" || todo.blocker !== null;
  const now = isRunning && todo.kind === "agent" ? await readLive(plans, planId, todo.id) : [];
  // An agent that is just ending has its conversation kept before its todo knows of the end.
  if (isSame(kept.at(-1), now)) kept.pop();
  return { turns: [...kept.flat(), ...now], live: now.length > 0 };
}

/** A turn on a page: answers of tools by how they begin, and by how large they are. */
export function shownTurn({ tool_calls, ...turn }: KeptTurn): TranscriptTurn {
  return {
    ...turn,
    tool_calls: tool_calls.map(({ kept, ...call }) => {
      const result = call.result && cutText(call.result, SHOWN);
      const isCut = result !== call.result;
      return {
        ...call,
        result,
        ...(isCut && { whole_bytes: Buffer.byteLength(call.result!) }),
        ...(kept !== undefined && { whole_bytes: kept["bytes"] as number }),
      };
    }),
  };
}

/** What a call of an agent has been answered, all of it; of several by this id the newest. */
export function callResultOf(
  turns: readonly KeptTurn[],
  { call_id, run, attempt }: CallAsked,
): ByteSource {
  const turn = turns.findLast(
    (one) =>
      one.run === (run ?? one.run) &&
      one.attempt === (attempt ?? one.attempt) &&
      one.tool_calls.some((call) => call.call_id === call_id),
  );
  const { kept, result = null } = turn?.tool_calls.find((call) => call.call_id === call_id) ?? {};
  const value = kept ?? (result === null ? undefined : readText(result));
  return {
    digest: digestOf(value ?? null),
    value,
    references: kept === undefined ? [] : [""],
    nothingAt: (pointer) =>
      new Refusal(
        value === undefined
          ? problemAt(
              "not_found",
              "/query/call_id",
              say("no_answer_of_call", { call: call_id }),
              say("look_at_transcript"),
            )
          : problemAt(
              "not_found",
              "/query/pointer",
              say("nothing_at_answer", { call: call_id, pointer }),
              say("look_at_transcript"),
            ),
      ),
  };
}

interface CallAsked {
  readonly call_id: string;
  readonly run?: number | undefined;
  readonly attempt?: number | undefined;
}

/** What the model was told is the JSON of the answer, or a text. */
function readText(told: NonNullable<KeptCall["result"]>): Json {
  const value = jsonOf(told) as Json | undefined;
  return value === undefined ? told : value;
}

/** What the agent itself says; nothing when its workflow has not begun, or is gone. */
async function readLive(
  plans: Pick<PlanGateway, "query">,
  planId: string,
  todoId: string,
): Promise<KeptTurn[]> {
  try {
    // Its workflow is called after the plan's and the todo.
    return await plans.query(`${planId}.${todoId}`, transcriptQuery);
  } catch (error) {
    if (isGone(error)) return [];
    throw error;
  }
}

function isSame(kept: readonly KeptTurn[] | undefined, now: readonly KeptTurn[]): boolean {
  const [first, begun] = [kept?.[0], now[0]];
  return (
    first !== undefined &&
    first.run === begun?.run &&
    first.attempt === begun.attempt &&
    first.timestamp === begun.timestamp
  );
}
