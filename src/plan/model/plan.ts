import type { TodoStatus, WorkKind } from "../../contract/tables/vocabulary.ts";
import type { TodoInput } from "./digest.ts";
import { dueOf, warnedAt } from "./due.ts";
import { ReadyQueue } from "./order/ready-queue.ts";
import {
  isAsking,
  isRemembered,
  type ApprovalHold,
  type AskingHold,
  type HoldState,
  type ProposalHold,
} from "./state/hold.ts";
import { isReplanned } from "./state/replan.ts";
import type { PlanState, SeenCommand } from "./state/state.ts";
import type { TodoState } from "./state/todo-state.ts";
import { hasEnded, satisfiesDependents } from "./transitions.ts";
import { toolOf, WORK, type Work } from "./work.ts";

/**
 * A loaded plan: its state, and indexes that are derived from it and never serialised. With them
 * every event costs the same in a plan of 10,000 todos as in one of 100.
 */
export interface Plan {
  readonly state: PlanState;
  readonly todos: Map<string, TodoState>;
  readonly positions: Map<string, number>;
  /** For each todo, those that wait for it. */
  readonly dependents: Map<string, string[]>;
  /** For each todo, how many of its dependencies are not satisfied yet. */
  readonly openDependencies: Map<string, number>;
  readonly counts: Record<TodoStatus, number>;
  readonly running: Set<string>;
  /** Ready todos that were not looked at since they became ready: the next settling sorts them. */
  readonly fresh: Set<string>;
  /** Todos that wait for a person who does them, or that somebody has claimed. */
  readonly work: Set<string>;
  /** When todos should be done that are not and of which nobody was reminded yet. */
  readonly due: Map<string, string>;
  /** When people are to be reminded that these are due soon. */
  readonly soon: Map<string, string>;
  /** Failed todos about which a person is still to be asked. */
  readonly failing: Set<string>;
  /** Todos that wait for one that is lost now, or is there again. */
  readonly upstreamChanged: Set<string>;
  /** Todos with an open hold that an edit touched: the next settling compares what they ask. */
  readonly touched: Set<string>;
  /** Todos of which an edit changed how long they ask, and what follows from that: they ask anew. */
  readonly reasked: Set<string>;
  /** Ready todos that nothing but a free place keeps from starting. */
  readonly queue: ReadyQueue;
  /** In step mode: ready todos that wait until it is their turn to be asked about. */
  readonly turns: ReadyQueue;
  readonly holds: Map<string, HoldState>;
  readonly openHolds: Map<string, HoldState>;
  /** Those of them by which agents ask in the middle of their work. */
  readonly askings: Map<string, AskingHold>;
  /** Those of them by which models propose changes. */
  readonly proposals: Map<string, ProposalHold>;
  /** Holds whose approval is remembered and not revoked; their time may be over. */
  readonly remembered: Map<string, ApprovalHold>;
  /** Completed todos at whose result a model is still to be asked to look. */
  readonly unreviewed: Set<string>;
  /** For each todo that ever asked, its newest hold; what its agent asks does not count. */
  readonly newestHolds: Map<string, HoldState>;
  readonly seen: Map<string, SeenCommand>;
  /** What running todos got, as resolved when they started. */
  readonly runInputs: Map<string, TodoInput>;
  readonly carried: CarriedResults;
  readonly changed: ChangedRows;
}

/** What is known of the results that the plan carries itself: looked for when it is first asked for. */
export interface CarriedResults {
  /** Characters of their JSON. */
  size?: number | undefined;
  /** The todos whose result itself decides what others get. */
  needed?: ReadonlySet<string> | undefined;
}

/**
 * Sequence numbers of the newest event that changed each todo and hold. They are of this load only: a
 * row without one may have changed with any event up to `loaded`.
 */
export interface ChangedRows {
  readonly loaded: number;
  readonly todos: Map<string, number>;
  readonly holds: Map<string, number>;
}

/** Builds the indexes of a state. The state is kept, not copied. */
export function loadPlan(state: PlanState): Plan {
  const plan: Plan = {
    state,
    todos: new Map(),
    positions: new Map(),
    dependents: new Map(),
    openDependencies: new Map(),
    counts: {
      pending: 0,
      blocked: 0,
      needs_approval: 0,
      in_progress: 0,
      completed: 0,
      failed: 0,
      skipped: 0,
      cancelled: 0,
    },
    running: new Set(),
    fresh: new Set(),
    work: new Set(),
    due: new Map(),
    soon: new Map(),
    failing: new Set(),
    upstreamChanged: new Set(),
    touched: new Set(),
    reasked: new Set(),
    queue: new ReadyQueue(),
    turns: new ReadyQueue(),
    holds: new Map(state.holds.map((hold) => [hold.id, hold])),
    openHolds: new Map(
      state.holds.filter((hold) => hold.status === "open").map((hold) => [hold.id, hold]),
    ),
    askings: new Map(
      state.holds
        .filter(isAsking)
        .filter(({ status }) => status === "open")
        .map((hold) => [hold.id, hold]),
    ),
    proposals: new Map(
      state.holds.flatMap((hold) =>
        hold.kind === "proposal" && hold.status === "open" ? [[hold.id, hold]] : [],
      ),
    ),
    remembered: new Map(
      state.holds.flatMap((hold) => (isRemembered(hold) ? [[hold.id, hold]] : [])),
    ),
    unreviewed: new Set(),
    newestHolds: new Map(
      state.holds.flatMap((hold) =>
        hold.todo_id === null || isAsking(hold) ? [] : [[hold.todo_id, hold]],
      ),
    ),
    seen: new Map(state.seen.map((command) => [command.command_id, command])),
    runInputs: new Map(),
    carried: {},
    changed: { loaded: state.seq, todos: new Map(), holds: new Map() },
  };
  indexTodos(plan);
  return plan;
}

/** Derives again what depends on which todos there are, in which order, and who waits for whom. */
export function indexTodos(plan: Plan): void {
  const { todos, positions, dependents, openDependencies, counts, running } = plan;
  const { fresh, failing, upstreamChanged, work } = plan;
  const ordered = [todos, positions, dependents, openDependencies, plan.unreviewed];
  for (const index of [...ordered, running, fresh, failing, upstreamChanged, work]) index.clear();
  for (const status of Object.keys(counts) as TodoStatus[]) counts[status] = 0;
  plan.carried.size = plan.carried.needed = undefined;
  plan.queue.clear();
  plan.turns.clear();
  plan.state.todos.forEach((todo, position) => {
    todos.set(todo.id, todo);
    positions.set(todo.id, position);
    dependents.set(todo.id, []);
    counts[todo.status] += 1;
    if (isRunning(todo)) running.add(todo.id);
    if (isOpenWork(todo)) plan.work.add(todo.id);
    if (todo.status === "pending") fresh.add(todo.id);
    if (todo.asks_recovery === true && !isReplanned(plan, todo.id)) failing.add(todo.id);
    if (todo.in_review && todo.replanned?.of !== todo.ended_seq) plan.unreviewed.add(todo.id);
    if (["skipped", "blocked", "failed"].includes(todo.status)) upstreamChanged.add(todo.id);
  });
  for (const todo of plan.state.todos) {
    let open = 0;
    for (const id of todo.depends_on) {
      const dependency = todos.get(id);
      if (dependency === undefined) continue;
      dependents.get(id)!.push(todo.id);
      if (!satisfiesDependents(dependency)) open += 1;
    }
    openDependencies.set(todo.id, open);
  }
  indexDue(plan);
}

/** Derives again of which todos people are to be reminded. */
export function indexDue({ state, due, soon }: Plan): void {
  due.clear();
  soon.clear();
  for (const todo of state.todos) {
    const { id, status, reminded_of, warned_of, created_at } = todo;
    if (hasEnded(status) && status !== "failed") continue;
    const at = dueOf(state, todo);
    if (at === null || at === reminded_of) continue;
    due.set(id, at);
    const warning = at === warned_of ? null : warnedAt(created_at, at);
    if (warning !== null) soon.set(id, warning);
  }
}

/** Todos' ids, in the order of the plan. */
export function inPlanOrder({ positions }: Plan, ids: Iterable<string>): string[] {
  return [...ids].sort((a, b) => positions.get(a)! - positions.get(b)!);
}

/** Marks the todos that are due so long after the plan's start, when that is another moment. */
export function markDueIn(plan: Plan): void {
  for (const { id, due_in } of plan.state.todos) if (due_in !== null) markTodo(plan, id);
}

/** Whether a worker runs the todo, or writes its result. */
export function isRunning({ status, work, delivered, blocker }: TodoState): boolean {
  // An agent that waits for an answer goes on where it was.
  if (status === "blocked") return blocker !== null;
  if (status !== "in_progress") return false;
  return WORK[work.kind].completedBy === "report" || delivered !== undefined;
}

/** Whether something runs for the todo that has to stop before it can be over. */
export function hasToStop(todo: TodoState): boolean {
  return isRunning(todo) && todo.next_attempt === undefined;
}

/** Whether the todo waits for a person who does it, or somebody has claimed it. */
export function isOpenWork({ status, work, offered_at, delivered }: TodoState): boolean {
  if (WORK[work.kind].completedBy !== "person" || delivered !== undefined) return false;
  return status === "in_progress" || (status === "pending" && offered_at !== null);
}

/** The todo with this id. @throws Error when there is none: callers hold ids that the plan gave. */
export function todoOf(plan: Plan, id: string): TodoState {
  const todo = plan.todos.get(id);
  if (todo === undefined) throw new Error(`The plan has no todo "${id}".`);
  return todo;
}

/** Notes that the newest event changes a todo. */
export function markTodo(plan: Plan, id: string): void {
  plan.changed.todos.set(id, plan.state.seq);
}

/** Notes that the newest event changes a hold. */
export function markHold(plan: Plan, id: string): void {
  plan.changed.holds.set(id, plan.state.seq);
}

/** Whether the plan has ended: nothing changes any more. */
export function isFinished(state: Pick<PlanState, "status">): boolean {
  return state.status !== "pending" && state.status !== "running";
}

/** Whether a person goes through the plan todo by todo (S2). */
export function isStepMode({ approval }: Pick<PlanState, "approval">): boolean {
  return approval === "every_todo";
}

/** How many todos that are not done by people may start beside each other: in step mode each waits for the one before. */
export function placesOf(plan: Pick<PlanState, "approval" | "max_parallel">): number {
  return isStepMode(plan) ? 1 : plan.max_parallel;
}

/** Whether a todo waits for a person before it may run, by its own mark, its tool's or the plan's rule. */
export function needsApproval(plan: Plan, { requires_approval, work }: TodoState): boolean {
  return (
    requires_approval || demandsApproval(plan, toolOf(work)) || isStepped(plan.state, work.kind)
  );
}

/** Whether a person is asked before this tool runs, whatever the plan says. */
export function demandsApproval(plan: Plan, tool: string | null): boolean {
  return markOf(plan, tool).required_by === "tool";
}

/** Whether a person is asked before anything becomes of a ready todo. */
export function isAskedFirst(plan: Plan, todo: TodoState): boolean {
  if (todo.work.kind === "question") return true;
  return needsApproval(plan, todo) && todo.approved_digest === null;
}

/** Whether the plan's rule lets work of this kind wait: who does it by hand need not be asked before. */
export function isStepped(plan: Pick<PlanState, "approval">, kind: WorkKind): boolean {
  return isStepMode(plan) && WORK[kind].completedBy !== "person";
}

/** The same of the tool that does a todo's work, if one does. */
export function markOfWork(plan: Plan, work: Work): ToldMarks {
  return markOf(plan, toolOf(work));
}

/** What people are told of a tool that would run. */
interface ToldMarks {
  /** Nobody can undo what it does. */
  irreversible?: true;
  /** It asks a person first, whatever the plan says. */
  required_by?: "tool";
}

/** What is said of a tool that would run. */
export function markOf({ state }: Plan, tool: string | null): ToldMarks {
  const isIn = (tools: readonly string[] = []): boolean => tool !== null && tools.includes(tool);
  return {
    ...(isIn(state.irreversible_tools) && { irreversible: true }),
    ...(isIn(state.approval_tools) && { required_by: "tool" }),
  };
}
