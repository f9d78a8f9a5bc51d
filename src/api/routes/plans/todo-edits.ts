import { z } from "zod";
import {
  PositionSchema,
  TodoActionInputSchema,
  TodoChangesSchema,
  type EditOp,
} from "../../../contract/plan/edit.ts";
import { NewTodoSchema } from "../../../contract/plan/todo.ts";
import { LIMITS } from "../../../contract/tables/limits.ts";
import { TODO_ACTIONS } from "../../../contract/tables/vocabulary.ts";
import { CommandIdSchema, longText } from "../../../contract/text.ts";
import { definedOnly } from "../../../json/json-object.ts";
import { toPointer } from "../../../json/json-pointer.ts";
import { inItsPlaces, type PlaceOf } from "../../commands/edits/in-its-places.ts";
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

const CHANGING = {
  tag: "todos",
  role: "operator",
  headers: ["If-Match", "Prefer"],
  params: TodoParams,
  query: DryRunSchema,
  responses: editResponses,
} as const;

/** `/v1/plans/{id}/todos`: edits of one todo without operations, and an operator's word about one. */
export function todoEditRoutes(deps: ApiDeps) {
  return [
    route({
      at: "POST /v1/plans/:plan_id/todos",
      id: "addTodo",
      ...CHANGING,
      summary: "Add a todo",
      params: PlanParams,
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
        return inItsPlaces(todo.id, fieldsWithin(), () =>
          respondToAdd(c, deps, params.plan_id, edit, query),
        );
      },
    }),
    route({
      at: "PATCH /v1/plans/:plan_id/todos/:todo_id",
      id: "changeTodo",
      ...CHANGING,
      summary: "Change a todo",
      body: TodoChangesSchema.extend({ position: PositionSchema.optional(), ...about }),
      example: { priority: "high" },
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
        return inItsPlaces(target_id, fieldsWithin(), () =>
          respondToEdit(c, deps, plan_id, "edit", edit, query),
        );
      },
    }),
    route({
      at: "DELETE /v1/plans/:plan_id/todos/:todo_id",
      id: "removeTodo",
      ...CHANGING,
      summary: "Remove a todo",
      query: DryRunSchema.extend({
        base_version: z.coerce.number().int().min(1).optional(),
        reason: about.reason,
      }),
      handler(c, { params: { plan_id, todo_id }, query: { validate_only, ...options } }) {
        const ops: EditOp[] = [{ edit_type: "remove_todo", target_id: todo_id }];
        const edit = { ops, ...definedOnly(options) };
        return inItsPlaces(todo_id, fieldsWithin(), () =>
          respondToEdit(c, deps, plan_id, "edit", edit, { validate_only }),
        );
      },
    }),
    route({
      at: "POST /v1/plans/:plan_id/todos/:todo_id/:action",
      id: "controlTodo",
      ...CHANGING,
      summary: "Skip, retry or rerun a todo, or halt its agent before it goes on by itself",
      params: TodoParams.extend({ action: z.enum(TODO_ACTIONS) }),
      body: TodoActionInputSchema,
      handler(c, { params: { plan_id, todo_id, action }, query, body }) {
        const word = { ...body, todo_id, action };
        return inItsPlaces(todo_id, fieldsWithin("changes"), () =>
          respondToEdit(c, deps, plan_id, "control_todo", word, query),
        );
      },
    }),
  ];
}

/** Where the fields of a todo stand: right in the body, or `within` a field of it. */
const fieldsWithin =
  (...within: readonly string[]): PlaceOf =>
  (path) => ({ pointer: toPointer([...within, ...path]) });
