import type { z } from "zod";
import type {
  EditOpSchema,
  PlanSettings,
  TodoDefinition,
} from "../../../src/contract/plan/edit.ts";
import type { NewPlanInput, PlanView } from "../../../src/contract/plan/plan.ts";
import type { NewTodoInput } from "../../../src/contract/plan/todo.ts";
import type { JsonObject } from "../../../src/contract/text.ts";

/*
 * What S0 §6 says about the seven operations, read a second time: a list of todos in plan order. It
 * shares no code with the product on purpose.
 */

/** An operation as a client writes it. */
export type SentOp = z.input<typeof EditOpSchema>;
/** A todo without its rank, which the order of the list is, without when it was made, and its kind. */
export type ModelTodo = Omit<TodoDefinition, "rank" | "created_at" | "kind">;

export interface PlanModel {
  readonly todos: readonly ModelTodo[];
  readonly settings: Required<PlanSettings>;
}

/** The plan that somebody wrote. Every todo needs an id. */
export function modelOf(plan: NewPlanInput): PlanModel {
  const { title, description = null, max_parallel = 5, approval = "marked" } = plan;
  const { failure = {}, tags = [], budget_usd = null, replan_policy = "confirm" } = plan;
  const { approval_policy = {} } = plan;
  const set = { max_parallel, budget_usd, approval, approval_policy, failure, replan_policy };
  return {
    settings: { title, description, ...set, tags },
    todos: plan.todos.map((todo) => toModelTodo(todo, todo.id!)),
  };
}

/** The plan as the API shows it. */
export function modelOfView(view: PlanView): PlanModel {
  const { title, description, max_parallel, budget_usd, approval, failure, tags } = view;
  const { approval_policy, replan_policy } = view;
  const set = { max_parallel, budget_usd, approval, approval_policy, failure, replan_policy };
  return {
    settings: { title, description, ...set, tags },
    todos: view.todos.map(toComparable),
  };
}

/** Of a todo what the model has, dependencies in an order that says nothing. */
export function toComparable(todo: ModelTodo): ModelTodo {
  return {
    id: todo.id,
    title: todo.title,
    description: todo.description,
    priority: todo.priority,
    layer: todo.layer,
    tool_name: todo.tool_name,
    tool_params: todo.tool_params,
    agent_name: todo.agent_name,
    agent_purpose: todo.agent_purpose,
    expected_output: todo.expected_output,
    depends_on: todo.depends_on.toSorted(),
    timeout_seconds: todo.timeout_seconds,
    max_retries: todo.max_retries,
    requires_approval: todo.requires_approval,
    approval: todo.approval,
    failure: todo.failure,
    optional: todo.optional,
    review_result: todo.review_result,
    input_data: todo.input_data,
    input_request: todo.input_request,
    output_path: todo.output_path,
    assignee: todo.assignee,
    due_at: todo.due_at,
    due_in: todo.due_in,
    estimated_seconds: todo.estimated_seconds,
    task_queue: todo.task_queue,
    tags: todo.tags,
    context: todo.context,
  };
}

/**
 * The plan after an edit.
 * @param newIds ids that the plan gave to todos that were added without one, in their order.
 * @throws Error when the operations make no sense: then the edit had to be refused.
 */
export function applyOps(plan: PlanModel, ops: readonly SentOp[], newIds: string[]): PlanModel {
  let { settings } = plan;
  let todos = [...plan.todos];
  const find = (id: string): ModelTodo => {
    const todo = todos.find((each) => each.id === id);
    if (todo === undefined) throw new Error(`There is no todo ${id}.`);
    return todo;
  };
  const change = (id: string, changes: Partial<ModelTodo>): void => {
    const after = withReferences(fitted({ ...find(id), ...changes }));
    todos = todos.map((todo) => (todo.id === id ? after : todo));
  };
  const insert = (todo: ModelTodo, position: Place): void => {
    const others = todos.filter(({ id }) => id !== todo.id);
    const at = placeOf(others, position);
    todos = [...others.slice(0, at), todo, ...others.slice(at)];
  };
  for (const op of ops) {
    switch (op.edit_type) {
      case "add_todo": {
        const id = op.params.todo.id ?? newIds.shift();
        if (id === undefined || todos.some((todo) => todo.id === id))
          throw new Error(`No new todo can be ${id}.`);
        insert(toModelTodo(op.params.todo, id), op.params.position ?? "last");
        for (const blocked of op.params.todo.blocks ?? [])
          change(blocked, { depends_on: [...find(blocked).depends_on, id] });
        break;
      }
      case "remove_todo": {
        find(op.target_id);
        todos = todos.filter(({ id }) => id !== op.target_id);
        for (const { id, depends_on } of todos)
          change(id, { depends_on: depends_on.filter((other) => other !== op.target_id) });
        break;
      }
      case "modify_todo":
        change(op.target_id, op.params.changes as Partial<ModelTodo>);
        break;
      case "change_priority":
        change(op.target_id, { priority: op.params.priority as number });
        break;
      case "add_dependency": {
        const { depends_on } = find(op.target_id);
        change(op.target_id, { depends_on: [...new Set([...depends_on, op.params.depends_on])] });
        break;
      }
      case "remove_dependency": {
        const { depends_on } = find(op.target_id);
        if (!depends_on.includes(op.params.depends_on)) throw new Error("It does not wait for it.");
        const rest = depends_on.filter((id) => id !== op.params.depends_on);
        change(op.target_id, { depends_on: rest });
        break;
      }
      case "reorder":
        if ("order" in op.params) {
          const named = op.params.order.map(find);
          let next = 0;
          todos = todos.map((todo) => (named.includes(todo) ? named[next++]! : todo));
        } else insert(find(op.target_id!), op.params.position);
        break;
      case "modify_plan":
        settings = { ...settings, ...(op.params.changes as PlanSettings) };
        break;
      default:
        op satisfies never;
    }
  }
  const broken = whatIsBroken(todos);
  if (broken !== null) throw new Error(broken);
  return { todos: todos.map(toComparable), settings };
}

type Place = number | "first" | "last" | { readonly before: string } | { readonly after: string };

function placeOf(todos: readonly ModelTodo[], position: Place): number {
  if (typeof position === "number") return Math.min(position, todos.length);
  if (position === "first") return 0;
  if (position === "last") return todos.length;
  const anchor = "before" in position ? position.before : position.after;
  const at = todos.findIndex(({ id }) => id === anchor);
  if (at < 0) throw new Error(`There is no other todo ${anchor}.`);
  return "before" in position ? at : at + 1;
}

function toModelTodo(written: NewTodoInput, id: string): ModelTodo {
  const todo: ModelTodo = {
    id,
    title: written.title,
    description: written.description ?? null,
    priority: (written.priority as number | undefined) ?? 5,
    layer: written.layer ?? "default",
    tool_name: written.tool_name ?? null,
    tool_params: (written.tool_params ?? {}) as JsonObject,
    agent_name: written.agent_name ?? null,
    agent_purpose: written.agent_purpose ?? null,
    expected_output: written.expected_output ?? null,
    depends_on: written.depends_on ?? [],
    timeout_seconds: written.timeout_seconds ?? 300,
    max_retries: written.max_retries ?? 3,
    requires_approval: written.requires_approval ?? false,
    approval: written.approval ?? {},
    failure: written.failure ?? {},
    optional: written.optional ?? false,
    review_result: written.review_result ?? false,
    input_data: (written.input_data ?? null) as JsonObject | null,
    input_request: null,
    output_path: written.output_path ?? null,
    assignee: written.assignee ?? null,
    due_at: written.due_at ?? null,
    due_in: written.due_in ?? null,
    estimated_seconds: written.estimated_seconds ?? null,
    task_queue: written.task_queue ?? null,
    tags: written.tags ?? [],
    context: (written.context ?? {}) as JsonObject,
  };
  return toComparable(withReferences(todo));
}

/** A milestone calls nothing: arguments that somebody gives it change nothing. */
function fitted(todo: ModelTodo): ModelTodo {
  return todo.tool_name === null ? { ...todo, tool_params: {} } : todo;
}

/** Whose results a todo's input uses. */
export function referredBy({ input_data }: ModelTodo): string[] {
  return Object.values(input_data ?? {}).flatMap((value) => {
    const from = (value as { $from?: string } | null)?.$from;
    return from === undefined ? [] : [from];
  });
}

/** A todo waits for those whose results it uses. */
function withReferences(todo: ModelTodo): ModelTodo {
  return { ...todo, depends_on: [...new Set([...todo.depends_on, ...referredBy(todo)])] };
}

/** Why these todos are no plan, or null. */
function whatIsBroken(todos: readonly ModelTodo[]): string | null {
  if (todos.length === 0) return "Nothing is left.";
  const done = new Set<string>();
  let open = [...todos];
  while (open.length > 0) {
    const ready = open.filter(({ depends_on }) => depends_on.every((id) => done.has(id)));
    if (ready.length === 0) return `These never start: ${open.map(({ id }) => id).join(", ")}.`;
    for (const { id } of ready) done.add(id);
    open = open.filter(({ id }) => !done.has(id));
  }
  return null;
}
