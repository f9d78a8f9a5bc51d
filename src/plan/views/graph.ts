import type { PlanGraph } from "../../contract/plan/graph.ts";
import type { Plan } from "../model/plan.ts";
import type { TodoState } from "../model/state/todo-state.ts";
import { longestChain } from "./longest-chain.ts";

/**
 * A plan's todos in layers, and its critical path: the chain of todos, each waiting for the one
 * before, whose times add up to the most. Times are measured for what has run, else estimated by whoever
 * planned it, else the timeouts.
 */
export function graphOf(plan: Plan): PlanGraph {
  const { chains, order, path, seconds } = longestChain(
    plan.state.todos,
    (todo) => timeOf(todo).seconds,
  );
  const depth = new Map<string, number>();
  for (const { id } of order) {
    const before = chains.get(id)!.waits_for;
    depth.set(id, Math.max(-1, ...before.map((one) => depth.get(one)!)) + 1);
  }
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
      chains.get(todo.id)!.waits_for.map((from) => ({
        from,
        to: todo.id,
        critical: follows.get(todo.id) === from,
      })),
    ),
    layers,
    critical_path: { todo_ids: path, seconds },
  };
}

function timeOf(todo: TodoState): { seconds: number; measured: boolean } {
  const { started_at, completed_at, status } = todo;
  if (status === "skipped" || status === "cancelled") return { seconds: 0, measured: true };
  if (started_at === null || completed_at === null) {
    return { seconds: todo.estimated_seconds ?? todo.timeout_seconds, measured: false };
  }
  const seconds = Math.max(0, Date.parse(completed_at) - Date.parse(started_at)) / 1_000;
  return { seconds, measured: true };
}
