import type { Todo } from "../../contract/plan/todo.ts";
import type { TodoStatus } from "../../contract/tables/vocabulary.ts";
import { compareByRank } from "../model/order/plan-order.ts";
import type { Plan } from "../model/plan.ts";
import type { LiveProgress } from "../model/progress.ts";
import { hasText } from "../todos/answers/has-text.ts";
import { viewTodo } from "../todos/flat-fields.ts";

export interface TodosWanted {
  /** Only todos with these ids; all when absent. */
  readonly ids?: readonly string[];
  /** Only todos of these statuses; all when absent. */
  readonly statuses?: readonly TodoStatus[];
  /** Only todos whose title or id has this text. */
  readonly search?: string;
  /** The place after which to begin: it stays where it is while the plan changes. */
  readonly after?: { readonly rank: string; readonly id: string };
  readonly limit: number;
  readonly live?: LiveProgress;
}

/** One page of a plan's todos, in plan order. */
export function listTodos(
  plan: Plan,
  { ids, statuses, search, after, limit, live }: TodosWanted,
): { todos: Todo[]; total: number; has_more: boolean; seq: number; version: number } {
  const { seq, version } = plan.state;
  const named = ids && new Set(ids);
  const wanted = plan.state.todos.filter(
    (todo) =>
      (named === undefined || named.has(todo.id)) &&
      (statuses === undefined || statuses.includes(todo.status)) &&
      (search === undefined || hasText(todo, search)),
  );
  const left =
    after === undefined ? wanted : wanted.filter((todo) => compareByRank(todo, after) > 0);
  return {
    todos: left.slice(0, limit).map((todo) => viewTodo(plan, todo, live)),
    total: wanted.length,
    has_more: left.length > limit,
    seq,
    version,
  };
}
