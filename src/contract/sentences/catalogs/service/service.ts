import type { Catalog } from "../../catalog.ts";

/** What the API cannot find or do. */
export const SERVICE = {
  look_at_holds: {
    en: "Look at /v1/plans/{plan}/holds for the open ones.",
    ko: "열린 것은 /v1/plans/{plan}/holds에 있습니다.",
  },
  nothing_at_argument: {
    en: 'The hold has nothing at "{pointer}".',
    ko: '결정 요청의 "{pointer}"에는 아무것도 없습니다.',
  },
  nothing_at_result: {
    en: 'The result of "{todo}" has nothing at "{pointer}".',
    ko: '"{todo}"의 결과에는 "{pointer}"에 아무것도 없습니다.',
  },
  failed_no_result: {
    en: '"{todo}" has no result, since it failed: {why}',
    ko: '"{todo:은}" 실패해서 결과가 없습니다: {why}',
  },
  todo_no_result: {
    en: '"{todo}" has no result: it is {status}.',
    ko: '"{todo}"의 결과가 없습니다. 지금 상태: {status}.',
  },
  look_at_result: {
    en: "A completed todo has a result; name a place in its result_data, such as /items/0.",
    ko: "결과는 완료된 할 일에 있습니다. result_data 안의 자리를 적어 주세요. 예: /items/0",
  },
  no_answer_of_call: {
    en: 'The todo\'s agent has made no call "{call}" that was answered.',
    ko: '이 할 일의 에이전트가 보낸 호출 가운데 답을 받은 "{call:이}" 없습니다.',
  },
  nothing_at_answer: {
    en: 'The answer to the call "{call}" has nothing at {pointer}.',
    ko: '호출 "{call}"의 답에는 {pointer} 자리에 아무것도 없습니다.',
  },
  look_at_transcript: {
    en: "The todo's transcript has the ids of its agent's calls, such as t1c1, and what they were answered.",
    ko: "에이전트가 보낸 호출의 ID(예: t1c1)와 받은 답은 할 일의 대화 기록에 있습니다.",
  },
  look_at_arguments: {
    en: "Name a place in args or input_data as the hold shows them, such as /args/text.",
    ko: "결정 요청에 보이는 인수나 입력 데이터 안의 자리를 적어 주세요. 예: /args/text",
  },
  holds_are_listed: {
    en: "/v1/plans/{plan}/holds lists the holds.",
    ko: "결정 요청 목록은 /v1/plans/{plan}/holds에 있습니다.",
  },
  no_review_open: {
    en: 'Plan "{plan}" has no open review.',
    ko: '계획 "{plan}"에 열린 검토가 없습니다.',
  },
  no_hold_of_todo: {
    en: 'Todo "{id}" of plan "{plan}" has no open hold.',
    ko: '계획 "{plan}"의 할 일 "{id}"에 열린 결정 요청이 없습니다.',
  },
  no_hold_of_plan: {
    en: 'Plan "{plan}" has no hold "{id}".',
    ko: '계획 "{plan}"에 결정 요청 "{id:이}" 없습니다.',
  },
  edits_of_edit: {
    en: 'belong to the action "edit"; another one would drop them.',
    ko: '"edit" 동작에만 쓸 수 있습니다. 다른 동작에서는 버려집니다.',
  },
  edit_then_approve: {
    en: 'Send the edits with "edit" first, then approve the plan that is shown.',
    ko: '먼저 "edit"로 고친 내용을 보내고, 새로 보이는 계획을 승인하세요.',
  },
  args_object: {
    en: "must be an object: the arguments that change; null removes one.",
    ko: "객체여야 합니다. 바꿀 인수를 쓰세요. null이면 뺍니다.",
  },
  correct_default: {
    en: "The request's `default` has the arguments that failed; send them corrected.",
    ko: "요청의 `default`에 실패한 인수가 있습니다. 고쳐서 보내세요.",
  },
  tags_too_long: {
    en: "The tags have {bytes} bytes in total; at most {most} can be stored.",
    ko: "태그가 모두 {bytes}바이트입니다. {most}바이트까지 저장할 수 있습니다.",
  },
  fewer_tags: {
    en: "Use fewer or shorter tags, and put longer text into the description or the context.",
    ko: "태그를 줄이고, 긴 글은 description이나 context에 쓰세요.",
  },
  correct_args: {
    en: "The hold is still open. Correct the arguments and decide again.",
    ko: "결정 요청은 아직 열려 있습니다. 인수를 고쳐 다시 결정하세요.",
  },
  no_tool_but: {
    en: 'There is no tool "{name}"; did you mean "{nearest}"?',
    ko: '도구 "{name:이}" 없습니다. "{nearest:을}" 쓰려던 것인가요?',
  },
  no_tool: {
    en: 'There is no tool "{name}". There are: {names}.',
    ko: '도구 "{name:이}" 없습니다. 쓸 수 있는 도구: {names}.',
  },
  schema_failed: {
    en: "The input schema of tool {tool} failed on these arguments: {why}",
    ko: "도구 {tool}의 입력 schema가 이 인수를 확인하다가 실패했습니다: {why}",
  },
  unknown_key: {
    en: 'Unknown key "{name}". Remove it.',
    ko: '"{name:은}" 쓸 수 없는 인수입니다. 빼세요.',
  },
  unknown_key_but: {
    en: 'Unknown key "{name}". Did you mean "{nearest}"?',
    ko: '"{name:은}" 쓸 수 없는 인수입니다. "{nearest:을}" 쓰려던 것인가요?',
  },
  unknown_key_of: {
    en: 'Unknown key "{name}". Remove it; the tool takes: {names}.',
    ko: '"{name:은}" 쓸 수 없는 인수입니다. 빼세요. 도구가 받는 것: {names}.',
  },
  no_form_fits: {
    en: "None of the accepted forms fits: {forms}",
    ko: "받을 수 있는 꼴 가운데 맞는 것이 없습니다: {forms}",
  },
  either: { en: "{first} Or: {second}", ko: "{first} 또는: {second}" },
  bad_key: { en: "has a key that does not fit: {what}", ko: "이름이 맞지 않습니다: {what}" },
  quoted: { en: "{text}", ko: "{text}" },
  accepted_waits: {
    en: "Temporal has the command, but the plan has not accepted it yet. To get the outcome, repeat it with this command_id and without Prefer.",
    ko: "명령은 Temporal에 있지만 계획이 아직 받지 않았습니다. 결과를 보려면 이 command_id로, Prefer 없이 다시 보내세요.",
  },
  agent_saved_since: {
    en: "Somebody has saved this agent since: it has version {version} now.",
    ko: "그사이 누군가 이 에이전트를 저장했습니다. 지금은 버전 {version}입니다.",
  },
  agent_gone_since: {
    en: "Somebody has deleted this agent since.",
    ko: "그사이 누군가 이 에이전트를 삭제했습니다.",
  },
  look_at_agent: {
    en: "Look at it as it is now, and save what you want of both.",
    ko: "지금 저장된 내용을 보고, 원하는 대로 고쳐서 저장하세요.",
  },
  no_kept_agent: {
    en: 'No agent "{name}" is kept.',
    ko: '저장된 에이전트 "{name:이}" 없습니다.',
  },
  tools_are_listed: {
    en: "/v1/tools lists the tools, with the arguments that they take.",
    ko: "쓸 수 있는 도구와 인수는 /v1/tools에 있습니다.",
  },
  agents_are_listed: {
    en: "/v1/agents lists the agents.",
    ko: "에이전트 목록은 /v1/agents에 있습니다.",
  },
  agent_is_configured: {
    en: 'The agent "{name}" is defined in the configuration; nothing else may have its name.',
    ko: '에이전트 "{name:은}" 설정 파일에 있습니다. 설정 파일의 이름은 다른 에이전트가 쓸 수 없습니다.',
  },
  change_configuration: {
    en: "Change it in holdpoint.config.ts, or choose another name.",
    ko: "`holdpoint.config.ts`에서 바꾸거나 다른 이름을 쓰세요.",
  },
  approval_of_no_tool: {
    en: 'needs approval for "{tool}", which is not among the tools that the agent may use.',
    ko: '승인이 필요하다는 "{tool:은}" 이 에이전트가 쓸 수 있는 도구가 아닙니다.',
  },
  correct_agent: {
    en: "Nothing was saved. Correct the agent and send it again.",
    ko: "저장하지 않았습니다. 에이전트를 고쳐 다시 보내세요.",
  },
  no_step_review: {
    en: "Nobody is asked to approve this plan: it was started without a review.",
    ko: "검토 없이 시작된 계획이어서 승인을 묻지 않습니다.",
  },
  create_with_review: {
    en: 'Create plans with "plan_review": true to approve them first.',
    ko: '먼저 승인하려면 계획을 "plan_review": true로 만드세요.',
  },
  no_step: {
    en: 'There is no step "{id}" in session "{plan}".',
    ko: '세션 "{plan}"에 단계 "{id:이}" 없습니다.',
  },
  look_at_steps: {
    en: "Look at /api/todos/{plan} for its steps.",
    ko: "단계는 /api/todos/{plan}에 있습니다.",
  },
  look_at_plan: {
    en: "Look at /v1/plans/{plan} for its todos.",
    ko: "할 일은 /v1/plans/{plan}에 있습니다.",
  },
  no_version_of: {
    en: 'There is no version {version} of plan "{plan}".',
    ko: '계획 "{plan}"에 버전 {version:이} 없습니다.',
  },
  look_at_versions: {
    en: "Look at /v1/plans/{plan}/versions.",
    ko: "/v1/plans/{plan}/versions에서 확인하세요.",
  },
  no_problem: { en: 'There is no problem "{code}".', ko: '오류 코드 "{code:이}" 없습니다.' },
  look_at_problems: {
    en: "Look at /problems for those that there are.",
    ko: "오류 코드는 /problems에 있습니다.",
  },
  plan_exists: {
    en: 'The id "{id}" is taken: a plan has it, or had it before it was deleted.',
    ko: 'ID "{id:을}" 쓰는 계획이 있거나, 쓰던 계획이 삭제되었습니다.',
  },
  choose_other_id: {
    en: 'Choose another "id", or omit it to have one assigned.',
    ko: '다른 "id"를 쓰거나, 빼면 자동으로 정해집니다.',
  },
  check_plan_id: {
    en: "Check the id. Plans are kept until they are deleted, or for the retention period of the Temporal namespace.",
    ko: "ID를 확인하세요. 계획은 삭제할 때까지, 또는 Temporal 네임스페이스의 보관 기간 동안 남습니다.",
  },
  not_a_plan: {
    en: 'There is no plan "{id}": its workflow is not a plan, or no longer one.',
    ko: '계획 "{id:이}" 없습니다. 그 워크플로는 계획이 아니거나, 이제 아닙니다.',
  },
  plan_deleted: {
    en: 'The plan "{id}" was deleted.',
    ko: '계획 "{id:은}" 삭제되었습니다.',
  },
  deleted_for_good: {
    en: "Nobody can bring it back. Its id stays taken for the retention period of the Temporal namespace.",
    ko: "되돌릴 수 없습니다. 이 ID는 Temporal 네임스페이스의 보관 기간이 지나야 다시 쓸 수 있습니다.",
  },
  not_an_id: { en: '"{id}" is not an id.', ko: '"{id:은}" ID가 아닙니다.' },
  give_an_id: {
    en: "Give the id of something that exists.",
    ko: "있는 것의 ID를 쓰세요.",
  },
} as const satisfies Catalog;
