/**
 * One cycle of todos that wait for each other, in order and with its first todo repeated at the
 * end, or null when there is none. Iterative: a chain of 10,000 todos does not overflow the stack.
 */
export function findCycle(
  todos: readonly { readonly id: string; readonly depends_on: readonly string[] }[],
): string[] | null {
  const dependenciesOf = new Map(todos.map((todo) => [todo.id, todo.depends_on]));
  const done = new Set<string>();
  for (const todo of todos) {
    const cycle = searchFrom(todo.id, dependenciesOf, done);
    if (cycle !== null) return cycle;
  }
  return null;
}

function searchFrom(
  start: string,
  dependenciesOf: ReadonlyMap<string, readonly string[]>,
  done: Set<string>,
): string[] | null {
  if (done.has(start)) return null;
  const path: { id: string; next: number }[] = [{ id: start, next: 0 }];
  const onPath = new Set([start]);
  while (path.length > 0) {
    const top = path.at(-1)!;
    const dependency = (dependenciesOf.get(top.id) ?? [])[top.next++];
    if (dependency === undefined) {
      path.pop();
      onPath.delete(top.id);
      done.add(top.id);
    } else if (onPath.has(dependency)) {
      const ids = path.map((step) => step.id);
      return [...ids.slice(ids.indexOf(dependency)), dependency];
    } else if (!done.has(dependency)) {
      path.push({ id: dependency, next: 0 });
      onPath.add(dependency);
    }
  }
  return null;
}
