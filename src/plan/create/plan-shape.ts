import type { TodoState } from "../model/state/todo-state.ts";
import { longestChain } from "../views/longest-chain.ts";

type Shaped = Pick<TodoState, "id" | "depends_on" | "estimated_seconds">;

/** Todos that can run at the same time, in the order of their groups. The todos form no cycle. */
export function groupsOf(todos: readonly Shaped[]): string[][] {
  const groups: string[][] = [];
  // Where each takes a second, its longest chain takes as many as it has todos.
  const { chains } = longestChain(todos, () => 1);
  for (const { id } of todos) (groups[chains.get(id)!.seconds - 1] ??= []).push(id);
  return groups;
}

/** Seconds from the todos' own estimates: all of them in sequence, else the longest chain. */
export function estimateOf(todos: readonly Shaped[], sequential: boolean): number | null {
  const known = todos.flatMap(({ estimated_seconds }) => estimated_seconds ?? []);
  if (known.length === 0) return null;
  if (sequential) return known.reduce((sum, seconds) => sum + seconds, 0);
  return longestChain(todos, ({ estimated_seconds }) => estimated_seconds ?? 0).seconds;
}
