import type { Catalog } from "../catalog.ts";

/** What is said of what has no place in a plan that is imported. */
export const IMPORTS = {
  steps_needed: {
    en: 'must be there, or "execution_steps" or "todos" instead, outside of any other field.',
    ko: '있어야 합니다. "execution_steps"나 "todos"로 대신할 수 있고, 다른 항목 안에 있으면 밖으로 꺼내 적습니다.',
  },
  plan_within: {
    en: "is not a field here: move its contents to the top level. A plan of S1 or S2 is taken as it is by `holdpoint plan import` (POST /v1/plans/import).",
    ko: "여기에 쓸 수 없는 항목입니다. 그 안의 내용을 맨 위에 바로 적으세요. S1이나 S2의 계획은 `holdpoint plan import`(`POST /v1/plans/import`)로 그대로 가져옵니다.",
  },
  plan_of_others: {
    en: "is how S1 and S2 write a plan: `holdpoint plan import` (POST /v1/plans/import) takes it as it is.",
    ko: "S1과 S2가 계획을 적는 방식입니다. `holdpoint plan import`(`POST /v1/plans/import`)로 그대로 가져옵니다.",
  },
  import_todos_instead: {
    en: "The todos that were made of them are taken instead.",
    ko: "이것으로 만든 `todos`를 대신 가져옵니다.",
  },
  import_no_field: {
    en: 'A plan keeps no "{key}".',
    ko: '계획에는 "{key:을}" 담을 곳이 없습니다.',
  },
  import_intent: {
    en: 'A plan keeps an "intent" only as an object.',
    ko: '"intent"는 JSON 객체일 때만 계획에 남습니다.',
  },
  import_strategy: {
    en: '"{strategy}" is not a known strategy.',
    ko: '"{strategy:은}" 여기서 쓰는 전략이 아닙니다.',
  },
  import_no_step: {
    en: 'No step is called "{name}": nothing waits for it.',
    ko: '"{name:이라는}" 단계가 없어 기다리지 않습니다.',
  },
  import_no_such_step: { en: "No step has this name.", ko: "이런 이름의 단계가 없습니다." },
  import_cut: {
    en: "Only its first {most} characters are kept.",
    ko: "앞의 {most}자만 남습니다.",
  },
  import_begins_anew: {
    en: 'The todo begins anew: "{key}" is kept in its context.',
    ko: '할 일은 처음부터 시작하고, "{key:은}" `context`에 남습니다.',
  },
  import_became: { en: "{before} became {after}.", ko: "{before:이} {after:으로} 바뀌었습니다." },
  import_for_person: {
    en: 'No tool does the work of "{agent}": a person does it.',
    ko: '"{agent:이라는}" 도구나 에이전트가 없어 사람이 할 일로 가져옵니다.',
  },
  import_group_too_large: {
    en: "The group before is too large for all of this to wait for it.",
    ko: "앞 묶음이 너무 커서 이 묶음 전체가 기다릴 수 없습니다.",
  },
} as const satisfies Catalog;
