import type { JsonObject } from "../contract/text.ts";
import { resolveArguments } from "./arguments.ts";
import { nextDeadline } from "./decide.ts";
import type { ErrorType } from "../contract/vocabulary.ts";
import { retriesOf, type Retries } from "./recovery.ts";
import { todoOf, type Plan } from "./plan.ts";

/** A todo that should be running now. */
export interface RunTodo {
  readonly todo_id: string;
  readonly run: number;
  readonly title: string;
  readonly tool_name: string;
  readonly args: JsonObject;
  readonly timeout_seconds: number;
  /** Further attempts by kind of failure. */
  readonly retries: Partial<Record<ErrorType, Retries>>;
  readonly task_queue: string | null;
  readonly priority: number;
  /** Too long for the plan to wait for when it continues as new. */
  readonly long: boolean;
}

/** Above this timeout a todo counts as long. */
const LONG_SECONDS = 300;

/** Whether a todo may run so long that it gets a workflow of its own. */
export function isLong(todo: { readonly timeout_seconds: number }): boolean {
  return todo.timeout_seconds > LONG_SECONDS;
}

/** What should be going on outside the plan, as a state and not as steps: the shell makes it so. */
export interface Effects {
  /** Running todos that are not in here are to be cancelled. */
  readonly runs: readonly RunTodo[];
  /** When to report that time passed. */
  readonly wake_at: string | null;
}

/** What should be going on outside now. */
export function effects(plan: Plan): Effects {
  const running = plan.state.ending === null ? [...plan.running] : [];
  const runs = running
    .filter((id) => todoOf(plan, id).interrupted !== true)
    .map((id) => runOf(plan, id));
  return { runs, wake_at: nextDeadline(plan) };
}

function runOf(plan: Plan, id: string): RunTodo {
  const todo = todoOf(plan, id);
  let args = plan.runArgs.get(id);
  if (args === undefined) {
    const resolved = resolveArguments(plan, todo);
    if ("missing" in resolved) throw new Error(`Todo "${id}" runs without input.`);
    args = resolved.args;
    plan.runArgs.set(id, args);
  }
  const { run, title, tool_name, timeout_seconds, task_queue, priority } = todo;
  return {
    todo_id: id,
    run,
    title,
    tool_name: tool_name ?? "",
    args,
    timeout_seconds,
    retries: retriesOf(plan, todo),
    task_queue,
    priority,
    long: isLong(todo),
  };
}
