import type { TodoState } from "../model/state/todo-state.ts";

type Shaped = Pick<TodoState, "id" | "depends_on" | "estimated_seconds">;

/** Todos that can run at the same time, in the order of their groups. The todos form no cycle. */
export function groupsOf(todos: readonly Shaped[]): string[][] {
  const groups: string[][] = [];
  along(todos, 0, (todo, level: number) => {
    (groups[level] ??= []).push(todo.id);
    return level + 1;
  });
  return groups;
}

/** Seconds from the todos' own estimates: all of them in sequence, else the longest chain. */
export function estimateOf(todos: readonly Shaped[], sequential: boolean): number | null {
  const known = todos.flatMap(({ estimated_seconds }) => estimated_seconds ?? []);
  if (known.length === 0) return null;
  if (sequential) return known.reduce((sum, seconds) => sum + seconds, 0);
  let longest = 0;
  along(todos, 0, (todo, before: number) => {
    const end = before + (todo.estimated_seconds ?? 0);
    longest = Math.max(longest, end);
    return end;
  });
  return longest;
}

/** Visits each todo after all that it waits for, with the greatest value that these gave. */
function along(
  todos: readonly Shaped[],
  first: number,
  visit: (todo: Shaped, before: number) => number,
): void {
  const given = new Map<string, number>();
  const known = new Set(todos.map(({ id }) => id));
  let left = [...todos];
  while (left.length > 0) {
    const waiting: Shaped[] = [];
    const ready: [Shaped, number][] = [];
    for (const todo of left) {
      const needed = todo.depends_on.filter((id) => known.has(id));
      if (needed.some((id) => !given.has(id))) waiting.push(todo);
      else ready.push([todo, Math.max(first, ...needed.map((id) => given.get(id)!))]);
    }
    for (const [todo, before] of ready) given.set(todo.id, visit(todo, before));
    // A cycle would go on for ever.
    if (waiting.length === left.length) return;
    left = waiting;
  }
}
