import type { Language } from "../sentences/catalog.ts";

interface ProblemKind<Status extends number> {
  /** HTTP status. */
  readonly status: Status;
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;
  readonly title: Readonly<Record<Language, string>>;
}

const kind =
  (retryable: boolean) =>
  <Status extends number>(status: Status, en: string, ko: string): ProblemKind<Status> => ({
    status,
    retryable,
    title: { en, ko },
  });
const final = kind(false);
const repeatable = kind(true);

/**
 * The error table: every refusal that Holdpoint can give, by its stable code. Plain data, so that
 * the plan core and the workflow can refuse in the same words as the API (RFC 9457 problems).
 */
export const PROBLEMS = {
  malformed_request: final(400, "Malformed HTTP request", "잘못된 HTTP 요청입니다"),
  headers_too_large: final(431, "URL or headers too large", "주소나 헤더가 너무 큽니다"),
  malformed_body: final(400, "Malformed body", "본문을 읽을 수 없습니다"),
  unsafe_text: final(400, "Text that cannot be stored", "저장할 수 없는 글자가 있습니다"),
  not_found: final(404, "Nothing at this address", "이 주소에는 아무것도 없습니다"),
  plan_not_found: final(404, "Plan not found", "계획을 찾을 수 없습니다"),
  todo_not_found: final(404, "Todo not found", "할 일을 찾을 수 없습니다"),
  hold_not_found: final(404, "Hold not found", "결정 요청을 찾을 수 없습니다"),
  session_not_found: final(404, "Session not found", "세션을 찾을 수 없습니다"),
  key_not_found: final(404, "Key not found", "키를 찾을 수 없습니다"),
  agent_not_found: final(404, "Agent not found", "에이전트를 찾을 수 없습니다"),
  agent_changed: final(412, "The agent has changed since", "에이전트가 그사이 바뀌었습니다"),
  agent_configured: final(
    409,
    "The configuration names this agent",
    "설정 파일에 있는 에이전트입니다",
  ),
  template_not_found: final(404, "Template not found", "템플릿을 찾을 수 없습니다"),
  template_in_use: final(
    409,
    "Schedules start plans from this template",
    "예약에서 쓰고 있는 템플릿입니다",
  ),
  schedule_not_found: final(404, "Schedule not found", "예약을 찾을 수 없습니다"),
  schedule_changed: repeatable(
    409,
    "The schedule has changed meanwhile",
    "예약이 그사이 바뀌었습니다",
  ),
  webhook_not_found: final(404, "Webhook not found", "웹훅을 찾을 수 없습니다"),
  webhook_changed: repeatable(
    409,
    "The webhook has changed meanwhile",
    "웹훅이 그사이 바뀌었습니다",
  ),
  delivery_not_found: final(404, "Delivery not found", "전달 기록을 찾을 수 없습니다"),
  method_not_allowed: final(405, "Method not allowed", "이 주소에서는 쓸 수 없는 메서드입니다"),
  illegal_transition: final(
    409,
    "Not possible in the plan's current state",
    "계획의 지금 상태에서는 할 수 없습니다",
  ),
  plan_exists: final(409, "The id of this plan is taken", "이미 쓰인 계획 ID입니다"),
  plan_finished: final(409, "The plan has ended", "이미 끝난 계획입니다"),
  hold_already_decided: final(409, "The hold has already been decided", "이미 결정되었습니다"),
  already_approved: final(409, "You have approved it already", "이미 승인하셨습니다"),
  hold_withdrawn: final(409, "The hold has been withdrawn", "철회된 결정 요청입니다"),
  hold_expired: final(410, "The hold has expired", "결정 기한이 지났습니다"),
  hold_stale: final(412, "What was to be decided has changed", "결정할 내용이 바뀌었습니다"),
  body_too_large: final(413, "The body is too large", "본문이 너무 큽니다"),
  range_not_satisfiable: final(416, "Nothing is in this range", "이 범위에는 아무것도 없습니다"),
  unsupported_media_type: final(415, "Unsupported media type", "지원하지 않는 형식입니다"),
  validation_failed: final(422, "The request is invalid", "요청 내용이 올바르지 않습니다"),
  invalid_command: final(422, "The command is invalid", "명령이 올바르지 않습니다"),
  idempotency_key_reused: final(
    422,
    "The idempotency key belongs to another request",
    "다른 요청에 이미 쓴 멱등성 키입니다",
  ),
  request_in_progress: repeatable(
    409,
    "The first request is still in progress",
    "같은 요청을 처리하고 있습니다",
  ),
  command_id_reused: final(
    422,
    "The command id belongs to another command",
    "다른 명령에 이미 쓴 ID입니다",
  ),
  stale_plan_version: final(
    412,
    "The plan has changed in the same place",
    "계획의 같은 부분이 그사이 바뀌었습니다",
  ),
  lease_lost: final(
    409,
    "The session does not hold this todo",
    "세션이 맡고 있는 할 일이 아닙니다",
  ),
  nothing_new: final(409, "The plan knows this already", "계획이 이미 알고 있는 내용입니다"),
  nothing_changed: final(422, "The edit changes nothing", "바뀌는 내용이 없습니다"),
  invalid_edit: final(422, "The edit is not possible", "적용할 수 없는 편집입니다"),
  invalid_answer: final(422, "The answer is invalid", "답이 올바르지 않습니다"),
  todo_not_editable: final(
    409,
    "The todo cannot be changed now",
    "지금은 바꿀 수 없는 할 일입니다",
  ),
  version_not_found: final(404, "Version not found", "버전을 찾을 수 없습니다"),
  dependency_cycle: final(
    422,
    "The dependencies form a cycle",
    "할 일들이 서로를 기다리는 순환이 있습니다",
  ),
  duplicate_todo: final(422, "Two todos have the same id", "ID가 같은 할 일이 있습니다"),
  unknown_dependency: final(
    422,
    "A todo depends on one that does not exist",
    "없는 할 일을 기다리도록 되어 있습니다",
  ),
  no_model: final(422, "No model is configured", "설정된 모델이 없습니다"),
  unknown_tool: final(422, "Unknown tool", "등록되지 않은 도구입니다"),
  invalid_tool_input: final(
    422,
    "The tool does not accept these arguments",
    "도구가 받을 수 없는 인수입니다",
  ),
  unauthenticated: final(401, "No valid key", "유효한 키가 없습니다"),
  key_expired: final(401, "The key has expired", "만료된 키입니다"),
  key_revoked: final(401, "The key has been revoked", "폐기된 키입니다"),
  loosens_control: final(
    403,
    "The change would loosen what people decide",
    "사람이 결정하던 것을 느슨하게 하는 변경입니다",
  ),
  unproven_command: final(
    403,
    "The command does not come from the plan's API",
    "이 계획의 API가 보낸 명령이 아닙니다",
  ),
  forbidden: final(403, "The key's roles do not allow this", "키의 역할로는 할 수 없는 일입니다"),
  not_an_approver: final(403, "Somebody else has to decide", "다른 사람이 결정해야 합니다"),
  rate_limited: repeatable(429, "Too many requests", "요청이 너무 많습니다"),
  too_many_streams: repeatable(429, "Too many open streams", "실시간 연결이 너무 많습니다"),
  keys_unreadable: repeatable(503, "Keys cannot be verified", "키를 확인할 수 없습니다"),
  forbidden_host: final(403, "This host name is not served", "허용되지 않은 호스트 이름입니다"),
  forbidden_origin: final(
    403,
    "A page of another origin asks for this",
    "다른 출처의 페이지가 보낸 요청입니다",
  ),
  other_instance: final(
    421,
    "Another instance is served here",
    "다른 프로젝트의 Holdpoint가 응답했습니다",
  ),
  upgrade_required: final(
    426,
    "This address only accepts WebSocket connections",
    "WebSocket 연결만 받는 주소입니다",
  ),
  internal_error: repeatable(500, "Internal error", "Holdpoint 내부에서 문제가 생겼습니다"),
  temporal_unavailable: repeatable(
    503,
    "Temporal cannot be reached",
    "Temporal에 연결할 수 없습니다",
  ),
  temporal_refused: final(502, "Temporal refused the request", "Temporal이 요청을 거절했습니다"),
  worker_unavailable: repeatable(503, "No worker answered in time", "제때 응답한 워커가 없습니다"),
  plan_stuck: final(
    502,
    "No worker can go on with the plan",
    "어느 워커도 계획을 이어 가지 못합니다",
  ),
  not_ready: repeatable(503, "The service is not ready", "서비스가 아직 준비되지 않았습니다"),
  too_many_open_files: repeatable(
    503,
    "Too many open files and connections",
    "열린 파일과 연결이 너무 많습니다",
  ),
  artifacts_unavailable: repeatable(
    503,
    "The artifact store cannot be used",
    "아티팩트 저장소를 쓸 수 없습니다",
  ),
  artifact_missing: final(
    502,
    "The artifact store has lost what is asked for",
    "아티팩트 저장소에 있어야 할 내용이 없습니다",
  ),
  storage_full: repeatable(
    507,
    "The data folder is full or read-only",
    "데이터 폴더에 더 저장할 수 없습니다",
  ),
};

export type ProblemCode = keyof typeof PROBLEMS;
