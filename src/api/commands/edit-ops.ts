import type { EditOp } from "../../contract/plan/edit.ts";
import { wrongAt } from "../../contract/problem-error.ts";
import type { ProblemDetail } from "../../contract/problem.ts";
import { say } from "../../contract/sentences/sentence.ts";
import type { Json } from "../../contract/text.ts";
import { toSource } from "../../plan/todos/flat-fields.ts";
import { findReferences } from "../../plan/todos/references.ts";
import { referenceMistake, type Source } from "../../plan/todos/result-paths.ts";
import { todoQuery } from "../../workflows/wire/messages.ts";
import type { PlanGateway } from "../gateway/plan-gateway.ts";
import {
  assertTagsFit,
  assertTodosFit,
  refuseUnfit,
  toolMistake,
  type PlacedTodo,
  type ToolCatalog,
} from "./new-plan.ts";
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
  const sourceOf = await checkOps(deps, ops, todoOf);
  return sealOps(deps, ops, { scope: { plan_id: planId }, once }, todoOf, sourceOf);
}

/**
 * Checks what an edit says: the todos that it adds as those of a new plan, the tools and tags that it
 * sets, and references to results; a changed todo's arguments are checked when it runs.
 * @throws Refusal with a pointer for each place.
 */
export async function assertOpsFit(
  deps: OpsDeps,
  planId: string,
  ops: readonly EditOp[],
): Promise<void> {
  await checkOps(deps, ops, createTodoLookup(deps, planId));
}

/** What decides which result a todo gives; null where there is no such todo. */
type SourceLookup = (todoId: string) => Promise<Source | null>;

/** Todos as the plan has them; it is asked for each once. */
function createTodoLookup({ plans }: Pick<OpsDeps, "plans">, planId: string): SourceLookup {
  const asked = new Map<string, Promise<Source | null>>();
  return (todo_id) => {
    const answer = asked.get(todo_id) ?? plans.query(planId, todoQuery, { todo_id });
    asked.set(todo_id, answer);
    return answer;
  };
}

/** Todos as the whole edit leaves them: what refers to them is filled in after it. */
async function lookUpAfter(ops: readonly EditOp[], todoOf: SourceLookup): Promise<SourceLookup> {
  const left = new Map<string, Source>();
  for (const op of ops) await takeIn(op, left, todoOf);
  return async (todo_id) => left.get(todo_id) ?? (await todoOf(todo_id));
}

/** Takes what an operation makes of a todo into those that the operations before it have left. */
async function takeIn(op: EditOp, left: Map<string, Source>, todoOf: SourceLookup): Promise<void> {
  if (op.edit_type === "add_todo" && op.params.todo.id !== undefined) {
    const { id } = op.params.todo;
    left.set(id, { ...toSource(op.params.todo), id });
  }
  if (op.edit_type !== "modify_todo") return;
  const { kind, tool_name, task_queue, input_request } = op.params.changes;
  const given = [kind, tool_name, task_queue, input_request];
  if (given.every((value) => value === undefined)) return;
  const before = left.get(op.target_id) ?? (await todoOf(op.target_id));
  if (before === null) return;
  const after = {
    kind: kind ?? before.kind,
    tool_name: tool_name === undefined ? before.tool_name : tool_name,
    task_queue: task_queue === undefined ? before.task_queue : task_queue,
    input_request: input_request === undefined ? before.input_request : input_request,
  };
  left.set(before.id, { ...toSource(after), id: before.id });
}

/** @returns how to look up a todo as the whole edit leaves it. */
async function checkOps(
  { tools }: Pick<OpsDeps, "tools">,
  ops: readonly EditOp[],
  todoOf: SourceLookup,
): Promise<SourceLookup> {
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
  assertTodosFit(added, tools, say("correct_operations"));
  const sourceOf = await lookUpAfter(ops, todoOf);
  await assertToolsKnown(tools, ops, sourceOf);
  await assertReferencesFit(tools, ops, sourceOf);
  return sourceOf;
}

/** A tool that a changed todo is to run exists, as one of an added todo does. */
async function assertToolsKnown(
  tools: ToolCatalog,
  ops: readonly EditOp[],
  sourceOf: SourceLookup,
): Promise<void> {
  const mistakes: ProblemDetail[] = [];
  for (const [place, op] of ops.entries()) {
    if (op.edit_type !== "modify_todo" || op.params.changes.tool_name == null) continue;
    const left = await sourceOf(op.target_id);
    if (left === null || left.tool_name === null || left.task_queue !== null) continue;
    const pointer = `/ops/${place}/params/changes/tool_name`;
    const mistake = toolMistake(op.params.changes.tool_name, pointer, tools);
    if (mistake !== undefined) mistakes.push(mistake);
  }
  refuseUnfit(mistakes, say("correct_operations"));
}

/** The plan cannot know what tools give, so references to their results are checked here. */
async function assertReferencesFit(
  tools: ToolCatalog,
  ops: readonly EditOp[],
  sourceOf: SourceLookup,
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
  given: SealedFor,
  todoOf: SourceLookup,
  sourceOf: SourceLookup,
): Promise<EditOp[]> {
  const mistakes: ProblemDetail[] = [];
  const left = new Map<string, Source>();
  const sealed: EditOp[] = [];
  for (const [place, op] of ops.entries()) {
    const sources = new Map<string, Source | null>();
    for (const { value } of writtenInputs(op)) {
      for (const { todo_id } of findReferences(value).references) {
        sources.set(todo_id, await sourceOf(todo_id));
      }
    }
    const of = { ...given, sourceOf: (id: string) => sources.get(id), mistakes };
    const at = `/ops/${place}/params`;
    await takeIn(op, left, todoOf);
    if (op.edit_type === "add_todo") {
      const { todo } = op.params;
      const tool_params = sealInputs(deps, todo, { ...of, pointer: `${at}/todo` });
      sealed.push({ ...op, params: { ...op.params, todo: { ...todo, tool_params } } });
    } else if (op.edit_type === "modify_todo") {
      const { changes } = op.params;
      // A tool's schema says which arguments are secret: the one that runs them once this operation is done.
      const source = left.get(op.target_id) ?? (await todoOf(op.target_id));
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
  refuse(mistakes, say("correct_operations"));
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
