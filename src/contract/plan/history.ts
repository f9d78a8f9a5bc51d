import { named } from "../sentences/sentence.ts";
import { z } from "zod";
import { PlanEventSchema } from "./event.ts";
import { lineText, TodoIdSchema } from "../text.ts";
import { TodoSchema } from "./todo.ts";
import { AUDIT_KINDS, TODO_STATUSES } from "../tables/vocabulary.ts";
import { LIMITS } from "../tables/limits.ts";

const page = {
  has_more: z.boolean(),
  /** Give it as `cursor`, with the same filters, for the next page. */
  next_cursor: z.string().nullable(),
};
const paging = {
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().min(1).max(4_000).optional(),
};

/** What people and policies did to a plan, newest first. */
export const HistorySchema = z.object({
  entries: z.array(PlanEventSchema.extend({ kind: z.enum(AUDIT_KINDS) })),
  ...page,
});
export const HistoryQuerySchema = z.object({
  kind: z.enum(AUDIT_KINDS).optional(),
  todo_id: TodoIdSchema.optional(),
  ...paging,
});

const statuses = TODO_STATUSES.join("|");

/** One page of a plan's todos, in plan order. */
export const TodoPageSchema = z.object({
  todos: z.array(TodoSchema),
  /** How many todos the filter matches, on all pages. */
  total: z.int().max(LIMITS.todos),
  ...page,
});
export const TodoPageQuerySchema = z.object({
  /** One status, or several with commas between. */
  status: z
    .string()
    .regex(new RegExp(`^(?:${statuses})(?:,(?:${statuses}))*$`), named("todo_statuses"))
    .optional(),
  /** A text that the title or the id has, in any case. */
  search: lineText(LIMITS.title).optional(),
  ...paging,
});
