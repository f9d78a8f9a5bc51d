import type {
  EditOp,
  PlanChanges,
  PlanSettings,
  Position,
  TodoChanges,
  TodoDefinition,
} from "../../contract/plan/edit.ts";
import type { NewTodo } from "../../contract/plan/todo.ts";
import type { Problem } from "../../contract/problems/problem.ts";
import { say, type Sentence } from "../../contract/sentences/sentence.ts";
import type { ProblemCode } from "../../contract/tables/problems.ts";
import type { JsonObject } from "../../contract/text.ts";
import { jsonEqual } from "../model/digest.ts";
import { Mistakes } from "../model/mistakes.ts";
import { compareByRank } from "../model/order/plan-order.ts";
import { rankBetween } from "../model/order/ranks.ts";
import type { Plan } from "../model/plan.ts";
import { changeDefinition, definitionOf, toDefinition } from "../todos/flat-fields.ts";
import { findReferences } from "../todos/references.ts";
import { checkChanges, unaskedProblem } from "./check-changes.ts";
import { Ranked } from "./ranked.ts";

/**
 * What a list of operations changes, or every reason why it cannot: all of it or nothing. Operations
 * see the effect of those before them. Changes nothing itself.
 * @param at ISO 8601 time, of todos that are added.
 * @param mayChangeDone as `checkChanges` has it.
 */
export function planEdits(
  plan: Plan,
  ops: readonly EditOp[],
  at: string,
  mayChangeDone = false,
): { changes: PlanChanges; next_todo: number } | { problem: Problem } {
  const draft = new Draft(plan, at);
  for (const [place, op] of ops.entries()) {
    if (!draft.mistakes.areEnough) draft.take(op, `/ops/${place}`);
  }
  if (draft.mistakes.count > 0) return { problem: refusal(draft.mistakes) };
  const changes = draft.changes();
  const problem = checkChanges(plan, changes, mayChangeDone) ?? unaskedProblem(plan, changes);
  if (problem !== null) return { problem };
  if (!changesPlan(changes)) return { problem: changesNothing(draft.linkedAgain) };
  return { changes, next_todo: draft.nextTodo };
}

export function changesPlan({ todos, settings }: PlanChanges): boolean {
  return todos.length > 0 || settings !== null;
}

/** @param why what kept the plan as it is, where something did. */
export function changesNothing(why?: Sentence): Problem {
  return {
    code: "nothing_changed",
    detail: why ?? say("edit_changes_nothing"),
    hint: say(why === undefined ? "nothing_to_do" : "nothing_changed"),
  };
}

function refusal(mistakes: Mistakes): Problem {
  const [first] = mistakes.named;
  return {
    code: mistakes.codeOr("invalid_edit"),
    detail:
      mistakes.count === 1 && first !== undefined
        ? say("at_place", { place: first.pointer, what: first.detail })
        : say("edit_values_invalid", { count: mistakes.count }),
    hint: say("correct_operations"),
    errors: mistakes.named,
  };
}

/** The plan's definitions while operations are applied to them one after another. */
class Draft {
  readonly mistakes = new Mistakes();
  nextTodo: number;
  /** Why a todo waits for another again, although an operation took that away. */
  linkedAgain: Sentence | undefined;
  readonly #plan: Plan;
  readonly #at: string;
  readonly #before: ReadonlyMap<string, TodoDefinition>;
  /** Of todos whose links were changed, `depends_on` is in `#links`. */
  readonly #todos: Map<string, TodoDefinition>;
  readonly #links = new Map<string, Set<string>>();
  readonly #referred = new Map<JsonObject, readonly string[]>();
  /** The other side of all links; made when the first todo is removed. */
  #users: Map<string, Set<string>> | null = null;
  #ranked: Ranked | null = null;
  #settings: PlanSettings = {};

  constructor(plan: Plan, at: string) {
    this.#plan = plan;
    this.#at = at;
    this.nextTodo = plan.state.next_todo;
    this.#before = new Map(plan.state.todos.map((todo) => [todo.id, definitionOf(todo)]));
    this.#todos = new Map(this.#before);
  }

  take(op: EditOp, pointer: string): void {
    switch (op.edit_type) {
      case "add_todo":
        return this.#add(op.params.todo, op.params.position ?? "last", pointer);
      case "remove_todo":
        return this.#remove(op.target_id, pointer);
      case "modify_todo":
        return this.#change(op.target_id, pointer, op.params.changes);
      case "change_priority":
        return this.#change(op.target_id, pointer, { priority: op.params.priority });
      case "reorder":
        return "order" in op.params
          ? this.#reorder(op.params.order, pointer)
          : this.#move(op.target_id ?? "", op.params.position, pointer);
      case "add_dependency":
      case "remove_dependency": {
        const todo = this.#find(op.target_id, `${pointer}/target_id`);
        if (todo === undefined) return;
        const { depends_on } = op.params;
        const waits = this.#linksOf(todo).has(depends_on);
        if (op.edit_type === "add_dependency") {
          if (!waits) this.#link(todo.id, depends_on);
        } else if (!waits) {
          return this.#refuse(
            `${pointer}/params/depends_on`,
            say("does_not_wait", { id: todo.id, other: depends_on }),
          );
        } else this.#unlink(todo.id, depends_on);
        return this.#linkReferred(todo.id);
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
    const { state } = this.#plan;
    const removed = [...this.#before.values()]
      .filter(({ id }) => !this.#todos.has(id))
      .map((before) => ({ todo_id: before.id, before, after: null }));
    const others = [...this.#todos.values()].sort(compareByRank).flatMap((todo) => {
      const links = this.#links.get(todo.id);
      const after = links === undefined ? todo : { ...todo, depends_on: [...links] };
      const before = this.#before.get(after.id) ?? null;
      return jsonEqual(before, after) ? [] : [{ todo_id: after.id, before, after }];
    });
    const before: PlanSettings = {};
    const after: PlanSettings = {};
    for (const key of Object.keys(this.#settings) as (keyof PlanSettings)[]) {
      if (jsonEqual(state[key], this.#settings[key])) continue;
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
        say("todo_exists", { id }),
        "duplicate_todo",
      );
    }
    const rank = this.#rankAt(position, id, `${pointer}/params/position`);
    if (rank === undefined) return;
    const { depends_on } = todo;
    this.#put(toDefinition(todo, { id, rank, depends_on: [], at: this.#at }));
    this.#relink(id, depends_on);
    for (const blocked of todo.blocks) {
      const other = this.#find(blocked, `${pointer}/params/todo/blocks`);
      if (other !== undefined) this.#link(other.id, id);
    }
  }

  #remove(id: string, pointer: string): void {
    const todo = this.#find(id, `${pointer}/target_id`);
    if (todo === undefined) return;
    this.#users ??= this.#invert();
    for (const user of [...(this.#users.get(id) ?? [])]) {
      if (user === id || this.mistakes.areEnough) continue;
      if (this.#referredBy(this.#todos.get(user)!).includes(id)) {
        this.#refuse(`${pointer}/target_id`, say("result_is_used", { id: user, other: id }));
      }
      this.#unlink(user, id);
    }
    for (const other of this.#linksOf(todo)) this.#unlink(id, other);
    this.#todos.delete(id);
    this.#links.delete(id);
    this.#ranked?.remove(todo);
  }

  #change(id: string, pointer: string, changes: TodoChanges): void {
    const todo = this.#find(id, `${pointer}/target_id`);
    if (todo === undefined) return;
    const { depends_on, ...others } = changes;
    this.#put(changeDefinition(todo, others));
    if (depends_on !== undefined) this.#relink(id, depends_on);
    else if (changes.tool_params !== undefined || changes.input_data !== undefined) {
      this.#linkReferred(id);
    }
  }

  #move(id: string, position: Position, pointer: string): void {
    const todo = this.#find(id, `${pointer}/target_id`);
    if (todo === undefined) return;
    const rank = this.#rankAt(position, todo.id, `${pointer}/params/position`);
    if (rank !== undefined) this.#put({ ...todo, rank });
  }

  /** The named todos keep their places among all, and share them out in the new order. */
  #reorder(order: readonly string[], pointer: string): void {
    const todos = order.map((id, place) => this.#find(id, `${pointer}/params/order/${place}`));
    if (new Set(order).size !== order.length) {
      return this.#refuse(`${pointer}/params/order`, say("lists_twice"));
    }
    const known = todos.filter((todo) => todo !== undefined);
    const ranks = known.toSorted(compareByRank).map(({ rank }) => rank);
    this.#ranked = null;
    known.forEach((todo, place) => this.#put({ ...todo, rank: ranks[place]! }));
  }

  /** The rank of a place, as if `id` were not in the plan yet. */
  #rankAt(asked: Position, id: string, pointer: string): string | undefined {
    const ranked = (this.#ranked ??= new Ranked(this.#todos.values()));
    const own = this.#todos.get(id);
    if (own !== undefined) ranked.remove(own);
    const rank = this.#rankAmong(ranked, asked, id, pointer);
    if (own !== undefined) ranked.add(own);
    return rank;
  }

  #rankAmong(others: Ranked, asked: Position, id: string, pointer: string): string | undefined {
    // A number says how many todos stand before it.
    const next = typeof asked === "number" ? others.at(asked) : undefined;
    const position = typeof asked !== "number" ? asked : next ? { before: next.id } : "last";
    if (position === "first") return rankBetween(null, others.at(0)?.rank ?? null);
    if (position === "last") return rankBetween(others.at(-1)?.rank ?? null, null);
    const anchor = "before" in position ? position.before : position.after;
    const found = this.#todos.get(anchor);
    if (anchor === id) this.#refuse(pointer, say("beside_itself", { id }));
    else if (found === undefined) {
      this.#refuse(pointer, say("no_other_todo", { id: anchor }), "todo_not_found");
    } else {
      return "before" in position
        ? rankBetween(others.rankBefore(found), found.rank)
        : rankBetween(found.rank, others.rankAfter(found));
    }
    return undefined;
  }

  /** What the todo waits for, to be changed. */
  #linksOf({ id, depends_on }: TodoDefinition): Set<string> {
    const links = this.#links.get(id) ?? new Set(depends_on);
    this.#links.set(id, links);
    return links;
  }

  #link(id: string, other: string): void {
    // A link that is added again goes to the end.
    const links = this.#linksOf(this.#todos.get(id)!);
    links.delete(other);
    links.add(other);
    if (this.#users?.get(other)?.add(id) === undefined) this.#users?.set(other, new Set([id]));
  }

  #unlink(id: string, other: string): void {
    this.#linksOf(this.#todos.get(id)!).delete(other);
    this.#users?.get(other)?.delete(id);
  }

  /** The todo waits for these alone, and for those whose results it uses. */
  #relink(id: string, depends_on: readonly string[]): void {
    for (const other of this.#linksOf(this.#todos.get(id)!)) this.#unlink(id, other);
    for (const other of depends_on) this.#link(id, other);
    this.#linkReferred(id);
  }

  /** A reference to another todo's result makes the todo wait for it. */
  #linkReferred(id: string): void {
    const todo = this.#todos.get(id)!;
    for (const other of this.#referredBy(todo)) {
      if (this.#linksOf(todo).has(other)) continue;
      this.#link(id, other);
      this.linkedAgain ??= say("waits_for_result", { id, other });
    }
  }

  #invert(): Map<string, Set<string>> {
    const users = new Map<string, Set<string>>();
    for (const { id, depends_on } of this.#todos.values()) {
      for (const other of this.#links.get(id) ?? depends_on) {
        const known = users.get(other);
        if (known === undefined) users.set(other, new Set([id]));
        else known.add(id);
      }
    }
    return users;
  }

  #referredBy({ tool_params, input_data }: TodoDefinition): string[] {
    return [tool_params, input_data ?? {}].flatMap((value) => {
      const known = this.#referred.get(value) ?? [
        ...new Set(findReferences(value).references.map(({ todo_id }) => todo_id)),
      ];
      this.#referred.set(value, known);
      return known;
    });
  }

  #find(id: string, pointer: string): TodoDefinition | undefined {
    const todo = this.#todos.get(id);
    if (todo === undefined) this.#refuse(pointer, say("no_todo", { id }), "todo_not_found");
    return todo;
  }

  #put(todo: TodoDefinition): void {
    const before = this.#todos.get(todo.id);
    this.#todos.set(todo.id, todo);
    if (before?.rank === todo.rank) return;
    if (before !== undefined) this.#ranked?.remove(before);
    this.#ranked?.add(todo);
  }

  #newId(): string {
    for (;;) {
      const id = `todo_${String(this.nextTodo++).padStart(3, "0")}`;
      if (!this.#todos.has(id) && !this.#plan.todos.has(id)) return id;
    }
  }

  #refuse(pointer: string, detail: Sentence, code: ProblemCode = "invalid_edit"): void {
    this.mistakes.add(code, () => ({ pointer, detail }));
  }
}
