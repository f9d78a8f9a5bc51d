import type { EditOp, TodoChanges } from "../../../contract/plan/edit.ts";
import type { Todo } from "../../../contract/plan/todo.ts";
import { Refusal, wrongAt } from "../../../contract/problem-error.ts";
import type { ProblemDetail } from "../../../contract/problem.ts";
import { say } from "../../../contract/sentences/sentence.ts";
import type { Json } from "../../../contract/text.ts";
import { toSource } from "../../../plan/todos/flat-fields.ts";
import { findReferences } from "../../../plan/todos/references.ts";
import { referenceMistake, type Source } from "../../../plan/todos/result-paths.ts";
import { todosQuery } from "../../../workflows/wire/messages.ts";
import type { PlanGateway } from "../../gateway/plan-gateway.ts";
import { assertTagsFit, assertTodosFit, type PlacedTodo, type ToolCatalog } from "../new-plan.ts";
import { refuse, sealInputs, type SealedFor, type Sealing } from "../secrets/seal-secrets.ts";

interface OpsDeps {
  readonly plans: Pick<PlanGateway, "query">;
  readonly tools: ToolCatalog;
}

/** What changes todos: an edit's operations, or changes of the one todo that a word is about. */
export interface ChangeBody {
  readonly command_id?: string | undefined;
  readonly ops?: readonly EditOp[] | undefined;
  readonly todo_id?: string | undefined;
  readonly changes?: TodoChanges | undefined;
}

/** A change as it goes to its plan, with the secrets in it sealed. */
export interface ReadyChange<Body> {
  readonly body: Body;
  /** Why it does not fit the plan as it is now: one that the plan took before may well not. */
  readonly unfit?: Refusal;
}

/**
 * A change as it is sent to its plan.
 * @param once by whom and by which command, so that it can be repeated.
 */
export async function readyChange<Body extends ChangeBody>(
  deps: OpsDeps & Sealing,
  planId: string,
  body: Body,
  once: string | undefined,
): Promise<ReadyChange<Body>> {
  const { ops, todo_id: target_id, changes } = body;
  if (ops !== undefined) {
    const { sealed, unfit } = await readyOps(deps, planId, ops, once);
    return { body: { ...body, ops: sealed }, ...(unfit && { unfit }) };
  }
  if (target_id === undefined || changes === undefined) return { body };
  const op: EditOp = { edit_type: "modify_todo", target_id, params: { changes } };
  const { sealed, unfit } = await readyOps(deps, planId, [op], once, true);
  const [ready] = sealed;
  const made = ready?.edit_type === "modify_todo" ? ready.params.changes : changes;
  return { body: { ...body, changes: made }, ...(unfit && { unfit }) };
}

async function readyOps(
  deps: OpsDeps & Sealing,
  planId: string,
  ops: readonly EditOp[],
  once: string | undefined,
  runAgain = false,
): Promise<{ sealed: EditOp[]; unfit?: Refusal }> {
  const todoOf = createTodoLookup(deps, planId, ops);
  const sourceOf = await lookUpAfter(ops, todoOf);
  const mistakes: ProblemDetail[] = [];
  const given = { scope: { plan_id: planId }, once, mistakes };
  const sealed = await sealOps(deps, ops, given, todoOf, sourceOf);
  try {
    await checkOps(deps, ops, todoOf, sourceOf, runAgain);
    refuse(mistakes, say("correct_operations"));
    return { sealed };
  } catch (error) {
    if (error instanceof Refusal) return { sealed, unfit: error };
    throw error;
  }
}

/**
 * Checks what an edit says: the todos that it adds as those of a new plan, the tools, arguments and tags
 * that it sets, and references to results.
 * @throws Refusal with a pointer for each place.
 */
export async function assertOpsFit(
  deps: OpsDeps,
  planId: string,
  ops: readonly EditOp[],
): Promise<void> {
  const todoOf = createTodoLookup(deps, planId, ops);
  await checkOps(deps, ops, todoOf, await lookUpAfter(ops, todoOf));
}

/** What decides which result a todo gives, and what its tool gets. */
type KnownTodo = Source & Pick<Todo, "tool_params"> & Partial<Pick<Todo, "status">>;

/** A todo's work; null where there is no such todo. */
type TodoLookup = (todoId: string) => Promise<KnownTodo | null>;

/** Todos of which the plan is asked at once: their results may be large. */
const ASKED_AT_ONCE = 100;

/** Todos as the plan has them. It is asked when the first is needed, and then for all of which an edit says anything. */
function createTodoLookup(
  { plans }: Pick<OpsDeps, "plans">,
  planId: string,
  ops: readonly EditOp[],
): TodoLookup {
  let asked: ReturnType<typeof readTodos> | undefined;
  return async (todo_id) =>
    (await (asked ??= readTodos(plans, planId, [...namedTodos(ops)]))).get(todo_id) ?? null;
}

/** Those of some todos that a plan has, by id. */
export async function readTodos(
  plans: Pick<PlanGateway, "query">,
  planId: string,
  wanted: readonly string[],
): Promise<ReadonlyMap<string, Todo>> {
  const known = new Map<string, Todo>();
  for (let from = 0; from < wanted.length; from += ASKED_AT_ONCE) {
    const ids = wanted.slice(from, from + ASKED_AT_ONCE);
    const { todos } = await plans.query(planId, todosQuery, { ids, limit: ids.length });
    for (const todo of todos) known.set(todo.id, todo);
  }
  return known;
}

/** The todos that operations change in what they do, and those to whose results they refer. */
function namedTodos(ops: readonly EditOp[]): Set<string> {
  const changed = ops.flatMap((op) =>
    op.edit_type === "modify_todo" && workChanges(op).length > 0 ? [op.target_id] : [],
  );
  const referred = ops.flatMap((op) =>
    writtenInputs(op).flatMap(({ value }) =>
      findReferences(value).references.map(({ todo_id }) => todo_id),
    ),
  );
  return new Set([...changed, ...referred]);
}

/** Todos as the whole edit leaves them: what refers to them is filled in after it. */
async function lookUpAfter(ops: readonly EditOp[], todoOf: TodoLookup): Promise<TodoLookup> {
  const left = new Map<string, KnownTodo>();
  for (const op of ops) await takeIn(op, left, todoOf);
  return async (todo_id) => left.get(todo_id) ?? (await todoOf(todo_id));
}

/** Takes what an operation makes of a todo into those that the operations before it have left. */
async function takeIn(op: EditOp, left: Map<string, KnownTodo>, todoOf: TodoLookup): Promise<void> {
  if (op.edit_type === "add_todo" && op.params.todo.id !== undefined) {
    const { id, tool_params } = op.params.todo;
    left.set(id, { ...toSource(op.params.todo), id, tool_params });
  }
  const changes = workChanges(op);
  if (op.edit_type !== "modify_todo" || changes.length === 0) return;
  const before = left.get(op.target_id) ?? (await todoOf(op.target_id));
  if (before === null) return;
  const { id, kind, tool_name, tool_params, task_queue, input_request } = before;
  const work = { kind, tool_name, tool_params, task_queue, input_request };
  const changed = Object.fromEntries(changes) as Partial<typeof work>;
  // Without its tool, a todo loses what that got; what is written for it now is a mistake.
  const kept = changed.tool_name === null ? { ...work, ...NO_TOOL } : work;
  const after = { ...kept, ...changed };
  left.set(id, { ...toSource(after), id, tool_params: after.tool_params });
}

const NO_TOOL = { tool_params: {}, task_queue: null };
const WORK_FIELDS = ["kind", "tool_name", "tool_params", "task_queue", "input_request"];

/** What an operation changes of what a todo does. */
function workChanges(op: EditOp): [field: string, value: unknown][] {
  if (op.edit_type !== "modify_todo") return [];
  return Object.entries(op.params.changes).filter(
    ([field, value]) => value !== undefined && WORK_FIELDS.includes(field),
  );
}

/**
 * @param sourceOf todos as the whole edit leaves them.
 * @param runAgain whether those that are done run again as they are then.
 */
async function checkOps(
  { tools }: Pick<OpsDeps, "tools">,
  ops: readonly EditOp[],
  todoOf: TodoLookup,
  sourceOf: TodoLookup,
  runAgain = false,
): Promise<void> {
  ops.forEach((op, place) => {
    const changed = op.edit_type === "modify_plan" ? op.params.changes.tags : undefined;
    if (changed !== undefined) {
      assertTagsFit({ tags: changed }, `/ops/${place}/params/changes/tags`);
    }
  });
  const written = ops.flatMap((op, place): PlacedTodo[] =>
    op.edit_type === "add_todo"
      ? [{ todo: op.params.todo, pointer: `/ops/${place}/params/todo` }]
      : [],
  );
  for (const [id, pointer] of changedWork(ops)) {
    const status = (await todoOf(id))?.status;
    // That it runs or is done matters more, and the plan tells it.
    if (status === "in_progress" || (status === "completed" && !runAgain)) continue;
    const todo = await sourceOf(id);
    if (todo !== null) written.push({ todo, pointer });
  }
  assertTodosFit(written, tools, say("correct_operations"));
  await assertReferencesFit(tools, ops, sourceOf);
}

/** Todos of which an edit changes what they do, and where it says so last: the arguments, where it has any. */
function changedWork(ops: readonly EditOp[]): Map<string, string> {
  const places = new Map<string, string>();
  const withArguments = new Set<string>();
  for (const [place, op] of ops.entries()) {
    const changed = workChanges(op).map(([field]) => field);
    if (op.edit_type !== "modify_todo" || changed.length === 0) continue;
    const { target_id } = op;
    const writes = changed.includes("tool_params");
    if (!writes && withArguments.has(target_id)) continue;
    if (writes) withArguments.add(target_id);
    places.set(target_id, `/ops/${place}/params/changes`);
  }
  return places;
}

/** The plan cannot know what tools give, so references to their results are checked here. */
async function assertReferencesFit(
  tools: ToolCatalog,
  ops: readonly EditOp[],
  sourceOf: TodoLookup,
): Promise<void> {
  const errors: ProblemDetail[] = [];
  for (const [place, op] of ops.entries()) {
    for (const { field, value } of writtenInputs(op)) {
      for (const reference of findReferences(value).references) {
        const source = await sourceOf(reference.todo_id);
        // The plan tells of a todo that is not there.
        const detail = source === null ? null : referenceMistake(reference, source, tools.output);
        if (detail === null) continue;
        const pointer = `/ops/${place}/params/${field}${reference.pointer}`;
        errors.push({ pointer, detail, code: "invalid_edit" });
      }
    }
  }
  if (errors.length === 0) return;
  const several = say("edit_values_invalid", { count: errors.length });
  throw wrongAt(errors, say("correct_operations"), "invalid_edit", several);
}

async function sealOps(
  deps: Sealing,
  ops: readonly EditOp[],
  given: SealedFor & { readonly mistakes: ProblemDetail[] },
  todoOf: TodoLookup,
  sourceOf: TodoLookup,
): Promise<EditOp[]> {
  const left = new Map<string, KnownTodo>();
  const sealed: EditOp[] = [];
  for (const [place, op] of ops.entries()) {
    const sources = new Map<string, Source | null>();
    for (const { value } of writtenInputs(op)) {
      for (const { todo_id } of findReferences(value).references) {
        sources.set(todo_id, await sourceOf(todo_id));
      }
    }
    const of = { ...given, sourceOf: (id: string) => sources.get(id) };
    const at = `/ops/${place}/params`;
    await takeIn(op, left, todoOf);
    if (op.edit_type === "add_todo") {
      const { todo } = op.params;
      const tool_params = sealInputs(deps, todo, { ...of, pointer: `${at}/todo` });
      sealed.push({ ...op, params: { ...op.params, todo: { ...todo, tool_params } } });
    } else if (op.edit_type === "modify_todo") {
      const { changes } = op.params;
      // A tool's schema says which arguments are secret: the one that runs them once this operation is done.
      const source = left.get(op.target_id);
      const { tool_params = {} } = changes;
      const todo = {
        ...changes,
        tool_name: source?.tool_name ?? changes.tool_name,
        task_queue: source?.task_queue ?? changes.task_queue,
        tool_params,
      };
      const written = sealInputs(deps, todo, { ...of, pointer: `${at}/changes` });
      const params =
        changes.tool_params === undefined ? changes : { ...changes, tool_params: written };
      sealed.push({ ...op, params: { ...op.params, changes: params } });
    } else sealed.push(op);
  }
  return sealed;
}

/** What an operation says that a todo gets. */
function writtenInputs(op: EditOp): { field: string; value: Json }[] {
  if (op.edit_type !== "add_todo" && op.edit_type !== "modify_todo") return [];
  const [name, todo] =
    op.edit_type === "add_todo" ? ["todo", op.params.todo] : ["changes", op.params.changes];
  return [
    { field: `${name}/tool_params`, value: todo.tool_params ?? {} },
    { field: `${name}/input_data`, value: todo.input_data ?? {} },
  ];
}
