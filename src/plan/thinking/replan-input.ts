import { english } from "../../contract/sentences/sentence.ts";
import { LIMITS } from "../../contract/tables/limits.ts";
import type { Json, JsonObject } from "../../contract/text.ts";
import { cutText, startOf } from "../../text/cut-text.ts";
import { excludesFailed, failureOf } from "../holds/failures.ts";
import { inPlanOrder, todoOf, type Plan } from "../model/plan.ts";
import type { CauseState, ReplanState } from "../model/state/replan.ts";
import type { TodoState } from "../model/state/todo-state.ts";
import { hasEnded } from "../model/transitions.ts";
import { toldRefused, type Refused } from "./model-answer.ts";
import { createResultTeller } from "./tell-results.ts";

/** Of a description, and of arguments as JSON. */
const TOLD = 1_000;

/** What a model is told that is to plan anew: why, the plan as it stands, and its own answer with its mistakes. */
export interface ReplanInput {
  /** The version of the plan that is told. */
  readonly version: number;
  readonly cause: JsonObject;
  readonly plan: {
    readonly title: string;
    /** What it is for: the goal that it was made from, else what is said about it. */
    readonly goal: string | null;
    readonly todos: readonly JsonObject[];
    /** Todos that are not told of, in a plan with very many. */
    readonly left_out: number;
  };
  readonly refused: Refused | null;
}

/** What is told about a cause; of a large plan what matters most, and of long values their beginning. */
export function replanInput(plan: Plan, cause: CauseState, { refused }: ReplanState): ReplanInput {
  const { state } = plan;
  const ids = inPlanOrder(plan, mattering(plan, cause));
  const tellResult = createResultTeller();
  const todos = ids.map((id): JsonObject => {
    const todo = todoOf(plan, id);
    return { ...toldOf(todo), ...(todo.status === "completed" && tellResult(todo.result_data)) };
  });
  const { kind, todo_id, feedback, by } = cause;
  const about = plan.todos.get(todo_id ?? "");
  const isExcluding = kind === "failure" && about !== undefined && excludesFailed(plan, about);
  return {
    version: state.version,
    cause: {
      kind,
      todo_id,
      feedback: feedback && english(feedback),
      by,
      ...(isExcluding && { exclude_failed: true }),
    },
    plan: {
      title: state.title,
      goal: state.goal?.text ?? state.description,
      todos,
      left_out: state.todos.length - ids.length,
    },
    refused: toldRefused(refused),
  };
}

/** The todo that it is about and its neighbours, what has not ended, and then the others. */
function mattering(plan: Plan, { todo_id }: CauseState): Set<string> {
  const about = plan.todos.get(todo_id ?? "");
  const near =
    about === undefined
      ? []
      : [about.id, ...about.depends_on, ...(plan.dependents.get(about.id) ?? [])];
  const known = near.filter((id) => plan.todos.has(id));
  const open = plan.state.todos.filter(({ status }) => !hasEnded(status)).map(({ id }) => id);
  const all = [...known, ...open, ...plan.state.todos.map(({ id }) => id)];
  return new Set([...new Set(all)].slice(0, LIMITS.replanned_todos));
}

function toldOf(todo: TodoState): JsonObject {
  const { id, title, status, priority, depends_on, description, work } = todo;
  const { requires_approval, optional, expected_output } = todo;
  const done =
    work.kind === "tool"
      ? { tool_name: work.tool_name, tool_params: cut(work.tool_params) }
      : work.kind === "agent"
        ? { agent_name: work.agent_name }
        : { kind: work.kind };
  return {
    id,
    title,
    status,
    priority,
    depends_on: [...depends_on],
    ...done,
    ...(description !== null && { description: startOf(description, TOLD) }),
    ...(expected_output !== null && {
      expected_output: startOf(expected_output, TOLD),
    }),
    ...(requires_approval && { requires_approval }),
    ...(optional && { optional }),
    ...(todo.error_message !== null && { why: english(failureOf(todo)) }),
  };
}

function cut(value: JsonObject): Json {
  const text = JSON.stringify(value);
  return text.length <= TOLD ? value : cutText(text, TOLD);
}
