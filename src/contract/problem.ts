import type { PlanVersion } from "./edit.ts";

/**
 * The error table: every refusal that Holdpoint can give, by its stable code. Plain data, so that
 * the plan core and the workflow can refuse in the same words as the API (RFC 9457 problems).
 */
export const PROBLEMS = {
  malformed_request: { status: 400, retryable: false, title: "What arrived is no HTTP request" },
  headers_too_large: { status: 431, retryable: false, title: "Address and headers are too large" },
  malformed_body: { status: 400, retryable: false, title: "The body could not be read" },
  unsafe_text: { status: 400, retryable: false, title: "The body holds text that cannot be kept" },
  not_found: { status: 404, retryable: false, title: "There is nothing at this address" },
  plan_not_found: { status: 404, retryable: false, title: "There is no such plan" },
  todo_not_found: { status: 404, retryable: false, title: "There is no such todo in the plan" },
  hold_not_found: { status: 404, retryable: false, title: "There is no such hold in the plan" },
  template_not_found: { status: 404, retryable: false, title: "There is no such template" },
  schedule_not_found: { status: 404, retryable: false, title: "There is no such schedule" },
  method_not_allowed: { status: 405, retryable: false, title: "The address has no such method" },
  illegal_transition: { status: 409, retryable: false, title: "The plan cannot do that now" },
  plan_exists: { status: 409, retryable: false, title: "A plan with this id exists" },
  plan_finished: { status: 409, retryable: false, title: "The plan has ended" },
  hold_already_decided: { status: 409, retryable: false, title: "The hold was decided before" },
  hold_withdrawn: { status: 409, retryable: false, title: "The hold was withdrawn" },
  hold_expired: { status: 410, retryable: false, title: "The hold's time was over" },
  hold_stale: { status: 412, retryable: false, title: "What is to be decided has changed" },
  body_too_large: { status: 413, retryable: false, title: "The body is too large" },
  unsupported_media_type: { status: 415, retryable: false, title: "The body's type is not read" },
  validation_failed: { status: 422, retryable: false, title: "The request is not acceptable" },
  invalid_command: { status: 422, retryable: false, title: "The command is not acceptable" },
  idempotency_key_reused: {
    status: 422,
    retryable: false,
    title: "The idempotency key stood for another request",
  },
  request_in_progress: {
    status: 409,
    retryable: true,
    title: "The first request is still running",
  },
  command_id_reused: { status: 422, retryable: false, title: "The command id stood for another" },
  stale_plan_version: {
    status: 412,
    retryable: false,
    title: "The plan has changed in the same places",
  },
  nothing_changed: { status: 422, retryable: false, title: "The edit changes nothing" },
  invalid_edit: { status: 422, retryable: false, title: "The edit cannot be made" },
  invalid_answer: { status: 422, retryable: false, title: "The answer is not acceptable" },
  todo_not_editable: { status: 409, retryable: false, title: "The todo cannot be changed now" },
  version_not_found: { status: 404, retryable: false, title: "There is no such version" },
  dependency_cycle: {
    status: 422,
    retryable: false,
    title: "Todos wait for each other in a circle",
  },
  duplicate_todo: { status: 422, retryable: false, title: "Two todos have the same id" },
  unknown_dependency: {
    status: 422,
    retryable: false,
    title: "A todo waits for one that is not there",
  },
  unknown_tool: { status: 422, retryable: false, title: "No such tool is registered" },
  invalid_tool_input: {
    status: 422,
    retryable: false,
    title: "The tool does not take these arguments",
  },
  unauthenticated: { status: 401, retryable: false, title: "The request carries no valid key" },
  key_expired: { status: 401, retryable: false, title: "The key's time is over" },
  key_revoked: { status: 401, retryable: false, title: "The key was revoked" },
  forbidden: { status: 403, retryable: false, title: "The key's roles do not allow this" },
  rate_limited: { status: 429, retryable: true, title: "Too many requests in a short time" },
  keys_unreadable: { status: 503, retryable: true, title: "The keys cannot be checked" },
  forbidden_host: { status: 403, retryable: false, title: "This host name is not served" },
  forbidden_origin: {
    status: 403,
    retryable: false,
    title: "Pages from there open no sockets here",
  },
  upgrade_required: { status: 426, retryable: false, title: "The address is a WebSocket" },
  internal_error: { status: 500, retryable: true, title: "Something went wrong inside Holdpoint" },
  temporal_unavailable: { status: 503, retryable: true, title: "Temporal cannot be reached" },
  worker_unavailable: { status: 503, retryable: true, title: "No worker answered in time" },
} as const satisfies Record<string, { status: number; retryable: boolean; title: string }>;

export type ProblemCode = keyof typeof PROBLEMS;

/** One wrong place in a request: `pointer` is an RFC 6901 JSON Pointer into the body. */
export interface ProblemDetail {
  readonly pointer: string;
  readonly detail: string;
  readonly code?: ProblemCode;
}

/** Why something was refused and what to do about it. `hint` is the next step for the caller. */
export interface Problem {
  readonly code: ProblemCode;
  readonly detail: string;
  readonly hint?: string;
  readonly errors?: readonly ProblemDetail[];
  /** The commands that the plan or hold accepts now. */
  readonly legal?: readonly string[];
  /** The decision that stands, for a hold that is no longer open. */
  readonly decided?: {
    readonly decision: string;
    readonly by: string;
    readonly at: string;
    readonly comment?: string | undefined;
    readonly reason?: string | undefined;
  };
  /** What happened since the version that an edit was made on. */
  readonly changes_since?: readonly PlanVersion[];
  readonly current_version?: number;
  /** The hold that asks instead, for a stale one. */
  readonly successor?: string;
}
