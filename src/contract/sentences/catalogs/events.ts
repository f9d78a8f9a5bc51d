import type { Catalog } from "../catalog.ts";

/**
 * What happened to a plan, a line each: of a todo or a hold, whose title stands before it. An event that
 * is told in one way has its sentence under its own name, with who caused it and its data in the places.
 */
export const EVENTS = {
  "todo.started": { en: "Started", ko: "시작됨" },
  "todo.let_through": {
    en: "Not asked: an approval by {approved_by} is remembered for it",
    ko: "{approved_by:이} 승인한 것을 기억해 두어 묻지 않음",
  },
  event_offered: { en: "Waiting for someone to claim it", ko: "맡을 사람을 기다림" },
  event_offered_to: { en: "Waiting for {who}", ko: "{who}의 시작을 기다림" },
  "todo.claimed": { en: "{by} claimed it", ko: "{by:이} 맡음" },
  event_released: { en: "{by} released it", ko: "{by:이} 반납함" },
  event_released_silent: {
    en: "Released: its session went silent",
    ko: "세션 소식이 끊겨 반납됨",
  },
  "todo.due_soon": { en: "Due soon ({due_at})", ko: "마감({due_at})이 다가옴" },
  "todo.overdue": { en: "Overdue since {due_at}", ko: "마감({due_at})이 지남" },
  event_completed: { en: "Done", ko: "완료" },
  event_completed_by: { en: "{by} did it", ko: "{by:이} 마침" },
  "todo.kept": { en: "Input unchanged: result kept", ko: "입력이 같아 이전 결과를 그대로 씀" },
  "todo.failed": { en: "Failed: {message}", ko: "실패: {message}" },
  "todo.skip_requested": {
    en: "{by} is skipping it; stopping it first",
    ko: "{by:이} 건너뜀: 실행을 멈추는 중",
  },
  "todo.skipped": { en: "Skipped", ko: "건너뜀" },
  "todo.cancelled": { en: "Cancelled", ko: "취소됨" },
  "todo.interrupted": { en: "Stopped by the pause", ko: "일시정지로 중단됨" },
  "todo.attempt_failed": { en: "An attempt failed: {message}", ko: "시도 실패: {message}" },
  "todo.attempt_requeued": {
    en: "Back in the queue for another worker",
    ko: "대기열로 돌아가 다른 워커가 이어받음",
  },
  "todo.approval_demanded": {
    en: "Not run: {tool_name} has to ask a person first",
    ko: "실행하지 않음: {tool_name:은} 먼저 사람의 승인을 받아야 함",
  },
  "todo.attempt_started": { en: "Trying again", ko: "다시 시도함" },
  "todo.reopened": { en: "Can run again", ko: "다시 실행할 수 있음" },
  event_again: { en: "{by} started it again", ko: "{by:이} 다시 실행함" },
  event_waits: { en: "Waiting for a decision", ko: "결정을 기다림" },
  event_waits_answer: { en: "Waiting for an answer", ko: "답을 기다림" },
  event_approved: { en: "{by} approved", ko: "{by:이} 승인함" },
  event_approved_edited: { en: "{by} approved with changes", ko: "{by:이} 고쳐서 승인함" },
  event_rejected: { en: "{by} rejected it", ko: "{by:이} 거절함" },
  event_rejected_plan: {
    en: "{by} rejected it; the plan is cancelled",
    ko: "{by:이} 거절해 계획을 취소함",
  },
  event_rejected_then: { en: "{by} rejected it: {then}", ko: "{by:이} 거절함: {then}" },
  event_left_failed: { en: "{by} left it failed", ko: "{by:이} 실패로 남겨 둠" },
  event_answered: { en: "{by} answered", ko: "{by:이} 답함" },
  event_deciding: {
    en: "{what} (can be undone until {until})",
    ko: "{what}({until}까지 되돌릴 수 있음)",
  },
  "hold.signed": {
    en: "{by} approved it; more approvals needed: {lacks}",
    ko: "{by:이} 승인함, 더 필요한 승인 {lacks}건",
  },
  "hold.extended": { en: "{by} extended the deadline", ko: "{by:이} 기한을 늘림" },
  "hold.delegated": { en: "{by} delegated it to {to}", ko: "{by:이} {to}에게 위임함" },
  "hold.revealed": {
    en: "{by} revealed the secret at {pointer}",
    ko: "{by:이} 비밀 값({pointer})을 봄",
  },
  "hold.revoked": {
    en: "{by} revoked the remembered approval",
    ko: "{by:이} 승인 기억을 해제함",
  },
  "hold.undone": { en: "{by} undid the decision", ko: "{by:이} 결정을 되돌림" },
  event_not_in_effect: {
    en: "The decision could not take effect",
    ko: "결정을 적용하지 못함",
  },
  "hold.withdrawn": { en: "{by} withdrew it", ko: "{by:이} 철회함" },
  event_withdrawn: { en: "Withdrawn", ko: "철회됨" },
  event_expired: { en: "Timed out: {then}", ko: "기한이 지남: {then}" },
  event_expired_agent: {
    en: "No decision in time; the agent goes on without it",
    ko: "기한이 지나 에이전트가 결정 없이 계속함",
  },
  event_expired_answer: {
    en: "No answer in time; the default was used",
    ko: "기한이 지나 기본 답을 씀",
  },
  "hold.stale": { en: "No longer valid", ko: "더는 유효하지 않은 요청" },
  "hold.due_soon": {
    en: "Still undecided; deadline {deadline_at}",
    ko: "아직 결정 안 됨, 기한 {deadline_at}",
  },
  "hold.escalated": {
    en: "Nobody decided in time; {to} is asked now",
    ko: "기한까지 아무도 결정하지 않아 {to}에게 물음",
  },
  event_escalated_answer: {
    en: "Nobody answered in time; {to} is asked now",
    ko: "기한까지 아무도 답하지 않아 {to}에게 물음",
  },
  expired_fail: { en: "marked as failed", ko: "실패로 처리함" },
  expired_skip: { en: "skipped", ko: "건너뜀" },
  expired_wait: { en: "still waiting", ko: "계속 기다림" },
  expired_approve: { en: "approved automatically", ko: "자동 승인됨" },
  rejecting_skip: {
    en: "it and everything that needs it are skipped",
    ko: "이 할 일이 있어야 하는 할 일도 건너뜀",
  },
  rejecting_go_on: {
    en: "it is skipped, the rest goes on",
    ko: "건너뛰고 다음 할 일은 그대로 진행",
  },
  rejecting_fail: { en: "marked as failed", ko: "실패로 처리함" },
  rejecting_replan: { en: "a new plan was requested", ko: "새 계획을 요청함" },
  rejecting_abort: { en: "the plan ends", ko: "계획을 끝냄" },
  "plan.paused": { en: "{by} paused the plan", ko: "{by:이} 계획을 일시정지함" },
  event_edited_no_longer: {
    en: "{by} has closed the editor; the plan stays paused",
    ko: "{by:이} 편집을 마침. 계획은 일시정지된 그대로임",
  },
  "plan.resumed": { en: "{by} resumed the plan", ko: "{by:이} 계획을 재개함" },
  "plan.reopened": { en: "{by} reopened the plan", ko: "{by:이} 계획을 다시 엶" },
  "plan.archived": { en: "{by} archived the plan", ko: "{by:이} 계획을 보관함" },
  "plan.unarchived": { en: "{by} unarchived the plan", ko: "{by:이} 보관을 해제함" },
  "plan.acknowledged": { en: "{by} acknowledged the failure", ko: "{by:이} 실패를 확인함" },
  event_version_undone: {
    en: "{by} undid version {version}",
    ko: "{by:이} 버전 {version:을} 되돌림",
  },
  event_rolled_back: {
    en: "{by} rolled back to version {version}",
    ko: "{by:이} 계획을 버전 {version:으로} 되돌림",
  },
  event_restored: {
    en: "{by} restored the plan to a checkpoint",
    ko: "{by:이} 계획을 복원 시점으로 되돌림",
  },
  event_edited: { en: "{by} edited the plan", ko: "{by:이} 계획을 편집함" },
  "plan.created": { en: "{by} created the plan", ko: "{by:이} 계획을 만듦" },
  "plan.started": { en: "The plan started", ko: "계획이 시작됨" },
  "plan.cancel_requested": { en: "{by} cancelled the plan", ko: "{by:이} 계획을 취소함" },
  event_ending: { en: "The plan is ending", ko: "계획이 끝나는 중" },
  "plan.completed": { en: "The plan is done", ko: "계획이 완료됨" },
  "plan.failed": { en: "The plan failed", ko: "계획이 실패함" },
  "plan.cancelled": { en: "The plan was cancelled", ko: "계획이 취소됨" },
  "agent.turn": { en: "Agent turn {turn}", ko: "에이전트의 {turn}번째 차례" },
  "agent.time_over": {
    en: "The agent has worked for its {seconds} s",
    ko: "에이전트가 일할 수 있는 {seconds}초를 다 씀",
  },
  human_query_requested: { en: "Asked: {question}", ko: "질문: {question}" },
  "agent.answered": {
    en: "The orchestrator answered the agent's question from the plan",
    ko: "오케스트레이터가 계획에서 답을 찾음",
  },
  "agent.mark_ignored": {
    en: "Ignored a malformed question from the orchestrator",
    ko: "오케스트레이터의 질문이 형식에 맞지 않아 무시함",
  },
  task_resumed_after_human_query: { en: "Continuing with the answer", ko: "답을 받아 계속함" },
  event_resumed_refused: {
    en: "{by} refused the question; continuing without an answer",
    ko: "{by:이} 질문을 거절해 답 없이 계속함",
  },
  event_resumed_timed_out: {
    en: "Nobody answered in time; continuing without an answer",
    ko: "제때 답한 사람이 없어 답 없이 계속함",
  },
  "agent.transcript_kept": { en: "The conversation was kept", ko: "대화를 보관함" },
  event_countdown: {
    en: "Continuing in {seconds} s ({left} {left?step|steps} left)",
    ko: "{seconds}초 후 계속함({left}단계 남음)",
  },
  event_countdown_over: { en: "Continuing with its steps", ko: "남은 단계를 이어 감" },
  "agent.countdown_cancelled": {
    en: "{by} cancelled the countdown; the agent waits for an answer",
    ko: "{by:이} 자동 재개를 취소해 사람의 답을 기다림",
  },
  "plan.draft_refused": { en: "The draft plan was rejected", ko: "계획 초안이 거부됨" },
  "plan.planning_stopped": {
    en: "Planning is waiting for an answer: {question}",
    ko: "계획을 세우려면 답이 필요함: {question}",
  },
  "plan.planned": {
    en: "Planned: {todo_count} {todo_count?todo|todos}",
    ko: "계획을 세움: 할 일 {todo_count}개",
  },
  "plan.replan_requested": {
    en: "Asked a model what to change",
    ko: "무엇을 바꿀지 모델에게 물음",
  },
  "plan.replan_refused": { en: "The model's proposal was rejected", ko: "모델의 제안이 거부됨" },
  event_replan_proposed: {
    en: "A model proposes {count} {count?change|changes}: {summary}",
    ko: "모델이 변경 {count}개를 제안함: {summary}",
  },
  event_replan_applied: {
    en: "Applied {count} {count?change|changes} proposed by a model: {summary}",
    ko: "모델이 제안한 변경 {count}개를 적용함: {summary}",
  },
  "plan.replan_unchanged": {
    en: "The model found nothing to change: {summary}",
    ko: "모델은 바꿀 것이 없다고 함: {summary}",
  },
  "plan.replan_failed": { en: "No proposal: {message}", ko: "제안을 받지 못함: {message}" },
  "plan.replan_dropped": { en: "Proposal no longer needed", ko: "제안이 필요 없어짐" },
  "plan.report_requested": { en: "Report requested", ko: "보고서를 요청함" },
  "plan.report_dropped": { en: "No report was written", ko: "보고서를 쓰지 않음" },
  "plan.reported": { en: "The report was written", ko: "보고서를 씀" },
  "model.turn_dropped": {
    en: "A model's answer came too late to be used; its cost counts",
    ko: "모델의 답이 늦어 쓰지 않고 비용만 집계함",
  },
  "command.refused": { en: "Refused: {detail}", ko: "거부됨: {detail}" },
  event_unknown: { en: "{type}", ko: "{type}" },
  /** With what people said of it. */
  event_said: { en: "{what}: “{why}”", ko: "{what}: “{why}”" },
  event_because: { en: "{what}: {why}", ko: "{what}: {why}" },
} as const satisfies Catalog;
