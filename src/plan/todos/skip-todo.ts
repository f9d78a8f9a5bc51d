import { say, type Sentence, type Wording } from "../../contract/sentences/sentence.ts";
import type { SkipCause } from "../../contract/tables/vocabulary.ts";
import { todoOf, type Plan } from "../model/plan.ts";
import type { EventBody, PlanEvent } from "../model/state/events.ts";
import type { SkipState, TodoState } from "../model/state/todo-state.ts";
import { hasEnded, stopsDependents } from "../model/transitions.ts";
import { moveTodo } from "./move-todo.ts";

/**
 * Skips a todo.
 * @param message the same for people who read no more than a sentence.
 */
export function skipTodo(
  plan: Plan,
  id: string,
  { skip, message }: { readonly skip: SkipState; readonly message: Wording },
  { at, seq }: Pick<PlanEvent, "at" | "seq">,
): void {
  const todo = todoOf(plan, id);
  todo.skipped = skip;
  moveTodo(plan, id, "skipped", at);
  todo.error_message = message;
  todo.completed_at = at;
  todo.ended_seq = seq;
}

/**
 * The skip of a todo. An operator's lets what waits for it run, and so does any of an optional todo
 * (S2); every other stops what can only run after it.
 * @param reason what was said, or how it failed.
 */
export function skipOf(
  { id, optional }: Pick<TodoState, "id" | "optional">,
  cause: SkipCause,
  by: string,
  reason: Wording | null = null,
): SkipState {
  return { cause, by, reason, todo_id: id, stops: cause !== "operator" && !optional };
}

/**
 * How a todo ends that somebody skips, or whose agent somebody has stopped for what it costs, once it has
 * stopped; nothing for any other. Nobody is asked again, and an optional todo does not fail (S2).
 */
export function endAsSaid(todo: TodoState): EventBody[] {
  const { id: todo_id, skipping, stopping, optional } = todo;
  if (skipping !== undefined) {
    const { by, ...data } = skipping;
    return [{ type: "todo.skipped", by, todo_id, data }];
  }
  if (stopping === undefined) return [];
  const { by, message } = stopping;
  const data = { error_type: "validation_error" as const, message, attempts: 1, asks: false };
  const failed: EventBody = { type: "todo.failed", by, todo_id, data };
  if (!optional) return [failed];
  const skip = skipOf(todo, "failed", by, message);
  return [failed, { type: "todo.skipped", by, todo_id, data: { reason: message, skip } }];
}

/** The skip that keeps a todo from ever running: that of the first such todo that it waits for. */
export function stopOf(plan: Plan, { depends_on }: TodoState): SkipState | null {
  for (const id of depends_on) {
    const dependency = plan.todos.get(id);
    if (dependency !== undefined && stopsDependents(dependency)) return dependency.skipped;
  }
  return null;
}

/** A todo, in the plan or as it is told. */
interface Skippable {
  readonly id: string;
  readonly skipped: Pick<SkipState, "todo_id"> | null;
}

/** Whether a todo was skipped because it could only run after another one. */
export function isStopped({ id, skipped }: Skippable): boolean {
  return skipped !== null && skipped.todo_id !== id;
}

/** Whether a todo may yet ask for its approval: what failed, or was stopped, may do so again. */
export function mayAsk(todo: Skippable & Pick<TodoState, "status">): boolean {
  return todo.status === "failed" || isStopped(todo) || !hasEnded(todo.status);
}

/** Which todo, who and why, for a todo that was skipped because of another one. */
export function stopMessage(plan: Plan, { cause, by, reason: why, todo_id }: SkipState): Sentence {
  const title = plan.todos.get(todo_id)?.title ?? todo_id;
  if (cause === "timed_out") return say("stop_timed_out", { title });
  if (cause === "failed") {
    return why === null
      ? say("stop_failed", { title })
      : say("stop_failed_because", { title, why });
  }
  return why === null
    ? say(`stop_${cause}`, { title, by })
    : say(`stop_${cause}_because`, { title, by, why });
}
