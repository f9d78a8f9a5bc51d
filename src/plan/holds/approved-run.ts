import type { JsonObject } from "../../contract/text.ts";
import type { AttemptKey } from "../model/commands.ts";
import { approvalDigest, askingDigest, type TodoInput } from "../model/digest.ts";
import type { Plan } from "../model/plan.ts";
import { decidingOf } from "../model/state/hold.ts";
import type { TodoState } from "../model/state/todo-state.ts";
import { stillAsks } from "../todos/agent-replies.ts";
import { resolveInput } from "../todos/arguments.ts";
import { newestGranting } from "./needs.ts";

/** A run of a todo that its worker is about to make, of a tool that has to ask a person. */
export interface RunToMake extends AttemptKey {
  /** Of the tool and everything that it is called with, as its worker got it (`runDigest`). */
  readonly digest: string;
}

/** The digest of a run as its worker knows it. */
export function runDigest(
  { todo_id, run }: Pick<AttemptKey, "todo_id" | "run">,
  tool_name: string,
  { args, input_data, references }: TodoInput & { readonly input_data: JsonObject },
): string {
  return askingDigest({ todo_id, run, call_id: null }, { tool_name, args, input_data, references });
}

/** What a running todo got when it started. */
function inputOf(plan: Plan, todo: TodoState): TodoInput | undefined {
  const resolved = resolveInput(plan, todo);
  return plan.runInputs.get(todo.id) ?? ("input" in resolved ? resolved.input : undefined);
}

/**
 * Whether a person has approved exactly this run, which still goes on: at its hold, or at another one whose
 * approval is remembered. A deadline is no person. Anyone may ask anything.
 */
export function isRunApproved(plan: Plan, wanted: RunToMake): boolean {
  const todo = plan.todos.get(wanted.todo_id);
  if (!stillAsks(todo, wanted) || todo.work.kind !== "tool") return false;
  const input = inputOf(plan, todo);
  if (input === undefined) return false;
  const told = { ...input, input_data: input.input_data ?? {} };
  if (runDigest(wanted, todo.work.tool_name, told) !== wanted.digest) return false;
  if (todo.approved_digest !== approvalDigest(todo, input)) return false;
  const { approved_under } = todo;
  const hold =
    approved_under === undefined ? newestGranting(plan, todo.id) : plan.holds.get(approved_under);
  return hold !== undefined && decidingOf(hold) !== null && hold.status === "approved";
}
