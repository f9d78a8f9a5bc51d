import {
  ActivityFailure,
  ApplicationFailure,
  isCancellation,
  TimeoutFailure,
} from "@temporalio/workflow";
import type { AgentTool } from "../../contract/agent.ts";
import type { AgentCall, AgentQuestion, AgentReply } from "../../contract/plan/agents/agent.ts";
import { english } from "../../contract/sentences/sentence.ts";
import { LIMITS } from "../../contract/tables/limits.ts";
import type { Json, JsonObject } from "../../contract/text.ts";
import { isObject } from "../../json/json-object.ts";
import { readAnswer } from "../../json/referring.ts";
import { MASK, maskSeals } from "../../json/seals.ts";
import { textOrJson } from "../../json/text-or-json.ts";
import { validateJson } from "../../json/validate-json.ts";
import { ASK_ORCHESTRATOR, readAsk, TODO_WRITE } from "../../plan/agents/own-tools.ts";
import { READ_RESULT, readReading, type Reading } from "../../plan/agents/read-result.ts";
import { whyNoEffect, writeSteps } from "../../plan/agents/step-list.ts";
import { idempotencyKey } from "../../plan/attempts.ts";
import type { RunTodo } from "../../plan/effects.ts";
import { cutText } from "../../text/cut-text.ts";
import { jsonOf } from "../../text/json-of.ts";
import { readTaken } from "../read-payload.ts";
import { callTool, isRequeued, toReport } from "../run-todo.ts";
import type { LargeResult } from "./agent-data.ts";
import type { Conversation, WantedCall } from "./conversation.ts";

/** What is to become of a call, before anything has been done for it. */
export type CallPlan =
  /** It is answered at once: refused, or a list that was written. */
  | { readonly call: WantedCall; readonly say: string }
  | { readonly call: WantedCall; readonly run: AgentCall }
  | { readonly call: WantedCall; readonly approve: AgentCall }
  | { readonly call: WantedCall; readonly ask: AgentQuestion }
  | { readonly call: WantedCall; readonly read: LargeResult; readonly reading: Reading };

/** A call as it is made. */
export interface MadeCall extends AgentCall {
  /** Whether its worker asks the plan first whether a person has allowed exactly this. */
  readonly asks_plan: boolean;
}

/** How many characters of changed arguments a model is told. */
const TOLD = 2_000;
/** How many workers one call may lose, as many as a turn of the model. It may be what kills them. */
const WORKERS = 6;
/** The failure by which the SDK ends what is not done when its worker has to stop. */
const WORKER_SHUTDOWN = "WorkerShutdown";

/**
 * What is to become of the calls of one turn, in their order. Lists are written at once, and each is judged by what
 * was written before the turn: nobody begins a step and ends it before its calls are made (S3).
 */
export function planCalls(talk: Conversation, calls: readonly WantedCall[]): CallPlan[] {
  const { steps: before } = talk;
  return calls.map((call, place): CallPlan => {
    if (place >= LIMITS.agent_calls) {
      return { call, say: failed(`At most ${LIMITS.agent_calls} calls fit in one turn.`) };
    }
    const args = argumentsOf(call);
    if ("refusal" in args) return { call, say: failed(args.refusal) };
    if (call.name === TODO_WRITE) {
      const written = writeSteps(before, args.value);
      if ("refusal" in written) return { call, say: failed(written.refusal) };
      talk.steps = written.steps;
      return { call, say: "The list is written." };
    }
    if (call.name === ASK_ORCHESTRATOR) {
      const asked = readAsk(args.value);
      if ("refusal" in asked) return { call, say: failed(asked.refusal) };
      const { question, context = null, suggested_answers } = asked;
      return { call, ask: { call_id: call.call_id, question, context, suggested_answers } };
    }
    if (call.name === READ_RESULT && Object.keys(talk.large).length > 0) {
      return planReading(talk, call, args.value);
    }
    return planToolCall(talk, call, args.value);
  });
}

/** Reading changes nothing: it needs no list and nobody's leave. */
function planReading({ large }: Conversation, call: WantedCall, args: JsonObject): CallPlan {
  const asked = readReading(args);
  if ("refusal" in asked) return { call, say: failed(asked.refusal) };
  const { result, reading } = asked;
  const read = Object.hasOwn(large, result) ? large[result] : undefined;
  if (read !== undefined) return { call, read, reading };
  const known = Object.keys(large).slice(0, LIMITS.agent_calls).join(", ");
  return { call, say: failed(`There is no such result. There are: ${known}.`) };
}

function planToolCall(talk: Conversation, call: WantedCall, args: JsonObject): CallPlan {
  const { agent, steps } = talk;
  const tool = agent.tools.find(({ name }) => name === call.name);
  if (tool === undefined) return { call, say: failed(noSuchTool(call.name, agent.tools)) };
  const wrong = agent.todo_list && tool.read_only !== true ? whyNoEffect(steps) : null;
  if (wrong !== null) {
    if (steps.length === 0) talk.without_list ??= "refused";
    return { call, say: failed(wrong) };
  }
  if (call.refused !== undefined) return { call, say: failed(call.refused) };
  const made = { call_id: call.call_id, tool_name: tool.name, args, references: [] };
  return agent.approval.includes(tool.name) ? { call, approve: made } : { call, run: made };
}

function noSuchTool(name: string, tools: readonly AgentTool[]): string {
  const known = tools.map((tool) => tool.name).join(", ");
  return `There is no tool "${name.slice(0, LIMITS.name)}". Your tools are: ${known}.`;
}

function argumentsOf({
  arguments: text,
  refused,
}: WantedCall): { value: JsonObject } | { refusal: string } {
  const value = jsonOf(text === "" ? "{}" : text) as Json | undefined;
  if (value === undefined) return { refusal: refused ?? "The arguments are no JSON." };
  if (!isObject(value)) return { refusal: "The arguments have to be a JSON object." };
  const wrong = validateJson(value);
  if (wrong === null) return { value };
  return { refusal: `The arguments are not acceptable: ${wrong.pointer} ${english(wrong.detail)}` };
}

/**
 * Makes a call and answers what the model is told of it: its result, or how it failed. What is too
 * large is told by how it begins, and kept in `large` under the call's id. The attempts
 * that follow the loss of a worker share one idempotency key with the first.
 *
 * That a worker is gone is no failure of the tool and not told to the model, which would call again
 * under another key what may be done already.
 * @throws CancelledFailure when the agent is cancelled.
 * @throws ActivityFailure once too many workers are gone: the todo's strategy says what follows.
 */
export async function makeCall(
  planId: string,
  run: RunTodo,
  { call_id, tool_name, args, references, asks_plan }: MadeCall,
  timeout_seconds: number,
  large: Record<string, LargeResult>,
): Promise<string> {
  const { todo_id, run: number, title, priority } = run;
  const key = `${todo_id}.${number}.${call_id}`;
  let lost = 0;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const answer = await callTool({
        activity_id: attempt === 1 ? key : `${key}.${attempt}`,
        tool_name,
        args,
        timeout_seconds,
        task_queue: null,
        priority,
        context: {
          plan_id: planId,
          todo_id,
          run: number,
          attempt,
          title: `${title}: ${tool_name}`,
          idempotency_key: idempotencyKey({ plan_id: planId, todo_id, run: number, call_id }),
          input_data: {},
          references,
          made_once: true,
          ...(asks_plan && { allowed_call: { call_id, attempt: run.attempt } }),
        },
      });
      return toldResult(answer, call_id, large);
    } catch (error) {
      if (isCancellation(error)) throw error;
      // As todos: a worker that was told to stop costs nothing.
      if (isRequeued(error, null)) continue;
      if (isWorkerLost(error)) {
        lost += 1;
        if (lost < WORKERS) continue;
        throw error;
      }
      const report = toReport(error, { todo_id, run: number, attempt });
      return failed(report.type === "todo_failed" ? english(report.message) : report.type);
    }
  }
}

/** Whether the call's worker is gone: nobody heard of it any more, or it stopped before the call was done. */
function isWorkerLost(error: unknown): boolean {
  const cause = error instanceof ActivityFailure ? error.cause : undefined;
  if (cause instanceof ApplicationFailure) return cause.type === WORKER_SHUTDOWN;
  return cause instanceof TimeoutFailure && cause.timeoutType === "HEARTBEAT";
}

/** A result as the model reads it; of one that is kept elsewhere, how it begins. */
function toldResult(answer: unknown, call_id: string, large: Record<string, LargeResult>): string {
  const reading = readTaken(answer);
  if (!("value" in reading)) return failed(`The result is no JSON: ${reading.unreadable}`);
  const { value, references } = readAnswer((reading.value ?? null) as Json);
  if (references.length === 0) return textOrJson(value);
  const kept = value as JsonObject;
  large[call_id] = { kept };
  const { bytes, preview } = kept;
  return JSON.stringify({ too_long: true, read_result: call_id, bytes, begins: preview });
}

/** What a model is told before the result of a call whose arguments a person wrote. */
export function changedArguments({
  args,
  changed_by,
}: Extract<AgentReply, { kind: "run" }>): string {
  if (changed_by === undefined) return "";
  const text = maskSeals(JSON.stringify(args), MASK);
  return `${changed_by} changed the arguments of this call. It ran with ${cutText(text, TOLD)}\n`;
}

/** What a model is told of a call that did not do what it should. @param asked what a person was asked, where that is something else. */
export function failed(why: string, asked?: string): string {
  return JSON.stringify({ asked, error: why });
}
