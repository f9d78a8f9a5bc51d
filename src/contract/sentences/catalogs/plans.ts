import type { Catalog } from "../catalog.ts";

/** What plans and their todos do not do as they stand, and what there is not. */
export const PLANS = {
  status_pending: { en: "pending", ko: "준비됨" },
  status_blocked: { en: "blocked", ko: "막힘" },
  status_needs_approval: { en: "needs_approval", ko: "결정 대기" },
  status_in_progress: { en: "in_progress", ko: "실행 중" },
  status_running: { en: "running", ko: "실행 중" },
  status_completed: { en: "completed", ko: "완료" },
  status_failed: { en: "failed", ko: "실패" },
  status_skipped: { en: "skipped", ko: "건너뜀" },
  status_cancelled: { en: "cancelled", ko: "취소됨" },
  status_ending: { en: "ending", ko: "끝나는 중" },
  status_paused: { en: "paused", ko: "일시정지" },
  kind_tool: { en: "tool", ko: "도구" },
  kind_agent: { en: "agent", ko: "에이전트" },
  kind_question: { en: "question", ko: "질문" },
  kind_manual: { en: "manual", ko: "사람이 하는 일" },
  kind_milestone: { en: "milestone", ko: "이정표" },

  // Nothing by that name.
  no_plan: { en: 'There is no plan "{id}".', ko: '계획 "{id:이}" 없습니다.' },
  no_todo: { en: 'There is no todo "{id}".', ko: '할 일 "{id:이}" 없습니다.' },
  no_todo_in: {
    en: 'There is no todo "{id}" in plan "{plan}".',
    ko: '계획 "{plan}"에 할 일 "{id:이}" 없습니다.',
  },
  no_todo_here: {
    en: 'There is no todo "{id}" in this plan.',
    ko: '이 계획에 할 일 "{id:이}" 없습니다.',
  },
  beside_itself: {
    en: '"{id}" has no place before or after itself: name another todo.',
    ko: '"{id:은}" 자기 앞뒤로 옮길 수 없습니다. 다른 할 일을 쓰세요.',
  },
  no_other_todo: { en: 'there is no other todo "{id}".', ko: '다른 할 일 "{id:이}" 없습니다.' },
  no_hold: { en: 'There is no hold "{id}".', ko: '결정 요청 "{id:이}" 없습니다.' },
  no_checkpoint: { en: 'There is no checkpoint "{id}".', ko: '복원 시점 "{id:이}" 없습니다.' },
  names_no_checkpoint: { en: "names no checkpoint.", ko: "그런 복원 시점이 없습니다." },
  names_no_version: { en: "names no version.", ko: "그런 버전이 없습니다." },
  no_version: { en: "There is no version {version}.", ko: "버전 {version:이} 없습니다." },
  no_version_yet: {
    en: "There is no version {version}; the newest is {newest}.",
    ko: "버전 {version:이} 없습니다. 최신 버전은 {newest}입니다.",
  },
  look_at_todos: { en: "The plan lists its todos.", ko: "계획에서 할 일 목록을 확인하세요." },
  choose_checkpoint: {
    en: "Choose one of the plan's checkpoints.",
    ko: "계획의 복원 시점 가운데 하나를 고르세요.",
  },
  choose_version: {
    en: "Choose one of the plan's versions.",
    ko: "계획의 버전 가운데 하나를 고르세요.",
  },

  // Who a plan takes commands from.
  unproven: {
    en: 'Plan "{plan}" takes commands from its Holdpoint API only: {why}',
    ko: '계획 "{plan:은}" 자기 Holdpoint API가 보낸 명령만 받습니다. {why}',
  },
  unproven_template: {
    en: 'Template "{id}" takes changes from its Holdpoint API only: {why}',
    ko: '템플릿 "{id:은}" 자기 Holdpoint API가 보낸 변경만 받습니다. {why}',
  },
  unproven_agent: {
    en: 'Agent "{id}" takes changes from its Holdpoint API only: {why}',
    ko: '에이전트 "{id:은}" 자기 Holdpoint API가 보낸 변경만 받습니다. {why}',
  },
  older_proof: {
    en: "this one is older than the last change.",
    ko: "마지막 변경보다 앞서 보낸 것입니다.",
  },
  report_of_other: {
    en: 'A report about todo "{id}" did not come from its own workflow.',
    ko: '할 일 "{id}"에 관한 보고가 그 할 일의 워크플로가 아닌 곳에서 왔습니다.',
  },
  call_not_allowed: {
    en: "Nobody has approved exactly this call.",
    ko: "바로 이 호출을 승인한 사람이 없습니다.",
  },
  run_not_approved: {
    en: 'The tool "{tool}" has to ask a person, and nobody has approved exactly this. Let the todo ask: "requires_approval": true.',
    ko: '도구 ‘{tool:은}’ 사람의 승인이 꼭 필요한데, 바로 이 실행을 승인한 사람이 없습니다. 할 일이 승인을 받게 하세요: "requires_approval": true.',
  },
  no_proof: { en: "this one has no proof.", ko: "이 명령에는 증명이 없습니다." },
  not_a_proof: {
    en: "what came with this one is not a proof.",
    ko: "함께 온 것이 증명의 꼴이 아닙니다.",
  },
  proof_of_unknown_key: {
    en: "this one was signed with a key that the plan does not know.",
    ko: "계획이 모르는 키로 서명되었습니다.",
  },
  proof_of_other: {
    en: "the proof is of another command.",
    ko: "다른 명령의 증명입니다.",
  },
  proof_too_old: {
    en: "the proof is from {made}, more than seven days ago.",
    ko: "증명이 7일보다 오래되었습니다({made}).",
  },
  proof_from_ahead: {
    en: "by the clock of its API it is {made}, by Temporal's {time}.",
    ko: "명령을 보낸 API의 시계로는 {made}, Temporal의 시계로는 {time}입니다.",
  },
  set_clock: {
    en: "Nothing is wrong with the plan. Set the clock of the machine where the API runs: holdpoint doctor, there, says how far off it is.",
    ko: "계획에는 문제가 없습니다. API가 실행되는 컴퓨터의 시각을 맞추세요. 얼마나 다른지는 그 컴퓨터에서 `holdpoint doctor`로 볼 수 있습니다.",
  },
  send_by_api: {
    en: "Send it through the API, with a key: holdpoint, the screen, or POST /v1/….",
    ko: "키를 가지고 API로 보내세요. `holdpoint` 명령이나 화면, POST /v1/…로 할 수 있습니다.",
  },

  // What a plan does not take now.
  plan_takes_no_more: {
    en: 'The plan is {status} and no longer takes "{word}".',
    ko: "{status} 상태인 계획에는 `{word:을}` 쓸 수 없습니다.",
  },
  plan_cannot: {
    en: "The plan is {status} and cannot {word}.",
    ko: "{status} 상태인 계획에는 `{word:을}` 쓸 수 없습니다.",
  },
  plan_is: { en: "The plan is {status}.", ko: "계획은 {status} 상태입니다." },
  reopen_or_fork: {
    en: "Roll it back to a version, restore a checkpoint, or retry a failed todo or rerun one (with other arguments, too): then it goes on. Or fork it.",
    ko: "버전이나 복원 시점으로 되돌리거나, 실패한 할 일을 다시 시도하거나 끝난 할 일을 다시 실행하면(인수를 바꿔도 됩니다) 이어집니다. 포크해도 됩니다.",
  },
  plan_not_edited: {
    en: "Nobody is editing the plan.",
    ko: "편집 중인 계획이 아닙니다.",
  },
  plan_not_failed: {
    en: "The plan has not failed, so there is nothing to acknowledge.",
    ko: "실패한 계획이 아니라서 확인할 것이 없습니다.",
  },
  plan_acknowledged: {
    en: "This failure has already been acknowledged.",
    ko: "이미 확인했습니다.",
  },
  plan_not_ended: { en: "The plan has not ended.", ko: "아직 끝나지 않은 계획입니다." },
  cancel_or_wait: {
    en: "Cancel it, or wait until it has ended.",
    ko: "취소하거나 끝날 때까지 기다리세요.",
  },
  plan_is_archived: { en: "The plan is archived.", ko: "이미 보관한 계획입니다." },
  plan_is_not_archived: { en: "The plan is not archived.", ko: "보관하지 않은 계획입니다." },
  wait_for_end: { en: "Wait until it has ended.", ko: "끝날 때까지 기다리세요." },
  plan_accepts: { en: "It accepts: {words}.", ko: "지금 가능한 것: {words}." },
  command_id_used: {
    en: 'Command id "{id}" was used for another command (event {seq}).',
    ko: '명령 ID "{id:은}" 다른 명령에 이미 쓰였습니다(이벤트 {seq}).',
  },
  command_id_of_its_own: {
    en: "Give each command an id of its own; repeat one only with the same content.",
    ko: "명령마다 다른 ID를 쓰고, 같은 내용을 다시 보낼 때만 같은 ID를 쓰세요.",
  },
  no_such_message: { en: "There is no such message.", ko: "그런 메시지가 없습니다." },
  messages_are: { en: "Messages are {names}.", ko: "쓸 수 있는 메시지: {names}." },
  message_unreadable: {
    en: 'The "{name}" message cannot be read: {why}',
    ko: '"{name}" 메시지를 읽을 수 없습니다: {why}',
  },
  send_json: {
    en: 'Send its argument as JSON (encoding "json/plain" in Temporal).',
    ko: '인수를 JSON으로 보내세요(Temporal의 "json/plain" 인코딩).',
  },
  message_unacceptable: {
    en: 'The "{name}" message is not acceptable: {mistakes}',
    ko: '받을 수 없는 "{name}" 메시지입니다: {mistakes}',
  },
  send_one_object: {
    en: 'Send one JSON object, such as {"hold_id": "h1", "decision": "approve"} for "approval".',
    ko: 'JSON 객체 하나를 보내세요. "approval"이라면 {"hold_id": "h1", "decision": "approve"}처럼 씁니다.',
  },

  // What a todo does not take now.
  todo_takes_no_action: {
    en: 'Todo "{id}" is {status} and cannot take the action "{action}".',
    ko: '{status} 상태인 할 일 "{id}"에는 `{action:을}` 쓸 수 없습니다.',
  },
  is_being_skipped: {
    en: 'Todo "{id}" is being skipped by {by}.',
    ko: '{by:이} 할 일 "{id:을}" 건너뛰는 중입니다.',
  },
  no_action_possible: {
    en: "No action is possible now.",
    ko: "지금은 할 수 있는 것이 없습니다.",
  },
  possible_now: { en: "Possible now: {words}.", ko: "지금 가능한 것: {words}." },
  changes_to_run_again: {
    en: 'Only "retry" and "rerun" change a todo first. Edit the plan for anything else.',
    ko: '할 일을 먼저 바꾸는 것은 "retry"와 "rerun"뿐입니다. 그 밖에는 계획을 편집하세요.',
  },
  todo_cannot_run: {
    en: 'Todo "{id}" cannot run: {why}.',
    ko: '할 일 "{id:을}" 실행할 수 없습니다: {why}.',
  },
  run_or_unlink: {
    en: 'Run todo "{id}" again, or remove the dependency on it.',
    ko: '할 일 "{id:을}" 다시 실행하거나 선행 할 일에서 빼세요.',
  },
  todo_runs: { en: 'Todo "{id}" is running.', ko: '할 일 "{id:이}" 실행 중입니다.' },
  todo_runs_with: {
    en: 'Todo "{id}" is running with the result of "{other}".',
    ko: '할 일 "{id:이}" "{other}"의 결과로 실행 중입니다.',
  },
  wait_then_run: {
    en: "Wait until it has ended, then run this todo again.",
    ko: "끝날 때까지 기다린 뒤 다시 실행하세요.",
  },
  nobody_does: {
    en: 'Todo "{id}" is of kind {kind}: no person does it.',
    ko: '할 일 "{id:은}" 사람이 하는 일이 아닙니다(종류: {kind}).',
  },
  answer_its_hold: { en: "Answer its hold instead.", ko: "대신 질문에 답하세요." },
  take_it_over: {
    en: "To do it yourself, edit it so that no agent does it (`agent_name: null`; `holdpoint todo set <plan> <todo> --agent none`). An agent that is at it stops, and what it said stays.",
    ko: "직접 하려면 에이전트가 맡지 않도록 고치세요(`agent_name: null`, `holdpoint todo set <plan> <todo> --agent none`). 일하던 에이전트는 멈추고 나눈 대화는 남습니다.",
  },
  work_is_for_manual: {
    en: '"claim", "release", "done" and "cannot" are for todos of kind "manual".',
    ko: '"claim", "release", "done", "cannot"은 사람이 하는 일에만 쓸 수 있습니다.',
  },
  waits_or_ended: {
    en: "It waits for other todos, or has ended.",
    ko: "다른 할 일을 기다리거나 이미 끝났습니다.",
  },
  claimed_by: {
    en: 'Todo "{id}" is claimed by {who}.',
    ko: '할 일 "{id:은}" {who:이} 맡았습니다.',
  },
  todo_takes_no: {
    en: 'Todo "{id}" is {status} and cannot take "{word}".',
    ko: '{status} 상태인 할 일 "{id}"에는 `{word:을}` 쓸 수 없습니다.',
  },
  result_too_long: {
    en: "is longer than {most} characters of JSON.",
    ko: "JSON으로 {most}자까지 쓸 수 있습니다.",
  },
  send_as_file: {
    en: "The todo is still open. Send what is longer as a file.",
    ko: "할 일은 아직 열려 있습니다. 더 긴 것은 파일로 보내세요.",
  },
} as const satisfies Catalog;
