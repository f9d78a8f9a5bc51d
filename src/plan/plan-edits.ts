import type {
  EditOp,
  PlanChanges,
  PlanSettings,
  Position,
  TodoDefinition,
} from "../contract/edit.ts";
import type { Problem, ProblemDetail } from "../contract/problem.ts";
import type { NewTodo } from "../contract/todo.ts";
import { PRIORITY_WORDS } from "../contract/vocabulary.ts";
import { checkChanges } from "./check-changes.ts";
import { compareByRank, definitionOf, rankBetween, toDefinition } from "./definition.ts";
import type { Plan } from "./plan.ts";
import { findReferences } from "./references.ts";
import { same } from "./versions.ts";

/**
 * What a list of operations changes, or every reason why it cannot: all of it or nothing. Operations
 * see the effect of those before them. Changes nothing itself.
 * @param at ISO 8601 time, of todos that are added.
 */
export function planEdits(
  plan: Plan,
  ops: readonly EditOp[],
  at: string,
): { changes: PlanChanges; next_todo: number } | { problem: Problem } {
  const draft = new Draft(plan, at);
  ops.forEach((op, place) => draft.take(op, `/ops/${place}`));
  if (draft.errors.length > 0) return { problem: refusal(draft.errors) };
  const changes = draft.changes();
  const problem = checkChanges(plan, changes);
  if (problem !== null) return { problem };
  if (changes.todos.length === 0 && changes.settings === null) {
    return {
      problem: {
        code: "nothing_changed",
        detail: "The edit leaves the plan as it is.",
        hint: "Nothing has to be done.",
      },
    };
  }
  return { changes, next_todo: draft.nextTodo };
}

function refusal(errors: readonly ProblemDetail[]): Problem {
  const [first] = errors;
  return {
    code: errors.every(({ code }) => code === first?.code)
      ? (first?.code ?? "invalid_edit")
      : "invalid_edit",
    detail:
      errors.length === 1 && first !== undefined
        ? `${first.pointer}: ${first.detail}`
        : `${errors.length} places of the edit need a change.`,
    hint: "Nothing was changed. Change the named operations and send the edit again.",
    errors,
  };
}

/** New values of some fields; undefined leaves a field as it is. */
type Changes = { [Field in keyof TodoDefinition]?: TodoDefinition[Field] | undefined };

/** The plan's definitions while operations are applied to them one after another. */
class Draft {
  readonly errors: ProblemDetail[] = [];
  nextTodo: number;
  readonly #plan: Plan;
  readonly #at: string;
  readonly #todos: Map<string, TodoDefinition>;
  #settings: PlanSettings = {};

  constructor(plan: Plan, at: string) {
    this.#plan = plan;
    this.#at = at;
    this.nextTodo = plan.state.next_todo;
    this.#todos = new Map(plan.state.todos.map((todo) => [todo.id, definitionOf(todo)]));
  }

  take(op: EditOp, pointer: string): void {
    switch (op.edit_type) {
      case "add_todo":
        return this.#add(op.params.todo, op.params.position ?? "last", pointer);
      case "remove_todo":
        return this.#remove(op.target_id, pointer);
      case "modify_todo": {
        const { priority, ...changes } = op.params.changes;
        return this.#change(op.target_id, pointer, {
          ...changes,
          ...(priority !== undefined && { priority: toPriority(priority) }),
        });
      }
      case "change_priority":
        return this.#change(op.target_id, pointer, { priority: toPriority(op.params.priority) });
      case "reorder":
        return "order" in op.params
          ? this.#reorder(op.params.order, pointer)
          : this.#move(op.target_id, op.params.position, pointer);
      case "add_dependency":
      case "remove_dependency": {
        const todo = this.#find(op.target_id, `${pointer}/target_id`);
        if (todo === undefined) return;
        const { depends_on } = op.params;
        const has = todo.depends_on.includes(depends_on);
        if (op.edit_type === "remove_dependency" && !has) {
          return this.#refuse(
            `${pointer}/params/depends_on`,
            `"${todo.id}" does not wait for "${depends_on}"`,
          );
        }
        const others = todo.depends_on.filter((id) => id !== depends_on);
        return this.#change(todo.id, pointer, {
          depends_on: op.edit_type === "add_dependency" ? [...others, depends_on] : others,
        });
      }
      case "modify_plan":
        this.#settings = { ...this.#settings, ...op.params.changes };
        return;
      default:
        op satisfies never;
    }
  }

  /** What differs from the plan, todos in plan order. */
  changes(): PlanChanges {
    const { state, todos: present } = this.#plan;
    const removed = state.todos
      .filter(({ id }) => !this.#todos.has(id))
      .map((todo) => ({ todo_id: todo.id, before: definitionOf(todo), after: null }));
    const others = this.#inOrder().flatMap((after) => {
      const todo = present.get(after.id);
      const before = todo === undefined ? null : definitionOf(todo);
      return same(before, after) ? [] : [{ todo_id: after.id, before, after }];
    });
    const before: PlanSettings = {};
    const after: PlanSettings = {};
    for (const key of Object.keys(this.#settings) as (keyof PlanSettings)[]) {
      if (same(state[key], this.#settings[key])) continue;
      Object.assign(before, { [key]: state[key] });
      Object.assign(after, { [key]: this.#settings[key] });
    }
    return {
      todos: [...removed, ...others],
      settings: Object.keys(after).length === 0 ? null : { before, after },
    };
  }

  #add(todo: NewTodo, position: Position, pointer: string): void {
    const id = todo.id ?? this.#newId();
    if (this.#todos.has(id)) {
      return this.#refuse(
        `${pointer}/params/todo/id`,
        `there is a todo "${id}" already`,
        "duplicate_todo",
      );
    }
    const rank = this.#rankAt(position, id, `${pointer}/params/position`);
    if (rank === undefined) return;
    const { depends_on } = todo;
    this.#put(toDefinition(todo, { id, rank, depends_on, at: this.#at }));
    this.#addReferred(id);
    for (const blocked of todo.blocks) {
      const other = this.#find(blocked, `${pointer}/params/todo/blocks`);
      if (other !== undefined) this.#put({ ...other, depends_on: [...other.depends_on, id] });
    }
  }

  #remove(id: string, pointer: string): void {
    if (this.#find(id, `${pointer}/target_id`) === undefined) return;
    this.#todos.delete(id);
    for (const todo of this.#todos.values()) {
      if (!todo.depends_on.includes(id)) continue;
      if (referredIds(todo).includes(id)) {
        this.#refuse(
          `${pointer}/target_id`,
          `todo "${todo.id}" uses the result of "${id}"; change its input first`,
        );
      }
      this.#put({ ...todo, depends_on: todo.depends_on.filter((other) => other !== id) });
    }
  }

  #change(id: string, pointer: string, changes: Changes): void {
    const todo = this.#find(id, `${pointer}/target_id`);
    if (todo === undefined) return;
    const given = Object.entries(changes).filter(([, value]) => value !== undefined);
    this.#put({ ...todo, ...(Object.fromEntries(given) as Partial<TodoDefinition>) });
    if (
      changes.tool_params !== undefined ||
      changes.input_data !== undefined ||
      changes.depends_on !== undefined
    ) {
      this.#addReferred(id);
    }
  }

  #move(id: string | undefined, position: Position, pointer: string): void {
    const todo = this.#find(id ?? "", `${pointer}/target_id`);
    if (todo === undefined) return;
    const rank = this.#rankAt(position, todo.id, `${pointer}/params/position`);
    if (rank !== undefined) this.#put({ ...todo, rank });
  }

  /** The named todos keep their places among all, and share them out in the new order. */
  #reorder(order: readonly string[], pointer: string): void {
    const todos = order.map((id, place) => this.#find(id, `${pointer}/params/order/${place}`));
    if (new Set(order).size !== order.length) {
      return this.#refuse(`${pointer}/params/order`, "names a todo twice");
    }
    const known = todos.filter((todo) => todo !== undefined);
    const ranks = known.toSorted(compareByRank).map(({ rank }) => rank);
    known.forEach((todo, place) => this.#put({ ...todo, rank: ranks[place]! }));
  }

  /** The rank of a place, as if `id` were not in the plan yet. */
  #rankAt(position: Position, id: string, pointer: string): string | undefined {
    const ranked = this.#inOrder().filter((todo) => todo.id !== id);
    if (position === "first") return rankBetween(null, ranked[0]?.rank ?? null);
    if (position === "last") return rankBetween(ranked.at(-1)?.rank ?? null, null);
    // Two todos share a rank when an undo brings one back to where another was put meanwhile.
    const nextRank = (rank: string): string | null =>
      ranked.find((todo) => todo.rank > rank)?.rank ?? null;
    const lastRank = (rank: string): string | null =>
      ranked.findLast((todo) => todo.rank < rank)?.rank ?? null;
    const anchor = "before" in position ? position.before : position.after;
    const found = ranked.find((todo) => todo.id === anchor);
    if (found === undefined) {
      this.#refuse(pointer, `there is no other todo "${anchor}"`, "todo_not_found");
      return undefined;
    }
    return "before" in position
      ? rankBetween(lastRank(found.rank), found.rank)
      : rankBetween(found.rank, nextRank(found.rank));
  }

  /** A reference to another todo's result makes the todo wait for it. */
  #addReferred(id: string): void {
    const todo = this.#todos.get(id)!;
    const missing = referredIds(todo).filter((other) => !todo.depends_on.includes(other));
    if (missing.length > 0) this.#put({ ...todo, depends_on: [...todo.depends_on, ...missing] });
  }

  #find(id: string, pointer: string): TodoDefinition | undefined {
    const todo = this.#todos.get(id);
    if (todo === undefined) this.#refuse(pointer, `there is no todo "${id}"`, "todo_not_found");
    return todo;
  }

  #put(todo: TodoDefinition): void {
    const depends_on = [...new Set(todo.depends_on)];
    this.#todos.set(todo.id, { ...todo, depends_on });
  }

  #inOrder(): TodoDefinition[] {
    return [...this.#todos.values()].sort(compareByRank);
  }

  #newId(): string {
    for (;;) {
      const id = `todo_${String(this.nextTodo++).padStart(3, "0")}`;
      if (!this.#todos.has(id) && !this.#plan.todos.has(id)) return id;
    }
  }

  #refuse(pointer: string, detail: string, code: ProblemDetail["code"] = "invalid_edit"): void {
    this.errors.push({ pointer, detail: `${detail}.`, ...(code !== undefined && { code }) });
  }
}

function referredIds(todo: TodoDefinition): string[] {
  return [todo.tool_params, todo.input_data ?? {}].flatMap((value) =>
    findReferences(value).references.map(({ todo_id }) => todo_id),
  );
}

function toPriority(priority: number | keyof typeof PRIORITY_WORDS): number {
  return typeof priority === "number" ? priority : PRIORITY_WORDS[priority];
}
