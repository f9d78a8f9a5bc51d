interface Linked {
  readonly id: string;
  readonly depends_on: readonly string[];
}

/** The todos among these that wait for each id, in their order; an id that none waits for has no entry. */
export function dependentsOf<Todo extends Linked>(todos: Iterable<Todo>): Map<string, Todo[]> {
  const dependents = new Map<string, Todo[]>();
  for (const todo of todos) {
    for (const id of todo.depends_on) {
      const known = dependents.get(id);
      if (known === undefined) dependents.set(id, [todo]);
      else known.push(todo);
    }
  }
  return dependents;
}

/** All that is reached from an id by links, in the order in which they are found. @param next where an id leads. */
export function reachedFrom(id: string, next: (id: string) => Iterable<string>): Set<string> {
  const reached = new Set<string>();
  const open = [id];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    for (const to of next(one)) {
      if (reached.has(to)) continue;
      reached.add(to);
      open.push(to);
    }
  }
  return reached;
}
