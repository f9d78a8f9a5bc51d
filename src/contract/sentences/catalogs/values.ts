import { PLAN_STATUSES, TODO_STATUSES } from "../../tables/vocabulary.ts";
import type { Catalog } from "../catalog.ts";

/** What is wrong with a value that somebody wrote. Each can stand behind the place of the value. */
export const VALUES = {
  at_place: { en: "{place}: {what}", ko: "{place}: {what}" },
  the_body: { en: "The body", ko: "본문" },
  the_message: { en: "The message", ko: "메시지" },
  it: { en: "it {what}", ko: "{what}" },
  it_at: { en: "{place} {what}", ko: "{place}: {what}" },
  two: { en: "{first} {second}", ko: "{first} {second}" },
  values_invalid: {
    en: "{count} values are not valid.",
    ko: "{count}개 값이 올바르지 않습니다.",
  },
  correct_request: {
    en: 'Nothing was changed. Correct the values in "errors" and send the request again.',
    ko: '바뀐 것은 없습니다. "errors"에 있는 값을 고쳐 다시 보내세요.',
  },
  correct_plan: {
    en: 'Nothing was created. Correct the values in "errors" and send the plan again.',
    ko: '만들어진 것은 없습니다. "errors"에 있는 값을 고쳐 계획을 다시 보내세요.',
  },

  // By what a schema asks for.
  missing: { en: "is missing.", ko: "빠졌습니다." },
  invalid: { en: "is not valid.", ko: "올바르지 않습니다." },
  must_be_string: { en: "must be a text.", ko: "글이어야 합니다." },
  must_be_int: { en: "must be a whole number.", ko: "정수여야 합니다." },
  must_be_number: { en: "must be a number.", ko: "숫자여야 합니다." },
  must_be_boolean: { en: "must be true or false.", ko: "true나 false여야 합니다." },
  must_be_scalar: {
    en: "must be a text, a number, or true or false.",
    ko: "글, 숫자, true, false 가운데 하나여야 합니다.",
  },
  must_be_array: { en: "must be a list.", ko: "목록이어야 합니다." },
  must_be_object: { en: "must be a JSON object.", ko: "JSON 객체여야 합니다." },
  must_be_null: { en: "must be null.", ko: "null이어야 합니다." },
  must_be_type: { en: 'must be of type "{type}".', ko: '"{type}" 종류여야 합니다.' },
  at_least: { en: "must be at least {least}.", ko: "{least} 이상이어야 합니다." },
  at_most: { en: "must be at most {most}.", ko: "{most} 이하여야 합니다." },
  greater_than: { en: "must be greater than {least}.", ko: "{least}보다 커야 합니다." },
  less_than: { en: "must be less than {most}.", ko: "{most}보다 작아야 합니다." },
  entries_at_least: {
    en: "must have at least {least} {least?entry|entries}.",
    ko: "{least}개 이상 있어야 합니다.",
  },
  entries_at_most: {
    en: "must have at most {most} {most?entry|entries}.",
    ko: "{most}개까지 있을 수 있습니다.",
  },
  entries_differ: { en: "has an entry twice.", ko: "같은 것이 두 번 있습니다." },
  must_not_be_empty: {
    en: "must be a text that is not empty.",
    ko: "비어 있지 않은 글이어야 합니다.",
  },
  shorter_than: {
    en: "must have at least {least} characters.",
    ko: "{least}자 이상이어야 합니다.",
  },
  longer_than: { en: "is longer than {most} characters.", ko: "{most}자까지 쓸 수 있습니다." },
  multiple_of: { en: "must be a multiple of {step}.", ko: "{step}의 배수여야 합니다." },
  one_of: { en: "must be one of {values}.", ko: "다음 중 하나여야 합니다: {values}." },
  must_equal: { en: "must be {value}.", ko: "{value:과} 같아야 합니다." },
  must_be_time: {
    en: "must be a time with its offset, such as 2026-02-05T10:00:00Z or 2026-02-05T19:00:00+09:00.",
    ko: "시간대를 붙인 시각이어야 합니다. 예: 2026-02-05T10:00:00Z, 2026-02-05T19:00:00+09:00.",
  },
  plus_as_space: {
    en: 'has a space before its offset: in an address, "+" is written %2B.',
    ko: '시간대 앞이 빈칸입니다. 주소에서는 "+"를 %2B로 써야 합니다.',
  },
  characters_not_allowed: {
    en: "has characters that are not allowed.",
    ko: "쓸 수 없는 글자가 있습니다.",
  },
  unknown_name: {
    en: "is not a name that is known here.",
    ko: "여기에 쓸 수 없는 이름입니다.",
  },
  blocks_at_others: {
    en: 'is changed at the todos that wait: "add_dependency" or "remove_dependency" with each of them as target, or their "depends_on".',
    ko: "기다리는 쪽에서 바꿉니다. 그 할 일을 대상으로 `add_dependency` 또는 `remove_dependency`를 쓰거나 그 할 일의 `depends_on`을 고치세요.",
  },
  approval_settings: {
    en: 'must be a JSON object such as {"timeout_seconds": 3600}, which says how a person is asked. To have one asked, write "requires_approval": true.',
    ko: '`{"timeout_seconds": 3600}` 같은 JSON 객체여야 합니다. 승인을 어떻게 받을지 적는 곳이고, 승인을 받는다는 것은 `"requires_approval": true`로 적습니다.',
  },
  field_is_called: { en: 'is called "{name}" here.', ko: "여기서는 `{name}`입니다." },
  position_by_reorder: {
    en: 'is changed with "reorder"; of a new todo it stands beside "todo".',
    ko: "`reorder`로 바꿉니다. 새 할 일이면 `todo` 옆에 적습니다.",
  },
  no_field_at_all: {
    en: "is not a field; this takes none.",
    ko: "여기에는 항목을 쓸 수 없습니다.",
  },
  known_operation: {
    en: "must be add_todo, remove_todo, modify_todo, reorder, change_priority, add_dependency, remove_dependency or modify_plan.",
    ko: '"add_todo", "remove_todo", "modify_todo", "reorder", "change_priority", "add_dependency", "remove_dependency", "modify_plan" 가운데 하나여야 합니다.',
  },
  no_field_here: { en: "is not a field here.", ko: "여기에 쓸 수 없는 항목입니다." },
  did_you_mean: {
    en: '{unknown} Did you mean "{nearest}"?',
    ko: '{unknown} "{nearest:을}" 쓰려던 것인가요?',
  },
  no_field: {
    en: "is not a field; there are {fields}.",
    ko: "여기에 쓸 수 없는 항목입니다. 쓸 수 있는 것: {fields}.",
  },
  field_needed: { en: 'needs "{name}".', ko: '"{name:이}" 필요합니다.' },
  unfit: {
    en: 'does not fit the schema ("{keyword}").',
    ko: 'schema의 "{keyword}"에 맞지 않습니다.',
  },

  // What no JSON can hold.
  nested_deeper: {
    en: "is nested deeper than {most} levels.",
    ko: "{most}단계까지 겹칠 수 있습니다.",
  },
  half_character_key: {
    en: "has a key with half a character (a lone surrogate).",
    ko: "이름에 온전하지 않은 글자가 있습니다(짝이 없는 서로게이트).",
  },
  proto_key: { en: 'has a key "__proto__".', ko: '"__proto__"라는 이름은 쓸 수 없습니다.' },
  half_character: {
    en: "holds half a character (a lone surrogate).",
    ko: "온전하지 않은 글자가 있습니다(짝이 없는 서로게이트).",
  },
  not_finite: { en: "is not a finite number.", ko: "유한한 숫자가 아닙니다." },
  number_inexact: {
    en: "{written} would be read as {read}: a number of so many digits is not kept as it is written. Send it as a text.",
    ko: "{written:은} {read:으로} 읽힙니다. 자릿수가 이렇게 많은 수는 쓴 대로 보관되지 않습니다. 글로 보내세요.",
  },
  not_json: { en: "is not JSON.", ko: "JSON이 아닙니다." },

  // By what the contract asks for besides: messages of schemas are the names of these.
  hold_named_twice: {
    en: "stands in another decision before: a hold is decided once.",
    ko: "앞의 결정에도 있습니다. 결정 요청 하나는 한 번만 결정합니다.",
  },
  priority_word: {
    en: "must be a whole number from 0 to 10, or critical, high, medium, low.",
    ko: "0~10의 정수나 critical, high, medium, low 가운데 하나여야 합니다.",
  },
  id_signs: {
    en: 'must be letters, digits, "_" or "-", beginning with a letter or digit.',
    ko: '영문자, 숫자, "_", "-"만 쓰고 영문자나 숫자로 시작해야 합니다.',
  },
  one_line: {
    en: "must be one line without control characters.",
    ko: "제어 문자가 없는 한 줄이어야 합니다.",
  },
  no_control_characters: {
    en: "must not hold control characters other than line breaks and tabs.",
    ko: "줄바꿈과 탭이 아닌 제어 문자를 쓸 수 없습니다.",
  },
  tool_name: {
    en: "must be the name of a tool, such as write_file.",
    ko: "write_file 같은 도구의 이름이어야 합니다.",
  },
  agent_name: {
    en: 'must be 1–64 letters, digits, "_", "." or "-", starting with a letter or digit.',
    ko: '글자, 숫자, "_", ".", "-"만 1~64자로 쓰고 글자나 숫자로 시작해야 합니다.',
  },
  hold_id: {
    en: 'must be a hold id such as "<plan_id>.h1".',
    ko: '"<plan_id>.h1" 같은 결정 요청 ID여야 합니다.',
  },
  seconds_to_wait: {
    en: "must be seconds from 0 to 60, such as 30.",
    ko: "0부터 60까지의 초여야 합니다. 예: 30.",
  },
  duration: {
    en: 'must be a time such as "90m", "4h", "3d" or "2w".',
    ko: '"90m", "4h", "3d", "2w" 같은 시간이어야 합니다.',
  },
  one_target: {
    en: 'names the hold, or "todo_id" does, but not both.',
    ko: '"hold_id"와 "todo_id" 가운데 하나로 결정 요청을 지정하세요.',
  },
  one_version: {
    en: 'says where to go back to, or "checkpoint_id" does, but not both.',
    ko: '돌아갈 곳을 "version"이나 "checkpoint_id"로 지정하세요.',
  },
  position: {
    en: 'must be "first", "last", a number of todos before it, {"before": id} or {"after": id}.',
    ko: '"first", "last", 앞에 둘 할 일의 수, {"before": id}, {"after": id} 가운데 하나여야 합니다.',
  },
  position_or_order: {
    en: 'must be {"position": …} or {"order": [ids]}.',
    ko: '{"position": …}이나 {"order": [ids]}여야 합니다.',
  },
  todo_statuses: {
    en: `must be one or more of ${TODO_STATUSES.join(", ")}, separated by commas.`,
    ko: `다음을 하나 이상 쉼표로 나누어 써야 합니다: ${TODO_STATUSES.join(", ")}.`,
  },
  plan_statuses: {
    en: `must be one or more of ${PLAN_STATUSES.join(", ")}, separated by commas.`,
    ko: `다음을 하나 이상 쉼표로 나누어 써야 합니다: ${PLAN_STATUSES.join(", ")}.`,
  },
  note_bytes: {
    en: "must not have more than {most} bytes.",
    ko: "{most}바이트까지 쓸 수 있습니다.",
  },
  not_before_from: { en: "must not be before from.", ko: "from보다 앞설 수 없습니다." },
  event_types: {
    en: 'must be event types, or families of them such as "hold", separated by commas.',
    ko: '이벤트 종류나 "hold" 같은 묶음을 쉼표로 나누어 써야 합니다.',
  },
  reserved_id: {
    en: 'must not be "import" or "preview".',
    ko: '"import"와 "preview"는 쓸 수 없는 이름입니다.',
  },
  parameter_name: {
    en: "must be lower-case letters, digits and _, as in due_date.",
    ko: "due_date처럼 영문 소문자, 숫자, _만 써야 합니다.",
  },
  id_before: { en: "is the id of a todo before it.", ko: "앞에 있는 할 일의 ID입니다." },
  needs_workflow_id: {
    en: 'needs a workflow whose id is "{prefix}" and the plan\'s id, such as {prefix}weekly.',
    ko: '워크플로 ID가 "{prefix}"와 계획의 ID여야 합니다. 예: {prefix}weekly.',
  },
  must_be_workflow_id: {
    en: 'must be "{id}", as the workflow\'s id says.',
    ko: '워크플로 ID에 있는 "{id:과}" 같아야 합니다.',
  },
  path_has_odd_letters: {
    en: "The path must not hold control characters or broken letters: give the file a plain name.",
    ko: "경로에 제어 문자나 온전하지 않은 글자를 쓸 수 없습니다. 파일에 평범한 이름을 쓰세요.",
  },
  path_has_backslash: {
    en: "The path must use / between folders, not \\.",
    ko: "폴더 사이에는 \\가 아니라 /를 써야 합니다.",
  },
  path_is_relative: {
    en: "The path must be relative to the plan's workspace, such as data/reviews.csv.",
    ko: "data/reviews.csv처럼 계획의 작업 공간을 기준으로 한 경로여야 합니다.",
  },
  path_leads_out: {
    en: 'The path must not hold "..": tools reach only files in the plan\'s workspace.',
    ko: '경로에 ".."을 쓸 수 없습니다. 도구는 계획의 작업 공간에 있는 파일만 씁니다.',
  },
  path_names_file: {
    en: "The path must name a file, with single slashes between folders, such as data/reviews.csv.",
    ko: "data/reviews.csv처럼 폴더를 / 하나로 나눈 파일 이름이어야 합니다.",
  },
  sequence_number: {
    en: "must be a sequence number, such as 12.",
    ko: "12 같은 순번이어야 합니다.",
  },
} as const satisfies Catalog;
