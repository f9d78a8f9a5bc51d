import { z } from "zod";
import {
  PositionSchema,
  TodoActionInputSchema,
  TodoChangesSchema,
  type EditOp,
} from "../../../contract/plan/edit.ts";
import { NewTodoSchema } from "../../../contract/plan/todo.ts";
import { Refusal } from "../../../contract/problem-error.ts";
import type { Problem } from "../../../contract/problem.ts";
import { sayAt } from "../../../contract/sentences/sentence.ts";
import { LIMITS } from "../../../contract/tables/limits.ts";
import { TODO_ACTIONS } from "../../../contract/tables/vocabulary.ts";
import { CommandIdSchema, longText } from "../../../contract/text.ts";
import { definedOnly } from "../../../json/json-object.ts";
import { parsePointer, toPointer } from "../../../json/json-pointer.ts";
import {
  addResponses,
  DryRunSchema,
  editResponses,
  respondToAdd,
  respondToEdit,
} from "../../commands/edits/send-edit.ts";
import { route } from "../../http/route.ts";
import type { ApiDeps } from "../api-deps.ts";
import { PlanParams, TodoParams } from "./params.ts";

const about = {
  base_version: z.int().min(1).optional(),
  reason: longText(LIMITS.reason).optional(),
  command_id: CommandIdSchema.optional(),
};

/** `/v1/plans/{id}/todos`: edits of one todo without operations, and an operator's word about one. */
export function todoEditRoutes(deps: ApiDeps) {
  return [
    route({
      at: "POST /v1/plans/:plan_id/todos",
      id: "addTodo",
      tag: "todos",
      role: "operator",
      summary: "Add a todo",
      headers: ["If-Match", "Prefer"],
      params: PlanParams,
      query: DryRunSchema,
      body: NewTodoSchema.extend({ position: PositionSchema.optional(), ...about }),
      example: {
        title: "Add milk",
        tool_name: "wait",
        tool_params: { seconds: 0 },
        position: "last",
      },
      responses: addResponses,
      handler(c, { params, query, body }) {
        const { position, base_version, reason, command_id, ...todo } = body;
        const op: EditOp = {
          edit_type: "add_todo",
          params: { todo, ...(position !== undefined && { position }) },
        };
        const edit = { ops: [op], ...definedOnly({ base_version, reason, command_id }) };
        return inItsPlaces(todo.id, [], () => respondToAdd(c, deps, params.plan_id, edit, query));
      },
    }),
    route({
      at: "PATCH /v1/plans/:plan_id/todos/:todo_id",
      id: "changeTodo",
      tag: "todos",
      role: "operator",
      summary: "Change a todo",
      headers: ["If-Match", "Prefer"],
      params: TodoParams,
      query: DryRunSchema,
      body: TodoChangesSchema.extend({ position: PositionSchema.optional(), ...about }),
      example: { priority: "high" },
      responses: editResponses,
      handler(c, { params: { plan_id, todo_id: target_id }, query, body }) {
        const { position, base_version, reason, command_id, ...changes } = body;
        const isChanged = Object.keys(changes).length > 0;
        const ops: EditOp[] = [
          ...(isChanged || position === undefined
            ? [{ edit_type: "modify_todo" as const, target_id, params: { changes } }]
            : []),
          ...(position === undefined
            ? []
            : [{ edit_type: "reorder" as const, target_id, params: { position } }]),
        ];
        const edit = { ops, ...definedOnly({ base_version, reason, command_id }) };
        return inItsPlaces(target_id, [], () =>
          respondToEdit(c, deps, plan_id, "edit", edit, query),
        );
      },
    }),
    route({
      at: "DELETE /v1/plans/:plan_id/todos/:todo_id",
      id: "removeTodo",
      tag: "todos",
      role: "operator",
      summary: "Remove a todo",
      headers: ["If-Match", "Prefer"],
      params: TodoParams,
      query: DryRunSchema.extend({
        base_version: z.coerce.number().int().min(1).optional(),
        reason: about.reason,
      }),
      responses: editResponses,
      handler(c, { params: { plan_id, todo_id }, query: { validate_only, ...options } }) {
        const ops: EditOp[] = [{ edit_type: "remove_todo", target_id: todo_id }];
        const edit = { ops, ...definedOnly(options) };
        return inItsPlaces(todo_id, [], () =>
          respondToEdit(c, deps, plan_id, "edit", edit, { validate_only }),
        );
      },
    }),
    route({
      at: "POST /v1/plans/:plan_id/todos/:todo_id/:action",
      id: "controlTodo",
      tag: "todos",
      role: "operator",
      summary: "Skip, retry or rerun a todo, or halt its agent before it goes on by itself",
      headers: ["If-Match", "Prefer"],
      params: TodoParams.extend({ action: z.enum(TODO_ACTIONS) }),
      query: DryRunSchema,
      body: TodoActionInputSchema,
      responses: editResponses,
      handler(c, { params: { plan_id, todo_id, action }, query, body }) {
        const word = { ...body, todo_id, action };
        return inItsPlaces(todo_id, ["changes"], () =>
          respondToEdit(c, deps, plan_id, "control_todo", word, query),
        );
      },
    }),
  ];
}

/**
 * Makes a request about one todo. A refusal names places in what the caller sent, which was no operation.
 * @param within where the todo's fields stand in it.
 */
async function inItsPlaces<Result>(
  todoId: string | undefined,
  within: readonly string[],
  request: () => Promise<Result>,
): Promise<Result> {
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new Refusal(toTodoPlaces(error.problem, todoId, within), error.retryAfter);
  }
}

function toTodoPlaces(
  problem: Problem,
  todoId: string | undefined,
  within: readonly string[],
): Problem {
  if (problem.errors === undefined) return problem;
  const errors = problem.errors.map((error) => ({
    ...error,
    pointer: inTodo(error.pointer, todoId, within),
  }));
  const [now, ...others] = errors;
  if (problem.detail.id !== "at_place" || now === undefined || others.length > 0) {
    return { ...problem, errors };
  }
  return { ...problem, errors, detail: sayAt(now) };
}

/** A place in the edit's operations, or in the plan's todo, as a place in what the caller sent. */
function inTodo(pointer: string, todoId: string | undefined, within: readonly string[]): string {
  const place = (path: readonly string[]): string => toPointer([...within, ...path]);
  const [list, item, ...path] = parsePointer(pointer) ?? [];
  if (list === "todos" && item === todoId) return place(path);
  if (list !== "ops") return pointer;
  const [part, field] = path;
  if (part === "params") return place(path.slice(field === "position" ? 1 : 2));
  return place(part === "target_id" ? [] : path);
}
