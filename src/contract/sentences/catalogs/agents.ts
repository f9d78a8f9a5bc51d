import type { Catalog } from "../catalog.ts";

/** What agents ask, wait for and come to. */
export const AGENTS = {
  // How agents end.
  no_such_agent: {
    en: 'There is no agent "{name}". Agents: {names}.',
    ko: '에이전트 "{name:이}" 없습니다. 있는 에이전트: {names}.',
  },
  agent_lacks_tools: {
    en: 'The agent "{name}" may use tools that this worker does not have: {tools}. Save the agent without them, or start workers that have them.',
    ko: '에이전트 "{name:이}" 쓰는 도구가 이 워커에 없습니다: {tools}. 도구를 빼고 에이전트를 다시 저장하거나, 도구가 있는 워커를 시작하세요.',
  },
  none_configured: { en: "none is configured", ko: "설정된 에이전트가 없음" },
  agent_turns_over: {
    en: "The agent used all of its {most} turns and did not come to an end.",
    ko: "에이전트가 쓸 수 있는 {most}번의 차례를 모두 쓰고도 끝내지 못했습니다.",
  },
  agent_tokens_over: {
    en: "The agent used {used} tokens; it may use {most}.",
    ko: "에이전트가 토큰 {used}개를 썼습니다. 한도는 {most}개입니다.",
  },
  agent_time_over: {
    en: "The agent worked for {seconds} s and did not come to an end.",
    ko: "에이전트가 {seconds}초 동안 일하고도 끝내지 못했습니다.",
  },
  model_refused: {
    en: "The model refused to go on: {why}",
    ko: "모델이 계속하기를 거부했습니다: {why}",
  },
  model_cut_off: {
    en: "The model's answer was cut off because it was too long.",
    ko: "모델의 답이 너무 길어 중간에 끊겼습니다.",
  },
  model_said_nothing: {
    en: "The model ended the conversation without a word.",
    ko: "모델이 아무 말 없이 대화를 끝냈습니다.",
  },

  // What they ask people.
  agent_wants_call: {
    en: 'Agent "{name}" wants to call the tool "{tool}".',
    ko: '에이전트 "{name:이}" 도구 "{tool:을}" 호출하려고 합니다.',
  },
  agent_wants_call_again: {
    en: 'Agent "{name}" wants to call the tool "{tool}" again: {by} has allowed exactly this call before, so it may already have been made.',
    ko: '에이전트 "{name:이}" 도구 "{tool:을}" 다시 호출하려고 합니다. {by:이} 똑같은 호출을 이미 허용했으니 벌써 실행되었을 수 있습니다.',
  },
  agent_halted: {
    en: "{by} kept the agent “{agent}” from going on by itself, with steps left: {left}. Tell it what to do; without words it goes on with its steps.",
    ko: "{by:이} 에이전트 ‘{agent}’의 자동 재개를 취소했습니다. 남은 단계: {left}개. 무엇을 할지 알려 주세요. 말없이 보내면 남은 단계를 이어 갑니다.",
  },
  agent_turn_unreadable: {
    en: "The plan cannot take note of the agent's turn: its model's server says something of it that cannot be, such as how many tokens it took.",
    ko: "에이전트의 차례를 계획에 기록할 수 없습니다. 모델 서버가 토큰 수 등을 있을 수 없는 값으로 알려 왔습니다.",
  },
  agent_without_list: {
    en: "The agent wanted to change something but never wrote the list of its steps, so nothing was changed.",
    ko: "에이전트가 무언가를 바꾸려 했지만 끝내 단계 목록을 쓰지 않아 아무것도 바꾸지 못했습니다.",
  },
  agent_not_continued: {
    en: "The agent stopped with steps left, and {by} did not let it go on.",
    ko: "에이전트가 단계를 남기고 멈췄고, {by:이} 재개를 허용하지 않았습니다.",
  },
  nothing_counted_down: {
    en: 'No countdown runs for todo "{id}": its agent is not about to go on by itself.',
    ko: '할 일 "{id}"에는 진행 중인 카운트다운이 없습니다. 에이전트가 스스로 재개하려는 참이 아닙니다.',
  },
  only_answered: {
    en: '"{id}" asks how the agent goes on, and cannot be rejected.',
    ko: '"{id:은}" 에이전트가 어떻게 이어 갈지 묻고 있어 거절할 수 없습니다.',
  },
  only_answered_hint: {
    en: "Answer it, with or without words for the agent, or skip its todo.",
    ko: "에이전트에게 할 말을 적거나 비워서 답하거나, 할 일을 건너뛰세요.",
  },
  plan_budget_spent: {
    en: "{spent} of {limit} spent: the plan's budget for models is used up. May it cost more?",
    ko: "{limit} 가운데 {spent} 사용: 이 계획의 모델 예산을 다 썼습니다. 더 써도 될까요?",
  },
  agent_budget_spent: {
    en: "{spent} of {limit} spent: the agent has used what one run may cost. May it cost more?",
    ko: "{limit} 가운데 {spent} 사용: 에이전트가 한 번 실행할 때의 한도를 다 썼습니다. 더 써도 될까요?",
  },
  agent_turns_spent: {
    en: "All {limit} turns used, and the agent is not done. May it go on from where it is? Nothing that it did is done again.",
    ko: "차례 {limit}번을 다 썼지만 에이전트가 일을 끝내지 못했습니다. 하던 데서 이어서 하게 할까요? 이미 한 일을 다시 하지는 않습니다.",
  },
  agent_tokens_spent: {
    en: "{spent} of {limit} tokens used, and the agent is not done. May it go on from where it is? Nothing that it did is done again.",
    ko: "토큰 {limit}개 가운데 {spent}개를 썼지만 에이전트가 일을 끝내지 못했습니다. 하던 데서 이어서 하게 할까요? 이미 한 일을 다시 하지는 않습니다.",
  },
  agent_seconds_spent: {
    en: "The agent has worked for all of its {limit} s and is not done. May it go on from where it is? Nothing that it did is done again.",
    ko: "에이전트가 일할 수 있는 {limit}초를 다 썼지만 일을 끝내지 못했습니다. 하던 데서 이어서 하게 할까요? 이미 한 일을 다시 하지는 않습니다.",
  },
  budget_has_to_be_more: {
    en: '"{name}" has to be a number above {spent}, which is spent already.',
    ko: '"{name:은}" 이미 쓴 {spent}보다 큰 수여야 합니다.',
  },
  send_new_budget: {
    en: 'Send the new limit in US dollars as "{name}".',
    ko: '새 한도를 미국 달러로 "{name}"에 적어 보내세요.',
  },
  send_new_limit: {
    en: 'Send the new limit, a whole number up to {most}, as "{name}".',
    ko: '새 한도를 {most}까지의 정수로 "{name}"에 적어 보내세요.',
  },
  budget_suffices: {
    en: "the budget was raised meanwhile.",
    ko: "그동안 예산이 늘었습니다.",
  },
  budget_stays: {
    en: "A question about the budget cannot be withdrawn: the agent would wait for ever.",
    ko: "예산에 관한 결정 요청은 철회할 수 없습니다. 철회하면 에이전트가 끝없이 기다립니다.",
  },
  raise_or_stop: {
    en: 'Decide "approve" or "edit" to raise it, or "reject" to stop the agent.',
    ko: '늘리려면 "approve"나 "edit", 에이전트를 멈추려면 "reject"로 결정하세요.',
  },
  stopped_for_cost: {
    en: "{by} did not let it cost more.",
    ko: "{by:이} 비용을 더 쓰지 않기로 했습니다.",
  },
  stopped_for_cost_because: {
    en: "{by} did not let it cost more: {why}",
    ko: "{by:이} 비용을 더 쓰지 않기로 했습니다: {why}",
  },
  stopped_at_limit: {
    en: "{by} did not let it go on beyond its limit.",
    ko: "{by:이} 한도를 넘겨 계속하지 않기로 했습니다.",
  },
  stopped_at_limit_because: {
    en: "{by} did not let it go on beyond its limit: {why}",
    ko: "{by:이} 한도를 넘겨 계속하지 않기로 했습니다: {why}",
  },
  model_without_price: {
    en: 'The model "{model}" has no price, so nobody can say what was spent of the budget. Give it a price, or remove the budget.',
    ko: '모델 "{model}"의 가격이 없어 예산에서 얼마를 썼는지 알 수 없습니다. 가격을 정하거나 예산을 없애세요.',
  },
  agent_stopped: {
    en: "the agent that asked does not work on it any more.",
    ko: "질문한 에이전트가 이제 이 일을 하지 않습니다.",
  },
  waits_for_answer: {
    en: "Its agent waits for an answer: {question}",
    ko: "에이전트가 답을 기다립니다: {question}",
  },
  which_hold: {
    en: '{count} holds of this todo are open: "hold_id" has to say which one this decides.',
    ko: '이 할 일에 열린 결정 요청이 {count}개 있습니다. 어느 것을 결정하는지 "hold_id"로 지정하세요.',
  },
  loosens_budget: {
    en: "models may cost more than the budget allowed.",
    ko: "예산보다 많은 비용을 쓸 수 있습니다.",
  },
} as const satisfies Catalog;
