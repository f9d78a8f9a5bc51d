import type { PlanGraph } from "../../contract/plan/graph.ts";
import type { Plan } from "../model/plan.ts";
import type { TodoState } from "../model/state.ts";

/**
 * A plan's todos in layers, and its critical path: the chain of todos, each waiting for the one
 * before, whose times add up to the most. Times are measured for what has run, else the timeouts.
 */
export function graphOf(plan: Plan): PlanGraph {
  const depth = new Map<string, number>();
  /** For each todo, the seconds of the longest chain that ends with it, and who is before it there. */
  const chains = new Map<string, { seconds: number; before: string | null }>();
  const order = byDependencies(plan);
  for (const todo of order) {
    let before: string | null = null;
    let waits = 0;
    let seconds = 0;
    for (const id of dependenciesOf(plan, todo)) {
      waits = Math.max(waits, depth.get(id)! + 1);
      const chain = chains.get(id)!;
      if (before === null || chain.seconds > seconds) {
        before = id;
        seconds = chain.seconds;
      }
    }
    depth.set(todo.id, waits);
    chains.set(todo.id, { seconds: seconds + timeOf(todo).seconds, before });
  }
  const path = longestChain(order, chains);
  const critical = new Set(path);
  const follows = new Map(path.slice(1).map((id, place) => [id, path[place]]));
  const layers: string[][] = [];
  for (const { id } of plan.state.todos) (layers[depth.get(id)!] ??= []).push(id);
  return {
    plan_id: plan.state.id,
    version: plan.state.version,
    seq: plan.state.seq,
    nodes: plan.state.todos.map((todo) => ({
      id: todo.id,
      title: todo.title,
      status: todo.status,
      depth: depth.get(todo.id)!,
      ...timeOf(todo),
      critical: critical.has(todo.id),
    })),
    edges: plan.state.todos.flatMap((todo) =>
      dependenciesOf(plan, todo).map((from) => ({
        from,
        to: todo.id,
        critical: follows.get(todo.id) === from,
      })),
    ),
    layers,
    critical_path: { todo_ids: path, seconds: chains.get(path.at(-1) ?? "")?.seconds ?? 0 },
  };
}

function dependenciesOf(plan: Plan, { depends_on }: TodoState): string[] {
  return depends_on.filter((id) => plan.todos.has(id));
}

/** Every todo after those that it waits for. */
function byDependencies(plan: Plan): TodoState[] {
  const open = new Map(
    plan.state.todos.map((todo) => [todo.id, dependenciesOf(plan, todo).length]),
  );
  const order = plan.state.todos.filter(({ id }) => open.get(id) === 0);
  // The list grows while it is read: a plan has no circles, so that every todo gets its turn.
  for (let place = 0; place < order.length; place += 1) {
    for (const id of plan.dependents.get(order[place]!.id) ?? []) {
      const left = open.get(id)! - 1;
      open.set(id, left);
      if (left === 0) order.push(plan.todos.get(id)!);
    }
  }
  return order;
}

function longestChain(
  order: readonly TodoState[],
  chains: ReadonlyMap<string, { seconds: number; before: string | null }>,
): string[] {
  let last: string | null = null;
  for (const { id } of order) {
    if (last === null || chains.get(id)!.seconds > chains.get(last)!.seconds) last = id;
  }
  const path: string[] = [];
  for (let id = last; id !== null; id = chains.get(id)!.before) path.unshift(id);
  return path;
}

function timeOf(todo: TodoState): { seconds: number; measured: boolean } {
  const { started_at, completed_at, status } = todo;
  if (status === "skipped" || status === "cancelled") return { seconds: 0, measured: true };
  if (started_at === null || completed_at === null) {
    return { seconds: todo.timeout_seconds, measured: false };
  }
  const seconds = Math.max(0, Date.parse(completed_at) - Date.parse(started_at)) / 1_000;
  return { seconds, measured: true };
}
