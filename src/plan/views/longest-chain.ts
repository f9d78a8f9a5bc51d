import { dependentsOf } from "../model/order/dependents-of.ts";

/** What a chain needs to know of a todo. */
interface Linked {
  readonly id: string;
  readonly depends_on: readonly string[];
}

interface Chain {
  /** Of all todos of the longest chain that ends here. */
  readonly seconds: number;
  /** Who is before it in that chain. */
  readonly before: string | null;
  /** The todos among these that it waits for. */
  readonly waits_for: readonly string[];
}

/**
 * The chain of todos, each waiting for the one before, whose times add up to the most; with the longest
 * chain that ends at each todo, and the todos in an order in which each comes after all that it waits
 * for. Todos that wait in a cycle, or for one that does, are left out.
 */
export function longestChain<Todo extends Linked>(
  todos: readonly Todo[],
  secondsOf: (todo: Todo) => number,
): { path: string[]; seconds: number; chains: Map<string, Chain>; order: Todo[] } {
  const order = byDependencies(todos);
  const known = new Set(todos.map(({ id }) => id));
  const chains = new Map<string, Chain>();
  let last: string | null = null;
  for (const todo of order) {
    const waits_for = todo.depends_on.filter((id) => known.has(id));
    let before: string | null = null;
    let seconds = 0;
    for (const id of waits_for) {
      const chain = chains.get(id)!;
      if (before === null || chain.seconds > seconds) {
        before = id;
        seconds = chain.seconds;
      }
    }
    chains.set(todo.id, { seconds: seconds + secondsOf(todo), before, waits_for });
    if (last === null || chains.get(todo.id)!.seconds > chains.get(last)!.seconds) last = todo.id;
  }
  const path: string[] = [];
  for (let id = last; id !== null; id = chains.get(id)!.before) path.push(id);
  path.reverse();
  return { path, seconds: last === null ? 0 : chains.get(last)!.seconds, chains, order };
}

/** Every todo after those that it waits for. */
function byDependencies<Todo extends Linked>(todos: readonly Todo[]): Todo[] {
  const known = new Set(todos.map(({ id }) => id));
  const open = new Map<string, number>();
  const dependents = dependentsOf(todos);
  for (const { id, depends_on } of todos) {
    open.set(id, depends_on.filter((other) => known.has(other)).length);
  }
  const order = todos.filter(({ id }) => open.get(id) === 0);
  // The list grows while it is read, so that every todo gets its turn.
  for (let place = 0; place < order.length; place += 1) {
    for (const dependent of dependents.get(order[place]!.id) ?? []) {
      const left = open.get(dependent.id)! - 1;
      open.set(dependent.id, left);
      if (left === 0) order.push(dependent);
    }
  }
  return order;
}
