import { z } from "zod";
import { PageEndSchema, pageQuery } from "../paging.ts";
import { LIMITS } from "../tables/limits.ts";
import { AUDIT_KINDS, TODO_STATUSES } from "../tables/vocabulary.ts";
import { lineText, oneOrMore, TodoIdSchema } from "../text.ts";
import { PlanEventSchema } from "./event.ts";
import { TodoSchema } from "./todo.ts";

/** What people and policies did to a plan, newest first. */
export const HistorySchema = z.object({
  entries: z.array(PlanEventSchema.extend({ kind: z.enum(AUDIT_KINDS) })),
  ...PageEndSchema.shape,
});
export const HistoryQuerySchema = z.object({
  kind: z.enum(AUDIT_KINDS).optional(),
  todo_id: TodoIdSchema.optional(),
  ...pageQuery,
});

/** One page of a plan's todos, in plan order. */
export const TodoPageSchema = z.object({
  todos: z.array(TodoSchema),
  /** How many todos the filter matches, on all pages. */
  total: z.int().max(LIMITS.todos),
  ...PageEndSchema.shape,
});
export const TodoPageQuerySchema = z.object({
  /** One status, or several with commas between. */
  status: oneOrMore(TODO_STATUSES, "todo_statuses").optional(),
  /** A text that the title or the id has, in any case. */
  search: lineText(LIMITS.title).optional(),
  ...pageQuery,
});
