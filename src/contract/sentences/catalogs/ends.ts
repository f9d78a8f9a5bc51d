import type { Catalog } from "../catalog.ts";

/** Why something ended, closed or failed. Without a full stop where other sentences quote it. */
export const ENDS = {
  cancelled_by: { en: "Cancelled by {by}.", ko: "{by:이} 취소했습니다." },
  ended_by: { en: "Ended by {by}.", ko: "{by:이} 끝냈습니다." },
  skipped_by: { en: "Skipped by {by}.", ko: "{by:이} 건너뛰었습니다." },
  rejected_by: { en: "Rejected by {by}", ko: "{by:이} 거절했습니다" },
  rejected_because: { en: "Rejected by {by}: {why}", ko: "{by:이} 거절했습니다: {why}" },
  not_approved_by: {
    en: "The plan was not approved by {by}",
    ko: "{by:이} 계획을 승인하지 않았습니다",
  },
  not_approved_because: {
    en: "The plan was not approved by {by}: {why}",
    ko: "{by:이} 계획을 승인하지 않았습니다: {why}",
  },
  withdrawn_by: { en: "{by} withdrew the hold.", ko: "{by:이} 결정 요청을 철회했습니다." },
  acted_directly: {
    en: "{by} acted on the todo directly.",
    ko: "{by:이} 할 일을 직접 처리했습니다.",
  },
  cannot_do_it: { en: "{by} cannot do it: {why}", ko: "{by:이} 할 수 없다고 했습니다: {why}" },
  nobody_decided: {
    en: "Nobody decided in time",
    ko: "기한까지 아무도 결정하지 않았습니다",
  },
  nobody_answered: {
    en: "Nobody answered in time",
    ko: "기한까지 아무도 답하지 않았습니다",
  },
  todo_was_cancelled: { en: "The todo was cancelled.", ko: "할 일이 취소되었습니다." },
  did_not_stop: {
    en: "{why} It did not stop in time.",
    ko: "{why} 제때 멈추지 않았습니다.",
  },
  plan_failed: { en: "The plan failed.", ko: "계획이 실패했습니다." },
  cancelled_in_temporal: {
    en: "The workflow was cancelled in Temporal.",
    ko: "Temporal에서 취소되었습니다.",
  },
  terminated_in_temporal: {
    en: "The workflow was terminated in Temporal ({why}).",
    ko: "Temporal에서 강제로 종료되었습니다({why}).",
  },
  terminated_by: {
    en: "{who} terminated the workflow in Temporal ({why}).",
    ko: "{who:이} Temporal에서 강제로 종료했습니다({why}).",
  },
  timed_out_in_temporal: {
    en: "The workflow timed out in Temporal.",
    ko: "Temporal에 설정된 실행 제한 시간이 지났습니다.",
  },

  // Because of another todo.
  stop_rejected: {
    en: '"{title}" was rejected by {by}',
    ko: '{by:이} "{title:을}" 거절했습니다',
  },
  stop_rejected_because: {
    en: '"{title}" was rejected by {by}: {why}',
    ko: '{by:이} "{title:을}" 거절했습니다: {why}',
  },
  stop_timed_out: {
    en: 'Nobody decided on "{title}" in time',
    ko: '기한까지 아무도 "{title}"에 대해 결정하지 않았습니다',
  },
  stop_failed: { en: '"{title}" failed', ko: '"{title:이}" 실패했습니다' },
  stop_failed_because: {
    en: '"{title}" failed: {why}',
    ko: '"{title:이}" 실패했습니다: {why}',
  },
  stop_operator: {
    en: '"{title}" was skipped by {by}',
    ko: '{by:이} "{title:을}" 건너뛰었습니다',
  },
  stop_operator_because: {
    en: '"{title}" was skipped by {by}: {why}',
    ko: '{by:이} "{title:을}" 건너뛰었습니다: {why}',
  },
  with_stop: { en: "{what}.", ko: "{what}." },
  todo_cannot_run_because: {
    en: '"{title}" cannot run: {why}',
    ko: '"{title:을}" 실행할 수 없습니다: {why}',
  },
  todo_failed_critically: {
    en: '"{title}" failed critically: {why}',
    ko: '"{title:이}" 치명적으로 실패했습니다: {why}',
  },
  todo_cancelled: { en: '"{title}" was cancelled.', ko: '"{title:이}" 취소되었습니다.' },
  dependency_lost: {
    en: "A todo that it waits for did not complete.",
    ko: "기다리던 할 일이 완료되지 않았습니다.",
  },

  // Holds that ask no more.
  todo_removed: {
    en: "Its todo was removed from the plan.",
    ko: "할 일이 계획에서 삭제되었습니다.",
  },
  todo_sent_back: {
    en: "Its todo was sent back to an earlier moment.",
    ko: "할 일이 앞선 시점으로 돌아갔습니다.",
  },
  review_of_new_version: {
    en: "The plan was edited and needs a review of its new version.",
    ko: "계획이 편집되어 새 버전을 검토해야 합니다.",
  },
  asks_on_other_terms: {
    en: "The plan was edited: the hold's deadline, or what happens on a timeout or a rejection, has changed.",
    ko: "계획이 편집되어 결정 기한이나, 기한이 지났을 때 또는 거절했을 때의 처리가 달라졌습니다.",
  },
  would_ask_otherwise: {
    en: "The plan was edited and the hold would ask about something else.",
    ko: "계획이 편집되어 물어볼 내용이 바뀌었습니다.",
  },
  dependency_again: {
    en: "What its todo waits for can be done again.",
    ko: "기다리던 할 일을 다시 할 수 있게 되었습니다.",
  },
  arguments_changed: {
    en: "The arguments changed after the approval.",
    ko: "승인한 뒤에 인수가 바뀌었습니다.",
  },

  // Failures of attempts.
  no_message: { en: "no message", ko: "설명 없음" },
  failed_because: { en: "It failed ({kind}): {why}", ko: "실패했습니다({kind}): {why}" },
  failure_timeout: { en: "time ran out", ko: "시간 초과" },
  failure_api_error: { en: "error while running", ko: "실행 중 오류" },
  failure_validation_error: { en: "cannot succeed as it is", ko: "이대로는 성공할 수 없음" },
  failure_dependency_failed: { en: "cannot start", ko: "시작할 수 없음" },
  failure_critical_error: { en: "critical error", ko: "치명적인 오류" },
  wants_new_plan: {
    en: "{why}\nReplanning was requested but produced no proposal. {what}\nEdit the plan, or decide.",
    ko: "{why}\n여기서 계획을 새로 짜려 했지만 제안이 나오지 않았습니다. {what}\n계획을 편집하거나 결정하세요.",
  },
  input_missing: { en: "Its input is not there: {why}.", ko: "입력이 없습니다: {why}." },
  result_unkept: {
    en: "Its result cannot be kept: it {why}",
    ko: "결과를 보관할 수 없습니다: {why}",
  },
  result_unwritten: {
    en: 'Its result could not be written to "{file}": {why}',
    ko: '결과를 "{file}"에 쓸 수 없었습니다: {why}',
  },
  result_part_unkept: {
    en: "Its result cannot be kept: {place} {why}",
    ko: "결과를 보관할 수 없습니다: {place} {why}",
  },
  result_too_large_to_keep: {
    en: "The result has {bytes} bytes; at most {most} are kept. Write it to a file in the workspace instead.",
    ko: "결과가 {bytes}바이트입니다. {most}바이트까지 보관합니다. 작업 공간의 파일에 쓰세요.",
  },
  kept_results_too_large: {
    en: "The results that its arguments refer to come to more than {most} bytes in all, each counted wherever it stands. Refer to fewer, or to the parts that it needs.",
    ko: "인수가 가리키는 결과가 모두 {most}바이트를 넘습니다. 같은 결과도 쓰인 자리마다 셉니다. 더 적게, 또는 필요한 부분만 가리키세요.",
  },
  no_part_referred_to: {
    en: 'There is no "{path}" in the result that it refers to.',
    ko: '가리킨 결과에 "{path:이}" 없습니다.',
  },
  result_is_no_json: {
    en: "The result is of type {kind}, which JSON cannot hold. Give plain objects, lists, texts and numbers; write bytes to a file in the workspace.",
    ko: "결과의 형식이 {kind}라서 JSON으로 쓸 수 없습니다. 일반 객체, 목록, 글, 숫자로 돌려주고, 바이트는 작업 공간의 파일에 쓰세요.",
  },
  result_holds_beyond_json: {
    en: 'At "{place}" the result has a value of type {kind}, which JSON cannot hold. Give plain objects, lists, texts and numbers; write bytes to a file in the workspace.',
    ko: '결과의 "{place}"에 JSON으로 쓸 수 없는 {kind} 형식의 값이 있습니다. 일반 객체, 목록, 글, 숫자로 돌려주고, 바이트는 작업 공간의 파일에 쓰세요.',
  },
  result_unwritable_because: {
    en: "The result cannot be written as JSON: {why}",
    ko: "결과를 JSON으로 쓸 수 없습니다: {why}",
  },
  arguments_refused: {
    en: "Its arguments are not accepted: {mistakes}",
    ko: "도구가 받을 수 없는 인수입니다: {mistakes}",
  },
  output_undeclared: {
    en: "The tool's answer is not what it declares: {mistakes}",
    ko: "도구가 선언한 것과 다른 결과를 냈습니다: {mistakes}",
  },
  plan_id_no_folder: {
    en: "The id of its plan cannot be the name of a folder.",
    ko: "계획의 ID를 폴더 이름으로 쓸 수 없습니다.",
  },
  worker_has_no_tool: {
    en: 'This worker has no tool "{name}"; it has {names}.',
    ko: '이 워커에는 도구 "{name:이}" 없습니다. 있는 도구: {names}.',
  },
  waits_for_tool: {
    en: 'It came to a worker without the tool "{tool}". For half a minute it is given to workers again, then it fails.',
    ko: '맡은 워커에 도구 "{tool:이}" 없습니다. 30초 동안 다시 워커에 맡겨 보고, 그래도 없으면 실패합니다.',
  },
  took_too_long: {
    en: "It took longer than its timeout.",
    ko: "정해진 시간보다 오래 걸렸습니다.",
  },
  worker_silent: {
    en: "Nothing more was heard from its worker: it has ended, a tool on it computed for seconds without a pause, or Temporal did not answer it in time (its log says which).",
    ko: "워커에서 소식이 끊겼습니다. 워커가 끝났거나, 그 워커의 어떤 도구가 몇 초 동안 쉬지 않고 계산했거나, Temporal이 제때 응답하지 않았습니다(워커 로그에 남습니다).",
  },
  not_started: { en: "It could not be started: {why}", ko: "시작할 수 없었습니다: {why}" },
  workflow_terminated: {
    en: "Its workflow was terminated in Temporal.",
    ko: "Temporal에서 워크플로가 강제로 끝났습니다.",
  },
  workflow_ended: {
    en: "Its workflow ended without a report.",
    ko: "워크플로가 보고 없이 끝났습니다.",
  },
  workflow_failed: { en: "Its workflow failed: {why}", ko: "워크플로가 실패했습니다: {why}" },
  turn_unreadable: {
    en: "What the worker told of the model's answer cannot be read. Run workers of the same version.",
    ko: "워커가 전한 모델의 답을 읽을 수 없습니다. 워커를 모두 같은 버전으로 실행하세요.",
  },
  result_no_json: {
    en: "Its result is not valid JSON: {why}.",
    ko: "결과가 JSON이 아닙니다: {why}.",
  },
} as const satisfies Catalog;
