import type { Catalog } from "../../../contract/sentences/catalog.ts";

/** What an approval counts for besides its request, what it takes, and what is decided later. */
export const CONSENT = {
  approve_remember: { en: "Approve and remember", ko: "승인하고 기억하기" },
  remember_what: {
    en: "Until {until}, todos of this plan that run {tool} with the same input run without asking.",
    ko: "{until}까지, 이 계획에서 {tool:을} 같은 내용으로 실행하는 할 일은 묻지 않고 실행합니다.",
  },
  remember_any: { en: "{names} may differ.", ko: "{names:은} 달라도 됩니다." },
  remember_open: {
    en: "What already waits for a decision still does.",
    ko: "이미 결정을 기다리는 요청은 그대로 기다립니다.",
  },
  remember_for: { en: "How long", ko: "기간" },
  remember_hour: { en: "1 hour", ko: "1시간" },
  remember_day: { en: "1 day", ko: "1일" },
  remember_week: { en: "7 days", ko: "7일" },
  remember_differs: { en: "Arguments that may differ", ko: "달라도 되는 인수" },
  remember_differs_hint: {
    en: "Everything else must be the same as here.",
    ko: "고르지 않은 인수는 지금과 같아야 합니다.",
  },
  remembered_title: {
    en: "{count} remembered {count?approval|approvals}",
    ko: "기억해 둔 승인 {count}건",
  },
  remembered_until: { en: "{by}, until {until}", ko: "{by}, {until}까지" },
  remembered_was: { en: "Remembered until {until}", ko: "{until}까지 기억함" },
  remembered_over: { en: "Was remembered until {until}", ko: "{until}까지 기억했음" },
  remembered_revoked: {
    en: "No longer remembered: {by} revoked it",
    ko: "{by:이} 해제해 더는 기억하지 않음",
  },
  revoke: { en: "Stop remembering", ko: "기억 해제" },
  revoke_of: { en: "Stop remembering: {title}", ko: "기억 해제: {title}" },
  sent_revoke: {
    en: "No longer remembered: {title}. Later todos ask again.",
    ko: "더는 기억하지 않습니다: {title}. 다음부터 다시 묻습니다.",
  },
  risk: { en: "Risk", ko: "위험" },
  irreversible: { en: "This cannot be undone", ko: "되돌릴 수 없습니다" },
  required_by_tool: {
    en: "Approval: its tool always asks",
    ko: "승인: 반드시 승인받아야 하는 도구",
  },
  irreversible_title: { en: "Approve what cannot be undone", ko: "되돌릴 수 없는 일 승인하기" },
  irreversible_changed: {
    en: "What you changed, as it will run",
    ko: "고친 인수(이대로 실행됩니다)",
  },
  irreversible_type: {
    en: "To approve, type the todo's title:",
    ko: "승인하려면 할 일 제목을 그대로 입력하세요:",
  },
  irreversible_each: {
    en: "What cannot be undone is approved one by one, on its own page.",
    ko: "되돌릴 수 없는 일은 각 요청에서 하나씩 승인합니다.",
  },
  via_screen: { en: "on the screen", ko: "화면에서" },
  via_terminal: { en: "in the terminal", ko: "터미널에서" },
  via_api: { en: "through the API", ko: "API로" },
  via_socket: { en: "through a WebSocket", ko: "WebSocket으로" },
  via_mcp: { en: "through MCP", ko: "MCP로" },
  via_temporal: { en: "in Temporal", ko: "Temporal에서" },
  put_off: { en: "Snooze", ko: "나중에 보기" },
  put_off_until: { en: "Until", ko: "언제 다시 볼까요?" },
  put_off_hint: {
    en: "It is hidden from the inbox in this browser only. Its deadline does not change.",
    ko: "이 브라우저의 받은 요청에서만 숨깁니다. 결정 기한은 그대로입니다.",
  },
  put_off_too_late: {
    en: "Its deadline is too close to snooze it.",
    ko: "결정 기한이 가까워 나중에 보기로 미룰 수 없습니다.",
  },
  sent_put_off: { en: "Snoozed until {until}: {title}", ko: "{until}에 다시 표시합니다: {title}" },
  put_off_count: {
    en: "{count} snoozed, the first until {until}",
    ko: "나중에 볼 요청 {count}건({until}부터 다시 표시)",
  },
  put_off_back: { en: "Show all now", ko: "모두 지금 보기" },
  let_through: { en: "Approval", ko: "승인" },
  let_through_by: {
    en: "Not asked: an approval by {by} is remembered for it",
    ko: "{by:이} 승인한 것을 기억해 두어 묻지 않음",
  },
} as const satisfies Catalog;
