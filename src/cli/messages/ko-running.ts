import type { enRunning } from "./en-running.ts";

/** `en-running.ts` in Korean. */
export const koRunning: Readonly<Record<keyof typeof enRunning, string>> = {
  stopped_while_starting: "시작하는 도중에 종료했습니다.",
  stopping: "종료하는 중 …",
  is_up:
    "Holdpoint가 실행 중입니다. Ctrl-C를 누르면 종료합니다. 계획은 저장되며 다음에 시작할 때 이어집니다.",
  create_a_plan: "계획 만들기:",

  demo_no_terminal:
    "데모는 결정 요청에서 멈추는데, 물어볼 터미널이 없습니다. 어떻게 할지 지정해 주세요: npm run demo -- --decide approve (또는 reject, elsewhere).",
  demo_still_up: "둘러보실 수 있도록 모두 켜 두었습니다. Ctrl-C를 누르면 종료합니다.",
  demo_plan: "계획 {plan}, 할 일 {count}개",
  demo_kept: "종료했습니다. 계획은 저장되며 다음에 시작할 때 이어집니다:",
  demo_elsewhere: "다른 곳에서 결정하려면:",
  demo_report: "보고서",
  demo_no_report: "없습니다. 보고서를 만드는 할 일의 상태: {status}.",
  ask_decision: "어떻게 결정할까요?",
  ask_approve: "승인",
  ask_approve_hint: "보이는 그대로 실행됩니다",
  ask_edit: "인수 수정",
  ask_edit_hint: "수정한 내용으로 승인합니다",
  ask_reject: "거절",
  ask_show: "모두 보기",
  ask_reason: "이유가 무엇인가요? (비워 두어도 됩니다)",
  ask_argument: "어느 인수를 수정할까요?",
  ask_opens_editor: "{count}자, 편집기가 열립니다",
  edited_no_json: "저장한 내용이 JSON이 아닙니다: {why}",
  no_editor: "편집기를 열지 못했습니다: {editor}. EDITOR를 설정하세요.",

  no_agents: "설정된 에이전트가 없습니다. holdpoint.config.ts의 `agents`에 적어 주세요.",
  no_models: "설정된 모델이 없습니다. holdpoint.config.ts의 `models`에 적어 주세요.",
  models_are: "모델: {models}",
  tool_asks: "{tool}(승인 필요)",
  bad_duration: "12h, 30d, 4w처럼 쓰세요. 최대 {days}d입니다",
  bad_key_name: '"{name:은}" 키 이름으로 쓸 수 없습니다. {why}.',
  key_made: "키 {id}, {name}: {roles}, {until}.",
  key_for_good: "만료 없음",
  key_until: "{at}에 만료",
  key_shown_once:
    "키는 지금 한 번만 보여 줍니다. CLI에는 HOLDPOINT_KEY로, 다른 클라이언트에는\n`authorization: Bearer <key>`로 전달하세요.",
  key_is_first: "이제부터 {folder} API의 모든 요청에 키가 필요합니다.",
  key_first_not_admin:
    "키가 이것뿐이라, 다른 키를 만들기 전에는 누구도 {roles} 역할이 할 수 있는 것보다 많은 일을 할 수 없습니다. 모든 일을 할 수 있는 키를 만들려면: holdpoint key add <이름> --role admin",
  no_keys:
    "키가 없습니다. 이 컴퓨터에서는 모든 일을 할 수 있고, 다른 컴퓨터에서는 아무것도 할 수 없습니다.",
  no_such_key: "그런 키가 없습니다: {id}.",
  told_key_revoked: "키 {id} ({name}): {at}에 폐기되어 더 이상 쓸 수 없습니다.",
  key_active: "유효",
  key_expired: "만료됨",
  key_revoked: "폐기됨",
  head_roles: "역할",
  head_key: "키",
  head_end: "만료",
  head_name: "이름",
  never: "없음",

  // Plans that no worker can go on with.
  stuck: "멈춤",
  stuck_since:
    '"{title}" 계획이 {at}부터 멈춰 있습니다. {count}번 시도했지만 어느 워커도 이어 가지 못했습니다. Temporal의 설명: {why}',
  no_worker_answered: "워커가 제때 응답하지 않음",
  loses: "사라지는 것:",
  loses_todos: "할 일 {count}개가 끝나지 않은 채 남습니다",
  loses_running: "실행 중인 할 일 {count}개가 멈추고 결과가 남지 않습니다: {named}",
  loses_holds: "열린 결정 요청 {count}개를 더는 결정할 수 없습니다",
  loses_log:
    "계획의 기록과 결과는 Temporal에서만 볼 수 있습니다. 목록에는 {at}에 알린 내용이 남습니다",
  check_node: "Node 버전",
  check_encryption: "암호화",
  check_temporal_binary: "Temporal 실행 파일",
  check_ports: "포트",
  check_temporal_server: "Temporal 서버",
  check_search_attributes: "검색 속성",
  check_worker: "워커",
  check_plans: "계획",
  check_clock: "시계",
};
