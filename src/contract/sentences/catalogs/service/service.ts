import type { Catalog } from "../../catalog.ts";

/** What the API cannot find or do, and what Temporal and its workers do not give. */
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
  look_at_result: {
    en: "A completed todo has a result; name a place in its result_data, such as /items/0.",
    ko: "결과는 완료된 할 일에 있습니다. result_data 안의 자리를 적어 주세요. 예: /items/0",
  },
  range_is_beyond: {
    en: "There are {bytes} bytes, and none of them is in this range.",
    ko: "모두 {bytes}바이트이며, 이 범위에는 아무것도 없습니다.",
  },
  range_begins_before: {
    en: "Ask for a range that begins before the end.",
    ko: "끝보다 앞에서 시작하는 범위를 적어 주세요.",
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
  no_file: { en: "There is no such file.", ko: "그런 파일이 없습니다." },
  upload_first: {
    en: "Upload it to /v1/plans/<plan>/files and answer with the response.",
    ko: "/v1/plans/<plan>/files에 올리고 받은 것으로 답하세요.",
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
  correct_template: {
    en: 'Nothing was saved. Correct the values in "errors" and save it again.',
    ko: '저장된 것은 없습니다. "errors"에 있는 값을 고쳐 다시 저장하세요.',
  },
  template_in_use: {
    en: 'These schedules start plans from the template "{template}": {schedules}.',
    ko: '템플릿 "{template:으로}" 계획을 시작하는 예약이 있습니다: {schedules}.',
  },
  delete_schedules_first: {
    en: "Delete these schedules first, then the template.",
    ko: "그 예약을 먼저 삭제한 뒤 템플릿을 삭제하세요.",
  },
  backfill_not_over: {
    en: "must not be in the future: only times that have passed are made up for.",
    ko: "미래일 수 없습니다. 지나간 예약 시각의 계획만 뒤늦게 실행합니다.",
  },
  backfill_no_times: {
    en: "must end a period with at least one time of the schedule.",
    ko: "기간 안에 예약 시각이 하나 이상 있어야 합니다.",
  },
  backfill_too_many: {
    en: "must end a period with at most {most} times of the schedule.",
    ko: "기간 안의 예약 시각이 {most}개를 넘을 수 없습니다.",
  },
  choose_period: {
    en: "Nothing was started. Choose another period.",
    ko: "아무것도 시작하지 않았습니다. 다른 기간을 고르세요.",
  },
  no_zone: { en: 'There is no time zone "{zone}".', ko: '시간대 "{zone:이}" 없습니다.' },
  no_zone_but: {
    en: 'There is no time zone "{zone}". Did you mean "{nearest}"?',
    ko: '시간대 "{zone:이}" 없습니다. "{nearest:을}" 쓰려던 것인가요?',
  },
  name_of_address: {
    en: 'is not "{name}", the name in the address. Leave it out, or save it by its own name.',
    ko: '주소에 있는 이름 "{name:과}" 다릅니다. 빼거나, 그 이름의 주소로 저장하세요.',
  },
  template_too_large: {
    en: "A template can have at most {most} bytes of JSON.",
    ko: "템플릿은 JSON으로 {most}바이트까지 쓸 수 있습니다.",
  },
  plan_or_from_plan: {
    en: 'Send either the plan itself as "plan", or the id of a plan as "from_plan".',
    ko: '계획 자체를 "plan"으로 보내거나, 계획의 ID를 "from_plan"으로 보내세요.',
  },
  template_makes_no_plan: {
    en: 'Template "{id}" makes no plan: {why}',
    ko: '템플릿 "{id:으로}" 계획을 만들 수 없습니다: {why}',
  },
  no_template: { en: 'There is no template "{id}".', ko: '템플릿 "{id:이}" 없습니다.' },
  templates_are_listed: {
    en: "/v1/templates lists the templates.",
    ko: "템플릿 목록은 /v1/templates에 있습니다.",
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
  no_schedule: { en: 'There is no schedule "{id}".', ko: '예약 "{id:이}" 없습니다.' },
  schedules_are_listed: {
    en: "/v1/schedules lists the schedules.",
    ko: "예약 목록은 /v1/schedules에 있습니다.",
  },
  schedule_has_template: {
    en: 'Schedule "{id}" already runs template "{template}".',
    ko: '예약 "{id:은}" 이미 템플릿 "{template:을}" 실행합니다.',
  },
  schedule_other_template: {
    en: "Create another schedule for the other template, or delete this one first.",
    ko: "다른 템플릿에는 예약을 따로 만들거나, 이 예약을 먼저 삭제하세요.",
  },
  schedule_unreadable: {
    en: "The schedule's rules cannot be read: {why}.",
    ko: "예약 규칙을 읽을 수 없습니다: {why}.",
  },
  check_schedule: {
    en: 'Nothing was changed. Check "cron", "calendars", "intervals" and "timezone".',
    ko: '바뀐 것은 없습니다. "cron", "calendars", "intervals", "timezone"을 확인하세요.',
  },
  schedule_has_no_times: { en: "The schedule has no times.", ko: "예약에 시각이 없습니다." },
  add_times: {
    en: 'Add "cron", "calendars" or "intervals", such as "cron": ["0 9 * * MON-FRI"].',
    ko: '"cron", "calendars", "intervals" 가운데 하나를 쓰세요. 예: "cron": ["0 9 * * MON-FRI"].',
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

  // Temporal and its workers.
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
  no_worker: {
    en: "Temporal is running, but no worker answered in time.",
    ko: "Temporal은 실행 중이지만 제때 응답한 워커가 없습니다.",
  },
  start_worker: {
    en: "Start a worker (holdpoint worker) and repeat the request with the same command_id. It counts once.",
    ko: "워커를 시작하고(holdpoint worker) 같은 command_id로 다시 보내세요. 한 번만 적용됩니다.",
  },
  plan_stuck: {
    en: 'Plan "{plan}" is stuck: no worker can go on with it, in {count} attempts so far. Temporal says: {why}',
    ko: '계획 "{plan:이}" 멈췄습니다. 지금까지 {count}번 시도했지만 어느 워커도 이어 가지 못했습니다. Temporal의 설명: {why}',
  },
  plan_other_code: {
    en: 'Plan "{plan}" cannot be read: the workers run different code from the code that ran it. The worker says: {why}',
    ko: '계획 "{plan:을}" 읽을 수 없습니다. 지금 워커의 코드가 이 계획을 실행하던 코드와 다릅니다. 워커의 설명: {why}',
  },
  worker_never_answered: {
    en: "the worker did not answer in time.",
    ko: "워커가 제때 응답하지 않았습니다.",
  },
  mend_stuck_plan: {
    en: "Nothing is lost: the plan goes on by itself once a worker can run it, such as one of the version that ran it before. If none will, an admin can end it: holdpoint plan terminate {plan}.",
    ko: "아직 사라진 것은 없습니다. 예전에 이 계획을 실행하던 버전처럼 제대로 실행할 수 있는 워커가 있으면 저절로 이어집니다. 그런 워커가 없으면 관리자가 끝낼 수 있습니다: `holdpoint plan terminate {plan}`",
  },
  mend_other_code: {
    en: "Nothing is lost: the worker's code is another than the one that ran the plan, and the plan goes on by itself once a worker of that code runs again. `holdpoint doctor` says whether workers run different code. With builds, new code is tried on every open plan before it gets any: holdpoint worker --versioned. If no worker will go on with it, an admin can end it: holdpoint plan terminate {plan}.",
    ko: "아직 사라진 것은 없습니다. 지금 워커의 코드는 이 계획을 실행하던 코드와 다릅니다. 예전 코드의 워커를 다시 실행하면 저절로 이어집니다. 워커마다 코드가 다른지는 `holdpoint doctor`로 확인하세요. 빌드를 쓰면 새 코드를 열린 계획마다 먼저 시험합니다: `holdpoint worker --versioned`. 이어 갈 워커가 없으면 관리자가 끝낼 수 있습니다: `holdpoint plan terminate {plan}`",
  },
  plan_terminated_unread: {
    en: 'Plan "{plan}" was stuck and was terminated ({why}). It can be read in Temporal only.',
    ko: '계획 "{plan:은}" 멈춰 있다가 강제로 종료되었습니다({why}). 내용은 Temporal에서만 볼 수 있습니다.',
  },
  no_reason_given: { en: "no reason given", ko: "이유를 적지 않음" },
  read_in_temporal: {
    en: "Look at its history in Temporal's UI, delete the plan, or, with a worker that can run it, reset its workflow in Temporal: then it goes on.",
    ko: "Temporal UI에서 기록을 보거나 계획을 삭제하세요. 실행할 수 있는 워커가 있다면 Temporal에서 워크플로를 되돌려(`reset`) 이어 갈 수도 있습니다.",
  },
  plan_ended_already: {
    en: 'Plan "{id}" has ended.',
    ko: '계획 "{id:은}" 이미 끝났습니다.',
  },
  plan_not_stuck: {
    en: 'Plan "{plan}" is not stuck: it can end in good order.',
    ko: '계획 "{plan:은}" 멈춘 것이 아니라서 순서대로 끝낼 수 있습니다.',
  },
  cancel_instead: {
    en: "Cancel it: running todos get time to stop, and its log says how it ended.",
    ko: "취소하세요. 실행 중인 할 일이 멈출 시간을 얻고, 어떻게 끝났는지도 기록에 남습니다.",
  },
  no_temporal: { en: "Temporal cannot be reached.", ko: "Temporal에 연결할 수 없습니다." },
  repeat_command: {
    en: "Repeat the request with the same command_id once Temporal is back. It counts once.",
    ko: "Temporal이 돌아오면 같은 command_id로 다시 보내세요. 한 번만 적용됩니다.",
  },
  repeat_create: {
    en: 'Repeat the request with "id": "{id}" once Temporal is back. If the answer is plan_exists, this request created the plan.',
    ko: 'Temporal이 돌아오면 "id": "{id:을}" 넣어 다시 보내세요. 답이 plan_exists이면 이 요청으로 계획이 만들어진 것입니다.',
  },
  temporal_refused: {
    en: "Temporal did not accept the request: {why}",
    ko: "Temporal이 요청을 받지 않았습니다: {why}",
  },
  no_namespace: {
    en: "Temporal does not find its namespace, as in the first moments after its start: {why}",
    ko: "Temporal이 네임스페이스를 찾지 못합니다. 막 시작한 Temporal도 잠시 이렇게 답합니다: {why}",
  },
  repeat_or_doctor: {
    en: "Wait a few seconds and repeat the request with the same command_id. It counts once. If this goes on, run holdpoint doctor.",
    ko: "몇 초 기다렸다가 같은 command_id로 다시 보내세요. 한 번만 적용됩니다. 계속되면 holdpoint doctor를 실행하세요.",
  },
  payload_locked: {
    en: 'What this plan keeps is encrypted with key "{key}", which this API or its worker lacks, or has with another value.',
    ko: '이 계획의 내용은 키 "{key:으로}" 암호화되어 있습니다. 이 API나 워커에 그 키가 없거나 값이 다릅니다.',
  },
  give_key: {
    en: "Add the key to HOLDPOINT_ENCRYPTION_KEYS of every API and worker, and start them again.",
    ko: "모든 API와 워커의 HOLDPOINT_ENCRYPTION_KEYS에 그 키를 넣고 다시 시작하세요.",
  },
  run_doctor: {
    en: "Run holdpoint doctor. It says what Temporal lacks and how to fix it.",
    ko: "holdpoint doctor를 실행하세요. 무엇이 없고 어떻게 고치는지 알려 줍니다.",
  },
  temporal_busy: {
    en: "Temporal has more to do at the moment than it can manage.",
    ko: "지금은 Temporal에 일이 너무 많습니다.",
  },
  repeat_when_quieter: {
    en: "Wait a few seconds and repeat the request with the same command_id. It counts once.",
    ko: "몇 초 기다렸다가 같은 command_id로 다시 보내세요. 한 번만 적용됩니다.",
  },
  // The data folder's disk, and the system's limits.
  disk_full: {
    en: "The disk of the data folder is full: {free} are free, and {kept} are kept back for what is under way. So nothing new is taken. What was acknowledged is kept and can be read.",
    ko: "데이터 폴더의 디스크가 찼습니다. 남은 공간은 {free}이고, 진행 중인 일을 위해 {kept:을} 비워 둡니다. 그래서 새 요청을 받지 않습니다. 이미 받은 것은 그대로 있고 읽을 수 있습니다.",
  },
  disk_read_only: {
    en: "The disk of the data folder is read-only, so nothing new is taken. What was acknowledged is kept and can be read.",
    ko: "데이터 폴더의 디스크가 읽기 전용이라 새 요청을 받지 않습니다. 이미 받은 것은 그대로 있고 읽을 수 있습니다.",
  },
  disk_quota: {
    en: "The disk quota of the data folder is used up, so nothing new is taken. What was acknowledged is kept and can be read.",
    ko: "데이터 폴더의 디스크 할당량을 다 써서 새 요청을 받지 않습니다. 이미 받은 것은 그대로 있고 읽을 수 있습니다.",
  },
  no_artifact_store: {
    en: "The store that keeps large values and files does not answer, or refuses to.",
    ko: "큰 값과 파일을 보관하는 아티팩트 저장소가 응답하지 않거나 요청을 거절합니다.",
  },
  repeat_or_look_in_log: {
    en: "Wait a few seconds and repeat the request; a command with the same command_id counts once. If this goes on, the API's log says what the store answered: check that it runs, and its address and credentials.",
    ko: "몇 초 기다렸다가 다시 요청하세요. command_id가 같은 명령은 한 번만 적용됩니다. 계속되면 저장소의 응답이 API 로그에 있으니, 저장소가 작동하는지와 주소, 자격 증명을 확인하세요.",
  },
  artifact_lost: {
    en: "A part of what is asked for is kept in the artifact store as {reference}, and the store does not have it any more, or has it changed.",
    ko: "요청한 내용의 일부는 아티팩트 저장소에 {reference:으로} 보관되어 있어야 하는데, 사라졌거나 바뀌었습니다.",
  },
  bring_artifact_back: {
    en: "No repeat helps until it is back: restore it from a backup of the store, or have the API use the store that the workers use. The API's log says where it was looked for. What the plan shows without it, such as its todos and holds, can still be read.",
    ko: "되돌려 놓기 전에는 다시 요청해도 소용없습니다. 저장소의 백업에서 복원하거나, API가 워커와 같은 저장소를 쓰도록 설정하세요. 어디에서 찾았는지는 API 로그에 있습니다. 할 일과 결정 요청처럼 이 내용이 필요 없는 것은 그대로 볼 수 있습니다.",
  },
  disk_unwritable: {
    en: "The data folder cannot be written ({code}), so nothing new is taken.",
    ko: "데이터 폴더에 쓸 수 없어({code}) 새 요청을 받지 않습니다.",
  },
  free_space: {
    en: "Free space on that disk (deleting ended plans helps), then repeat the request with the same command_id. It counts once. Nothing needs a restart; GET /readyz says when it is ready.",
    ko: "그 디스크에 공간을 만든 뒤(끝난 계획을 지워도 됩니다) 같은 command_id로 다시 보내세요. 한 번만 적용됩니다. 다시 시작할 필요는 없고, 준비되면 GET /readyz가 알려 줍니다.",
  },
  no_descriptors: {
    en: "The service has as many files and connections open as the system allows.",
    ko: "서비스가 시스템이 허용하는 만큼 파일과 연결을 열어 두었습니다.",
  },
  fewer_connections: {
    en: "Close connections that are not needed and repeat the request. If it happens often, raise the limit on open files (`ulimit -n`).",
    ko: "필요 없는 연결을 닫고 다시 보내세요. 자주 일어나면 열 수 있는 파일 수(`ulimit -n`)를 늘리세요.",
  },
  no_worker_polls: {
    en: "No worker is there to run plans.",
    ko: "계획을 실행할 워커가 없습니다.",
  },
  ready_by_itself: {
    en: "Plans lose nothing meanwhile. The service is ready again as soon as this is fixed.",
    ko: "그동안 계획은 아무것도 잃지 않습니다. 이것만 해결되면 다시 시작하지 않아도 준비됩니다.",
  },
  not_an_id: { en: '"{id}" is not an id.', ko: '"{id:은}" ID가 아닙니다.' },
  give_an_id: {
    en: "Give the id of something that exists.",
    ko: "있는 것의 ID를 쓰세요.",
  },
} as const satisfies Catalog;
