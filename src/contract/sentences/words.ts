import type { Catalog } from "./catalog.ts";

/** What was understood of a person's words, and what was not. */
export const WORDS = {
  words_add: { en: 'add "{title}" as the last todo', ko: '"{title:을}" 맨 뒤에 추가' },
  words_add_first: { en: 'add "{title}" as the first todo', ko: '"{title:을}" 맨 앞에 추가' },
  words_add_after: {
    en: 'add "{title}" behind "{after}"; it waits for it',
    ko: '"{after}" 뒤에 "{title:을}" 추가하고 기다리게 함',
  },
  words_add_before: {
    en: 'add "{title}" before "{before}", which waits for it',
    ko: '"{before}" 앞에 "{title:을}" 추가하고, "{before:이}" 그것을 기다리게 함',
  },
  words_add_between: {
    en: 'add "{title}" between "{after}" and "{before}": it waits for the first, the second for it',
    ko: '"{after:과}" "{before}" 사이에 "{title:을}" 추가: 앞의 것을 기다리고, 뒤의 것이 그것을 기다림',
  },
  words_remove: { en: "remove {todos}", ko: "삭제: {todos}" },
  words_do_before: {
    en: 'do "{first}" before "{then}", which waits for it',
    ko: '"{then}"보다 "{first:을}" 먼저 하고, "{then:이}" 그것을 기다리게 함',
  },
  words_wait: { en: '"{then}" waits for "{first}"', ko: '"{then:이}" "{first:을}" 기다리게 함' },
  words_not_wait: {
    en: '"{then}" no longer waits for "{first}"',
    ko: '"{then:이}" "{first:을}" 더는 기다리지 않게 함',
  },
  words_raise: {
    en: "raise the priority by one step (0, 2, 5, 8, 10): {todos}",
    ko: "우선순위를 한 단계(0, 2, 5, 8, 10) 높임: {todos}",
  },
  words_lower: {
    en: "lower the priority by one step (10, 8, 5, 2, 0): {todos}",
    ko: "우선순위를 한 단계(10, 8, 5, 2, 0) 낮춤: {todos}",
  },
  words_priority: {
    en: "set the priority to {priority}: {todos}",
    ko: "우선순위를 {priority:으로} 정함: {todos}",
  },
  words_move: {
    en: "move it in the list, without changing what waits for what: {todos}",
    ko: "목록에서 자리만 옮기고 기다리는 순서는 그대로 둠: {todos}",
  },
  words_swap: {
    en: "let them change places in the list, without changing what waits for what: {todos}",
    ko: "목록에서 서로 자리를 바꾸고 기다리는 순서는 그대로 둠: {todos}",
  },
  words_approval: {
    en: "ask for an approval before it runs: {todos}",
    ko: "실행하기 전에 승인을 받게 함: {todos}",
  },
  words_rename: {
    en: 'call "{before}" from now on "{title}"',
    ko: '"{before}"의 제목을 "{title:으로}" 바꿈',
  },
  words_assign: { en: 'assign to "{person}": {todos}', ko: '"{person}"에게 맡김: {todos}' },
  words_all: { en: "all {count} that have not ended", ko: "끝나지 않은 {count}개 모두" },

  words_unknown: {
    en: "this is not an instruction that is understood without a model",
    ko: "모델 없이 알아들을 수 있는 지시가 아닙니다",
  },
  words_unknown_todo: {
    en: 'the plan has no todo "{name}"',
    ko: '계획에 "{name:이라는}" 할 일이 없습니다',
  },
  words_several_todos: {
    en: 'it is not clear which todo "{name}" is',
    ko: '"{name:이}" 어느 할 일인지 분명하지 않습니다',
  },
  words_two_readings: {
    en: "this can be read in more than one way; put titles in quotation marks",
    ko: "여러 가지로 읽힙니다. 제목을 따옴표로 묶어 주세요",
  },
  words_title_unclear: {
    en: 'it is not clear whether all of "{title}" is the title; put the title in quotation marks, and write one instruction a sentence',
    ko: '"{title}" 전부가 제목인지 분명하지 않습니다. 제목을 따옴표로 묶고, 한 문장에 한 가지만 써 주세요',
  },
  words_title_taken: {
    en: 'the plan has a todo "{title}" already',
    ko: '계획에 "{title:이}" 이미 있습니다',
  },
  words_title_long: {
    en: "a title may have at most {most} characters",
    ko: "제목은 {most}자까지 쓸 수 있습니다",
  },
  words_person_unclear: {
    en: 'it is not clear who "{name}" is; write one name, such as @kim',
    ko: '"{name:이}" 누구인지 분명하지 않습니다. @민수처럼 이름 하나만 써 주세요',
  },
  words_needs_two: { en: "this takes exactly two todos", ko: "할 일이 꼭 두 개여야 합니다" },
  words_same_todo: {
    en: "a todo cannot come before or after itself",
    ko: "할 일이 자기 자신의 앞이나 뒤에 올 수는 없습니다",
  },
  words_wrong_way: {
    en: '"{title}" has priority {before} now, so {after} would be the other way',
    ko: '"{title}"의 우선순위는 지금 {before}입니다. {after:으로} 바꾸면 반대가 됩니다',
  },
  words_does_not_wait: {
    en: '"{then}" does not wait for "{first}" directly',
    ko: '"{then:은}" "{first:을}" 직접 기다리지 않습니다',
  },
  words_no_todos: {
    en: "the plan has no todo that has not ended",
    ko: "계획에 끝나지 않은 할 일이 없습니다",
  },
  words_nothing_to_change: { en: "the plan is like that already", ko: "이미 그렇게 되어 있습니다" },
  words_question: {
    en: "this is a question; nothing is changed for a question",
    ko: "질문입니다. 질문으로는 아무것도 바꾸지 않습니다",
  },
  words_negation: {
    en: "this says what not to do; nothing is changed for that",
    ko: "하지 말라는 말입니다. 그런 말로는 아무것도 바꾸지 않습니다",
  },
  words_condition: {
    en: "this holds only under a condition, which nobody can check here",
    ko: "조건이 붙어 있어 여기서 판단할 수 없습니다",
  },
  words_exception: {
    en: "this may mean an exception or a removal; write two sentences",
    ko: "예외인지 삭제인지 분명하지 않습니다. 두 문장으로 나눠 주세요",
  },
  words_quotation: {
    en: "this is a quotation of somebody's words, not an instruction",
    ko: "누군가의 말을 옮긴 것이지 지시가 아닙니다",
  },
  words_decision: {
    en: "words never decide a hold; look at `holdpoint inbox`",
    ko: "말로는 결정 요청을 결정할 수 없습니다. `holdpoint inbox`를 보세요",
  },
  words_control: {
    en: "words never start, pause, resume, cancel, skip or repeat anything; use the command for it",
    ko: "말로는 시작, 일시정지, 재개, 취소, 건너뛰기, 재실행을 할 수 없습니다. 해당 명령을 쓰세요",
  },
  words_loosening: {
    en: "words never take an approval away; use `holdpoint todo set`",
    ko: "말로는 승인을 없앨 수 없습니다. `holdpoint todo set`을 쓰세요",
  },
  words_too_long: {
    en: "this is too long to be one instruction: write at most {most} characters",
    ko: "지시 하나로는 너무 깁니다. {most}자까지 써 주세요",
  },
  words_many_ops: {
    en: "this would change more than {most} todos at once; name some of them",
    ko: "한 번에 {most}개가 넘는 할 일이 바뀝니다. 그 가운데 일부를 지정해 주세요",
  },
  words_too_many: {
    en: "these are too many instructions at once: write at most {most}",
    ko: "한 번에 쓴 지시가 너무 많습니다. {most}개까지 써 주세요",
  },
} as const satisfies Catalog;
