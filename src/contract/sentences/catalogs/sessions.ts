import type { Catalog } from "../catalog.ts";

/** What is said to agents' sessions, and about them. */
export const SESSIONS = {
  continuation_prompt: {
    en: "[Holdpoint: todos are left]\nYou stopped, and todos of yours are not done yet. Go on with the next one.\n- Go on without asking for permission.\n- Report each todo as done as soon as it is.\n- Do not stop before all of them are done.\n[status: {done}/{total} done, {left} left]",
    ko: "[Holdpoint: 할 일이 남아 있습니다]\n작업이 멈췄지만 맡은 할 일이 아직 끝나지 않았습니다. 다음 할 일을 이어서 하세요.\n- 허락을 구하지 말고 계속하세요.\n- 할 일을 하나 마칠 때마다 바로 완료했다고 알리세요.\n- 모두 마칠 때까지 멈추지 마세요.\n[상태: {total}개 중 {done}개 완료, {left}개 남음]",
  },

  "session.registered": {
    en: "Session {session_id} works on the todos of {assignee}.",
    ko: "세션 {session_id:이} {assignee}의 할 일을 맡습니다.",
  },
  "session.deleted": {
    en: "Session {session_id} is gone.",
    ko: "세션 {session_id:이} 끝났습니다.",
  },
  "session.lease_expired": {
    en: "Nothing was heard from session {session_id}: its todo is on offer again.",
    ko: "세션 {session_id}의 소식이 끊겨, 맡았던 할 일을 다시 내놓았습니다.",
  },
  "session.leased": {
    en: "Session {session_id} has claimed a todo.",
    ko: "세션 {session_id:이} 할 일을 맡았습니다.",
  },
  "session.renewed": {
    en: "Session {session_id} is at work.",
    ko: "세션 {session_id:이} 작업 중입니다.",
  },
  "session.changed": {
    en: "Session {session_id} reports: {cause}.",
    ko: "세션 {session_id}의 소식: {cause}.",
  },
  "continuation.countdown": {
    en: "Session {session_id} resumes in {seconds_left} s… ({left} left)",
    ko: "세션 {session_id:을} {seconds_left}초 후 재개합니다… ({left}개 남음)",
  },
  "continuation.injected": {
    en: "Session {session_id} is told to go on ({left} left).",
    ko: "세션 {session_id}에 이어서 하라고 알립니다({left}개 남음).",
  },
  "continuation.acknowledged": {
    en: "Session {session_id} goes on.",
    ko: "세션 {session_id:이} 이어서 작업합니다.",
  },
  "continuation.cancelled": {
    en: "Session {session_id} is not told to go on: {why}.",
    ko: "세션 {session_id}의 재개를 취소했습니다: {why}.",
  },
  "continuation.skipped": {
    en: "Session {session_id} stopped and is not resumed: {why}.",
    ko: "세션 {session_id:이} 멈췄지만 재개하지 않습니다: {why}.",
  },

  cancel_user_message: { en: "a person wrote to it", ko: "사용자가 말을 걸었습니다" },
  cancel_assistant_message: { en: "its agent answers", ko: "에이전트가 응답하고 있습니다" },
  cancel_assistant_part: {
    en: "its agent has begun to answer",
    ko: "에이전트가 응답하기 시작했습니다",
  },
  cancel_tool_before: { en: "it is calling a tool", ko: "도구를 실행하려고 합니다" },
  cancel_tool_after: { en: "a tool has just run", ko: "도구 실행이 막 끝났습니다" },
  cancel_session_deleted: { en: "the session was deleted", ko: "세션이 삭제되었습니다" },
  cancel_session_error: { en: "there was an error", ko: "오류가 났습니다" },
  cancel_session_recovering: { en: "it is being recovered", ko: "복구하고 있습니다" },
  cancel_session_registered: { en: "it registered again", ko: "세션이 다시 등록되었습니다" },
  cancel_todo_claimed: { en: "it has claimed a todo", ko: "세션이 할 일을 맡았습니다" },
  cancel_plan_ended: { en: "the plan is over", ko: "계획이 끝났습니다" },

  skip_not_main_or_background: {
    en: "it is neither a main session nor one in the background",
    ko: "메인 세션도 백그라운드 세션도 아닙니다",
  },
  skip_recovering: { en: "it is being recovered", ko: "복구하고 있습니다" },
  skip_recent_error: {
    en: "there was an error in the last 3 seconds",
    ko: "3초 안에 오류가 났습니다",
  },
  skip_background_tasks: {
    en: "tasks run in its background",
    ko: "백그라운드 작업이 실행 중입니다",
  },
  skip_no_todos: { en: "no todo is assigned to it", ko: "맡겨진 할 일이 없습니다" },
  skip_all_done: { en: "all its todos are done", ko: "할 일을 모두 마쳤습니다" },
  skip_no_write_permission: {
    en: "its agent may not write or not edit",
    ko: "에이전트에 쓰기나 편집 권한이 없습니다",
  },
  skip_planning_agent: {
    en: "a planning agent implements nothing",
    ko: "계획 에이전트는 구현하지 않습니다",
  },
  skip_plan_paused: { en: "the plan is paused", ko: "계획이 일시정지되어 있습니다" },
  skip_nothing_to_do_now: {
    en: "all that is left waits for something else",
    ko: "남은 할 일이 모두 다른 것을 기다립니다",
  },
  skip_prompt_not_acknowledged: {
    en: "it was told so and has not acknowledged it",
    ko: "이미 알렸고 아직 확인하지 않았습니다",
  },

  no_session: {
    en: 'The plan has no session "{id}".',
    ko: '계획에 "{id}" 세션이 없습니다.',
  },
  no_session_hint: {
    en: "Register it first: POST /v1/plans/<plan>/sessions",
    ko: "먼저 등록하세요: POST /v1/plans/<plan>/sessions",
  },
  session_of_other: {
    en: 'Session "{id}" was registered by {who}, and only {who} speaks for it.',
    ko: '"{id}" 세션은 {who:이} 등록했으므로 {who}만 그 이름으로 말할 수 있습니다.',
  },
  session_of_other_hint: {
    en: "Register a session of your own, with another id.",
    ko: "다른 ID로 세션을 직접 등록하세요.",
  },
  sessions_full: {
    en: "The plan has {most} sessions and takes no more.",
    ko: "계획에 세션이 {most}개 있어 더 받을 수 없습니다.",
  },
  sessions_full_hint: {
    en: "Delete those that nobody hears from any more.",
    ko: "소식이 끊긴 세션을 삭제하세요.",
  },
  lease_lost: {
    en: 'Session "{id}" does not hold the todo {todo}.',
    ko: '"{id}" 세션은 할 일 {todo:을} 맡고 있지 않습니다.',
  },
  lease_lost_hint: {
    en: "A claim ends 60 seconds after its last heartbeat. Claim again; what somebody else has claimed meanwhile is theirs.",
    ko: "마지막 하트비트로부터 60초가 지나면 맡은 것이 풀립니다. 다시 맡으세요. 그사이 다른 쪽이 맡았다면 그쪽 일입니다.",
  },
  work_changed: {
    en: '{by} changed "{title}" after it was claimed: {fields}.',
    ko: '맡은 뒤에 {by:이} "{title:을}" 바꿨습니다: {fields}.',
  },
  work_changed_hint: {
    en: "Nothing was taken yet. See whether what you did is still what is asked, and send it again with `base_version`: {version}.",
    ko: "아직 아무것도 반영되지 않았습니다. 한 일이 지금 내용과 맞는지 확인하고 `base_version`: {version:을} 넣어 다시 보내세요.",
  },
  it_says_now: { en: "is now: {what}", ko: "지금 내용: {what}" },
  session_holds_nothing: {
    en: 'Session "{id}" holds no todo.',
    ko: '"{id}" 세션은 맡은 할 일이 없습니다.',
  },
  session_holds_nothing_hint: {
    en: "Claim one first: POST /v1/plans/<plan>/sessions/<session>/claim",
    ko: "먼저 맡으세요: POST /v1/plans/<plan>/sessions/<session>/claim",
  },
  session_did_it: {
    en: 'Session "{id}" has already done the todo {todo}.',
    ko: '"{id}" 세션은 할 일 {todo:을} 이미 마쳤습니다.',
  },
  session_run_ended: {
    en: 'Session "{id}" held the todo {todo}, and that run has ended already: {status}.',
    ko: '"{id}" 세션이 맡았던 할 일 {todo:은} 이미 끝났습니다. 상태: {status}.',
  },
  session_said_it_hint: {
    en: "Nothing was changed, and nothing is to be said again. Go on with the next todo.",
    ko: "바뀐 것은 없습니다. 다시 알릴 필요가 없으니 다음 할 일로 넘어가세요.",
  },
  no_prompt: {
    en: 'Session "{session}" was never told "{prompt}".',
    ko: '"{session}" 세션에 "{prompt:을}" 알린 적이 없습니다.',
  },
  no_prompt_hint: {
    en: "Send the id of the prompt that you were given.",
    ko: "받은 프롬프트의 ID를 그대로 보내세요.",
  },
  nothing_new: { en: "This changes nothing.", ko: "이 소식으로 달라지는 것은 없습니다." },
  nothing_new_hint: {
    en: "No change was needed.",
    ko: "바꿀 것이 없었습니다.",
  },
} as const satisfies Catalog;
