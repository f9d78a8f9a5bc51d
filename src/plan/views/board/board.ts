import type {
  Board,
  BoardHead,
  BoardHold,
  BoardRows,
  BoardTodo,
} from "../../../contract/plan/board.ts";
import type { LoggedEvent } from "../../../contract/plan/event.ts";
import { spelled } from "../../../contract/sentences/sentence.ts";
import { LIMITS } from "../../../contract/tables/limits.ts";
import { isFinished, markOfWork, type Plan } from "../../model/plan.ts";
import { todoProgress, type LiveProgress } from "../../model/progress.ts";
import { viewDeciding, type HoldState } from "../../model/state/hold.ts";
import type { TodoState } from "../../model/state/todo-state.ts";
import { hasEnded } from "../../model/transitions.ts";
import { toolOf } from "../../model/work.ts";
import { endedAt } from "../../todos/ended-at.ts";
import { viewAgent, viewEnd, viewNextAttempt, viewTime } from "../../todos/flat-fields.ts";
import { sessionCountdowns } from "../view-session.ts";
import { viewHead } from "../view.ts";
import { explainTodos, next, running } from "../why.ts";

/** The rows of changed todos and holds, by the sequence number of the newest event that changed them. */
export type RowsBySeq = Record<number, BoardRows>;

/**
 * What a person watches of a plan.
 * @param limit how many todos, in plan order; those that run, are next or asked about come besides.
 */
export function boardOf(
  plan: Plan,
  limit: number = LIMITS.board_rows,
  live: LiveProgress = {},
): Board {
  const holds = [...plan.openHolds.values()].slice(0, limit);
  const head = headOf(plan, live);
  const asked = holds.map(({ todo_id }) => todo_id);
  const beyond = new Set([...head.running, ...head.next, ...asked]);
  const shown = plan.state.todos.filter(({ id }, place) => place < limit || beyond.has(id));
  return {
    plan: head.plan,
    todos: shown.map((todo) => toBoardTodo(plan, todo, live)),
    holds: holds.map(toBoardHold),
    schedule: explainTodos(plan, shown),
  };
}

/**
 * The rows that the events above `after` and up to `to` left changed, and with the newest the head.
 * What left the board has no row: the events themselves tell it.
 */
export function rowsBetween(plan: Plan, after: number, to: number): RowsBySeq {
  const { state, changed } = plan;
  const rows: RowsBySeq = {};
  const at = (seq: number): BoardRows => (rows[seq] ??= { todos: [], holds: [] });
  const isWanted = (seq: number): boolean => seq > after && seq <= to;
  const head = isWanted(state.seq) ? headOf(plan) : undefined;
  if (head !== undefined) at(state.seq).head = head;
  const told = toldOf(plan, after);
  const isOver = isFinished(state) && (state.events[0]?.seq ?? Infinity) <= after + 1;
  state.todos.forEach((todo, place) => {
    const isLarge = place >= LIMITS.board_rows;
    // What was loaded knows no changes: with a plan that is over, its log does.
    const isKnown = isLarge || (isOver && hasEnded(todo.status));
    const loaded = isKnown ? (told.get(todo.id) ?? 0) : changed.loaded;
    const seq = changed.todos.get(todo.id) ?? loaded;
    if (isWanted(seq)) at(seq).todos.push(toBoardTodo(plan, todo));
    // A todo that is next may never have changed.
    else if (isLarge && head?.next.includes(todo.id))
      at(state.seq).todos.push(toBoardTodo(plan, todo));
  });
  for (const hold of plan.openHolds.values()) {
    const seq = changed.holds.get(hold.id) ?? changed.loaded;
    if (isWanted(seq)) at(seq).holds.push(toBoardHold(hold));
  }
  return rows;
}

/** The newest event above `after` that tells of each todo, as far as the log is still here. */
function toldOf({ state }: Plan, after: number): Map<string, number> {
  return new Map(
    state.events
      .filter(({ seq }) => seq > after)
      .flatMap((event) => todosIn(event).map((id) => [id, event.seq] as const)),
  );
}

/** The todos that an event names. */
function todosIn({ type, todo_id, data }: LoggedEvent): readonly string[] {
  if (type !== "plan.edited") return todo_id === undefined ? [] : [todo_id];
  return ["added", "changed", "ended_again"].flatMap((what) => data?.[what] ?? []) as string[];
}

function headOf(plan: Plan, live?: LiveProgress): BoardHead {
  const { description: _, failure: __, planning: ___, goal, ...head } = viewHead(plan, live);
  const session_countdowns = sessionCountdowns(plan);
  return {
    plan: {
      ...head,
      todo_count: plan.state.todos.length,
      goal_phase: goal?.phase ?? null,
      ...(session_countdowns.length > 0 && { session_countdowns }),
    },
    running: running(plan),
    next: next(plan),
  };
}

/** A todo as a board shows it. */
export function toBoardTodo(plan: Plan, todo: TodoState, live: LiveProgress = {}): BoardTodo {
  return {
    id: todo.id,
    rank: todo.rank,
    title: todo.title,
    status: todo.status,
    priority: todo.priority,
    layer: todo.layer,
    kind: todo.work.kind,
    tool_name: toolOf(todo.work),
    agent_name: todo.work.kind === "agent" ? todo.work.agent_name : null,
    ...markOfWork(plan, todo.work),
    agent: viewAgent(todo),
    blocker: todo.blocker,
    assignee: todo.assignee,
    ...viewTime(plan, todo),
    offered_at: todo.offered_at,
    claimed_by: todo.claimed_by,
    output_path: todo.output_path,
    depends_on: todo.depends_on,
    ...todoProgress(todo, live),
    retry_count: todo.retry_count,
    created_at: todo.created_at,
    started_at: todo.started_at,
    ...viewNextAttempt(todo.next_attempt),
    completed_at: endedAt(plan.state, todo),
    ...viewEnd(todo),
    error_type: todo.error_type,
    requires_approval: todo.requires_approval,
    estimated_seconds: todo.estimated_seconds,
    optional: todo.optional,
    review_result: todo.review_result,
    in_review: todo.in_review,
    run: todo.run,
    tags: todo.tags,
  };
}

function toBoardHold(hold: HoldState): BoardHold {
  return {
    id: hold.id,
    plan_id: hold.plan_id,
    kind: hold.kind,
    todo_id: hold.todo_id,
    title: hold.title,
    message: null,
    ...spelled("message", hold.message),
    tool_name: "tool_name" in hold ? hold.tool_name : null,
    digest: hold.digest,
    opened_at: hold.opened_at,
    deadline_at: hold.deadline_at,
    remaining_ms: hold.remaining_ms,
    asked_by: hold.asked_by,
    assignee: hold.assignee,
    ...(hold.escalates_to !== undefined && { escalates_to: hold.escalates_to }),
    ...(hold.needs !== undefined && { needs: hold.needs }),
    ...(hold.required_by !== undefined && { required_by: hold.required_by }),
    on_timeout: hold.on_timeout,
    deciding: viewDeciding(hold.deciding),
  };
}
