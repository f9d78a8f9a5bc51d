import type { Catalog } from "../catalog.ts";

/** What is said when a model plans anew, and of what it proposes. */
export const REPLAN = {
  cause_failure: { en: '"{title}": {why}', ko: '"{title}": {why}' },
  cause_rejection: {
    en: '"{title}" was rejected, and the plan is to be made anew: {why}',
    ko: '"{title:이}" 거절되어 계획을 새로 짭니다: {why}',
  },
  cause_review: {
    en: 'A model looked at the result of "{title}".',
    ko: '모델이 "{title}"의 결과를 살펴보았습니다.',
  },
  cause_request: { en: "{by} asked: {feedback}", ko: "{by}의 요청: {feedback}" },
  proposal_asks: {
    en: "{cause}\nA model proposes {count} {count?change|changes}: {summary}\n{lines}",
    ko: "{cause}\n모델이 변경 {count}건을 제안합니다: {summary}\n{lines}",
  },
  proposed_line: { en: "{line}. {meaning} — {reason}", ko: "{line}. {meaning} — {reason}" },
  line_add: { en: 'add "{title}"', ko: '"{title}" 추가' },
  line_add_after: {
    en: 'add "{title}", which waits for {others}',
    ko: '"{title}" 추가({others} 다음에 실행)',
  },
  line_add_run: { en: 'add "{title}" ({runs})', ko: '"{title}" 추가({runs})' },
  line_add_run_after: {
    en: 'add "{title}" ({runs}), which waits for {others}',
    ko: '"{title}" 추가({runs}, {others} 다음에 실행)',
  },
  line_remove: { en: 'remove "{title}"', ko: '"{title}" 삭제' },
  line_modify: { en: 'change {fields} of "{title}"', ko: '"{title}"의 {fields} 변경' },
  line_move: { en: 'move "{title}" in the list', ko: '목록에서 "{title}" 자리 옮기기' },
  line_order: { en: "put {count} todos into another order", ko: "할 일 {count}개의 순서 바꾸기" },
  line_priority: {
    en: 'set the priority of "{title}" to {priority}',
    ko: '"{title}"의 우선순위를 {priority:으로} 정하기',
  },
  line_wait: {
    en: '"{title}" waits for "{other}"',
    ko: '"{title:이}" "{other:을}" 기다리게 하기',
  },
  line_unlink: {
    en: '"{title}" no longer waits for "{other}"',
    ko: '"{title:이}" "{other:을}" 더는 기다리지 않게 하기',
  },
  line_plan: { en: "change {fields} of the plan", ko: "계획의 {fields} 변경" },
  proposal_takes: {
    en: "A proposal is approved, whole or by lines, or rejected.",
    ko: "제안은 전부 또는 줄을 골라 승인하거나 거절합니다.",
  },
  lines_only_with_approve: {
    en: '"lines" goes only with decision "approve" on a proposal.',
    ko: '"lines"는 제안을 승인할 때만 쓸 수 있습니다.',
  },
  no_such_line: {
    en: "The proposal has {count} {count?line|lines}, and no line {line}.",
    ko: "제안에는 줄이 {count}개 있고 {line}번 줄은 없습니다.",
  },
  line_twice: { en: "names line {line} twice.", ko: "{line}번 줄을 두 번 썼습니다." },
  lines_do_not_fit: {
    en: "{count} {count?line|lines} of the proposal no longer {count?fits|fit} the plan.",
    ko: "제안 가운데 {count}줄이 지금 계획에 맞지 않습니다.",
  },
  take_lines: {
    en: "These lines still fit: {lines}. Approve them alone, or reject the proposal and ask anew.",
    ko: "아직 맞는 줄: {lines}. 이 줄만 승인하거나, 거절하고 다시 요청하세요.",
  },
  no_line_fits: {
    en: "None of them fits any more. Reject the proposal, and ask anew if changes are still wanted.",
    ko: "맞는 줄이 없습니다. 제안을 거절하고, 필요하면 다시 요청하세요.",
  },
  hold_proposes_nothing: {
    en: "Hold {id} proposes no changes.",
    ko: "결정 요청 {id:은} 변경을 제안하지 않습니다.",
  },
  read_hold_instead: {
    en: "Read the hold itself, and its choices.",
    ko: "결정 요청과 그 선택지를 읽어 보세요.",
  },
  cause_is_over: {
    en: "what it was about is no longer so",
    ko: "제안하게 된 까닭이 이미 사라졌습니다",
  },
  proposal_rejected: { en: "{by} rejected the proposal.", ko: "{by:이} 제안을 거절했습니다." },
  proposal_rejected_because: {
    en: "{by} rejected the proposal: {why}",
    ko: "{by:이} 제안을 거절했습니다: {why}",
  },
  proposal_closed: { en: "The proposal was closed: {why}", ko: "제안이 닫혔습니다: {why}" },
  replan_refused_by_model: {
    en: "The model refuses to propose anything: {why}",
    ko: "모델이 제안을 거부했습니다: {why}",
  },
  replan_no_edits: {
    en: "The model proposed nothing that fits the plan, also when told what was wrong:\n{mistakes}",
    ko: "틀린 곳을 알려 준 뒤에도 모델이 계획에 맞는 제안을 하지 못했습니다.\n{mistakes}",
  },
  replan_nothing: {
    en: "The model sees nothing to change: {why}",
    ko: "모델은 바꿀 것이 없다고 합니다: {why}",
  },
  replanned_often: {
    en: "A model has been asked {times} times about this todo's failures.",
    ko: "이 할 일의 실패에 대해 모델에 이미 {times}번 물었습니다.",
  },
  replan_over_budget: {
    en: "The plan's budget for models is spent.",
    ko: "계획의 모델 예산을 다 썼습니다.",
  },
  replan_raises_budget: {
    en: "Raise the plan's budget_usd, and ask again.",
    ko: "계획의 budget_usd를 올린 뒤 다시 요청하세요.",
  },
  replans_wait: {
    en: "{count} requests wait for a model already.",
    ko: "이미 요청 {count}건이 모델을 기다리고 있습니다.",
  },
  replan_later: {
    en: "Wait until some of them have been answered.",
    ko: "그중 일부가 처리된 뒤에 다시 요청하세요.",
  },
  edits_no_plan_settings: {
    en: "the plan's own settings are changed by people only.",
    ko: "계획 자체의 설정은 사람만 바꿉니다.",
  },
  edits_need_arguments: {
    en: 'has to be said with the new tool "{tool}": what the todo has now was not shown whole.',
    ko: '새 도구 "{tool}"에 맞게 함께 적어야 합니다. 지금 있는 인수는 일부만 보였습니다.',
  },
  edits_need_reason: {
    en: "needs a reason of 1 to {most} characters.",
    ko: "1~{most}자의 이유가 필요합니다.",
  },
  result_in_review: {
    en: "The result of {todos} is being looked at: the plan may change.",
    ko: "{todos}의 결과를 살펴보는 중입니다. 계획이 바뀔 수 있습니다.",
  },
  loosens_replanning: {
    en: "what models propose would be applied without a person.",
    ko: "모델의 제안이 사람의 확인 없이 적용됩니다.",
  },
  no_model_for_replan: {
    en: "No model is configured that could plan anew.",
    ko: "계획을 새로 짤 모델이 설정되어 있지 않습니다.",
  },
} as const satisfies Catalog;
