import { say } from "../../../contract/sentences/sentence.ts";
import type { EditOp } from "../../../contract/plan/edit.ts";
import type { ProblemDetail } from "../../../contract/problem.ts";
import { toSource } from "../../../plan/todos/flat-fields.ts";
import { findReferences } from "../../../plan/todos/references.ts";
import type { Source } from "../../../plan/todos/result-paths.ts";
import { todoQuery } from "../../../workflows/wire/messages.ts";
import type { PlanGateway } from "../../gateway/plan-gateway.ts";
import { writtenInputs } from "../new-plan.ts";
import { refuse, sealInputs, type SealedFor, type Sealing } from "./seal-secrets.ts";

/**
 * The operations with the secrets in them sealed.
 * @throws Refusal with every place where a secret cannot stand as it does.
 */
export async function sealOps(
  deps: Sealing & { readonly plans: Pick<PlanGateway, "query"> },
  planId: string,
  ops: readonly EditOp[],
  once: string | undefined,
): Promise<EditOp[]> {
  const given: SealedFor = { scope: { plan_id: planId }, once };
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

  async function find(todo_id: string): Promise<Source | null> {
    if (!sources.has(todo_id)) {
      sources.set(todo_id, await deps.plans.query(planId, todoQuery, { todo_id }));
    }
    return sources.get(todo_id)!;
  }
}
