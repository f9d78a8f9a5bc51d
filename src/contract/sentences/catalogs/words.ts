import type { Catalog } from "../catalog.ts";

/** What was understood of a person's words, and what was not. */
export const WORDS = {
  words_add: { en: 'add "{title}" as the last todo', ko: '"{title:을}" 맨 뒤에 추가' },
  words_add_first: { en: 'add "{title}" as the first todo', ko: '"{title:을}" 맨 앞에 추가' },
  words_add_after: {
    en: 'add "{title}" after "{after}", which it waits for',
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
    en: "swap their places in the list, without changing what waits for what: {todos}",
    ko: "목록에서 서로 자리를 바꾸고 기다리는 순서는 그대로 둠: {todos}",
  },
  words_approval: {
    en: "ask for an approval before it runs: {todos}",
    ko: "실행하기 전에 승인을 받게 함: {todos}",
  },
  words_rename: {
    en: 'rename "{before}" to "{title}"',
    ko: '"{before}"의 제목을 "{title:으로}" 바꿈',
  },
  words_assign: { en: 'assign to "{person}": {todos}', ko: '"{person}"에게 맡김: {todos}' },
  words_assign_agents: {
    en: 'assign to "{person}": {todos}; an agent goes on doing {agents}, until its `agent_name` is taken away',
    ko: '"{person}"에게 맡김: {todos}. {agents:은} 에이전트가 계속 함(`agent_name`을 지우면 사람이 함)',
  },
  words_all: { en: "all {count} that have not ended", ko: "끝나지 않은 {count}개 모두" },

  words_unknown: {
    en: "this instruction cannot be understood without a model",
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
  words_no_priority: {
    en: "{value} is no priority: write a whole number from {least} to {most}, or low, medium, high or urgent",
    ko: "{value:은} 우선순위가 될 수 없습니다. {least}부터 {most}까지의 정수나 낮음, 보통, 높음, 긴급 가운데 하나를 쓰세요",
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

/** What was understood of an outline, and what was not. */
export const OUTLINES = {
  outline_title: { en: 'the plan is called "{title}"', ko: '계획 제목: "{title}"' },
  outline_no_title: {
    en: 'no line gives the plan a title, so it is named after its first todo: "{title}"',
    ko: '제목 줄이 없어 첫 할 일의 이름을 씀: "{title}"',
  },
  outline_description: { en: "says more about it", ko: "자세한 설명" },
  outline_todo: { en: 'todo {id}: "{title}"', ko: '할 일 {id}: "{title}"' },
  outline_group: {
    en: '{id}: "{title}" is reached when what stands below it is done',
    ko: '{id}: "{title:은}" 아래에 있는 것이 끝나면 이루어짐',
  },
  outline_waits: { en: "waits for {todos}", ko: "기다림: {todos}" },
  outline_approval: {
    en: "asks for an approval before it runs",
    ko: "실행하기 전에 승인을 받음",
  },
  outline_optional: { en: "the plan may go on without it", ko: "없어도 계획이 계속됨" },
  outline_milestone: { en: "a milestone: nothing is to be done", ko: "이정표: 할 것 없음" },
  outline_priority: { en: "priority {priority}", ko: "우선순위 {priority}" },
  outline_due: { en: "due {time} after the start", ko: "시작하고 {time} 안에" },
  outline_due_at: { en: "due at {time}", ko: "마감: {time}" },
  outline_due_unfit: {
    en: "a date is written with its time and zone",
    ko: "날짜는 시각과 시간대까지 함께 적어야 합니다",
  },
  outline_timeout: { en: "may take {seconds} seconds", ko: "{seconds}초까지 걸릴 수 있음" },
  outline_person: { en: 'assigned to "{person}"', ko: '담당: "{person}"' },
  outline_agent: { en: 'the agent "{agent}" works on it', ko: '에이전트 "{agent:이}" 맡음' },
  outline_agent_works: {
    en: '"{agent}" is an agent, which uses its tools and answers no questions for people: leave out either it or the rest.',
    ko: '"{agent:은}" 에이전트라서 도구를 스스로 쓰고, 사람에게 묻는 질문을 맡지 않습니다. 둘 가운데 하나를 빼세요.',
  },
  outline_tool: { en: "runs the tool {tool}", ko: "도구 {tool:을} 실행" },
  outline_question: { en: "a question to a person", ko: "사람에게 묻는 질문" },
  outline_options: {
    en: "to be answered with one of {options}",
    ko: "다음 가운데 하나로 답함: {options}",
  },

  words_template: { en: 'from the template "{title}"', ko: '템플릿 "{title}"' },
  words_value: { en: "{name} is {value}", ko: "{name} 값은 {value}" },
  words_usual_value: { en: "{name} is {value}, as usual", ko: "{name} 값은 기본값 {value}" },
  words_value_missing: { en: "{name} has to be said", ko: "{name:을} 정해 주세요" },
  words_value_twice: { en: "{name} is said twice", ko: "{name:을} 두 번 썼습니다" },
  words_wrong_value: {
    en: '"{value}" is not a valid value for {name}',
    ko: '"{value:은}" {name}의 값이 될 수 없습니다',
  },
  words_no_parameter: {
    en: 'the template has no parameter "{name}"',
    ko: '템플릿에 "{name:이라는}" 매개변수가 없습니다',
  },
  words_no_value: {
    en: "this sets no value of the template",
    ko: "템플릿의 값으로 알아들을 수 없습니다",
  },
  words_no_template: {
    en: 'there is no template "{name}"',
    ko: '"{name:이라는}" 템플릿이 없습니다',
  },
  words_several_templates: {
    en: 'several templates are called "{name}": name one by its id',
    ko: '"{name:이라는}" 템플릿이 여럿입니다. ID로 하나를 지정하세요',
  },

  outline_no_todos: { en: "there is no todo in it", ko: "할 일이 없습니다" },
  outline_no_sign: {
    en: "it stands between todos without a sign; begin it with - or 1., or indent it to describe the todo above",
    ko: "할 일 사이에 표시 없이 있습니다. -나 1.로 시작하거나, 위 할 일의 설명이면 들여쓰세요",
  },
  outline_heading: {
    en: "only the title of the plan is a heading; begin the line with - or 1.",
    ko: "계획 제목만 #으로 쓸 수 있습니다. 줄을 -나 1.로 시작하세요",
  },
  outline_no_text: { en: "nothing says what is to be done", ko: "무엇을 할지 쓰여 있지 않습니다" },
  outline_unknown_mark: { en: '"{mark}" is no mark', ko: '"{mark:은}" 알 수 없는 표시입니다' },
  outline_twice: { en: '"{mark}" says something again', ko: '"{mark:은}" 두 번째로 쓴 것입니다' },
  outline_unknown_tool: { en: 'there is no tool "{name}"', ko: '도구 "{name:이}" 없습니다' },
  outline_tool_meant: {
    en: 'there is no tool "{name}"; did you mean "{nearest}"?',
    ko: '도구 "{name:이}" 없습니다. "{nearest:을}" 쓰려던 것인가요?',
  },
  outline_arguments: {
    en: "these arguments of {tool} cannot be read",
    ko: "{tool}의 인수를 읽을 수 없습니다",
  },
  outline_unknown_todo: {
    en: 'no todo of the outline is called "{name}"',
    ko: '"{name:이라는}" 할 일이 개요에 없습니다',
  },
  outline_several_todos: {
    en: 'several todos of the outline are called "{name}"',
    ko: '"{name:이라는}" 할 일이 개요에 여럿 있습니다',
  },
  outline_nothing_before: { en: "there is no todo before it", ko: "앞에 할 일이 없습니다" },
  outline_line_long: {
    en: "the line is too long: write at most {most} characters",
    ko: "줄이 너무 깁니다. {most}자까지 써 주세요",
  },
  outline_too_many: {
    en: "a plan may have at most {most} todos; the rest was not read",
    ko: "할 일은 {most}개까지 있을 수 있습니다. 나머지는 읽지 않았습니다",
  },
  outline_not_understood: {
    en: "{count} {count?place|places} of the outline {count?was|were} not understood, so nothing was started.",
    ko: "개요에서 {count}곳을 알아듣지 못해 아무것도 시작하지 않았습니다.",
  },
  outline_correct: {
    en: 'Correct the places in "errors", put titles that look like something else in quotation marks, and send it again.',
    ko: '"errors"에 있는 곳을 고치고, 다른 뜻으로 보이는 제목은 따옴표로 묶어 다시 보내세요.',
  },
  outline_place: {
    en: "line {line}, column {column}, “{text}”: {what}",
    ko: "{line}번째 줄 {column}번째 칸 “{text}”: {what}",
  },
  outline_or_todos: {
    en: "write either an outline or todos, not both.",
    ko: "개요와 할 일 목록 가운데 하나만 쓰세요.",
  },
} as const satisfies Catalog;
