import type { Catalog } from "../catalog.ts";

/** Why a hold is not decided, answered or changed as somebody wants. */
export const HOLDS = {
  decision_approve: { en: "approve", ko: "승인" },
  decision_reject: { en: "reject", ko: "거절" },
  decision_edit: { en: "edit", ko: "고쳐서 승인" },
  decision_answer: { en: "answer", ko: "답" },
  needs_approvals: {
    en: "{approvals} people have to approve it.",
    ko: "{approvals}명이 승인해야 합니다.",
  },
  needs_more_approvals: {
    en: "{given} of {approvals} people have approved it: {names}.",
    ko: "{approvals}명 중 {given}명이 승인했습니다: {names}.",
  },
  needs_approvers: {
    en: "Only these may decide it: {names}.",
    ko: "다음 사람이나 그룹만 결정할 수 있습니다: {names}.",
  },
  needs_somebody_else: {
    en: "These people created the plan or changed what is asked, and may not approve it: {names}.",
    ko: "계획을 만들었거나 묻는 내용을 바꾼 사람은 승인할 수 없습니다: {names}.",
  },
  only_approvers: {
    en: "Only {names} may decide hold {id}.",
    ko: "결정 요청 {id:은} {names}만 결정할 수 있습니다.",
  },
  only_approvers_go_on: {
    en: "Only {names} may say that the plan goes on without it: that starts what waits for it.",
    ko: "이 할 일 없이 계속하게 할 수 있는 사람은 {names}뿐입니다. 이것을 기다리던 할 일이 시작되기 때문입니다.",
  },
  ask_approver: {
    en: "Ask {names}. Where none of them can, somebody with the roles operator and approver may name others: in `approval` of the todo, or in `approval_policy` of the plan.",
    ko: "{names}에게 부탁하세요. 모두 결정할 수 없다면, operator와 approver 역할을 모두 가진 사람이 할 일의 `approval`이나 계획의 `approval_policy`에서 승인자를 바꿀 수 있습니다.",
  },
  no_self_approval: {
    en: "{by} created this plan or changed what hold {id} asks about, and so may not approve it.",
    ko: "{by:은} 이 계획을 만들었거나 결정 요청 {id:이} 묻는 내용을 바꾼 사람이라 승인할 수 없습니다.",
  },
  somebody_else_approves: {
    en: "Somebody else has to approve it; {by} can still reject it. Where nobody else can, somebody with the roles operator and approver may take `prevent_self_approval` away: from the todo, or from the plan's `approval_policy`.",
    ko: "다른 사람이 승인해야 합니다. {by:이} 거절할 수는 있습니다. 승인할 수 있는 사람이 없다면, operator와 approver 역할을 모두 가진 사람이 할 일이나 계획의 `approval_policy`에서 `prevent_self_approval`을 뺄 수 있습니다.",
  },
  approved_already: {
    en: "{by} has already approved hold {id}. Approvals still needed: {count}.",
    ko: "{by:은} 결정 요청 {id:을} 이미 승인했습니다. 승인이 {count}건 더 필요합니다.",
  },
  others_approve_too: {
    en: "Other people have to approve it, too. You can still undo your approval, or reject it.",
    ko: "다른 사람도 승인해야 합니다. 승인을 되돌리거나 거절할 수는 있습니다.",
  },
  no_going_on: {
    en: "Going on without it would start what waits for it, and others have to approve that.",
    ko: "이 할 일 없이 계속하면 이것을 기다리던 할 일이 시작되는데, 그러려면 다른 사람도 승인해야 합니다.",
  },
  reject_otherwise: {
    en: 'Reject it with "then" set to "skip" or "fail".',
    ko: '"then"을 "skip"이나 "fail"로 해서 거절하세요.',
  },
  no_edit_of_shared: {
    en: "What others have to approve cannot be changed while approving it.",
    ko: "다른 사람이 승인해야 하는 내용은 승인하면서 바꿀 수 없습니다.",
  },
  change_todo_then: {
    en: "Change the todo instead: it then asks again, with the new arguments. An agent's call can be rejected, with a reason that the agent reads.",
    ko: "대신 할 일을 바꾸세요. 그러면 새 인수로 다시 묻습니다. 에이전트의 호출이라면 이유를 적어 거절하세요. 에이전트가 그 이유를 읽습니다.",
  },
  takes_no_arguments: {
    en: 'Neither a tool nor an agent does todo "{id}": it takes no arguments.',
    ko: '할 일 "{id:은}" 도구나 에이전트가 하는 일이 아니라서 인수를 받지 않습니다.',
  },
  change_work_itself: {
    en: "Approve or reject it. What there is to do is changed by editing the todo.",
    ko: "승인하거나 거절하세요. 할 내용은 할 일을 편집해 바꿀 수 있습니다.",
  },
  remember_needs: {
    en: "An approval that needs certain people, or several, is not remembered.",
    ko: "승인할 사람이나 승인 수가 정해진 승인은 기억해 두지 않습니다.",
  },
  not_among_approvers: {
    en: "Only {names} may decide it, and {to} is not one of them.",
    ko: "{names}만 결정할 수 있는데 {to:은} 그중에 없습니다.",
  },
  delegate_to_approver: {
    en: "Delegate it to one of them.",
    ko: "그중 한 사람에게 위임하세요.",
  },
  hold_closed: {
    en: "Hold {id} is closed: {why}",
    ko: "결정 요청 {id:은} 닫혔습니다: {why}",
  },
  its_content_changed: {
    en: "what it asked about has changed",
    ko: "물어본 내용이 바뀌었습니다",
  },
  look_at_successor: {
    en: "Look at hold {id}, which asks about the present arguments.",
    ko: "지금의 인수를 묻는 결정 요청 {id:을} 보세요.",
  },
  look_at_open_holds: {
    en: "Look at the plan's open holds.",
    ko: "계획의 열린 결정 요청을 보세요.",
  },
  rejection_unfit: {
    en: 'This hold cannot be rejected with "{then}".',
    ko: '이 결정 요청은 "{then:으로}" 거절할 수 없습니다.',
  },
  rejection_takes: {
    en: '"then" takes {names} here.',
    ko: '여기서 "then"에 쓸 수 있는 것: {names}.',
  },
  other_digest: {
    en: "Hold {id} asks about {digest}, not about {other}.",
    ko: "결정 요청 {id:은} 다른 내용을 묻고 있습니다. 지문이 {other:이} 아니라 {digest}입니다.",
  },
  read_hold_again: {
    en: "Read the hold again and decide on what it shows.",
    ko: "결정 요청을 다시 읽고 지금 내용에 대해 결정하세요.",
  },
  edit_needs_args: {
    en: 'Decision "edit" needs the arguments that change.',
    ko: '"edit" 결정에는 바꿀 인수가 필요합니다.',
  },
  send_args: {
    en: 'Send them as "args"; those that are not in it stay, and null removes one. To change nothing, decide "approve".',
    ko: '"args"로 보내세요. 쓰지 않은 것은 그대로 두고, null이면 뺍니다. 바꿀 것이 없으면 "approve"로 결정하세요.',
  },
  args_only_with_edit: {
    en: '"args" goes only with decision "edit".',
    ko: '"args"는 "edit" 결정에만 쓸 수 있습니다.',
  },
  leave_out_or_edit: {
    en: 'Leave it out, or decide "edit".',
    ko: '빼거나 "edit"으로 결정하세요.',
  },
  value_only_with_answer: {
    en: '"value" goes only with decision "answer".',
    ko: '"value"는 "answer" 결정에만 쓸 수 있습니다.',
  },
  then_only_with_reject: {
    en: '"then" goes only with decision "reject".',
    ko: '"then"은 "reject" 결정에만 쓸 수 있습니다.',
  },
  leave_out: { en: "Leave it out.", ko: "빼고 보내세요." },
  decided_before: {
    en: "Hold {id} was decided before: {decision} by {by} at {at}.",
    ko: "결정 요청 {id:은} 이미 결정되었습니다: {decision}({by}, {at}).",
  },
  takes_effect_later: {
    en: "Hold {id} is decided: {decision} by {by}, taking effect at {at}.",
    ko: "결정 요청 {id:은} 이미 결정되었습니다: {decision}({by}). {at}부터 적용됩니다.",
  },
  decider_may_undo: {
    en: "Until then {by} can take it back.",
    ko: "그때까지는 {by:이} 되돌릴 수 있습니다.",
  },
  no_decision_to_undo: {
    en: "No decision on hold {id} waits to take effect.",
    ko: "결정 요청 {id}에는 적용을 기다리는 결정이 없습니다.",
  },
  undo_within_grace: {
    en: 'A decision can be taken back only while the "grace_seconds" run that it was sent with.',
    ko: '결정은 함께 보낸 "grace_seconds" 동안에만 되돌릴 수 있습니다.',
  },
  nothing_left: { en: "Nothing is left to do here.", ko: "여기서 더 할 것은 없습니다." },
  hold_is_over: {
    en: 'The time for hold {id} is over; its timeout action "{action}" applies.',
    ko: '결정 요청 {id}의 기한이 지나 정해 둔 "{action:이}" 적용됩니다.',
  },
  retry_asks_again: {
    en: 'If the work is still wanted, send the action "retry" for todo "{id}": it asks again.',
    ko: '아직 필요한 일이면 할 일 "{id:을}" `retry`하세요. 다시 묻습니다.',
  },
  rerun_does_again: {
    en: 'If it has to be done again, send the action "rerun" for todo "{id}".',
    ko: '다시 해야 하면 할 일 "{id:을}" `rerun`하세요.',
  },
  look_or_fork: {
    en: "Look at the todo's status; fork the plan if the work is still wanted.",
    ko: "할 일의 상태를 보고, 아직 필요한 일이면 계획을 포크하세요.",
  },
  look_at_status: { en: "Look at the todo's status.", ko: "할 일의 상태를 보세요." },
  hold_withdrawn: {
    en: "Hold {id} was withdrawn: {why}",
    ko: "결정 요청 {id:은} 철회되었습니다: {why}",
  },
  the_plan_is_ending: { en: "the plan is ending", ko: "계획이 끝나는 중입니다" },
  no_open_hold: { en: "The plan has no open hold.", ko: "열린 결정 요청이 없습니다." },
  open_holds: { en: "Open holds: {ids}.", ko: "열린 결정 요청: {ids}." },
  no_question: { en: "The plan asks no question now.", ko: "지금은 열린 질문이 없습니다." },
  which_question: {
    en: '{count} questions are open: "hold_id" has to say which one this answers.',
    ko: '열린 질문이 {count}개 있습니다. 어느 것의 답인지 "hold_id"로 지정하세요.',
  },
  which_request: {
    en: '{count} holds of this todo are open: "request_id" has to say which one this decides.',
    ko: '이 할 일에 열린 결정 요청이 {count}개 있습니다. 어느 것을 결정하는지 "request_id"로 지정하세요.',
  },
  hold_of_other_todo: {
    en: 'Hold {id} asks nothing about todo "{todo}".',
    ko: '결정 요청 {id:은} 할 일 "{todo}"에 대한 것이 아닙니다.',
  },
  todo_asks_nothing: {
    en: 'Todo "{id}" waits for no approval.',
    ko: '할 일 "{id:은}" 승인을 기다리지 않습니다.',
  },
  fields_need_change: {
    en: "{count} fields need a change.",
    ko: "{count}개 항목을 고쳐야 합니다.",
  },
  hold_still_asks: {
    en: "The hold is still open; it asks: {question}",
    ko: "결정 요청은 아직 열려 있습니다. 질문: {question}",
  },
  asks_decision: {
    en: "Hold {id} asks for a decision, not for an answer.",
    ko: "결정 요청 {id:은} 답이 아니라 결정을 기다립니다.",
  },
  decide_words: {
    en: 'Decide "approve", "reject" or "edit".',
    ko: '"approve", "reject", "edit" 가운데 하나로 결정하세요.',
  },
  asks_question: { en: "The hold asks a question.", ko: "질문에는 답해야 합니다." },
  answer_or_reject: {
    en: 'Send an answer, or "reject" to decline.',
    ko: '답을 보내거나, 답하지 않으려면 "reject"로 결정하세요.',
  },
  steps_only_with_review: {
    en: '"approval" goes only with decision "approve" on the review of a plan.',
    ko: '"approval"은 계획 검토를 승인할 때만 쓸 수 있습니다.',
  },
  remember_only_approve: {
    en: '"remember" works only with decision "approve".',
    ko: '"remember"는 "approve" 결정에만 쓸 수 있습니다.',
  },
  remember_only_tools: {
    en: "Only the approval of a todo that runs a tool can be remembered.",
    ko: "도구를 실행하는 할 일의 승인만 기억해 둘 수 있습니다.",
  },
  remember_irreversible: {
    en: "What this tool does cannot be undone: its approval cannot be remembered.",
    ko: "되돌릴 수 없는 도구라 승인을 기억해 둘 수 없습니다.",
  },
  remember_not_in_steps: {
    en: "The plan asks before each todo: no approval is remembered.",
    ko: "할 일마다 승인을 받는 계획에서는 승인을 기억해 둘 수 없습니다.",
  },
  remember_asks_always: {
    en: "This todo asks every time: its approval cannot be remembered.",
    ko: "매번 묻도록 정해진 할 일이라 승인을 기억해 둘 수 없습니다.",
  },
  remember_until: {
    en: "It cannot be remembered until this time.",
    ko: "이 시각까지는 기억해 둘 수 없습니다.",
  },
  remember_at_most: {
    en: "Give a time in the future, at most {days} days from now.",
    ko: "지금 이후 {days}일 안의 시각을 적으세요.",
  },
  remember_no_place: {
    en: 'There is no argument at "{place}".',
    ko: '"{place}"에는 인수가 없습니다.',
  },
  remember_places: {
    en: 'Name arguments of the hold as JSON pointers, such as "/text"; parts of a list cannot be named.',
    ko: '결정 요청의 인수를 "/text" 같은 JSON 포인터로 적으세요. 목록의 일부는 적을 수 없습니다.',
  },
  remember_too_many: {
    en: "The plan remembers {most} approvals already.",
    ko: "이 계획은 이미 승인을 {most}건 기억하고 있습니다.",
  },
  remember_revoke_one: {
    en: "Revoke one that is not needed any more, or approve without remembering.",
    ko: "필요 없는 것을 취소하거나, 기억하지 않고 승인하세요.",
  },
  not_remembered: {
    en: "No approval of hold {id} is remembered.",
    ko: "결정 요청 {id}에는 기억해 둔 승인이 없습니다.",
  },
  nothing_to_revoke: { en: "There is nothing to revoke.", ko: "취소할 것이 없습니다." },
  review_takes: {
    en: "A plan review takes approve or reject.",
    ko: "계획 검토는 승인하거나 거절할 수 있습니다.",
  },
  send_one_of_these: { en: "Send one of these.", ko: "둘 중 하나를 보내세요." },
  cannot_run_without: {
    en: 'Todo "{id}" cannot run without "{lost}", which has failed.',
    ko: '할 일 "{id:은}" 실패한 "{lost}" 없이는 실행할 수 없습니다.',
  },
  retry_or_unlink: {
    en: 'Retry todo "{lost}", or remove the dependency on it: this todo then goes on. Or reject.',
    ko: '할 일 "{lost:을}" 다시 시도하거나 선행 할 일에서 빼면 이 할 일이 이어집니다. 아니면 거절하세요.',
  },
  no_deadline: {
    en: "Hold {id} has no deadline: it waits as long as it takes.",
    ko: "결정 요청 {id}에는 기한이 없습니다. 결정할 때까지 기다립니다.",
  },
  nothing_to_extend: { en: "Nothing has to be extended.", ko: "늘릴 기한이 없습니다." },
  review_stays: {
    en: "A plan's review cannot be withdrawn: the plan would never start.",
    ko: "계획 검토는 철회할 수 없습니다. 철회하면 계획이 시작되지 않습니다.",
  },
  decide_or_cancel: {
    en: 'Decide "approve" or "reject", or cancel the plan.',
    ko: '"approve"나 "reject"로 결정하거나 계획을 취소하세요.',
  },
  needs_field: { en: '"{action}" needs "{field}".', ko: '"{action}"에는 "{field:이}" 필요합니다.' },
  takes_no_field: {
    en: '"{action}" takes no "{field}".',
    ko: '"{action}"에는 "{field:을}" 쓸 수 없습니다.',
  },
  takes_fields: { en: '"{action}" takes {fields}.', ko: '"{action}"에 쓸 수 있는 것: {fields}.' },
  takes_nothing_more: {
    en: '"{action}" takes nothing more.',
    ko: '"{action}"에는 다른 것을 쓰지 않습니다.',
  },
  would_wait_too_long: {
    en: "It would wait longer than {most} seconds from now.",
    ko: "지금부터 {most}초보다 오래 기다리게 됩니다.",
  },
  extend_later: {
    en: "Extend it by less, and again later.",
    ko: "조금만 늘리고, 나중에 다시 늘리세요.",
  },

  // Why it is asked now.
  because_review: {
    en: "The plan “{plan}” is reviewed before anything in it starts.",
    ko: "계획 ‘{plan:은}’ 시작하기 전에 검토를 받습니다.",
  },
  because_planned: {
    en: "A model made the plan “{plan}”, and it is reviewed before anything in it starts.",
    ko: "모델이 짠 계획 ‘{plan:은}’ 시작하기 전에 검토를 받습니다.",
  },
  because_marked: {
    en: "“{todo}” is marked: a person approves it before it runs.",
    ko: "‘{todo:은}’ 실행하기 전에 승인받도록 표시된 할 일입니다.",
  },
  because_tool: {
    en: "The tool “{tool}” has to ask a person each time before it runs, whatever a plan or an agent says.",
    ko: "‘{tool:은}’ 계획이나 에이전트와 상관없이 실행할 때마다 승인을 받아야 하는 도구입니다.",
  },
  because_every_todo: {
    en: "The plan “{plan}” asks before each todo.",
    ko: "계획 ‘{plan:은}’ 할 일마다 승인을 받습니다.",
  },
  because_agent_tool: {
    en: "The agent “{agent}” has to ask each time before it calls “{tool}”.",
    ko: "에이전트 ‘{agent:은}’ ‘{tool:을}’ 호출할 때마다 승인을 받아야 합니다.",
  },
  because_agent_halted: {
    en: "The agent “{agent}” stopped with steps left, and somebody kept it from going on by itself.",
    ko: "에이전트 ‘{agent:이}’ 단계를 남기고 멈춘 뒤, 누군가 자동 재개를 취소했습니다.",
  },
  because_agent_question: {
    en: "The agent “{agent}” has a question to which the plan has no answer.",
    ko: "에이전트 ‘{agent:이}’ 물었지만 계획 안에는 답이 없습니다.",
  },
  because_question: {
    en: "“{todo}” is a question, and its turn has come.",
    ko: "질문 ‘{todo}’에 답할 차례입니다.",
  },
  because_failure: {
    en: "“{todo}” failed, and a person is asked how to go on.",
    ko: "‘{todo:이}’ 실패해서 어떻게 할지 묻습니다.",
  },
  because_plan_budget: {
    en: "The plan “{plan}” has spent its budget for models.",
    ko: "계획 ‘{plan:이}’ 모델에 쓸 예산을 다 썼습니다.",
  },
  because_agent_budget: {
    en: "The agent “{agent}” has spent its budget for this run.",
    ko: "에이전트 ‘{agent:이}’ 실행 한 번에 쓸 수 있는 비용을 다 썼습니다.",
  },
  because_agent_limit: {
    en: "The agent “{agent}” has used up its turns or tokens for this run, and is not done.",
    ko: "에이전트 ‘{agent:이}’ 실행 한 번에 쓸 수 있는 차례나 토큰을 다 썼지만 일을 끝내지 못했습니다.",
  },
  because_goal: {
    en: "The goal cannot be planned without an answer from a person.",
    ko: "사람의 답이 있어야 목표로 계획을 짤 수 있습니다.",
  },
  because_proposal: {
    en: "A model proposes to change the plan “{plan}”, and a person decides about that.",
    ko: "모델이 계획 ‘{plan:을}’ 바꾸자고 제안했고, 결정은 사람이 합니다.",
  },
} as const satisfies Catalog;
