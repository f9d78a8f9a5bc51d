import { notNow, problemAt } from "../contract/problems/problem-at.ts";
import type { Problem } from "../contract/problems/problem.ts";
import { say, type Sentence } from "../contract/sentences/sentence.ts";
import type { TodoAction, TodoStatus } from "../contract/tables/vocabulary.ts";
import { decideTodoEdit, movedProblem } from "./edits/decide-edit.ts";
import { closedProblem } from "./model/closed-problem.ts";
import type { ControlTodoCommand } from "./model/commands.ts";
import { reachedFrom } from "./model/order/dependents-of.ts";
import { hasToStop, isRunning, todoOf, type Plan } from "./model/plan.ts";
import type { CommandStamp, EventBody, Judgement } from "./model/state/events.ts";
import { withdrawnEvent } from "./model/state/hold-events.ts";
import type { Recheck } from "./model/state/state.ts";
import type { TodoState } from "./model/state/todo-state.ts";
import { givenDigestOf } from "./todos/arguments.ts";
import { countdownOf } from "./todos/flat-fields.ts";
import { isStopped, skipOf, stopMessage, stopOf } from "./todos/skip-todo.ts";

/** In which status a todo takes which action. */
const TAKES: Record<TodoAction, readonly TodoStatus[]> = {
  skip: ["pending", "blocked", "needs_approval", "in_progress", "failed"],
  retry: ["failed"],
  rerun: ["completed", "skipped"],
  halt: ["in_progress"],
};

/**
 * What an operator's word about one todo does, or why it cannot be done now.
 * @param at ISO 8601 time.
 */
export function controlTodo(
  plan: Plan,
  command: ControlTodoCommand,
  stamp: CommandStamp,
  at: string,
): Judgement {
  const todo = plan.todos.get(command.todo_id);
  if (todo === undefined) return { problem: unknownTodo(command.todo_id) };
  const { action, changes } = command;
  const refusal =
    movedProblem(plan, command.expected_version) ??
    refusalOf(plan, todo, action) ??
    (changes === undefined || action === "retry" || action === "rerun"
      ? null
      : takesNoChanges(action));
  if (refusal !== null) return { problem: refusal };
  const about = { by: command.by, todo_id: todo.id };
  const reason = command.reason;
  const said = reason === undefined ? {} : { reason };
  switch (action) {
    case "skip": {
      const words = reason ?? say("skipped_by", { by: command.by });
      const skip = skipOf(todo, "operator", command.by, reason);
      const data = { ...stamp, reason: words, skip };
      // What waits for it must not run beside it.
      const type = hasToStop(todo) ? "todo.skip_requested" : "todo.skipped";
      return { events: [...withdrawHolds(plan, todo, command.by), { ...about, type, data }] };
    }
    case "retry":
    case "rerun": {
      const edit =
        changes === undefined
          ? { events: [] }
          : decideTodoEdit(plan, { ...about, ...said, changes }, stamp, at);
      if ("problem" in edit) return edit;
      // One event answers for the command: the new version, where there is one.
      const answers = edit.events.length === 0 ? stamp : {};
      const data = { ...answers, ...said };
      if (action === "rerun") {
        const recheck = completedAfter(plan, todo);
        return {
          events: [...edit.events, { ...about, type: "todo.rerun", data: { ...data, recheck } }],
        };
      }
      return {
        events: [
          ...withdrawHolds(plan, todo, command.by),
          ...edit.events,
          { ...about, type: "todo.retried", data },
        ],
      };
    }
    case "halt": {
      const agent = todo.work.kind === "agent" ? todo.work.agent_name : "";
      const left = countdownOf(todo)?.left ?? 0;
      const data = { ...stamp, ...said, agent, left };
      return { events: [{ ...about, type: "agent.countdown_cancelled", data }] };
    }
  }
}

function refusalOf(plan: Plan, todo: TodoState, action: TodoAction): Problem | null {
  if (plan.state.ending !== null) return closedProblem(plan.state);
  const legal = (Object.keys(TAKES) as TodoAction[]).filter(
    (word) =>
      TAKES[word].includes(todo.status) &&
      todo.skipping === undefined &&
      (word !== "halt" || countdownOf(todo) !== null),
  );
  const { id, status, skipping } = todo;
  if (!legal.includes(action)) {
    const detail =
      action === "halt"
        ? say("nothing_counted_down", { id })
        : skipping === undefined
          ? say("todo_takes_no_action", { id, status: say(`status_${status}`), action })
          : say("is_being_skipped", { id, by: skipping.by });
    return notNow(detail, possibleNow(legal, say("no_action_possible")), legal);
  }
  if (action !== "rerun") return null;
  const stop = isStopped(todo) ? stopOf(plan, todo) : null;
  if (stop !== null) {
    return notNow(
      say("todo_cannot_run", { id, why: stopMessage(plan, stop) }),
      say("run_or_unlink", { id: stop.todo_id }),
    );
  }
  const user = descendants(plan, todo).find(
    (dependent) => dependent.status === "in_progress" || isRunning(dependent),
  );
  if (user === undefined) return null;
  return notNow(say("todo_runs_with", { id: user.id, other: id }), say("wait_then_run"));
}

/** Why nothing is changed first: the todo does not run again by this action. */
function takesNoChanges(action: TodoAction): Problem {
  const detail = say("takes_no_field", { action, field: "changes" });
  return problemAt("invalid_command", "/changes", detail, say("changes_to_run_again"));
}

function withdrawHolds(plan: Plan, todo: TodoState, by: string): EventBody[] {
  return [...plan.openHolds.values()]
    .filter(({ todo_id }) => todo_id === todo.id)
    .map((hold) => withdrawnEvent(hold, by, say("acted_directly", { by })));
}

/** The completed todos after one, each with the digest of the input that it ran on. */
function completedAfter(plan: Plan, todo: TodoState): Recheck[] {
  return descendants(plan, todo)
    .filter(({ status }) => status === "completed")
    .map((dependent) => ({
      todo_id: dependent.id,
      input_digest: givenDigestOf(plan, dependent) ?? "",
    }));
}

function descendants(plan: Plan, todo: TodoState): TodoState[] {
  const ids = reachedFrom(todo.id, (id) => plan.dependents.get(id) ?? []);
  return [...ids].map((id) => todoOf(plan, id));
}

/** What can be said about a todo instead; `nothing` where there is no such word. */
export function possibleNow(legal: readonly string[], nothing: Sentence): Sentence {
  return legal.length === 0 ? nothing : say("possible_now", { words: legal.join(", ") });
}

/** Why a message about a todo is refused that the plan does not have. */
export function unknownTodo(id: string): Problem {
  return {
    code: "todo_not_found",
    detail: say("no_todo", { id }),
    hint: say("look_at_todos"),
  };
}
