import type { Catalog } from "../../catalog.ts";

/** What is said about models that do not answer as they should. */
export const MODELS = {
  model_not_configured: {
    en: "No model is configured.",
    ko: "설정된 모델이 없습니다.",
  },
  model_without_key: {
    en: "The environment variable {variable}, which holds the model's key, is not set where the worker runs.",
    ko: "모델 키가 들어 있어야 할 환경 변수 {variable:이} 워커가 실행되는 곳에 없습니다.",
  },
  model_refused_key: {
    en: "The model's server does not accept the key (HTTP {status}).",
    ko: "모델 서버가 키를 받아들이지 않았습니다(HTTP {status}).",
  },
  model_not_there: {
    en: 'The model\'s server has no model "{model}", or nothing at this address (HTTP 404).',
    ko: '모델 서버에 모델 "{model:이}" 없거나, 그 주소에 아무것도 없습니다(HTTP 404).',
  },
  model_refused_request: {
    en: "The model's server refuses the request (HTTP {status}): {why}",
    ko: "모델 서버가 요청을 거절했습니다(HTTP {status}): {why}",
  },
  model_redirects: {
    en: "The model's server redirects (HTTP {status}), which is not followed: set base_url to the address itself.",
    ko: "모델 서버가 다른 주소로 보냈습니다(HTTP {status}). 따라가지 않으니 설정의 base_url에 최종 주소를 적으세요.",
  },
  model_is_none: {
    en: "What answers at the model's address is no model's server: it sent {type} without an answer. Check base_url.",
    ko: "모델 서버 주소에서 모델이 아닌 것이 응답했습니다({type} 형식이고 답이 없음). 설정의 base_url을 확인하세요.",
  },
  model_busy: {
    en: "The model's server has too many requests (HTTP 429).",
    ko: "모델 서버에 요청이 너무 많습니다(HTTP 429).",
  },
  model_server_failed: {
    en: "The model's server failed (HTTP {status}).",
    ko: "모델 서버에서 오류가 났습니다(HTTP {status}).",
  },
  model_unreachable: {
    en: "The model's server cannot be reached.",
    ko: "모델 서버에 연결할 수 없습니다.",
  },
  model_too_slow: {
    en: "The model did not finish its answer within {seconds} s.",
    ko: "모델이 {seconds}초 안에 답을 끝내지 못했습니다.",
  },
  model_broke_off: {
    en: "The model's server broke its answer off, or answered something that is no answer.",
    ko: "모델 서버의 답이 중간에 끊겼거나 답이 아니었습니다.",
  },
  model_endless: {
    en: "The model's answer is longer than {most} characters.",
    ko: "모델의 답이 {most}자를 넘었습니다.",
  },
  model_tried_again_at: {
    en: "The model gave no answer: {why} Attempt {attempt} of {most} starts at {at}.",
    ko: "모델이 답하지 않았습니다: {why} {at}에 다시 시도합니다(전체 {most}번 가운데 {attempt}번째).",
  },
  model_tried_again_now: {
    en: "The model gave no answer: {why} Attempt {attempt} of {most} is under way.",
    ko: "모델이 답하지 않았습니다: {why} 다시 시도하는 중입니다(전체 {most}번 가운데 {attempt}번째).",
  },

  // Planning from a goal.
  goal_what_is_meant: { en: "What exactly is wanted?", ko: "정확히 무엇을 원하시나요?" },
  goal_given_up: { en: "{by} rejected the goal.", ko: "{by:이} 목표를 거절했습니다." },
  goal_given_up_because: {
    en: "{by} rejected the goal: {why}",
    ko: "{by:이} 목표를 거절했습니다: {why}",
  },
  goal_unsure: {
    en: 'The planner is only {percent}% sure that it understood the goal (as "{type}"). What exactly is wanted, and what should come of it?',
    ko: '계획을 짜는 모델이 목표를 이해했다고 보는 정도가 {percent}%뿐입니다("{type:으로}" 이해함). 정확히 무엇을 원하시나요? 어떤 결과가 나와야 하나요?',
  },
  goal_no_plan: {
    en: "The planner's plan was wrong, and so was its second one:\n{mistakes}\nSay what it should do otherwise, or reject the goal.",
    ko: "모델이 짠 계획에 잘못이 있었고, 고친 계획도 맞지 않았습니다:\n{mistakes}\n어떻게 달리 해야 하는지 알려 주거나 목표를 거절하세요.",
  },
  goal_refused: {
    en: "The model refused to plan this: {why}\nSay it otherwise, or reject the goal.",
    ko: "모델이 계획을 짜지 않겠다고 했습니다: {why}\n다르게 말해 주거나 목표를 거절하세요.",
  },
  goal_failed: {
    en: "No plan could be made: {why}\nAn answer, whatever it says, has it tried again; a rejection cancels the plan.",
    ko: "계획을 짜지 못했습니다: {why}\n아무 답이나 하면 다시 시도하고, 거절하면 계획을 취소합니다.",
  },
  goal_has_no_todos: {
    en: "The plan is still being made from its goal: it has no todos to change.",
    ko: "아직 목표에서 계획을 짜고 있어 바꿀 할 일이 없습니다.",
  },
  answer_goal_first: {
    en: "Answer the question about its goal first: `/v1/holds?kind=goal`.",
    ko: "먼저 목표에 대한 질문에 답해 주세요: `/v1/holds?kind=goal`",
  },
  wait_for_planning: {
    en: "Wait for its event `plan.planned`, or cancel it.",
    ko: "`plan.planned` 이벤트를 기다리거나 계획을 취소하세요.",
  },
  no_model_for_goal: {
    en: "A goal is planned by a model, and none is configured.",
    ko: "목표에서 계획을 짜려면 모델이 있어야 하는데, 설정된 모델이 없습니다.",
  },
  configure_model: {
    en: 'Set `models` in holdpoint.config.ts, such as `models: { model: "gpt-4o", key_variable: "OPENAI_API_KEY" }`, put the key into that variable, and start Holdpoint again. Or write the todos yourself.',
    ko: '`holdpoint.config.ts`에 `models: { model: "gpt-4o", key_variable: "OPENAI_API_KEY" }`처럼 모델을 적고, 그 환경 변수에 키를 넣은 뒤 Holdpoint를 다시 시작하세요. 할 일을 직접 적어도 됩니다.',
  },
  draft_refused: { en: "The model refused.", ko: "모델이 거부했습니다." },
  draft_empty: { en: "The answer was empty.", ko: "답이 비어 있었습니다." },
  draft_cut: {
    en: "The answer was cut off because it was too long: make it shorter.",
    ko: "답이 너무 길어 중간에 끊겼습니다. 더 짧게 써 주세요.",
  },
  draft_no_json: {
    en: "The answer was not one JSON object and nothing else.",
    ko: "답이 JSON 객체 하나가 아니었습니다.",
  },
  draft_without_todos: {
    en: "must have at least one todo, or `question` must say what is unclear.",
    ko: "할 일이 하나는 있어야 합니다. 분명하지 않은 것이 있으면 `question`에 적어야 합니다.",
  },
  draft_none: { en: "there are none", ko: "없음" },
  draft_no_tool: {
    en: 'There is no tool "{name}". Tools: {names}.',
    ko: '도구 "{name:이}" 없습니다. 있는 도구: {names}.',
  },
  draft_no_agent: {
    en: 'There is no agent "{name}". Agents: {names}.',
    ko: '에이전트 "{name:이}" 없습니다. 있는 에이전트: {names}.',
  },
  draft_one_kind: {
    en: "has more than one of `tool_name`, `agent_name` and `input_request`: one todo is one kind of work.",
    ko: "`tool_name`, `agent_name`, `input_request` 가운데 둘 이상이 있습니다. 할 일 하나는 한 종류의 일입니다.",
  },

  // What came of a goal, when no model says it.
  report_lines: { en: "{lines}", ko: "{lines}" },
  report_goal: { en: "Goal: {goal}", ko: "목표: {goal}" },
  report_done: { en: "[{id}] {title}: {result}", ko: "[{id}] {title}: {result}" },
  report_lost: { en: "[{id}] {title}: {status}", ko: "[{id}] {title}: {status}" },
  report_lost_because: {
    en: "[{id}] {title}: {status} – {why}",
    ko: "[{id}] {title}: {status} – {why}",
  },
} as const satisfies Catalog;
