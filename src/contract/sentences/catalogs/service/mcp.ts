import type { Catalog } from "../../catalog.ts";

/** What a person is asked, and told, when a model wants something that only people decide. */
export const MCP = {
  mcp_asks_edit: {
    en: 'An agent wants to change the plan "{title}" ({plan}):\n{ops}\n{does}',
    ko: '에이전트가 "{title}" 계획({plan})을 바꾸려고 합니다.\n{ops}\n{does}',
  },
  mcp_asks_cancel: {
    en: 'An agent wants to cancel the plan "{title}" ({plan}). What runs is stopped, and this cannot be taken back.\n{does}',
    ko: '에이전트가 "{title}" 계획({plan})을 취소하려고 합니다. 실행 중인 일은 멈추며, 되돌릴 수 없습니다.\n{does}',
  },
  mcp_asks_resume: {
    en: 'An agent wants to resume the plan "{title}" ({plan}).',
    ko: '에이전트가 "{title}" 계획({plan})을 재개하려고 합니다.',
  },
  mcp_asks_rollback: {
    en: 'An agent wants to take the plan "{title}" ({plan}) back to version {version}.\n{does}',
    ko: '에이전트가 "{title}" 계획({plan})을 버전 {version:으로} 되돌리려고 합니다.\n{does}',
  },
  /** What the agent says is kept as the reason of whoever agrees. */
  mcp_asks_because: { en: "{asks}\nIts reason: {reason}", ko: "{asks}\n이유: {reason}" },
  mcp_cancel_stops: {
    en: "Running now: {running}. Not finished yet: {left}. Open holds that close: {holds}.",
    ko: "지금 실행 중: {running}개. 아직 끝나지 않음: {left}개. 닫히는 결정 요청: {holds}건.",
  },
  mcp_adds: { en: "Adds: {ids}", ko: "추가: {ids}" },
  mcp_removes: { en: "Removes: {ids}", ko: "삭제: {ids}" },
  mcp_changes: { en: "Changes: {ids}", ko: "변경: {ids}" },
  mcp_changes_settings: { en: "Changes the plan's settings.", ko: "계획의 설정이 바뀝니다." },
  mcp_touches_nothing: {
    en: "Nothing that runs, waits or is done is touched.",
    ko: "실행 중이거나 기다리거나 끝난 것은 그대로입니다.",
  },
  mcp_names_and_more: { en: "{names} and {count} more", ko: "{names} 외 {count}개" },
  mcp_no_json: { en: "This is no JSON.", ko: "JSON이 아닙니다." },
  mcp_no_message: {
    en: "This is no JSON-RPC 2.0 message.",
    ko: "JSON-RPC 2.0 메시지가 아닙니다.",
  },
  mcp_line_too_long: {
    en: "The line is too long: a message has less than 10 MiB.",
    ko: "줄이 너무 깁니다. 메시지는 10MiB보다 작아야 합니다.",
  },
  mcp_confirm: { en: "Do it", ko: "실행" },
  mcp_only_with_yes: {
    en: "Nothing happens unless you say yes.",
    ko: "동의하지 않으면 아무 일도 일어나지 않습니다.",
  },
  mcp_person_needed: {
    en: "A person decides this. Nothing was changed. Tell the person to run: {command}",
    ko: "사람이 결정할 일입니다. 바뀐 것은 없습니다. 사람이 다음 명령을 실행해야 합니다: {command}",
  },
  mcp_page_opened: {
    en: "The person was given the page where they do it themselves, or with: {command}. This call changed nothing. Read the plan to see what they did.",
    ko: "사람에게 직접 처리할 수 있는 페이지를 보여 주었습니다. 다음 명령으로도 할 수 있습니다: {command}. 이 호출로 바뀐 것은 없습니다. 결과는 계획을 읽어 확인하세요.",
  },
  mcp_person_refused: {
    en: "The person said no. Nothing was changed.",
    ko: "사람이 거절했습니다. 바뀐 것은 없습니다.",
  },
  mcp_person_left: {
    en: "The person closed the question without an answer; nothing was done.",
    ko: "사람이 답하지 않고 질문을 닫았습니다. 아무 일도 하지 않았습니다.",
  },
  mcp_done: { en: "The person agreed, and it is done.", ko: "사람이 동의하여 실행했습니다." },
  mcp_confirmed: {
    en: "Confirmed by a person in an MCP client",
    ko: "사람이 에이전트 화면에서 확인함",
  },
} as const satisfies Catalog;
