import type { LoggedEvent } from "../contract/plan/event.ts";
import type { PlanView } from "../contract/plan/plan.ts";
import type { Language } from "../contract/sentences/catalog.ts";
import { textOf } from "../contract/sentences/sentence.ts";
import type { PlanStatus, TodoStatus } from "../contract/tables/vocabulary.ts";
import { eventSentence } from "../plan/views/log/event-sentence.ts";
import { fill } from "../text/fill.ts";

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

/** What happened, for people; `titleOf` names todos. */
export function eventText(
  event: LoggedEvent,
  titleOf: (todoId: string | undefined) => string,
  language: Language,
): string {
  const text = textOf(eventSentence(event), language);
  return event.todo_id === undefined ? text : `${titleOf(event.todo_id)}: ${text}`;
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
  ko: "`{type}` 메시지를 받아들였습니다.",
};

/** What a client's message is answered with. */
export function acceptedSentence(type: string, language: Language): string {
  return fill(ACCEPTED[language], () => type);
}
