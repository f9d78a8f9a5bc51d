import type { Catalog } from "../catalog.ts";

/** What a change touches, in the order in which people are told: each is a list of an `Impact`. */
export const IMPACT_PARTS = [
  "runs_again",
  "may_run_again",
  "cannot_be_undone",
  "stops",
  "starts",
  "holds_closed",
  "holds_opened",
] as const;

/** What a change does besides changing the structure of a plan: what people read before they say yes. */
export const IMPACT = {
  impact_runs_again: { en: "Runs again: {ids}", ko: "다시 실행: {ids}" },
  impact_may_run_again: {
    en: "Runs again if what it is given changes: {ids}",
    ko: "받는 값이 달라지면 다시 실행: {ids}",
  },
  impact_cannot_be_undone: {
    en: "Effects outside the plan stay: {ids}",
    ko: "외부에 남긴 결과는 그대로 남음: {ids}",
  },
  impact_stops: { en: "Stops the agents of: {ids}", ko: "에이전트가 멈추는 할 일: {ids}" },
  impact_starts: { en: "Starts immediately: {ids}", ko: "바로 시작: {ids}" },
  impact_unawaited: {
    en: '{todos} will start without waiting for the decision about "{about}"',
    ko: '{todos:이} "{about}"의 결정을 기다리지 않고 시작합니다',
  },
  impact_holds_closed: { en: "Closes holds: {ids}", ko: "닫히는 결정 요청: {ids}" },
  impact_holds_opened: { en: "Opens holds instead: {ids}", ko: "새로 열리는 결정 요청: {ids}" },
  impact_ends_plan: {
    en: "Nothing would be left to do, so the plan would end.",
    ko: "남은 할 일이 없어 계획이 끝납니다.",
  },
} as const satisfies Catalog;
