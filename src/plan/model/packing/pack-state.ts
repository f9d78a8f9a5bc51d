import type { PlanState } from "../state/state.ts";
import type { TodoState } from "../state/todo-state.ts";

/** A state whose todos may leave out what is usual. Every state is one. */
export type PackedState = Omit<PlanState, "todos"> & {
  readonly todos: readonly Partial<TodoState>[];
};

/**
 * What most todos have in these fields. States that runs have handed on mean exactly this by leaving a field
 * out, so no value here ever changes, whatever becomes usual.
 */
const USUAL = new Map<string, unknown>(
  Object.entries({
    description: null,
    priority: 5,
    layer: "default",
    agent_purpose: null,
    expected_output: null,
    depends_on: [],
    timeout_seconds: 300,
    max_retries: 3,
    requires_approval: false,
    approval: {},
    failure: {},
    optional: false,
    review_result: false,
    input_data: null,
    output_path: null,
    assignee: null,
    due_at: null,
    due_in: null,
    estimated_seconds: null,
    tags: [],
    context: {},
    status: "pending",
    retry_count: 0,
    progress_percentage: 0,
    started_at: null,
    completed_at: null,
    completed_by: null,
    note: null,
    offered_at: null,
    claimed_by: null,
    error_message: null,
    error_type: null,
    skipped: null,
    approved_by: null,
    approved_at: null,
    approved_digest: null,
    approved_args: null,
    result_data: null,
    result_references: [],
    agent: null,
    blocker: null,
    in_review: false,
    run: 0,
  } satisfies Partial<TodoState>),
);

/**
 * A plan's state as its workflow begins with it, or hands it to the next run: a todo's usual values are left out, which are most of it.
 * `unpackState` gives the same state again.
 */
export function packState(state: PlanState): PackedState {
  return { ...state, todos: state.todos.map(packed) };
}

/** The whole state, of one that is packed or not. */
export function unpackState(state: PackedState): PlanState {
  return { ...state, todos: state.todos.map(unpacked) };
}

function packed(todo: TodoState): Partial<TodoState> {
  const told = todo as unknown as Readonly<Record<string, unknown>>;
  const unusual: Record<string, unknown> = {};
  for (const field in told) {
    const value = told[field];
    // Undefined is no JSON, and no usual value.
    if (!isSame(value, USUAL.get(field))) unusual[field] = value;
  }
  return unusual as Partial<TodoState>;
}

function unpacked(todo: Partial<TodoState>): TodoState {
  const whole: Record<string, unknown> = {};
  const told = todo as Record<string, unknown>;
  // All todos are built in the same way: edits look at every one of a plan.
  for (const [field, usual] of USUAL) whole[field] = field in told ? told[field] : own(usual);
  return { ...whole, ...todo } as unknown as TodoState;
}

/** The usual values are texts, numbers, null and empty containers. */
function isSame(value: unknown, usual: unknown): boolean {
  if (value === usual) return true;
  if (typeof usual !== "object" || usual === null) return false;
  if (typeof value !== "object" || value === null) return false;
  for (const _ in value) return false;
  return Array.isArray(value) === Array.isArray(usual);
}

/** Whoever changes one todo's container changes no other's. */
function own(usual: unknown): unknown {
  if (typeof usual !== "object" || usual === null) return usual;
  return Array.isArray(usual) ? [] : {};
}
