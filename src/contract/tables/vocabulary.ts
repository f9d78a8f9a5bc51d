/**
 * The words of the product as plain tables: no zod, no functions, so that the plan core and the
 * workflow sandbox can import them. Sources: seed S0 §2.2 (statuses), §5.1 (modes), §7 (errors).
 */

export const TODO_STATUSES = [
  "pending",
  "blocked",
  "needs_approval",
  "in_progress",
  "completed",
  "failed",
  "skipped",
  "cancelled",
] as const;
export type TodoStatus = (typeof TODO_STATUSES)[number];

export const PLAN_STATUSES = ["pending", "running", "completed", "failed", "cancelled"] as const;
export type PlanStatus = (typeof PLAN_STATUSES)[number];

export const PLAN_MODES = [
  "running",
  "paused",
  "plan_edit",
  "input_request",
  "approval_wait",
] as const;
export type PlanMode = (typeof PLAN_MODES)[number];

export const HOLD_KINDS = [
  "plan_review",
  "approval",
  "recovery",
  "input",
  "budget",
  "goal",
  "proposal",
] as const;
export type HoldKind = (typeof HOLD_KINDS)[number];
/** Kinds that ask a question: they take an answer, and no approval. */
export const QUESTION_KINDS: readonly HoldKind[] = ["input", "goal"];

export const HOLD_STATUSES = [
  "open",
  "approved",
  "rejected",
  "expired",
  "stale",
  "withdrawn",
] as const;
export type HoldStatus = (typeof HOLD_STATUSES)[number];

/**
 * By which way a decision came. Callers say themselves what they are (`CLIENT_HEADER`), and nobody checks it;
 * `temporal` is what came to the plan beside the API.
 */
export const CHANNELS = ["screen", "terminal", "api", "socket", "mcp", "temporal"] as const;
export type Channel = (typeof CHANNELS)[number];

/** What a person may decide on a hold. `edit` approves with the arguments the person wrote. */
export const DECISIONS = ["approve", "reject", "edit", "answer"] as const;
export type DecisionWord = (typeof DECISIONS)[number];

/**
 * What kind of answer an input hold takes (S0 §5.5); `form` is an object by a JSON Schema, `file` one
 * that was uploaded before.
 */
export const INPUT_TYPES = ["text", "choice", "number", "form", "file"] as const;
export type InputType = (typeof INPUT_TYPES)[number];

/**
 * What a rejection does. `skip`: the todo is skipped, and everything that can only run after it.
 * `go_on`: it is skipped, and what waits for it runs (S2). `fail`: it fails. `replan`: the plan is
 * made anew by a model, and a person asked where there is none (S0 §5.4). `abort`: the plan ends.
 */
export const REJECT_ACTIONS = ["skip", "go_on", "fail", "replan", "abort"] as const;
export type RejectAction = (typeof REJECT_ACTIONS)[number];

/** What becomes of a todo whose approval nobody decided in time; S0's default is `fail`. */
export const TIMEOUT_ACTIONS = ["fail", "skip", "approve", "wait"] as const;
export type TimeoutAction = (typeof TIMEOUT_ACTIONS)[number];

/** What got a todo skipped, or the todo without which it cannot run. */
export const SKIP_CAUSES = ["operator", "rejected", "timed_out", "failed"] as const;
export type SkipCause = (typeof SKIP_CAUSES)[number];

/** Which todos wait for an approval: those marked `requires_approval`, or every one (S2's step mode). */
export const APPROVAL_RULES = ["marked", "every_todo"] as const;
export type ApprovalRule = (typeof APPROVAL_RULES)[number];

/** How far a step of an agent's own list is (S3). */
export const AGENT_STEP_STATUSES = ["pending", "in_progress", "completed", "cancelled"] as const;

/** Who speaks in the transcript of an agent's todo (S4). */
export const TRANSCRIPT_ROLES = ["orchestrator", "agent"] as const;

/** Why a todo stands still that has been started: a person has to answer (S4). */
export const BLOCKER_KINDS = ["input"] as const;

/**
 * Why a model plans anew: a todo failed, a person rejected one, one is done whose result is to be looked
 * at (S2), or somebody asked for it.
 */
export const REPLAN_CAUSES = ["failure", "rejection", "review", "request"] as const;
export type ReplanCauseKind = (typeof REPLAN_CAUSES)[number];

/** What becomes of what a model proposes: a person confirms it, or it is applied at once. */
export const REPLAN_POLICIES = ["confirm", "apply"] as const;
export type ReplanPolicy = (typeof REPLAN_POLICIES)[number];

/** Kinds of failure (S0 §7.2). */
export const ERROR_TYPES = [
  "timeout",
  "api_error",
  "validation_error",
  "dependency_failed",
  "critical_error",
] as const;
export type ErrorType = (typeof ERROR_TYPES)[number];

/**
 * What happens when a todo fails (S0 §7.1): another attempt, skip it, ask a model, ask a person,
 * end the plan. FAIL is ours: the todo stays failed and what depends on it does not start.
 */
export const RECOVERY_ACTIONS = ["RETRY", "SKIP", "REPLAN", "MANUAL", "ABORT", "FAIL"] as const;
export type RecoveryAction = (typeof RECOVERY_ACTIONS)[number];

export interface FailureStrategy {
  readonly action: RecoveryAction;
  /** For RETRY: how many further attempts; never more than the todo's `max_retries`. */
  readonly max_retries?: number | undefined;
  /** For RETRY: seconds before each; without it the pause grows from one second. */
  readonly retry_delay?: number | undefined;
  /** For RETRY: what follows when no attempt is left. */
  readonly fallback?: Exclude<RecoveryAction, "RETRY"> | undefined;
  /** For REPLAN: its model is to go on without what failed. */
  readonly exclude_failed?: boolean | undefined;
}

/** S0 §7.2, for plans and todos that say nothing else. */
export const FAILURE_STRATEGIES: Readonly<Record<ErrorType, FailureStrategy>> = {
  timeout: { action: "RETRY", max_retries: 2, fallback: "SKIP" },
  api_error: { action: "RETRY", max_retries: 3, retry_delay: 5, fallback: "MANUAL" },
  validation_error: { action: "MANUAL" },
  dependency_failed: { action: "REPLAN", exclude_failed: true },
  critical_error: { action: "ABORT" },
};

/** S2's words for priorities, on S0's scale. */
export const PRIORITY_WORDS = { critical: 10, high: 8, medium: 5, low: 2 } as const;

/**
 * What a todo's work is: a tool runs, an agent works, a person answers a question, a person does it, or nothing is
 * left to do. A todo with only a title is `manual`; a milestone says that it is one.
 */
export const WORK_KINDS = ["tool", "agent", "question", "manual", "milestone"] as const;
export type WorkKind = (typeof WORK_KINDS)[number];

/**
 * The fields of a todo that people write besides its title, and what each is when they do not say.
 * Definitions, versions and exports know fields from this table.
 */
export const TODO_DEFAULTS = {
  description: null,
  priority: 5,
  layer: "default",
  tool_name: null,
  tool_params: {},
  agent_name: null,
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
  input_request: null,
  output_path: null,
  assignee: null,
  due_at: null,
  due_in: null,
  estimated_seconds: null,
  task_queue: null,
  tags: [],
  context: {},
} as const;

/** What a pause does to running todos: let them finish, or stop them and start them again later. */
export const PAUSE_MODES = ["drain", "interrupt"] as const;
export type PauseMode = (typeof PAUSE_MODES)[number];

/** Why a plan is paused, when not just to wait: people work on the plan itself (S0's mode `plan_edit`). */
export const PAUSE_PURPOSES = ["edit"] as const;
export type PausePurpose = (typeof PAUSE_PURPOSES)[number];

/** What an operator may do to one todo (S0 §7, S2's commands). */
export const TODO_ACTIONS = ["skip", "retry", "rerun", "halt"] as const;
export type TodoAction = (typeof TODO_ACTIONS)[number];

/** What a person says about work of their own: take it, give it back, it is done, it cannot be. */
export const WORK_ACTIONS = ["claim", "release", "done", "cannot"] as const;
export type WorkAction = (typeof WORK_ACTIONS)[number];

/**
 * What a session of an agent is (S3): the one that a person talks to, one that works in its background,
 * or any other. Only the first two are continued.
 */
export const SESSION_TYPES = ["main", "background", "other"] as const;
export type SessionType = (typeof SESSION_TYPES)[number];

/**
 * What ends a countdown to a session's continuation: S3's table of cancelling events, that it registers anew or goes on
 * by itself, and the end of its plan.
 */
export const CONTINUATION_CANCELS = [
  "user_message",
  "assistant_message",
  "assistant_part",
  "tool_before",
  "tool_after",
  "session_deleted",
  "session_error",
  "session_recovering",
  "session_registered",
  "todo_claimed",
  "plan_ended",
] as const;
export type ContinuationCancel = (typeof CONTINUATION_CANCELS)[number];

/** Why a session that stopped is not continued: S3's eight reasons, and three that only a plan has. */
export const CONTINUATION_SKIPS = [
  "not_main_or_background",
  "recovering",
  "recent_error",
  "background_tasks",
  "no_todos",
  "all_done",
  "no_write_permission",
  "planning_agent",
  "plan_paused",
  "nothing_to_do_now",
  "prompt_not_acknowledged",
] as const;
export type ContinuationSkip = (typeof CONTINUATION_SKIPS)[number];

/** What people and policies did to a plan, by kind. */
export const AUDIT_KINDS = ["version", "decision", "control", "refusal"] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];

/** What a key may be good for; each route in `src/api/routes` says which it needs. */
export const ROLES = ["viewer", "operator", "approver", "admin"] as const;
export type Role = (typeof ROLES)[number];

/** Who may do what a role may do. Operators and approvers are not each other's superiors. */
export const HELD_BY: Readonly<Record<Role, readonly Role[]>> = {
  viewer: ["viewer", "operator", "approver", "admin"],
  operator: ["operator", "admin"],
  approver: ["approver", "admin"],
  admin: ["admin"],
};

/** What a template's parameter takes. */
export const PARAMETER_TYPES = ["text", "number", "boolean", "choice"] as const;

/** What a schedule does when its time comes and the plan of the last time still runs. */
/** How a version of a plan comes to be. */
export const CHANGE_TYPES = ["created", "edit", "undo", "rollback", "restore"] as const;

export const OVERLAP_RULES = ["skip", "buffer_one", "allow_all"] as const;
export type OverlapRule = (typeof OVERLAP_RULES)[number];

/** What webhooks tell. `decided` is said of whatever ends a hold, or a person's work. */
export const NEWS_TYPES = [
  "hold.opened",
  "hold.due_soon",
  "hold.signed",
  "hold.delegated",
  "hold.escalated",
  "hold.decided",
  "work.opened",
  "work.due_soon",
  "work.overdue",
  "work.decided",
  "plan.ended",
] as const;
export type NewsType = (typeof NEWS_TYPES)[number];

/** How far a delivery of a webhook is. `stopped`: its webhook is gone or disabled, nobody tries again. */
export const DELIVERY_STATUSES = ["pending", "delivered", "failed", "stopped"] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Why a webhook is told nothing: its receiver said that it is gone (410), or a person disabled it. */
export const WEBHOOK_DISABLED = ["gone", "by_person"] as const;
