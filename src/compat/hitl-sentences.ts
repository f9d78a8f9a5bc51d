import { fieldText, textOf } from "../contract/sentences/sentence.ts";
import type { LoggedEvent } from "../contract/plan/event.ts";
import { HOLD_ACTIONS, type HoldActionEvent } from "../contract/plan/holds/hold-actions.ts";
import type { PlanView } from "../contract/plan/plan.ts";
import type { Language } from "../contract/sentences/catalog.ts";
import type { Json } from "../contract/text.ts";
import type { Skip } from "../contract/plan/todo.ts";
import type { PlanStatus, SkipCause, TodoStatus } from "../contract/tables/vocabulary.ts";
import { sessionSentence } from "../plan/views/session-sentence.ts";
import { fill } from "../text/fill.ts";

/** Events whose sentences are made where sessions are. */
type SessionEventType = Extract<
  LoggedEvent["type"],
  `session.${string}` | `continuation.${string}`
>;
type Sentence = Readonly<Record<Language, string>>;

const PLAN: Readonly<Record<PlanStatus, Sentence>> = {
  pending: {
    en: '"{title}" has not started yet.',
    ko: '"{title:은}" 아직 시작하지 않았습니다.',
  },
  running: { en: '"{title}": {percent}% done.', ko: '"{title}": {percent}% 진행했습니다.' },
  completed: { en: '"{title}" is completed.', ko: '"{title:이}" 완료되었습니다.' },
  failed: { en: '"{title}" has failed.', ko: '"{title:이}" 실패했습니다.' },
  cancelled: { en: '"{title}" is cancelled.', ko: '"{title:이}" 취소되었습니다.' },
};

const TODO: Readonly<Partial<Record<TodoStatus, Sentence>>> = {
  completed: { en: '"{title}" is done.', ko: '"{title:을}" 마쳤습니다.' },
  failed: { en: '"{title}" failed.', ko: '"{title:이}" 실패했습니다.' },
  skipped: { en: '"{title}" was skipped.', ko: '"{title:을}" 건너뛰었습니다.' },
  cancelled: { en: '"{title}" was cancelled.', ko: '"{title:이}" 취소되었습니다.' },
};

const DECISIONS: Readonly<Record<string, Sentence>> = {
  approve: { en: '{by} approved "{title}".', ko: '{by:이} "{title:을}" 승인했습니다.' },
  edit: {
    en: '{by} approved "{title}" with changes.',
    ko: '{by:이} "{title:을}" 고쳐서 승인했습니다.',
  },
  answer: { en: '{by} answered "{title}".', ko: '{by:이} "{title}"에 답했습니다.' },
  reject: { en: '{by} rejected "{title}".', ko: '{by:이} "{title:을}" 거절했습니다.' },
};

const EVENTS: Readonly<Record<Exclude<LoggedEvent["type"], SessionEventType>, Sentence>> = {
  ...holdActionSentences(),
  "plan.created": { en: "The plan was created.", ko: "계획을 만들었습니다." },
  "plan.draft_refused": {
    en: "The planner is told what is wrong with its plan.",
    ko: "짠 계획의 잘못을 모델에게 알려 고치게 합니다.",
  },
  "plan.planning_stopped": {
    en: "Planning waits for an answer about the goal.",
    ko: "계획을 짜려면 목표에 대한 답이 필요합니다.",
  },
  "plan.planned": { en: "The goal has been planned.", ko: "목표에서 계획을 짰습니다." },
  "plan.report_requested": {
    en: "The answer to the goal is being written.",
    ko: "목표에 대한 최종 답을 쓰고 있습니다.",
  },
  "plan.report_dropped": {
    en: "The plan went on: its answer is written anew.",
    ko: "계획이 더 진행되어 최종 답을 다시 씁니다.",
  },
  "plan.reported": { en: "The goal has its answer.", ko: "목표에 대한 최종 답이 나왔습니다." },
  "plan.replan_requested": {
    en: "A model is asked what should change.",
    ko: "무엇을 바꿀지 모델에게 묻습니다.",
  },
  "plan.replan_refused": {
    en: "The model is told what is wrong with its proposal.",
    ko: "제안의 잘못을 모델에게 알려 고치게 합니다.",
  },
  "plan.replan_proposed": {
    en: "A model proposes changes of the plan.",
    ko: "모델이 계획 변경을 제안합니다.",
  },
  "plan.replan_unchanged": {
    en: "The model sees nothing to change.",
    ko: "모델은 바꿀 것이 없다고 합니다.",
  },
  "plan.replan_failed": {
    en: "No proposal came of planning anew.",
    ko: "계획을 새로 짜는 제안이 나오지 않았습니다.",
  },
  "plan.replan_dropped": {
    en: "The plan went on: no changes are needed for it any more.",
    ko: "계획이 진행되어 변경 제안이 필요 없어졌습니다.",
  },
  "plan.started": { en: "The plan has started.", ko: "계획을 시작했습니다." },
  "plan.paused": { en: "{by} paused the plan.", ko: "{by:이} 계획을 일시정지했습니다." },
  "plan.resumed": { en: "{by} resumed the plan.", ko: "{by:이} 계획을 재개했습니다." },
  "plan.cancel_requested": { en: "The plan is being cancelled.", ko: "계획을 취소하고 있습니다." },
  "plan.abort_requested": { en: "The plan is being stopped.", ko: "계획을 중단하고 있습니다." },
  "plan.edited": { en: "{by} edited the plan.", ko: "{by:이} 계획을 편집했습니다." },
  "plan.completed": { en: "The plan is completed.", ko: "계획이 완료되었습니다." },
  "plan.failed": { en: "The plan has failed.", ko: "계획이 실패했습니다." },
  "plan.cancelled": { en: "The plan is cancelled.", ko: "계획이 취소되었습니다." },
  "plan.reopened": { en: "The plan goes on.", ko: "계획을 다시 이어 갑니다." },
  "plan.archived": { en: "{by} archived the plan.", ko: "{by:이} 계획을 보관했습니다." },
  "plan.unarchived": {
    en: "{by} took the plan out of the archive.",
    ko: "{by:이} 계획을 보관에서 꺼냈습니다.",
  },
  "plan.acknowledged": {
    en: "{by} has read that the plan failed.",
    ko: "{by:이} 계획이 실패한 것을 확인했습니다.",
  },
  "todo.offered": {
    en: '"{title}" waits for a person who does it.',
    ko: '"{title:은}" 맡을 사람을 기다립니다.',
  },
  "todo.claimed": { en: '{by} has claimed "{title}".', ko: '{by:이} "{title:을}" 맡았습니다.' },
  "todo.released": {
    en: '{by} has given "{title}" back.',
    ko: '{by:이} "{title:을}" 반납했습니다.',
  },
  "todo.due_soon": { en: '"{title}" is due soon.', ko: '"{title}" 마감이 다가옵니다.' },
  "todo.overdue": { en: '"{title}" should be done by now.', ko: '"{title}" 마감이 지났습니다.' },
  "todo.started": { en: '"{title}" has started.', ko: '"{title:을}" 시작했습니다.' },
  "todo.delivered": {
    en: 'The result of "{title}" is being written.',
    ko: '"{title}"의 결과를 파일에 쓰고 있습니다.',
  },
  "todo.completed": TODO.completed!,
  "todo.failed": TODO.failed!,
  "todo.skip_requested": {
    en: '{by} skips "{title}": it is told to stop.',
    ko: '{by:이} "{title:을}" 건너뜁니다. 먼저 실행을 멈춥니다.',
  },
  "todo.skipped": TODO.skipped!,
  "todo.cancelled": TODO.cancelled!,
  "todo.interrupted": {
    en: '"{title}" was stopped and will start again.',
    ko: '"{title:을}" 멈췄습니다. 나중에 다시 시작합니다.',
  },
  "todo.attempt_started": {
    en: 'Another attempt at "{title}" has started.',
    ko: '"{title:을}" 다시 시도합니다.',
  },
  "todo.attempt_failed": {
    en: 'An attempt at "{title}" failed; another follows.',
    ko: '"{title}" 시도가 실패했습니다. 곧 다시 시도합니다.',
  },
  "todo.attempt_requeued": {
    en: '"{title}" is back in the queue: another worker runs it.',
    ko: '"{title:을}" 대기열에 다시 넣었습니다. 다른 워커가 실행합니다.',
  },
  "todo.retried": {
    en: '{by} tries "{title}" again.',
    ko: '{by:이} "{title:을}" 다시 시도합니다.',
  },
  "todo.rerun": { en: '{by} runs "{title}" again.', ko: '{by:이} "{title:을}" 다시 실행합니다.' },
  "agent.turn": { en: '"{title}": a turn of its agent.', ko: '"{title}": 에이전트의 차례입니다.' },
  "agent.transcript_kept": {
    en: 'The conversation of "{title}" is kept.',
    ko: '"{title}"의 대화를 보관했습니다.',
  },
  "agent.answered": {
    en: 'The orchestrator answered "{title}" from the plan.',
    ko: '오케스트레이터가 계획에서 답을 찾아 "{title}"에 답했습니다.',
  },
  "agent.mark_ignored": {
    en: 'A malformed question about "{title}" was ignored.',
    ko: '"{title}"에 관한 형식이 틀린 질문을 무시했습니다.',
  },
  human_query_requested: {
    en: '"{title}" has a question for a person.',
    ko: '"{title}"에서 사람에게 묻습니다.',
  },
  human_query_answered: {
    en: 'The question of "{title}" is answered.',
    ko: '"{title}"의 질문에 답했습니다.',
  },
  task_resumed_after_human_query: {
    en: '"{title}" goes on with the answer.',
    ko: '답을 받아 "{title:을}" 계속합니다.',
  },
  "agent.countdown": {
    en: '"{title}" goes on in a moment.',
    ko: '곧 "{title:을}" 계속합니다.',
  },
  "agent.countdown_cancelled": {
    en: '"{title}" does not go on by itself: it waits for a person.',
    ko: '"{title:은}" 스스로 계속하지 않고 사람을 기다립니다.',
  },
  "todo.reopened": {
    en: '"{title}" can run again.',
    ko: '"{title:을}" 다시 실행할 수 있습니다.',
  },
  "todo.kept": { en: '"{title}" keeps its result.', ko: '"{title:은}" 결과를 그대로 씁니다.' },
  "hold.requested": {
    en: '"{title}" waits for a decision.',
    ko: '"{title:이}" 결정을 기다립니다.',
  },
  "hold.deciding": {
    en: '"{title}" is decided, and {by} can still take it back.',
    ko: '"{title:을}" 결정했습니다. {by:이} 아직 되돌릴 수 있습니다.',
  },
  "hold.decided": { en: '"{title}" was decided.', ko: '"{title:을}" 결정했습니다.' },
  "hold.due_soon": {
    en: '"{title}" still waits for a decision; its time is nearly over.',
    ko: '"{title:이}" 아직 결정을 기다립니다. 남은 시간이 얼마 없습니다.',
  },
  "hold.expired": {
    en: 'Nobody decided on "{title}" in time.',
    ko: '"{title:을}" 제때 결정한 사람이 없습니다.',
  },
  "hold.stale": {
    en: 'What was asked about "{title}" has changed.',
    ko: '"{title}"에 대해 물은 내용이 바뀌었습니다.',
  },
  "command.refused": { en: "A message was refused: {detail}", ko: "거부된 메시지: {detail}" },
};

function holdActionSentences(): Record<HoldActionEvent, Sentence> {
  const rows = Object.values(HOLD_ACTIONS).map(({ event, said }) => [event, said]);
  return Object.fromEntries(rows) as Record<HoldActionEvent, Sentence>;
}

/** Why a todo was skipped; `of` is the todo that was decided about. */
const SKIPS: Readonly<Record<SkipCause, Sentence>> = {
  operator: { en: '{by} skipped "{of}"', ko: '{by:이} "{of:을}" 건너뛰었습니다' },
  rejected: { en: '{by} rejected "{of}"', ko: '{by:이} "{of:을}" 거절했습니다' },
  timed_out: {
    en: 'nobody decided on "{of}" in time',
    ko: '"{of:을}" 제때 결정한 사람이 없습니다',
  },
  failed: { en: '"{of}" failed', ko: '"{of:이}" 실패했습니다' },
};

/** Fields of an event that say why, in a person's words or a tool's. */
const REASONS = ["reason", "comment", "message"] as const;

/** What happened, for people; `titleOf` names todos. */
export function eventSentence(
  { type, todo_id, by, data = {} }: LoggedEvent,
  titleOf: (todoId: string | undefined) => string,
  language: Language,
): string {
  const ofSession = sessionSentence({ type, data } as LoggedEvent);
  if (ofSession !== null) return textOf(ofSession, language);
  const said =
    (type === "hold.decided" && DECISIONS[text(data["decision"])]) ||
    EVENTS[type as keyof typeof EVENTS];
  const values: Record<string, string> = {
    title: titleOf(todo_id),
    by,
    to: text(data["to"]),
    detail: fieldText(data, "detail", language),
  };
  const sentence = fill(said[language], (name) => values[name] ?? "");
  const reason =
    type === "todo.skipped"
      ? skipReason(data["skip"] as unknown as Skip, titleOf, language)
      : REASONS.map((field) => fieldText(data, field, language)).find((words) => words !== "");
  return reason === undefined ? sentence : `${sentence.replace(/\.$/, "")}: ${reason}`;
}

function skipReason(
  { cause, by, reason, reason_said, todo_id }: Skip,
  titleOf: (todoId: string | undefined) => string,
  language: Language,
): string {
  const values: Record<string, string> = { by, of: titleOf(todo_id) };
  const who = fill(SKIPS[cause][language], (name) => values[name] ?? "");
  const why = reason_said === undefined ? reason : textOf(reason_said, language);
  return why === null ? who : `${who}: ${why}`;
}

/** How a todo stands after a decision ended it. */
export function todoSentence(
  { status, title }: { readonly status: TodoStatus; readonly title: string },
  language: Language,
): string | undefined {
  const said = TODO[status]?.[language];
  return said === undefined ? undefined : fill(said, () => title);
}

/** How a plan stands, for who has just come. */
export function planSentence(plan: PlanView, language: Language): string {
  const values: Record<string, string | number> = {
    title: plan.title,
    percent: plan.progress.percentage,
  };
  return fill(PLAN[plan.status][language], (name) => String(values[name] ?? ""));
}

const ASKS: Sentence = {
  en: '"{title}" failed: {why}\nWith which arguments should it run again?',
  ko: '"{title:이}" 실패했습니다: {why}\n어떤 인수로 다시 실행할까요?',
};

/** What is asked after a todo could not use what it was given. */
export function argumentsQuestion(title: string, why: string, language: Language): string {
  const values: Record<string, string> = { title, why };
  return fill(ASKS[language], (name) => values[name] ?? "");
}

const ACCEPTED: Sentence = {
  en: "{type} was accepted.",
  ko: "{type} 메시지를 받아들였습니다.",
};

/** What a client's message is answered with. */
export function acceptedSentence(type: string, language: Language): string {
  return fill(ACCEPTED[language], () => type);
}

function text(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}
