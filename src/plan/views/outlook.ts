import type { Board, BoardHold, BoardTodo } from "../../contract/plan/board.ts";
import { isStepMode, isStepped, placesOf } from "../model/plan.ts";
import { hasEnded } from "../model/transitions.ts";
import { longestChain } from "./longest-chain.ts";

/** Where the times of todos that have not ended come from. */
const BASES = ["progress", "runs", "estimates"] as const;
export type OutlookBasis = (typeof BASES)[number];

/** Seconds of work, at the least and at the most. */
interface Span {
  readonly least: number;
  readonly most: number;
}

/** What is left of a plan, as far as it can be known. */
export interface Outlook {
  /**
   * How much work is left, if it goes on without a break; the time that people take is not in it.
   * `unknown` names the todos of which nothing tells how long they take; `people`: no work is left
   * but theirs; `partial`: not all todos are known here; `ended`: nothing is left.
   */
  readonly left:
    | ({ readonly kind: "range"; readonly bases: readonly OutlookBasis[] } & Span)
    | { readonly kind: "unknown"; readonly todo_ids: readonly string[] }
    | { readonly kind: "people" | "partial" | "ended" };
  /** Todos that wait, or will wait, for a person: their time comes besides. */
  readonly people: readonly string[];
  /** The chain of todos whose times add up to the most: of those that have not ended, else of all. */
  readonly critical_path: readonly string[];
  /**
   * When todos may run, in seconds from now at the least: those of which it is known, and that wait for
   * no person and for nothing unknown.
   */
  readonly expected: ReadonlyMap<string, { readonly from: number; readonly to: number }>;
  /**
   * By how many seconds todos can be late before the longest chain becomes longer (the critical path
   * method's total float: dependencies count, places do not). Empty while any time is unknown, a person's
   * included. Worked out when it is asked for.
   */
  readonly slack: () => ReadonlyMap<string, number>;
}

interface Known extends Span {
  readonly basis: OutlookBasis;
}

/** What an outlook is told from: a board, or what of it one has. */
interface Looked {
  readonly plan: Pick<Board["plan"], "completed_at" | "max_parallel" | "approval" | "todo_count">;
  readonly todos: readonly BoardTodo[];
  readonly holds: readonly Pick<BoardHold, "todo_id">[];
}

/**
 * What is left of a plan, told from nothing but what happened and what was estimated. The least is the
 * longest chain, or all work shared evenly among as many todos as may run at once, whichever is more;
 * the most is what no order of starting can exceed (Graham's bound).
 * @param at the time in milliseconds since 1970.
 */
export function outlookOf({ plan, todos, holds }: Looked, at: number): Outlook {
  const open = todos.filter(({ status }) => !hasEnded(status));
  const asked = new Set(holds.map(({ todo_id }) => todo_id));
  const failed = todos.filter(({ status }) => status === "failed");
  const needsPerson = (todo: BoardTodo): boolean =>
    asked.has(todo.id) ||
    isPersons(todo) ||
    // Whoever was asked about what runs has approved it.
    ((todo.requires_approval || todo.required_by === "tool" || isStepped(plan, todo.kind)) &&
      todo.status !== "in_progress");
  const people = [...open.filter(needsPerson), ...failed.filter(({ id }) => asked.has(id))].map(
    ({ id }) => id,
  );
  const measured = runsByTool(todos);
  const times = new Map(open.map((todo) => [todo.id, timeOf(todo, measured, at)]));
  const span = (todo: BoardTodo): Known | null => times.get(todo.id) ?? null;
  // Where nothing is known, every todo counts the same: the longest chain is the one of the most todos.
  const usual = median([...times.values()].flatMap((time) => time?.most ?? [])) ?? 1;
  const { path } =
    open.length === 0
      ? longestChain(todos, tookOf)
      : longestChain(open, (todo) => (isNoWork(todo) ? 0 : (span(todo)?.most ?? usual)));
  const expected = expectedOf(open, (todo) => (needsPerson(todo) ? null : span(todo)));
  const told = { people, critical_path: path, expected, slack: () => new Map<string, number>() };
  if (plan.completed_at !== null || open.length === 0) {
    return { ...told, left: { kind: plan.completed_at === null ? "people" : "ended" } };
  }
  if (todos.length < plan.todo_count) return { ...told, left: { kind: "partial" } };
  const work = open.filter((todo) => !isNoWork(todo));
  if (work.length === 0) return { ...told, left: { kind: "people" } };
  const unknown = work.filter((todo) => span(todo) === null).map(({ id }) => id);
  if (unknown.length > 0) return { ...told, left: { kind: "unknown", todo_ids: unknown } };
  const secondsOf = (bound: keyof Span) => (todo: BoardTodo) => span(todo)?.[bound] ?? 0;
  const chain = (bound: keyof Span): number => longestChain(open, secondsOf(bound)).seconds;
  // Steps follow each other, and the first of them what ran beside each other before the plan went step by step.
  const beside = isStepMode(plan) ? work.filter(({ status }) => status === "in_progress") : [];
  const sum = (bound: keyof Span): number =>
    Math.max(0, ...beside.map(secondsOf(bound))) +
    work.reduce((total, todo) => total + (beside.includes(todo) ? 0 : secondsOf(bound)(todo)), 0);
  const places = placesOf(plan);
  const used = new Set(work.map((todo) => span(todo)!.basis));
  return {
    ...told,
    ...(people.length === 0 && { slack: () => slackOf(open, secondsOf("most")) }),
    left: {
      kind: "range",
      least: Math.max(chain("least"), sum("least") / places),
      most: sum("most") / places + (1 - 1 / places) * chain("most"),
      bases: BASES.filter((basis) => used.has(basis)),
    },
  };
}

function slackOf(
  open: readonly BoardTodo[],
  secondsOf: (todo: BoardTodo) => number,
): Map<string, number> {
  const { order, chains, seconds } = longestChain(open, secondsOf);
  const latest = new Map(order.map(({ id }) => [id, seconds]));
  for (const todo of order.toReversed()) {
    const begin = latest.get(todo.id)! - secondsOf(todo);
    for (const id of chains.get(todo.id)!.waits_for) {
      latest.set(id, Math.min(latest.get(id)!, begin));
    }
  }
  return new Map(order.map(({ id }) => [id, latest.get(id)! - chains.get(id)!.seconds]));
}

function expectedOf(
  open: readonly BoardTodo[],
  spanOf: (todo: BoardTodo) => Span | null,
): Outlook["expected"] {
  const expected = new Map<string, { from: number; to: number }>();
  const { order, chains } = longestChain(open, (todo) => spanOf(todo)?.most ?? 0);
  for (const todo of order) {
    const span = spanOf(todo);
    const before = chains.get(todo.id)!.waits_for.map((id) => expected.get(id));
    if (span === null || before.includes(undefined)) continue;
    const from = Math.max(0, ...before.map((one) => one?.to ?? 0));
    expected.set(todo.id, { from, to: from + span.most });
  }
  return expected;
}

/** Whether a person does it. */
function isPersons({ kind }: BoardTodo): boolean {
  return kind === "manual" || kind === "question";
}

/** Whether a person does it, or nobody: its time is not the plan's. */
function isNoWork(todo: BoardTodo): boolean {
  return isPersons(todo) || todo.kind === "milestone";
}

/** How long the todos of each tool or agent took that are done, in seconds. */
function runsByTool(todos: readonly BoardTodo[]): Map<string, Span> {
  const seen = new Map<string, Span>();
  for (const todo of todos) {
    if (todo.status !== "completed" || todo.started_at === null) continue;
    const seconds = tookOf(todo);
    const { least, most } = seen.get(toolOf(todo)) ?? { least: seconds, most: seconds };
    seen.set(toolOf(todo), { least: Math.min(least, seconds), most: Math.max(most, seconds) });
  }
  return seen;
}

function tookOf({ started_at, completed_at }: BoardTodo): number {
  if (started_at === null || completed_at === null) return 0;
  return Math.max(0, Date.parse(completed_at) - Date.parse(started_at)) / 1_000;
}

const toolOf = ({ kind, tool_name, agent_name }: BoardTodo): string =>
  `${kind} ${tool_name ?? agent_name ?? ""}`;

/** How much longer a todo takes: by its percents, by its estimate, or by what the same tool took before. */
function timeOf(todo: BoardTodo, measured: ReadonlyMap<string, Span>, at: number): Known | null {
  if (isNoWork(todo)) return null;
  const { started_at, status, progress_percentage: percent, estimated_seconds } = todo;
  const runs = status === "in_progress" && started_at !== null;
  const past = runs ? Math.max(0, at - Date.parse(started_at)) / 1_000 : 0;
  if (runs && percent > 0 && percent < 100) {
    const rest = (past * (100 - percent)) / percent;
    return { least: rest, most: rest, basis: "progress" };
  }
  const left = (seconds: number): number => Math.max(0, seconds - past);
  if (estimated_seconds !== null) {
    return { least: left(estimated_seconds), most: left(estimated_seconds), basis: "estimates" };
  }
  const before = measured.get(toolOf(todo));
  if (before === undefined) return null;
  return { least: left(before.least), most: left(before.most), basis: "runs" };
}

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? null;
}
