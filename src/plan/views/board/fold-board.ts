import type { Board, BoardEvent, BoardHead, BoardTodo } from "../../../contract/plan/board.ts";
import type { Sentence, Wording } from "../../../contract/sentences/sentence.ts";
import { compareByRank } from "../../model/order/plan-order.ts";
import { isFinished } from "../../model/plan.ts";
import { percentageOf } from "../../model/progress.ts";
import { reasonsOf, waits } from "../reasons.ts";

/**
 * A board after one more event of its plan. Events come in order, from any place: after those of a
 * whole batch, whose last one has the head, the board is as if it had been read anew. Of a plan with
 * more todos than a board holds, what changes joins the board, wherever it stands in the plan.
 */
export function fold(board: Board, event: BoardEvent): Board {
  if (event.seq <= board.plan.seq) return board;
  const { todos = [], holds = [], head } = event.rows ?? {};
  const removed = event.type === "plan.edited" ? (event.data?.["removed"] as string[]) : [];
  const next = {
    ...board,
    plan: { ...(head?.plan ?? board.plan), seq: event.seq },
    todos: foldTodos(board.todos, todos, removed),
    holds: [...upsert(board.holds, holds)]
      .filter(({ id }) => !isClosed(id, event))
      .toSorted((a, b) => numberOf(a) - numberOf(b)),
  };
  return head === undefined ? next : withPercentage(explain(next, head));
}

/** Whether a model plans, or writes the goal's answer: only Temporal knows when it is asked again. */
export function isThinking({ goal_phase }: Pick<Board["plan"], "goal_phase">): boolean {
  return goal_phase === "planning" || goal_phase === "reporting";
}

type Running = Pick<
  BoardTodo,
  "id" | "run" | "progress_percentage" | "progress_message" | "progress_message_said"
>;

/** A board with what is known of its running todos by now, which no event tells. */
export function withRunning(board: Board, running: readonly Running[]): Board {
  const live = new Map(running.map((todo) => [todo.id, todo]));
  const todos = board.todos.map((todo) => {
    const { progress_percentage, progress_message, progress_message_said, run } =
      live.get(todo.id) ?? todo;
    if (todo.status !== "in_progress" || run !== todo.run) return todo;
    const { progress_message: _, progress_message_said: __, ...rest } = todo;
    return {
      ...rest,
      progress_percentage,
      ...(progress_message !== undefined && { progress_message }),
      ...(progress_message_said !== undefined && { progress_message_said }),
    };
  });
  return withPercentage({ ...board, todos });
}

/** What a board's running todos are known to have done counts, whatever event came last. */
function withPercentage(board: Board): Board {
  const { counts, total } = board.plan.progress;
  const runningSum = board.todos.reduce(
    (sum, { status, progress_percentage }) =>
      status === "in_progress" ? sum + progress_percentage : sum,
    0,
  );
  const progress = { counts, total, percentage: percentageOf(counts, runningSum) };
  return { ...board, plan: { ...board.plan, progress } };
}

const CLOSING: readonly BoardEvent["type"][] = [
  "hold.decided",
  "hold.expired",
  "hold.stale",
  "hold.withdrawn",
];

function isClosed(id: string, { type, hold_id }: BoardEvent): boolean {
  return id === hold_id && CLOSING.includes(type);
}

/** Holds are numbered as they are opened: `<plan_id>.h<n>`. */
function numberOf({ id }: { readonly id: string }): number {
  return Number(id.slice(id.lastIndexOf("h") + 1));
}

function foldTodos(
  known: readonly BoardTodo[],
  changed: readonly BoardTodo[],
  removed: readonly string[],
): BoardTodo[] {
  if (changed.length === 0 && removed.length === 0) return known as BoardTodo[];
  const gone = new Set(removed);
  const left = gone.size === 0 ? known : known.filter(({ id }) => !gone.has(id));
  return [...upsert(left, changed)].toSorted(compareByRank);
}

/** Rows of the same id take each other's place; new ones come last. */
function upsert<Row extends { readonly id: string }>(
  known: readonly Row[],
  changed: readonly Row[],
): Iterable<Row> {
  const rows = new Map(known.map((row) => [row.id, row]));
  for (const row of changed) rows.set(row.id, row);
  return rows.values();
}

function explain(board: Board, { running, next }: BoardHead): Board {
  const { plan } = board;
  const todos = new Map(board.todos.map((todo) => [todo.id, todo]));
  // Of the plan's own holds only its review keeps todos waiting.
  const asked = board.holds.filter(
    ({ todo_id, kind }) => todo_id !== null || kind === "plan_review",
  );
  // Of several that an agent's todo has, the oldest.
  const holds = new Map(asked.toReversed().map((hold) => [hold.todo_id, hold]));
  const around = {
    plan,
    isEnding: isFinished(plan) || plan.ended_because !== null,
    todo: (id: string) => todos.get(id),
    holdOf: (todoId: string | null) => holds.get(todoId),
    taken: takesPlaces(board.todos, running).map(({ id }) => id),
    next,
  };
  const waiting = board.todos
    .filter((todo) => waits(todo, around))
    .map((todo) => ({
      todo_id: todo.id,
      reasons: reasonsOf({ ...todo, error_message: ownWording(todo) }, around),
    }));
  return { ...board, schedule: { running, next, waiting } };
}

/** The todos that run, and agents that wait for a person in the middle of their work. */
export function takesPlaces(
  todos: readonly BoardTodo[],
  running: readonly string[],
): readonly BoardTodo[] {
  const runs = new Set(running);
  return todos.filter(
    ({ id, status, kind, blocker }) =>
      runs.has(id) || blocker !== null || (status === "in_progress" && kind === "agent"),
  );
}

/** Why it failed, as a sentence where it is one. */
function ownWording({ error_message, error_message_said }: BoardTodo): Wording | null {
  return (error_message_said as Sentence | undefined) ?? error_message;
}
