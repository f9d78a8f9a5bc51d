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
