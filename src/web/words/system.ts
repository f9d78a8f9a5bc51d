import type { Catalog } from "../../contract/sentences/catalog.ts";

/** Agents, the service itself, and the command menu. */
export const SYSTEM = {
  agents: { en: "Agents", ko: "에이전트" },
  agents_empty: { en: "No agents are configured", ko: "설정된 에이전트가 없습니다" },
  agents_empty_detail: {
    en: "Agents and models are set in holdpoint.config.ts.",
    ko: "에이전트와 모델은 holdpoint.config.ts에서 설정합니다.",
  },
  agent_model: { en: "Model", ko: "모델" },
  agent_none: { en: "None", ko: "없음" },
  agent_team: { en: "Team", ko: "팀" },
  agent_tools: { en: "Tools", ko: "도구" },
  agent_asks_first: { en: "each call is approved", ko: "호출마다 승인" },
  agent_limits: { en: "Asks a person after", ko: "이만큼 쓰면 사람에게 물음" },
  agent_limit_list: {
    en: "{turns} turns · {tokens} tokens · {time}",
    ko: "{turns}차례 · {tokens}토큰 · {time}",
  },
  models: { en: "Models", ko: "모델" },
  models_none: {
    en: "No model is configured: plans run without agents and goals.",
    ko: "설정된 모델이 없습니다. 에이전트와 목표 없이 계획을 실행합니다.",
  },
  system: { en: "System", ko: "시스템" },
  system_ready: { en: "Everything is ready", ko: "모두 정상입니다" },
  system_not_ready: { en: "Something is not ready", ko: "정상이 아닌 부분이 있습니다" },
  part_api: { en: "API", ko: "API" },
  part_temporal: { en: "Temporal", ko: "Temporal" },
  part_workers: { en: "Workers", ko: "워커" },
  part_disk: { en: "Disk", ko: "디스크" },
  part_ready: { en: "Ready", ko: "정상" },
  part_down: { en: "Not ready", ko: "이상" },
  disk_free: { en: "{size} free", ko: "{size} 남음" },
  system_doctor: { en: "Look closer", ko: "자세히 점검" },
  system_doctor_detail: {
    en: "On the machine itself, this checks Node, ports, clock, models and plans that cannot go on:",
    ko: "서버가 있는 컴퓨터에서 Node, 포트, 시계, 모델, 멈춘 계획을 점검합니다.",
  },
  system_keys: { en: "Keys", ko: "키" },
  system_keys_detail: {
    en: "Keys are made and revoked by admins on the machine itself, never over the network:",
    ko: "키는 관리자가 서버에서 직접 만들고 폐기합니다. 네트워크로는 할 수 없습니다.",
  },
  system_key_yours: {
    en: "This tab uses a key ending in {tail}.",
    ko: "이 탭은 {tail}(으)로 끝나는 키를 씁니다.",
  },
  system_no_key: { en: "This tab uses no key.", ko: "이 탭은 키를 쓰지 않습니다." },
  system_numbers: { en: "Numbers for Prometheus", ko: "Prometheus 지표" },
  menu: { en: "Command menu", ko: "명령 메뉴" },
  menu_hint: { en: "Type a command or a plan's title", ko: "명령이나 계획 제목을 입력하세요" },
  menu_none: { en: "Nothing fits", ko: "찾은 것이 없습니다" },
  menu_found: { en: "{count} found", ko: "{count}개 찾음" },
  menu_open: { en: "Open {title}", ko: "{title} 열기" },
  more: { en: "More", ko: "더 보기" },
} as const satisfies Catalog;
