import type { Catalog } from "../../../contract/sentences/catalog.ts";
import type { NewsType, Role } from "../../../contract/tables/vocabulary.ts";

/** What the API's own names mean that are chosen in forms. Only their pages load it: it is not among `WORDS`. */
export const MEANINGS = {
  viewer: { en: "reads", ko: "보기만 합니다" },
  operator: {
    en: "reads; creates, edits and controls plans",
    ko: "계획을 보고, 만들고, 고치고, 제어합니다",
  },
  approver: { en: "reads; decides and answers", ko: "계획을 보고, 결정하고, 답합니다" },
  admin: {
    en: "does all of the above; manages keys, agents and webhooks; deletes plans",
    ko: "위의 일을 모두 하고, 키·에이전트·웹훅을 관리하고, 계획을 삭제합니다",
  },
  "hold.opened": { en: "a decision or an answer is asked for", ko: "결정이나 답을 요청함" },
  "hold.due_soon": { en: "a request is due soon", ko: "요청의 기한이 다가옴" },
  "hold.signed": {
    en: "one of several approvals is given, and others have to follow",
    ko: "필요한 승인 가운데 하나를 받았고, 다른 사람의 승인이 더 필요함",
  },
  "hold.delegated": { en: "a request is handed to somebody", ko: "요청이 다른 사람에게 위임됨" },
  "hold.escalated": {
    en: "nobody decided in time, and the next one is asked",
    ko: "기한까지 결정이 없어 다음 사람에게 물음",
  },
  "hold.decided": {
    en: "a request is decided, or closed otherwise",
    ko: "요청이 결정되거나 다른 이유로 닫힘",
  },
  "work.opened": { en: "a person can begin a todo", ko: "사람이 할 일을 시작할 수 있음" },
  "work.due_soon": { en: "a person's todo is due soon", ko: "사람이 할 일의 기한이 다가옴" },
  "work.overdue": { en: "a person's todo is overdue", ko: "사람이 할 일의 기한이 지남" },
  "work.decided": {
    en: "a person's todo is done, or closed otherwise",
    ko: "사람이 할 일이 끝나거나 다른 이유로 닫힘",
  },
  "plan.ended": { en: "a plan ends, whichever way", ko: "계획이 끝남(완료·실패·취소)" },
} as const satisfies Record<Role | NewsType, Catalog[string]>;
