import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import { PositionSchema, TodoChangesSchema, type EditOp } from "../../contract/edit.ts";
import type { Problem } from "../../contract/problem.ts";
import { longText, PlanIdSchema, TodoIdSchema } from "../../contract/text.ts";
import { NewTodoSchema } from "../../contract/todo.ts";
import { LIMITS } from "../../contract/vocabulary.ts";
import { addAnswers, answerAdd, answerEdit, DryRunSchema, editAnswers } from "../answer-edit.ts";
import type { ApiDeps } from "../deps.ts";
import { assertOpsFit } from "../new-plan.ts";
import { onInvalid } from "../openapi.ts";
import { Refused } from "../refused.ts";

const PlanParams = z.object({ plan_id: PlanIdSchema });
const TodoParams = PlanParams.extend({ todo_id: TodoIdSchema });
const about = {
  base_version: z.int().min(1).optional(),
  reason: longText(LIMITS.reason).optional(),
  command_id: z.string().min(1).max(100).optional(),
};
const body = <Schema extends z.ZodType>(schema: Schema) => ({
  required: true,
  content: { "application/json": { schema } },
});

const add = createRoute({
  method: "post",
  path: "/{plan_id}/todos",
  request: {
    params: PlanParams,
    query: DryRunSchema,
    body: body(NewTodoSchema.extend({ position: PositionSchema.optional(), ...about })),
  },
  responses: addAnswers,
});
const change = createRoute({
  method: "patch",
  path: "/{plan_id}/todos/{todo_id}",
  request: {
    params: TodoParams,
    query: DryRunSchema,
    body: body(TodoChangesSchema.extend({ position: PositionSchema.optional(), ...about })),
  },
  responses: editAnswers,
});
const remove = createRoute({
  method: "delete",
  path: "/{plan_id}/todos/{todo_id}",
  request: {
    params: TodoParams,
    query: DryRunSchema.extend({
      base_version: z.coerce.number().int().min(1).optional(),
      reason: about.reason,
    }),
  },
  responses: editAnswers,
});

/** Where the body's own fields are in the operation that it becomes. */
const PLACES: readonly (readonly [string, string])[] = [
  ["/ops/0/params/todo", ""],
  ["/ops/0/params/changes", ""],
  ["/ops/0/params/position", "/position"],
  ["/ops/1/params/position", "/position"],
  ["/ops/0/target_id", ""],
  ["/ops/1/target_id", ""],
  ["/ops/0", ""],
  ["/ops/1", ""],
];

/** `/v1/plans/{id}/todos`: edits of one todo, for who does not want to write operations. */
export function todoEditRoutes(deps: ApiDeps) {
  return new OpenAPIHono({ defaultHook: onInvalid })
    .openapi(add, async (c) => {
      const { position, base_version, reason, command_id, ...todo } = c.req.valid("json");
      const op: EditOp = {
        edit_type: "add_todo",
        params: { todo, ...(position !== undefined && { position }) },
      };
      const { plan_id } = c.req.valid("param");
      const written = withOps([op], { base_version, reason, command_id });
      const { validate_only } = c.req.valid("query");
      return inOwnPlaces([op], () => answerAdd(c, deps, plan_id, written, validate_only));
    })
    .openapi(change, async (c) => {
      const { plan_id, todo_id: target_id } = c.req.valid("param");
      const { position, base_version, reason, command_id, ...changes } = c.req.valid("json");
      const isChanged = Object.keys(changes).length > 0;
      const ops: EditOp[] = [
        ...(isChanged || position === undefined
          ? [{ edit_type: "modify_todo" as const, target_id, params: { changes } }]
          : []),
        ...(position === undefined
          ? []
          : [{ edit_type: "reorder" as const, target_id, params: { position } }]),
      ];
      const written = withOps(ops, { base_version, reason, command_id });
      const { validate_only } = c.req.valid("query");
      return inOwnPlaces(ops, () => answerEdit(c, deps, plan_id, "edit", written, validate_only));
    })
    .openapi(remove, async (c) => {
      const { plan_id, todo_id } = c.req.valid("param");
      const { validate_only, ...said } = c.req.valid("query");
      const ops: EditOp[] = [{ edit_type: "remove_todo", target_id: todo_id }];
      const written = withOps(ops, said);
      return inOwnPlaces(ops, () => answerEdit(c, deps, plan_id, "edit", written, validate_only));
    });

  /** Answers an edit, and refuses it with the places where they are in what the caller sent. */
  async function inOwnPlaces<Answer>(
    ops: readonly EditOp[],
    answer: () => Promise<Answer>,
  ): Promise<Answer> {
    try {
      assertOpsFit(ops, deps.tools);
      return await answer();
    } catch (error) {
      throw error instanceof Refused
        ? new Refused(toOwnPlaces(error.problem, idIn(ops)), error.retryAfter)
        : error;
    }
  }
}

interface Said {
  readonly base_version?: number | undefined;
  readonly reason?: string | undefined;
  readonly command_id?: string | undefined;
}

/** The edit with what the caller said about it. */
function withOps(ops: readonly EditOp[], said: Said): Said & { ops: readonly EditOp[] } {
  const given = Object.entries(said).filter(([, value]) => value !== undefined);
  return { ops, ...Object.fromEntries(given) };
}

function idIn([op]: readonly EditOp[]): string | undefined {
  if (op?.edit_type === "add_todo") return op.params.todo.id;
  return op !== undefined && "target_id" in op ? op.target_id : undefined;
}

/** The plan speaks of operations; the caller has sent a todo. */
function toOwnPlaces(problem: Problem, id: string | undefined): Problem {
  const places = id === undefined ? PLACES : [...PLACES, [`/todos/${id}`, ""] as const];
  const own = (text: string): string => {
    const place = places.find(([from]) => text.startsWith(from));
    return place === undefined ? text : place[1] + text.slice(place[0].length);
  };
  const { errors } = problem;
  if (errors === undefined) return problem;
  return {
    ...problem,
    detail: own(problem.detail).replace(/^: /, ""),
    errors: errors.map((error) => ({ ...error, pointer: own(error.pointer) })),
  };
}
