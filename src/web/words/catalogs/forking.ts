import type { Catalog } from "../../../contract/sentences/catalog.ts";

/** Starting another plan from a moment of one: whoever asks for it loads it. */
export const FORKING = {
  fork: { en: "Start anew from here", ko: "여기서 새로 시작" },
  // As the terminal and the API call it.
  fork_also: { en: "fork", ko: "포크" },
  fork_version: {
    en: "Start anew from version {version}",
    ko: "버전 {version}에서 새로 시작",
  },
  fork_title: { en: "Start a new plan from this one?", ko: "이 계획에서 새 계획을 시작할까요?" },
  fork_title_version: {
    en: "Start a new plan from version {version}?",
    ko: "버전 {version}에서 새 계획을 시작할까요?",
  },
  fork_title_checkpoint: {
    en: "Start a new plan from this checkpoint?",
    ko: "이 복원 시점에서 새 계획을 시작할까요?",
  },
  fork_detail: {
    en: "This plan stays as it is. What was done by then is done in the new plan, too; approvals are asked for again.",
    ko: "이 계획은 그대로 남습니다. 그때까지 완료한 일은 새 계획에서도 완료된 상태이고, 승인은 다시 요청합니다.",
  },
  fork_kept: { en: "Already done", ko: "이미 끝남" },
  fork_first: { en: "Begins", ko: "바로 시작" },
  fork_first_reviewed: { en: "Begins after the review", ko: "검토 후 시작" },
  fork_later: { en: "Comes after that", ko: "그다음" },
  fork_person: { en: "waits for a person", ko: "사람을 기다림" },
  fork_approval: { en: "asks for approval", ko: "승인 요청" },
  fork_more: { en: "{count} more", ko: "그 외 {count}개" },
  fork_nothing: {
    en: "Everything is done by then: the new plan ends at once.",
    ko: "그때는 모두 끝난 상태라 새 계획도 바로 끝납니다.",
  },
  fork_review: {
    en: "Ask for a review first: nothing begins before it, and the plan can be edited until then",
    ko: "먼저 검토하기: 검토하기 전에는 아무것도 시작하지 않으며, 그때까지 계획을 고칠 수 있습니다",
  },
  fork_do: { en: "Start the new plan", ko: "새 계획 시작" },
} as const satisfies Catalog;
