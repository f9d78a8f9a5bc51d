import type { Todo } from "../../contract/plan/todo.ts";
import { dependentsOf, reachedFrom } from "../model/order/dependents-of.ts";
import { hasEnded } from "../model/transitions.ts";

type Placed = Pick<Todo, "id" | "status" | "depends_on">;

/** A place in a plan's order: right before or right after another todo. */
export interface PlaceBeside {
  readonly anchor: string;
  readonly side: "before" | "after";
}

/** Whom a todo would stand on the wrong side of: it starts after those that it waits for wherever it stands. */
export interface OutOfTurn {
  /** Those after the place for which it waits, itself or through others, in plan order. */
  readonly waits_for: readonly string[];
  /** Those before the place that wait for it, in plan order. */
  readonly waited_for_by: readonly string[];
}

export interface Turns {
  /** Every todo that has not ended for which it waits, and every one that waits for it. */
  readonly waits_for: ReadonlySet<string>;
  readonly waited_for_by: ReadonlySet<string>;
  readonly at: (place: PlaceBeside) => OutOfTurn;
}

/**
 * What a todo's dependencies say about its places in the plan's order. The plan takes any place, since
 * order only decides among todos that are ready; a place before a dependency starts it no earlier.
 * @param todos in plan order.
 */
export function turnsOf(todos: readonly Placed[], id: string): Turns {
  const open = todos.filter(({ status }) => !hasEnded(status));
  const needs = new Map(open.map((todo) => [todo.id, todo.depends_on]));
  const users = dependentsOf(open);
  const waits_for = reachedFrom(id, (one) => (needs.get(one) ?? []).filter((to) => needs.has(to)));
  const waited_for_by = needs.has(id)
    ? reachedFrom(id, (one) => (users.get(one) ?? []).map((user) => user.id))
    : new Set<string>();
  const others = todos.flatMap((todo) => (todo.id === id ? [] : [todo.id]));
  return {
    waits_for,
    waited_for_by,
    at({ anchor, side }) {
      const found = others.indexOf(anchor);
      if (found === -1) return { waits_for: [], waited_for_by: [] };
      const place = side === "after" ? found + 1 : found;
      return {
        waits_for: others.slice(place).filter((one) => waits_for.has(one)),
        waited_for_by: others.slice(0, place).filter((one) => waited_for_by.has(one)),
      };
    },
  };
}
