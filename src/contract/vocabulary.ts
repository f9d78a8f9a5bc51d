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

export const HOLD_KINDS = ["plan_review", "approval", "recovery", "input"] as const;
export type HoldKind = (typeof HOLD_KINDS)[number];

export const HOLD_STATUSES = [
  "open",
  "approved",
  "rejected",
  "expired",
  "stale",
  "withdrawn",
] as const;
export type HoldStatus = (typeof HOLD_STATUSES)[number];

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
 * What a rejection does: to the todo (S0 §5.4: skip it, or plan anew, which asks a person while there
 * is no planner), or, of a recovery, to the whole plan.
 */
export const REJECT_ACTIONS = ["skip", "fail", "replan", "abort"] as const;
export type RejectAction = (typeof REJECT_ACTIONS)[number];

/** What becomes of a todo whose approval nobody decided in time; S0's default is `fail`. */
export const TIMEOUT_ACTIONS = ["fail", "skip", "approve", "wait"] as const;
export type TimeoutAction = (typeof TIMEOUT_ACTIONS)[number];

/** Which todos wait for an approval: those marked `requires_approval`, or every one (S2's step mode). */
export const APPROVAL_RULES = ["marked", "every_todo"] as const;
export type ApprovalRule = (typeof APPROVAL_RULES)[number];

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
 * What happens when a todo fails (S0 §7.1): another attempt, skip it, ask the planner, ask a person,
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
}

/** S0 §7.2, for plans and todos that say nothing else. */
export const FAILURE_STRATEGIES: Readonly<Record<ErrorType, FailureStrategy>> = {
  timeout: { action: "RETRY", max_retries: 2, fallback: "SKIP" },
  api_error: { action: "RETRY", max_retries: 3, retry_delay: 5, fallback: "MANUAL" },
  validation_error: { action: "MANUAL" },
  dependency_failed: { action: "REPLAN" },
  critical_error: { action: "ABORT" },
};

/** S2's words for priorities, on S0's scale. */
export const PRIORITY_WORDS = { critical: 10, high: 8, medium: 5, low: 2 } as const;

/** What a new todo has when its writer did not say. */
export const TODO_DEFAULTS = {
  priority: 5,
  layer: "default",
  tool_params: {},
  depends_on: [],
  blocks: [],
  timeout_seconds: 300,
  max_retries: 3,
  requires_approval: false,
  approval: {},
  failure: {},
  optional: false,
  tags: [],
  context: {},
} as const;

/** What a pause does to running todos: let them finish, or stop them and start them again later. */
export const PAUSE_MODES = ["drain", "interrupt"] as const;
export type PauseMode = (typeof PAUSE_MODES)[number];

/** Why a plan is paused, when not just to wait: people work on the plan itself (S0's mode `plan_edit`). */
export const PAUSE_PURPOSES = ["edit"] as const;
export type PausePurpose = (typeof PAUSE_PURPOSES)[number];

/** What a person may do about an open hold without deciding it. */
export const HOLD_ACTIONS = ["extend", "delegate", "withdraw"] as const;
export type HoldAction = (typeof HOLD_ACTIONS)[number];

/** What an operator may do to one todo (S0 §7, S2's commands). */
export const TODO_ACTIONS = ["skip", "retry", "rerun"] as const;
export type TodoAction = (typeof TODO_ACTIONS)[number];

/** What people and policies did to a plan, by kind. */
export const AUDIT_KINDS = ["version", "decision", "control", "refusal"] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];

/** What a key may be good for; `src/api/route-roles.ts` says which route needs which. */
export const ROLES = ["viewer", "operator", "approver", "admin"] as const;
export type Role = (typeof ROLES)[number];

/** What a template's parameter takes. */
export const PARAMETER_TYPES = ["text", "number", "boolean", "choice"] as const;
export type ParameterType = (typeof PARAMETER_TYPES)[number];

/** What a schedule does when its time comes and the plan of the last time still runs. */
export const OVERLAP_RULES = ["skip", "buffer_one", "allow_all"] as const;
export type OverlapRule = (typeof OVERLAP_RULES)[number];

/** Every bound on what comes from outside, in one place. Texts count UTF-16 units. */
export const LIMITS = {
  todos: 10_000,
  dependencies_per_todo: 200,
  title: 200,
  description: 4_000,
  comment: 2_000,
  reason: 2_000,
  name: 64,
  tags: 32,
  tag: 64,
  max_parallel: 100,
  max_timeout_seconds: 30 * 24 * 3600,
  max_retries: 100,
  json_depth: 32,
  body_bytes: 4 * 1024 * 1024,
  /** A todo's result above this many bytes of JSON is kept in the artifact store. */
  inline_result_bytes: 64 * 1024,
  /** A todo's result above this fails the todo. */
  result_bytes: 50 * 1024 * 1024,
  error_message: 2_000,
  /** Options of a choice, and characters of an answer. */
  options: 100,
  answer: 20_000,
  /** Bytes of a file that a person sends. */
  file_bytes: 20 * 1024 * 1024,
  file_name: 200,
  /** Operations of one edit. */
  ops: 1_000,
  /** Holds decided by one request. */
  bulk_decisions: 200,
  /** Of a template, and the places in its plan where one of them stands. */
  parameters: 50,
  places: 100,
  /** Bytes of a template's JSON: every firing of a schedule carries it through Temporal. */
  template_bytes: 1024 * 1024,
  schedule_id: 40,
} as const;

/** Metadata of payloads that answer a question and are gone with it. */
export const PASSING_PAYLOAD = "holdpoint-passing";
/** Encoding of a payload that stands for one which was kept in an artifact store and is not there. */
export const MISSING_PAYLOAD = "holdpoint/missing-artifact";
/** How an attempt fails whose worker was told to stop, when another may take its place. */
export const WORKER_STOPPED = "worker_stopped";

/** What every plan's workflow is called in Temporal. */
export const TEMPORAL_NAMES = {
  task_queue: "holdpoint",
  plan_workflow: "planWorkflow",
  /** Workflow id = this and the plan's id. */
  plan_prefix: "plan-",
  template_workflow: "templateWorkflow",
  template_prefix: "template-",
  scheduled_workflow: "scheduledPlanWorkflow",
  /** Temporal's schedule id = this and the schedule's id. */
  schedule_prefix: "holdpoint-",
  /** Workflow id of what a schedule starts = this, the schedule's id and the time. */
  scheduled_prefix: "scheduled-",
} as const;

/** Custom search attributes and their Temporal types; they are never encrypted: no personal texts. */
export const SEARCH_ATTRIBUTES = {
  PlanStatus: "KEYWORD",
  PlanMode: "KEYWORD",
  OpenHolds: "INT",
  NextDeadline: "DATETIME",
  PlanOwner: "KEYWORD",
  PlanTags: "KEYWORD_LIST",
  ForkedFrom: "KEYWORD",
} as const;
