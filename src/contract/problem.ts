import type { PlanVersion } from "./edit.ts";

/** The languages in which a problem has a title. */
export const PROBLEM_LANGUAGES = ["en", "ko"] as const;
export type ProblemLanguage = (typeof PROBLEM_LANGUAGES)[number];

/**
 * The error table: every refusal that Holdpoint can give, by its stable code. Plain data, so that
 * the plan core and the workflow can refuse in the same words as the API (RFC 9457 problems).
 */
export const PROBLEMS = {
  malformed_request: {
    status: 400,
    retryable: false,
    title: { en: "What arrived is no HTTP request", ko: "요청을 읽을 수 없습니다" },
  },
  headers_too_large: {
    status: 431,
    retryable: false,
    title: { en: "Address and headers are too large", ko: "요청의 머리글이 너무 큽니다" },
  },
  malformed_body: {
    status: 400,
    retryable: false,
    title: { en: "The body could not be read", ko: "본문을 읽을 수 없습니다" },
  },
  unsafe_text: {
    status: 400,
    retryable: false,
    title: { en: "The body holds text that cannot be kept", ko: "보관할 수 없는 글이 있습니다" },
  },
  not_found: {
    status: 404,
    retryable: false,
    title: { en: "There is nothing at this address", ko: "이 주소에는 아무것도 없습니다" },
  },
  plan_not_found: {
    status: 404,
    retryable: false,
    title: { en: "There is no such plan", ko: "그런 계획이 없습니다" },
  },
  todo_not_found: {
    status: 404,
    retryable: false,
    title: { en: "There is no such todo in the plan", ko: "계획에 그런 할 일이 없습니다" },
  },
  hold_not_found: {
    status: 404,
    retryable: false,
    title: { en: "There is no such hold in the plan", ko: "계획에 그런 결정이 없습니다" },
  },
  template_not_found: {
    status: 404,
    retryable: false,
    title: { en: "There is no such template", ko: "그런 템플릿이 없습니다" },
  },
  schedule_not_found: {
    status: 404,
    retryable: false,
    title: { en: "There is no such schedule", ko: "그런 예약이 없습니다" },
  },
  method_not_allowed: {
    status: 405,
    retryable: false,
    title: { en: "The address has no such method", ko: "이 주소는 그 방법을 받지 않습니다" },
  },
  illegal_transition: {
    status: 409,
    retryable: false,
    title: { en: "The plan cannot do that now", ko: "계획이 지금은 그럴 수 없습니다" },
  },
  plan_exists: {
    status: 409,
    retryable: false,
    title: { en: "A plan with this id exists", ko: "같은 ID의 계획이 있습니다" },
  },
  plan_finished: {
    status: 409,
    retryable: false,
    title: { en: "The plan has ended", ko: "계획이 끝났습니다" },
  },
  hold_already_decided: {
    status: 409,
    retryable: false,
    title: { en: "The hold was decided before", ko: "이미 결정되었습니다" },
  },
  hold_withdrawn: {
    status: 409,
    retryable: false,
    title: { en: "The hold was withdrawn", ko: "거두어진 결정입니다" },
  },
  hold_expired: {
    status: 410,
    retryable: false,
    title: { en: "The hold's time was over", ko: "기한이 지났습니다" },
  },
  hold_stale: {
    status: 412,
    retryable: false,
    title: { en: "What is to be decided has changed", ko: "결정할 내용이 바뀌었습니다" },
  },
  body_too_large: {
    status: 413,
    retryable: false,
    title: { en: "The body is too large", ko: "본문이 너무 큽니다" },
  },
  unsupported_media_type: {
    status: 415,
    retryable: false,
    title: { en: "The body's type is not read", ko: "읽지 않는 형식입니다" },
  },
  validation_failed: {
    status: 422,
    retryable: false,
    title: { en: "The request is not acceptable", ko: "받아들일 수 없는 요청입니다" },
  },
  invalid_command: {
    status: 422,
    retryable: false,
    title: { en: "The command is not acceptable", ko: "받아들일 수 없는 명령입니다" },
  },
  idempotency_key_reused: {
    status: 422,
    retryable: false,
    title: { en: "The idempotency key stood for another request", ko: "다른 요청에 쓰인 키입니다" },
  },
  request_in_progress: {
    status: 409,
    retryable: true,
    title: { en: "The first request is still running", ko: "같은 요청이 처리되고 있습니다" },
  },
  command_id_reused: {
    status: 422,
    retryable: false,
    title: { en: "The command id stood for another", ko: "다른 명령에 쓰인 ID입니다" },
  },
  stale_plan_version: {
    status: 412,
    retryable: false,
    title: { en: "The plan has changed in the same places", ko: "계획의 같은 곳이 바뀌었습니다" },
  },
  nothing_changed: {
    status: 422,
    retryable: false,
    title: { en: "The edit changes nothing", ko: "바뀌는 것이 없습니다" },
  },
  invalid_edit: {
    status: 422,
    retryable: false,
    title: { en: "The edit cannot be made", ko: "할 수 없는 편집입니다" },
  },
  invalid_answer: {
    status: 422,
    retryable: false,
    title: { en: "The answer is not acceptable", ko: "받아들일 수 없는 답입니다" },
  },
  todo_not_editable: {
    status: 409,
    retryable: false,
    title: { en: "The todo cannot be changed now", ko: "지금은 바꿀 수 없는 할 일입니다" },
  },
  version_not_found: {
    status: 404,
    retryable: false,
    title: { en: "There is no such version", ko: "그런 버전이 없습니다" },
  },
  dependency_cycle: {
    status: 422,
    retryable: false,
    title: { en: "Todos wait for each other in a circle", ko: "할 일들이 서로를 기다립니다" },
  },
  duplicate_todo: {
    status: 422,
    retryable: false,
    title: { en: "Two todos have the same id", ko: "같은 ID의 할 일이 둘 있습니다" },
  },
  unknown_dependency: {
    status: 422,
    retryable: false,
    title: { en: "A todo waits for one that is not there", ko: "없는 할 일을 기다립니다" },
  },
  unknown_tool: {
    status: 422,
    retryable: false,
    title: { en: "No such tool is registered", ko: "그런 도구가 없습니다" },
  },
  invalid_tool_input: {
    status: 422,
    retryable: false,
    title: { en: "The tool does not take these arguments", ko: "도구가 받지 않는 인수입니다" },
  },
  unauthenticated: {
    status: 401,
    retryable: false,
    title: { en: "The request carries no valid key", ko: "올바른 키가 없습니다" },
  },
  key_expired: {
    status: 401,
    retryable: false,
    title: { en: "The key's time is over", ko: "키의 기한이 지났습니다" },
  },
  key_revoked: {
    status: 401,
    retryable: false,
    title: { en: "The key was revoked", ko: "취소된 키입니다" },
  },
  forbidden: {
    status: 403,
    retryable: false,
    title: { en: "The key's roles do not allow this", ko: "키의 역할로는 할 수 없습니다" },
  },
  rate_limited: {
    status: 429,
    retryable: true,
    title: { en: "Too many requests in a short time", ko: "짧은 시간에 요청이 너무 많습니다" },
  },
  keys_unreadable: {
    status: 503,
    retryable: true,
    title: { en: "The keys cannot be checked", ko: "키를 확인할 수 없습니다" },
  },
  forbidden_host: {
    status: 403,
    retryable: false,
    title: { en: "This host name is not served", ko: "이 호스트 이름으로는 열지 않습니다" },
  },
  forbidden_origin: {
    status: 403,
    retryable: false,
    title: {
      en: "Pages from there open no sockets here",
      ko: "그곳의 페이지는 여기에 연결할 수 없습니다",
    },
  },
  upgrade_required: {
    status: 426,
    retryable: false,
    title: { en: "The address is a WebSocket", ko: "WebSocket 주소입니다" },
  },
  internal_error: {
    status: 500,
    retryable: true,
    title: {
      en: "Something went wrong inside Holdpoint",
      ko: "Holdpoint 안에서 문제가 생겼습니다",
    },
  },
  temporal_unavailable: {
    status: 503,
    retryable: true,
    title: { en: "Temporal cannot be reached", ko: "Temporal에 연결할 수 없습니다" },
  },
  worker_unavailable: {
    status: 503,
    retryable: true,
    title: { en: "No worker answered in time", ko: "제때 대답한 워커가 없습니다" },
  },
} as const satisfies Record<
  string,
  { status: number; retryable: boolean; title: Readonly<Record<ProblemLanguage, string>> }
>;

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
