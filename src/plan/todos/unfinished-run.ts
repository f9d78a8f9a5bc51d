import type { ErrorType } from "../../contract/tables/vocabulary.ts";
import { approvalDigest, type TodoInput } from "../model/digest.ts";
import { isRunning, todoOf, type Plan } from "../model/plan.ts";
import type { TodoState } from "../model/state/todo-state.ts";
import { WORK } from "../model/work.ts";
import { inputDigestOf } from "./arguments.ts";

/** Failures after which nobody knows how far the work came; all others are somebody's answer. */
const UNKNOWN_OUTCOME: ReadonlySet<ErrorType> = new Set(["timeout", "api_error"]);

/**
 * What a todo keeps of a run that ends now with its work perhaps half done, so that a retry goes on with it;
 * nothing where the next start is to be a run of its own.
 * @param failed How it failed; undefined when a pause has stopped it.
 */
export function leaveUnfinished(
  plan: Plan,
  id: string,
  failed?: ErrorType,
): Pick<TodoState, "unfinished"> {
  const todo = todoOf(plan, id);
  const { run, attempt = 1 } = todo;
  if (!isRunning(todo) || WORK[todo.work.kind].completedBy !== "report") return {};
  if (failed !== undefined && !UNKNOWN_OUTCOME.has(failed)) return {};
  const input = plan.runInputs.get(id);
  const digest = input === undefined ? inputDigestOf(plan, todo) : approvalDigest(todo, input);
  return digest === null ? {} : { unfinished: { run, attempt, digest } };
}

/** The attempt with which an unfinished run goes on, while its todo's input is what it was; else undefined. */
export function nextAttemptOf(
  { unfinished, ...todo }: TodoState,
  input: TodoInput,
): { run: number; attempt: number } | undefined {
  if (unfinished === undefined || unfinished.run !== todo.run) return undefined;
  if (unfinished.digest !== approvalDigest(todo, input)) return undefined;
  return { run: unfinished.run, attempt: unfinished.attempt + 1 };
}
