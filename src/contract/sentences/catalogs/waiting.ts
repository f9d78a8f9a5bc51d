import type { Catalog } from "../catalog.ts";

/** Why a todo does not run now. */
export const WAITING = {
  it_failed: { en: "It failed: {why}", ko: "실패했습니다: {why}" },
  it_is_skipped: { en: "It is skipped: {why}", ko: "건너뛰었습니다: {why}" },
  it_is: { en: "It is {status}.", ko: "{status} 상태입니다." },
  plan_is_ending: { en: "The plan is ending.", ko: "계획이 끝나는 중입니다." },
  plan_was_paused: {
    en: "The plan was paused by {by}.",
    ko: "{by:이} 계획을 일시정지했습니다.",
  },
  plan_waits_for_review: {
    en: "The plan waits for its review.",
    ko: "계획이 검토를 기다립니다.",
  },
  waits_for_approval: { en: "Waits for an approval.", ko: "승인을 기다립니다." },
  waits_for_approval_until: {
    en: "Waits for an approval until {until}.",
    ko: "{until}까지 승인을 기다립니다.",
  },
  waits_for_approvals: { en: "Waits for {count} approvals.", ko: "승인 {count}건을 기다립니다." },
  waits_for_approvals_until: {
    en: "Waits for {count} approvals until {until}.",
    ko: "{until}까지 승인 {count}건을 기다립니다.",
  },
  waits_for_an_answer: { en: "Waits for an answer.", ko: "답을 기다립니다." },
  waits_for_an_answer_until: {
    en: "Waits for an answer until {until}.",
    ko: "{until}까지 답을 기다립니다.",
  },
  it_runs: { en: "It is running.", ko: "실행 중입니다." },
  attempt_comes: {
    en: "An attempt failed; the next one starts at {at}.",
    ko: "시도가 실패해 {at}에 다시 시도합니다.",
  },
  has_claimed_it: { en: "{who} has claimed it.", ko: "{who:이} 맡았습니다." },
  waits_for_somebody: {
    en: "Waits for somebody to do it.",
    ko: "할 사람을 기다립니다.",
  },
  waits_for_person: { en: "Waits for {who}.", ko: "{who:을} 기다립니다." },
  waits_for_todos: { en: "Waits for {todos}.", ko: "대기: {todos}" },
  cannot_start_without: {
    en: "It cannot start without {todos}.",
    ko: "{todos} 없이는 시작할 수 없습니다.",
  },
  turn_comes: {
    en: "One todo is asked about at a time; its turn will come.",
    ko: "한 번에 하나씩 묻습니다. 차례를 기다립니다.",
  },
  starts_now: { en: "It starts now.", ko: "이제 시작합니다." },
  next_to_start: {
    en: "First in line (priority {priority}, made {made}): {taken} of {places} places are taken.",
    ko: "다음 차례입니다(우선순위 {priority}, {made}에 만듦). {places}자리 가운데 {taken}자리가 찼습니다.",
  },
  others_first: {
    en: "Number {place} in line (priority {priority}, made {made}): {count} ready {count?todo|todos} of higher priority, or above it in the plan, {count?goes|go} first.",
    ko: "대기 순서 {place}번째(우선순위 {priority}, {made}에 만듦): 우선순위가 높거나 계획에서 더 위에 있는 할 일 {count}개가 앞섭니다.",
  },
  many_others_first: {
    en: "Further back in line (priority {priority}, made {made}): at least {count} ready todos of higher priority, or above it in the plan, go first.",
    ko: "대기 순서가 뒤쪽입니다(우선순위 {priority}, {made}에 만듦): 우선순위가 높거나 계획에서 더 위에 있는 할 일이 {count}개 이상 앞섭니다.",
  },
} as const satisfies Catalog;
