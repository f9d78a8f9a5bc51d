import type { EditOp, TodoChanges } from "../../../contract/plan/edit.ts";
import type { Todo } from "../../../contract/plan/todo.ts";
import { Refusal, wrongAt } from "../../../contract/problems/problem-error.ts";
import type { ProblemDetail } from "../../../contract/problems/problem.ts";
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
  const known = await readTodos(deps.plans, planId, namedTodos(ops));
  const mistakes: ProblemDetail[] = [];
  const sealed = sealOps(deps, ops, { scope: { plan_id: planId }, once, mistakes }, known);
  try {
    checkOps(deps, ops, known, runAgain);
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
  checkOps(deps, ops, await readTodos(deps.plans, planId, namedTodos(ops)));
}

/** What decides which result a todo gives, and what its tool gets. */
type KnownTodo = Source & Pick<Todo, "tool_params">;

/** Todos of which the plan is asked at once: their results may be large. */
const ASKED_AT_ONCE = 100;

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

/** The plan's todos that operations change in what they do, and those to whose results they refer. */
function namedTodos(ops: readonly EditOp[]): string[] {
  const added = new Set(ops.map((op) => (op.edit_type === "add_todo" ? op.params.todo.id : "")));
  const changed = ops.flatMap((op) =>
    op.edit_type === "modify_todo" && workChanges(op).length > 0 ? [op.target_id] : [],
  );
  const referred = ops.flatMap(referredIn).filter((id) => !added.has(id));
  return [...new Set([...changed, ...referred])];
}

/** The todos to whose results an operation refers. */
function referredIn(op: EditOp): string[] {
  return writtenInputs(op).flatMap(({ value }) =>
    findReferences(value).references.map(({ todo_id }) => todo_id),
  );
}

type Todos = Map<string, KnownTodo>;

/** Todos as the whole edit leaves them: what refers to them is filled in after it. */
function todosAfter(ops: readonly EditOp[], known: ReadonlyMap<string, KnownTodo>): Todos {
  const left = new Map(known);
  for (const op of ops) takeIn(op, left);
  return left;
}

/** Takes what an operation makes of a todo into those that the operations before it have left. */
function takeIn(op: EditOp, left: Todos): void {
  if (op.edit_type === "add_todo" && op.params.todo.id !== undefined) {
    const { id, tool_params } = op.params.todo;
    left.set(id, { ...toSource(op.params.todo), id, tool_params });
  }
  const changes = workChanges(op);
  const before = op.edit_type === "modify_todo" ? left.get(op.target_id) : undefined;
  if (before === undefined || changes.length === 0) return;
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
 * @param known the plan's todos as they are, of those that are named.
 * @param runAgain whether those that are done run again as they are then.
 */
function checkOps(
  { tools }: Pick<OpsDeps, "tools">,
  ops: readonly EditOp[],
  known: ReadonlyMap<string, Todo>,
  runAgain = false,
): void {
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
  const after = todosAfter(ops, known);
  for (const [id, pointer] of changedWork(ops)) {
    const status = known.get(id)?.status;
    // That it runs or is done matters more, and the plan tells it.
    if (status === "in_progress" || (status === "completed" && !runAgain)) continue;
    const todo = after.get(id);
    if (todo !== undefined) written.push({ todo, pointer });
  }
  assertTodosFit(written, tools, say("correct_operations"));
  assertReferencesFit(tools, ops, after);
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
function assertReferencesFit(tools: ToolCatalog, ops: readonly EditOp[], after: Todos): void {
  const errors = ops.flatMap((op, place) =>
    writtenInputs(op).flatMap(({ field, value }) =>
      findReferences(value).references.flatMap((reference): ProblemDetail[] => {
        const source = after.get(reference.todo_id);
        // The plan tells of a todo that is not there.
        const detail = source && referenceMistake(reference, source, tools.output);
        if (detail == null) return [];
        const pointer = `/ops/${place}/params/${field}${reference.pointer}`;
        return [{ pointer, detail, code: "invalid_edit" }];
      }),
    ),
  );
  if (errors.length === 0) return;
  const several = say("edit_values_invalid", { count: errors.length });
  throw wrongAt(errors, say("correct_operations"), "invalid_edit", several);
}

function sealOps(
  deps: Sealing,
  ops: readonly EditOp[],
  given: SealedFor & { readonly mistakes: ProblemDetail[] },
  known: ReadonlyMap<string, Todo>,
): EditOp[] {
  const after = todosAfter(ops, known);
  const left = new Map<string, KnownTodo>(known);
  return ops.map((op, place): EditOp => {
    const of = { ...given, sourceOf: (id: string) => after.get(id) };
    const at = `/ops/${place}/params`;
    takeIn(op, left);
    if (op.edit_type === "add_todo") {
      const { todo } = op.params;
      const tool_params = sealInputs(deps, todo, { ...of, pointer: `${at}/todo` });
      return { ...op, params: { ...op.params, todo: { ...todo, tool_params } } };
    }
    if (op.edit_type !== "modify_todo") return op;
    const { changes } = op.params;
    // A tool's schema says which arguments are secret: the one that runs them once this operation is done.
    const source = left.get(op.target_id);
    const todo = {
      ...changes,
      tool_name: source?.tool_name ?? changes.tool_name,
      task_queue: source?.task_queue ?? changes.task_queue,
      tool_params: changes.tool_params ?? {},
    };
    const tool_params = sealInputs(deps, todo, { ...of, pointer: `${at}/changes` });
    if (changes.tool_params === undefined) return op;
    return { ...op, params: { ...op.params, changes: { ...changes, tool_params } } };
  });
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
