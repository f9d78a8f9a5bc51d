import type { Catalog } from "../catalog.ts";

/** What is wrong with a plan or a template as it was written, with references and with answers. */
export const WRITING = {
  id_taken: {
    en: '"{id}" is already the id of todo {place}; give each todo its own.',
    ko: '"{id:은}" {place}번째 할 일의 ID입니다. 할 일마다 다른 ID를 쓰세요.',
  },
  reference_names_argument: {
    en: "A reference provides one argument. Name the argument, as in {example}.",
    ko: "참조는 인수 하나를 채웁니다. {example}처럼 인수의 이름을 쓰세요.",
  },
  unknown_dependencies_hint: {
    en: 'Add the missing todo, correct the id, or send "unknown_dependencies": "ignore".',
    ko: '없는 할 일을 넣거나, ID를 고치거나, "unknown_dependencies": "ignore"를 함께 보내세요.',
  },
  wait_in_circle: {
    en: "These todos wait for each other: {path}.",
    ko: "할 일이 서로를 기다립니다: {path}.",
  },
  unlink_one: {
    en: "Remove one of these dependencies.",
    ko: "이 가운데 하나를 선행 할 일에서 빼세요.",
  },
  waits_for: { en: '"{id}" waits for "{other}".', ko: '"{id:은}" "{other:을}" 기다립니다.' },
  tool_needs_name: {
    en: 'A todo of kind "tool" needs "tool_name".',
    ko: '"tool" 종류의 할 일에는 "tool_name"이 필요합니다.',
  },
  no_tool_gets_it: {
    en: "is for a tool, and this todo has none: name it in `tool_name`. What an agent or a person is to get goes into `input_data`.",
    ko: "도구에 주는 값인데 이 할 일에는 도구가 없습니다. `tool_name`에 도구 이름을 적으세요. 에이전트나 사람에게 줄 값은 `input_data`에 적습니다.",
  },
  question_needs_request: {
    en: 'A todo of kind "question" needs "input_request", and no tool.',
    ko: '"question" 종류의 할 일에는 "input_request"가 필요하고, 도구는 쓸 수 없습니다.',
  },
  manual_has_neither: {
    en: 'A todo of kind "manual" has neither a tool nor a question: a person does it.',
    ko: '"manual" 종류의 할 일은 사람이 하므로 도구도 질문도 쓸 수 없습니다.',
  },
  agent_needs_name: {
    en: 'A todo of kind "agent" needs `agent_name`, and neither a tool nor a question.',
    ko: '"agent" 종류의 할 일에는 `agent_name`이 있어야 하고, 도구나 질문은 쓸 수 없습니다.',
  },
  agent_alone: {
    en: "goes with neither `tool_name` nor `input_request`: one todo is one kind of work.",
    ko: "`tool_name`이나 `input_request`와 함께 쓸 수 없습니다. 할 일 하나는 한 종류의 일입니다.",
  },
  milestone_has_neither: {
    en: 'A todo of kind "milestone" has neither a tool nor a question.',
    ko: '"milestone" 종류의 할 일에는 도구도 질문도 쓸 수 없습니다.',
  },
  milestone_writes_nothing: {
    en: "A milestone has no result that could be written.",
    ko: "이정표에는 파일에 쓸 결과가 없습니다.",
  },
  due_at_or_in: {
    en: 'A todo has either "due_at" or "due_in".',
    ko: '할 일에는 "due_at"과 "due_in" 가운데 하나만 쓸 수 있습니다.',
  },
  tool_or_question: {
    en: "A todo has either a tool or a question.",
    ko: "할 일에는 도구나 질문 가운데 하나만 쓸 수 있습니다.",
  },

  // References to results.
  from_allows: {
    en: 'allows only "$from", "path" and "default", not "{name}".',
    ko: '"$from", "path", "default"만 쓸 수 있고, "{name:은}" 쓸 수 없습니다.',
  },
  from_is_id: {
    en: '"$from" must be the id of a todo.',
    ko: '"$from"은 할 일의 ID여야 합니다.',
  },
  path_is_pointer: {
    en: '"path" must be a JSON Pointer such as "/reviews/0".',
    ko: '"path"는 "/reviews/0" 같은 JSON Pointer여야 합니다.',
  },
  refers_to_nothing: {
    en: '"{written}" refers to nothing; did you mean "{meant}"?',
    ko: '"{written:은}" 아무것도 가리키지 않습니다. "{meant:을}" 쓰려던 것인가요?',
  },
  result_too_large: {
    en: 'the result of "{id}" is kept outside the plan, and no part of it can be inserted into text; make it an argument of its own: {example}',
    ko: '"{id}"의 결과는 계획 밖에 따로 보관되므로 일부라도 글에 넣을 수 없습니다. {example}처럼 따로 인수로 주세요',
  },
  no_result_of: {
    en: 'there is no result of todo "{id}"',
    ko: '할 일 "{id}"의 결과가 없습니다',
  },
  no_part_of_result: {
    en: 'there is no "{path}" in the result of todo "{id}"',
    ko: '할 일 "{id}"의 결과에 "{path:이}" 없습니다',
  },
  milestone_gives_nothing: {
    en: '"{id}" is a milestone and has no result; refer to a todo that has one.',
    ko: '"{id:은}" 이정표여서 결과가 없습니다. 결과가 있는 할 일을 가리키세요.',
  },
  the_result: { en: 'The result of "{id}"', ko: '"{id}"의 결과' },
  part_of_result: { en: '"{path}" in the result of "{id}"', ko: '"{id}"의 결과 가운데 "{path}"' },
  has_no_parts: {
    en: '{whole} has no parts: there is no "{missing}" in it.',
    ko: '{whole}에는 항목이 없어 "{missing:이}" 있을 수 없습니다.',
  },
  has_no_part: {
    en: '{whole} has no "{missing}". It has {parts}.',
    ko: '{whole}에 "{missing:이}" 없습니다. 있는 것: {parts}.',
  },
  has_no_part_but: {
    en: '{whole} has no "{missing}". Did you mean "{nearest}"? It has {parts}.',
    ko: '{whole}에 "{missing:이}" 없습니다. "{nearest:을}" 쓰려던 것인가요? 있는 것: {parts}.',
  },

  waits_for_too_many: {
    en: "A todo may wait for at most {most} others, those included whose results it uses or that block it.",
    ko: "할 일은 다른 할 일을 {most}개까지 기다릴 수 있습니다. 결과를 쓰는 할 일과 이 할 일을 막는 할 일도 셉니다.",
  },
  too_many_references: {
    en: "Results of other todos may stand in at most {most} places.",
    ko: "다른 할 일의 결과는 {most}곳까지 쓸 수 있습니다.",
  },
  results_too_long: {
    en: "The results that are put in here have more than {most} characters in all.",
    ko: "여기에 들어갈 결과가 모두 {most}자를 넘습니다.",
  },

  // Questions and answers.
  approver_twice: {
    en: "Each approver is named once.",
    ko: "같은 승인자는 한 번만 쓰세요.",
  },
  asked_twice: {
    en: "Name each person once.",
    ko: "같은 이름은 한 번만 쓰세요.",
  },
  too_few_approvers: {
    en: "It cannot need more approvals than it names approvers ({most}).",
    ko: "승인자가 {most}명이므로 승인도 {most}건까지만 요구할 수 있습니다.",
  },
  one_answers: {
    en: "A question is answered by one person; only an approval can need several, or somebody else.",
    ko: "질문에는 한 사람이 답합니다. 여러 사람이나 다른 사람을 요구하는 것은 승인을 받는 할 일에만 쓸 수 있습니다.",
  },
  approvers_unasked: {
    en: 'Nobody would be asked: set "requires_approval" to true, too.',
    ko: '아무에게도 묻지 않게 됩니다. "requires_approval"도 true로 쓰세요.',
  },
  tool_needs_person: {
    en: '"{tool}" has to ask a person: no deadline approves it. Leave on_timeout out, or write "fail", "skip" or "wait".',
    ko: '‘{tool:은}’ 사람의 승인이 꼭 필요한 도구라서 기한이 지났다고 승인되지 않습니다. `on_timeout`을 빼거나 "fail", "skip", "wait" 중 하나를 쓰세요.',
  },
  choice_needs_options: {
    en: "A choice needs options.",
    ko: "선택 질문에는 options가 필요합니다.",
  },
  only_choice_has_options: {
    en: "Only a choice has options.",
    ko: "options는 선택 질문에만 쓸 수 있습니다.",
  },
  only_form_has_schema: {
    en: "A form needs a schema, and no other type has one.",
    ko: "schema는 양식에 꼭 필요하고, 양식에만 쓸 수 있습니다.",
  },
  only_file_has_accept: {
    en: 'Only a file has "accept" and "max_bytes".',
    ko: '"accept"와 "max_bytes"는 파일 질문에만 쓸 수 있습니다.',
  },
  keyword_refused: {
    en: 'A form\'s schema may not use "{keyword}".',
    ko: '양식의 schema에는 "{keyword:을}" 쓸 수 없습니다.',
  },
  keyword_broken: {
    en: 'This is no value of "{keyword}" in a JSON Schema.',
    ko: 'JSON Schema의 "{keyword}"에 쓸 수 없는 값입니다.',
  },
  schema_too_long: {
    en: "A form's schema may have at most {most} characters.",
    ko: "양식의 schema는 {most}자까지 쓸 수 있습니다.",
  },
  schema_has_too_many_parts: {
    en: "A form's schema may have at most {most} subschemas, values and names.",
    ko: "양식의 schema에는 하위 schema와 값, 이름을 모두 {most}개까지 쓸 수 있습니다.",
  },
  too_much_to_check: {
    en: "Checking this against the form's schema would take too long: shorten its lists, or simplify the schema.",
    ko: "양식의 schema에 맞는지 확인하는 데 너무 오래 걸립니다. 목록을 줄이거나 schema를 단순하게 하세요.",
  },
  schema_broken: {
    en: "The form's schema does not work: {why}.",
    ko: "양식의 schema를 쓸 수 없습니다: {why}.",
  },
  answer_needed: { en: "The question needs an answer.", ko: "답이 필요한 질문입니다." },
  answer_is_text: { en: "The answer must be text.", ko: "글로 답해야 합니다." },
  answer_half_character: {
    en: "The answer contains half a character (a lone surrogate).",
    ko: "답에 온전하지 않은 글자가 있습니다(짝이 없는 서로게이트).",
  },
  answer_too_long: {
    en: "The answer is longer than {most} characters. Shorten it, or let the question ask for a file.",
    ko: "답은 {most}자까지 쓸 수 있습니다. 줄이거나, 파일을 받는 질문으로 바꾸세요.",
  },
  answer_is_number: { en: "The answer must be a number.", ko: "숫자로 답해야 합니다." },
  answer_is_one_of: {
    en: "The answer must be one of: {options}.",
    ko: "다음 중 하나로 답해야 합니다: {options}.",
  },
  answer_is_object: {
    en: "The answer must be a JSON object.",
    ko: "이름과 값으로 된 객체로 답해야 합니다.",
  },
  answer_is_file: {
    en: "The answer must be a file that has been uploaded.",
    ko: "올려 둔 파일로 답해야 합니다.",
  },
  file_too_large: {
    en: "The file has {bytes} bytes; at most {most} are allowed.",
    ko: "파일이 {bytes}바이트입니다. {most}바이트까지 올릴 수 있습니다.",
  },
  file_of_other_type: {
    en: "The file is {type}; allowed are {accept}.",
    ko: "파일 형식이 {type}입니다. 쓸 수 있는 형식: {accept}.",
  },

  // Templates and their values.
  template_lists_parameters: {
    en: "Nothing was created. The template lists its parameters.",
    ko: "만들어진 것은 없습니다. 템플릿에서 매개변수 목록을 확인하세요.",
  },
  parameter_twice: {
    en: 'There is already a parameter "{name}".',
    ko: '매개변수 "{name:이}" 이미 있습니다.',
  },
  only_choice_has_them: {
    en: "A choice needs options, and no other type has them.",
    ko: "options는 choice에 꼭 필요하고, choice에만 쓸 수 있습니다.",
  },
  no_parameter: {
    en: 'The template has no parameter "{name}".',
    ko: '템플릿에 매개변수 "{name:이}" 없습니다.',
  },
  parameter_unused: {
    en: 'Nothing in the plan uses the parameter "{name}", so its value would change nothing. Put it into the plan, or leave it out.',
    ko: '계획에서 매개변수 "{name:을}" 쓰는 곳이 없어 값을 넣어도 달라지는 것이 없습니다. 계획에 넣거나 매개변수를 빼세요.',
  },
  nothing_at: {
    en: 'There is nothing at "{pointer}" in the plan.',
    ko: '계획의 "{pointer}"에 아무것도 없습니다.',
  },
  no_such_parameter: {
    en: "There is no such parameter. The parameters are: {names}.",
    ko: "그런 매개변수가 없습니다. 있는 것: {names}.",
  },
  no_parameters: {
    en: "There is no such parameter. The template has none.",
    ko: "그런 매개변수가 없습니다. 이 템플릿에는 매개변수가 없습니다.",
  },
  value_required: { en: "A value is required.", ko: "값이 필요합니다." },
  value_required_for: { en: "A value is required ({title}).", ko: "값이 필요합니다({title})." },
  it_is_number: { en: "It must be a number.", ko: "숫자여야 합니다." },
  it_is_boolean: { en: "It must be true or false.", ko: "true나 false여야 합니다." },
  it_is_one_of: { en: "It must be one of: {options}.", ko: "다음 중 하나여야 합니다: {options}." },
  it_is_text: { en: "It must be text.", ko: "글이어야 합니다." },
  it_has_half_character: {
    en: "It contains half a character (a lone surrogate).",
    ko: "온전하지 않은 글자가 있습니다(짝이 없는 서로게이트).",
  },
  it_is_too_long: {
    en: "It is longer than {most} characters.",
    ko: "{most}자까지 쓸 수 있습니다.",
  },
  nobody_of_long_name: {
    en: "No tool or agent has this name; any other name may have at most {most} characters.",
    ko: "이런 이름의 도구나 에이전트가 없습니다. 다른 이름은 {most}자까지 쓸 수 있습니다.",
  },
  values_too_long: {
    en: "The values would put more than {most} characters into the plan.",
    ko: "값을 넣으면 계획이 {most}자 넘게 길어집니다.",
  },
} as const satisfies Catalog;
