import { say } from "../../contract/sentences/sentence.ts";
import type { EditOp } from "../../contract/plan/edit.ts";
import type { ProblemDetail } from "../../contract/problem.ts";
import { wrongAt } from "../../contract/problem-error.ts";
import type { Json } from "../../contract/text.ts";
import { toSource } from "../../plan/todos/flat-fields.ts";
import { findReferences } from "../../plan/todos/references.ts";
import { referenceMistake, type Source } from "../../plan/todos/result-paths.ts";
import { todoQuery } from "../../workflows/wire/messages.ts";
import type { PlanGateway } from "../gateway/plan-gateway.ts";
import { assertTagsFit, assertTodosFit, type PlacedTodo, type ToolCatalog } from "./new-plan.ts";
import { refuse, sealInputs, type SealedFor, type Sealing } from "./secrets/seal-secrets.ts";

interface OpsDeps {
  readonly plans: Pick<PlanGateway, "query">;
  readonly tools: ToolCatalog;
}

/**
 * An edit's operations as they are sent to its plan: checked, and with the secrets in them sealed.
 * @param once by whom and by which command, so that it can be repeated.
 * @throws Refusal as `assertOpsFit`, or with every place where a secret cannot stand as it does.
 */
export async function readyOps(
  deps: OpsDeps & Sealing,
  planId: string,
  ops: readonly EditOp[],
  once: string | undefined,
): Promise<EditOp[]> {
  const todoOf = createTodoLookup(deps, planId);
  await checkOps(deps, ops, todoOf);
  return sealOps(deps, ops, { scope: { plan_id: planId }, once }, todoOf);
}

/**
 * Checks what an edit says: the todos that it adds as those of a new plan, tags that it sets, and
 * references to results; a changed todo's arguments are checked when it runs.
 * @throws Refusal with a pointer for each place.
 */
export async function assertOpsFit(
  deps: OpsDeps,
  planId: string,
  ops: readonly EditOp[],
): Promise<void> {
  await checkOps(deps, ops, createTodoLookup(deps, planId));
}

/** A todo of the plan as it is now; null for one that is not there. */
type TodoLookup = (todoId: string) => Promise<Source | null>;

/** Asks the plan for each todo once. */
function createTodoLookup({ plans }: Pick<OpsDeps, "plans">, planId: string): TodoLookup {
  const asked = new Map<string, Promise<Source | null>>();
  return (todo_id) => {
    const answer = asked.get(todo_id) ?? plans.query(planId, todoQuery, { todo_id });
    asked.set(todo_id, answer);
    return answer;
  };
}

async function checkOps(
  { tools }: Pick<OpsDeps, "tools">,
  ops: readonly EditOp[],
  todoOf: TodoLookup,
): Promise<void> {
  ops.forEach((op, place) => {
    const changed = op.edit_type === "modify_plan" ? op.params.changes.tags : undefined;
    if (changed !== undefined) {
      assertTagsFit({ tags: changed }, `/ops/${place}/params/changes/tags`);
    }
  });
  const added = ops.flatMap((op, place): PlacedTodo[] =>
    op.edit_type === "add_todo"
      ? [{ todo: op.params.todo, pointer: `/ops/${place}/params/todo` }]
      : [],
  );
  assertTodosFit(added, tools);
  await assertReferencesFit(tools, ops, todoOf);
}

/** The plan cannot know what tools give, so references to their results are checked here. */
async function assertReferencesFit(
  tools: ToolCatalog,
  ops: readonly EditOp[],
  todoOf: TodoLookup,
): Promise<void> {
  const errors: ProblemDetail[] = [];
  const added = new Map<string, Source>();
  for (const [place, op] of ops.entries()) {
    if (op.edit_type === "add_todo" && op.params.todo.id !== undefined) {
      const { id } = op.params.todo;
      added.set(id, { ...toSource(op.params.todo), id });
    }
    for (const { field, value } of writtenInputs(op)) {
      for (const reference of findReferences(value).references) {
        const { todo_id } = reference;
        const source = added.get(todo_id) ?? (await todoOf(todo_id));
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
  given: SealedFor,
  todoOf: TodoLookup,
): Promise<EditOp[]> {
  const mistakes: ProblemDetail[] = [];
  const sources = new Map<string, Source | null>();
  const sourceOf = (id: string): Source | null | undefined => sources.get(id);
  const sealed: EditOp[] = [];
  for (const [place, op] of ops.entries()) {
    for (const { value } of writtenInputs(op)) {
      for (const { todo_id } of findReferences(value).references) {
        await find(todo_id);
      }
    }
    const at = `/ops/${place}/params`;
    if (op.edit_type === "add_todo") {
      const { todo } = op.params;
      if (todo.id !== undefined) sources.set(todo.id, { ...toSource(todo), id: todo.id });
      const tool_params = sealInputs(deps, todo, {
        ...given,
        pointer: `${at}/todo`,
        sourceOf,
        mistakes,
      });
      sealed.push({ ...op, params: { ...op.params, todo: { ...todo, tool_params } } });
    } else if (op.edit_type === "modify_todo") {
      const { changes } = op.params;
      const before = await find(op.target_id);
      const {
        tool_name = before?.tool_name,
        task_queue = before?.task_queue,
        tool_params = {},
      } = changes;
      const todo = { ...changes, tool_name, task_queue, tool_params };
      const written = sealInputs(deps, todo, {
        ...given,
        pointer: `${at}/changes`,
        sourceOf,
        mistakes,
      });
      const params =
        changes.tool_params === undefined ? changes : { ...changes, tool_params: written };
      if (before !== null) {
        const { input_request = before.input_request } = changes;
        const tool = { tool_name: tool_name ?? null, task_queue: task_queue ?? null };
        sources.set(op.target_id, { ...before, ...tool, input_request });
      }
      sealed.push({ ...op, params: { ...op.params, changes: params } });
    } else sealed.push(op);
  }
  refuse(mistakes, say("correct_operations"));
  return sealed;

  /** A todo as the operations before have left it. */
  async function find(todo_id: string): Promise<Source | null> {
    if (!sources.has(todo_id)) sources.set(todo_id, await todoOf(todo_id));
    return sources.get(todo_id)!;
  }
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
