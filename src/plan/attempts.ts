import { readWording, say, type Sentence, type Wording } from "../contract/sentences/sentence.ts";
import { LIMITS } from "../contract/tables/limits.ts";
import { ERROR_TYPES } from "../contract/tables/vocabulary.ts";
import type { Json, JsonObject } from "../contract/text.ts";
import { readAnswer } from "../json/referring.ts";
import { startOf } from "../text/cut-text.ts";
import type { RunTodo } from "./effects.ts";
import type { AttemptKey, EndReport } from "./model/commands.ts";

/** What a tool's activity gets besides its arguments; workers in other languages get it too. */
export interface TodoContext {
  readonly plan_id: string;
  readonly todo_id: string;
  readonly run: number;
  /** Which attempt of this run: each is an activity of its own, by the plan's strategies. */
  readonly attempt: number;
  readonly title: string;
  /** Same for every attempt of a run. */
  readonly idempotency_key: string;
  /** The todo's `input_data`, with every reference resolved; empty when it has none. */
  readonly input_data: JsonObject;
  /**
   * JSON pointers to what stands by reference in the arguments (`/args/…`) and in `/input_data`. The
   * worker puts in what is meant; everything else is data, whatever it looks like.
   */
  readonly references: string[];
  /** An agent's call that a person had to allow: the worker asks the plan about it before it runs. */
  readonly allowed_call?: { readonly call_id: string; readonly attempt: number };
  /** An agent's call: its conversation, begun again by another attempt, finds the result and does not make the call again. */
  readonly made_once?: boolean;
  /** Above how many bytes of JSON the result is kept in the artifact store, where that is fewer than usual. */
  readonly most_inline?: number;
}

/** What all attempts of a run of a todo, or of one call of its agent, have in common. */
export function idempotencyKey(of: {
  readonly plan_id: string;
  readonly todo_id: string;
  readonly run: number;
  readonly call_id?: string | undefined;
}): string {
  const run = `${of.plan_id}/${of.todo_id}/${of.run}`;
  return of.call_id === undefined ? run : `${run}/${of.call_id}`;
}

/** What the tool gets beside its arguments in one attempt of a todo. */
export function todoContext(planId: string, run: RunTodo): TodoContext {
  const { todo_id, run: number, attempt, title, references, most_inline } = run;
  return {
    plan_id: planId,
    todo_id,
    run: number,
    attempt,
    title,
    idempotency_key: idempotencyKey({ plan_id: planId, todo_id, run: number }),
    input_data: run.input_data ?? {},
    references,
    // Workers of other queues keep nothing.
    ...(run.task_queue === null && most_inline !== undefined && { most_inline }),
  };
}

/** The report of an attempt whose tool has answered. */
export function completed(run: RunTodo, said: Json): EndReport {
  const about = { type: "todo_completed" as const, ...keyOf(run) };
  // What workers of other queues answer is data.
  if (run.task_queue !== null) return { ...about, result: said };
  const { value: result, references } = readAnswer(said);
  return { ...about, result, ...(references.length > 0 && { kept: true }) };
}

/** What an activity says of a failure; Temporal's `ApplicationFailure` is one. */
interface Failure {
  readonly type?: string | null | undefined;
  readonly message: string;
  readonly nonRetryable?: boolean | null | undefined;
  readonly details?: readonly unknown[] | null | undefined;
}

/** The report of an attempt that failed. */
export function failed(about: AttemptKey, failure: Failure): EndReport {
  return {
    type: "todo_failed",
    ...keyOf(about),
    error_type: ERROR_TYPES.find((known) => known === failure.type) ?? "api_error",
    message: wordingOf(failure),
    ...(failure.nonRetryable === true && { final: true }),
  };
}

/** What a failure says, for people. */
export function wordingOf({ message, details }: Pick<Failure, "message" | "details">): Wording {
  const said = readWording(details?.[0]);
  if (typeof said === "object") return said;
  return startOf(message, LIMITS.error_message);
}

/** What a timeout says, for people; its type is Temporal's word. */
export function timeoutWording({
  timeoutType,
}: {
  readonly timeoutType?: string | undefined;
}): Sentence {
  return say(timeoutType === "HEARTBEAT" ? "worker_silent" : "took_too_long");
}

/** Names one attempt among all of a plan. */
export const runKey = ({ todo_id, run, attempt }: AttemptKey): string =>
  `${todo_id}.${run}.${attempt}`;

/** Which attempt it is, of whatever tells it. */
export const keyOf = ({ todo_id, run, attempt }: AttemptKey): AttemptKey => ({
  todo_id,
  run,
  attempt,
});
