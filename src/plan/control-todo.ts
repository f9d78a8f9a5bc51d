import type { Problem } from "../contract/problem.ts";
import type { TodoAction, TodoStatus } from "../contract/vocabulary.ts";
import type { ControlTodoCommand } from "./commands.ts";
import { inputDigestOf } from "./holds.ts";
import { isFinished, todoOf, type Plan } from "./plan.ts";
import type { CommandStamp, EventBody, Recheck, TodoState } from "./state.ts";

/** In which status a todo takes which action. */
const TAKES: Record<TodoAction, readonly TodoStatus[]> = {
  skip: ["pending", "blocked", "needs_approval", "failed"],
  retry: ["failed"],
  rerun: ["completed", "skipped"],
};

/** What an operator's word about one todo does, or why it cannot be done now. */
export function controlTodo(
  plan: Plan,
  command: ControlTodoCommand,
  stamp: CommandStamp,
): { readonly events: readonly EventBody[] } | { readonly problem: Problem } {
  const todo = plan.todos.get(command.todo_id);
  if (todo === undefined) {
    return {
      problem: {
        code: "todo_not_found",
        detail: `There is no todo "${command.todo_id}".`,
        hint: "Look at the plan for its todos.",
      },
    };
  }
  const refusal = refusalOf(plan, todo, command.action);
  if (refusal !== null) return { problem: refusal };
  const about = { by: command.by, todo_id: todo.id };
  const reason = command.reason;
  const said = reason === undefined ? {} : { reason };
  switch (command.action) {
    case "skip": {
      const words = reason ?? `Skipped by ${command.by}.`;
      const skipped: EventBody = {
        ...about,
        type: "todo.skipped",
        data: { ...stamp, reason: words },
      };
      return { events: [...withdrawHold(plan, todo, command.by), skipped] };
    }
    case "retry":
      return {
        events: [
          ...withdrawHold(plan, todo, command.by),
          { ...about, type: "todo.retried", data: { ...stamp, ...said } },
        ],
      };
    case "rerun": {
      const recheck = completedAfter(plan, todo);
      return { events: [{ ...about, type: "todo.rerun", data: { ...stamp, ...said, recheck } }] };
    }
  }
}

function refusalOf(plan: Plan, todo: TodoState, action: TodoAction): Problem | null {
  if (isFinished(plan.state) || plan.state.ending !== null) {
    return {
      code: "plan_finished",
      detail: `The plan is ${plan.state.ending === null ? plan.state.status : "ending"}.`,
      hint: "Start a new plan.",
      legal: [],
    };
  }
  const legal = (Object.keys(TAKES) as TodoAction[]).filter((word) =>
    TAKES[word].includes(todo.status),
  );
  if (!legal.includes(action)) {
    return {
      code: "illegal_transition",
      detail: `Todo "${todo.id}" is ${todo.status} and takes no "${action}".`,
      hint: legal.length === 0 ? "It takes no action now." : `It takes: ${legal.join(", ")}.`,
      legal,
    };
  }
  if (action !== "rerun") return null;
  const user = descendants(plan, todo).find(({ status }) => status === "in_progress");
  if (user === undefined) return null;
  return {
    code: "illegal_transition",
    detail: `Todo "${user.id}" runs on what "${todo.id}" answered.`,
    hint: "Wait until it has ended, then run the todo again.",
    legal: [],
  };
}

function withdrawHold(plan: Plan, todo: TodoState, by: string): EventBody[] {
  const hold = [...plan.openHolds.values()].find(({ todo_id }) => todo_id === todo.id);
  if (hold === undefined) return [];
  const data = { reason: `${by} decided about the todo itself.` };
  return [{ type: "hold.withdrawn", by, hold_id: hold.id, todo_id: todo.id, data }];
}

/** The completed todos after one, each with the digest of the input that it ran on. */
function completedAfter(plan: Plan, todo: TodoState): Recheck[] {
  return descendants(plan, todo)
    .filter(({ status }) => status === "completed")
    .map((dependent) => ({
      todo_id: dependent.id,
      input_digest: inputDigestOf(plan, dependent) ?? "",
    }));
}

function descendants(plan: Plan, todo: TodoState): TodoState[] {
  const found = new Set<string>();
  const open = [todo.id];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (const dependent of plan.dependents.get(id) ?? []) {
      if (found.has(dependent)) continue;
      found.add(dependent);
      open.push(dependent);
    }
  }
  return [...found].map((id) => todoOf(plan, id));
}
