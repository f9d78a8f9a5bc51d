import type { Catalog } from "../../catalog.ts";

/** About values that tools mark as secret. */
export const SECRETS = {
  sealed_out_of_place: {
    en: "A sealed secret stands here, and this is no place for secrets. Seals open only where a tool marks its argument as secret.",
    ko: "비밀 값을 둘 수 없는 자리에 봉인된 비밀 값이 있습니다. 봉인은 도구가 비밀로 표시한 인수에서만 열립니다.",
  },
  sealed_elsewhere: {
    en: "This seal was not made for this place in this plan. Write the secret itself.",
    ko: "이 계획의 이 자리에 쓰려고 만든 봉인이 아닙니다. 비밀 값을 직접 쓰세요.",
  },
  mask_is_no_secret: {
    en: "This is what is shown in the place of a secret. Leave the argument out to keep the secret, or write the secret itself.",
    ko: "비밀 값 대신 보여 주는 글입니다. 비밀 값을 그대로 두려면 이 인수를 빼고, 바꾸려면 비밀 값을 직접 쓰세요.",
  },
  masked: { en: "•••••• (secret)", ko: "•••••• (비밀)" },
  sealed_for_other: {
    en: "The secret was sealed for another tool or argument: it opens only for that one.",
    ko: "다른 도구나 인수에 쓰려고 봉인한 비밀 값입니다. 그곳에서만 열립니다.",
  },
  seal_without_key: {
    en: 'The secret is sealed with the key "{key}", which is not here. Give every API and worker the same HOLDPOINT_ENCRYPTION_KEYS.',
    ko: '"{key}" 키로 봉인한 비밀 값인데 여기에는 그 키가 없습니다. 모든 API와 워커에 같은 HOLDPOINT_ENCRYPTION_KEYS를 주세요.',
  },
  secret_with_reference: {
    en: 'A secret is either written out or one reference and nothing else, such as {"$from": "<todo>"}.',
    ko: '비밀 값은 직접 쓰거나 {"$from": "<todo>"}처럼 참조 하나만 써야 합니다.',
  },
  secret_to_open_place: {
    en: 'The result of "{id}" holds a secret here. A secret goes as a whole, and only to arguments that a tool marks as secret.',
    ko: '"{id}"의 결과에서 이 부분은 비밀 값입니다. 비밀 값은 통째로, 도구가 비밀로 표시한 인수에만 전할 수 있습니다.',
  },
  answer_is_not_secret: {
    en: 'The answer to "{id}" goes to a secret argument, and the question does not say that it is secret. Add "secret": true to its input_request, or "writeOnly": true to the field of its form.',
    ko: '"{id}"의 답을 비밀 인수에 쓰는데 질문에는 비밀이라는 표시가 없습니다. input_request에 "secret": true를 쓰거나, 양식이라면 그 칸에 "writeOnly": true를 쓰세요.',
  },
  only_text_is_secret: {
    en: 'Only a text is secret as a whole. In a form, write "writeOnly": true in the schema of each secret field.',
    ko: '통째로 비밀일 수 있는 답은 글뿐입니다. 양식에서는 비밀인 칸마다 스키마에 "writeOnly": true를 쓰세요.',
  },
  secret_has_no_default: {
    en: "What is secret has no default: everybody could read it in the plan.",
    ko: "비밀 값에는 기본값을 둘 수 없습니다. 계획을 보는 누구나 읽을 수 있기 때문입니다.",
  },
  schedule_holds_no_secret: {
    en: 'The value of "{name}" goes to a secret argument, and a schedule keeps its values readable. Write the secret into the template itself.',
    ko: '"{name}"의 값은 비밀 인수에 쓰이는데, 예약에 넣은 값은 누구나 읽을 수 있습니다. 비밀 값을 템플릿에 직접 쓰세요.',
  },
  parameter_holds_no_secret: {
    en: 'The parameter "{name}" goes to a secret argument, so it has no default: everybody could read it. Write the secret into the plan, or give it with each plan that starts.',
    ko: '매개변수 "{name:은}" 비밀 인수에 쓰이므로 기본값을 둘 수 없습니다. 누구나 읽을 수 있기 때문입니다. 비밀 값을 계획에 직접 쓰거나 계획을 시작할 때마다 넣으세요.',
  },
  nothing_secret: {
    en: "The hold {id} shows nothing that is secret.",
    ko: "{id} 결정 요청에는 비밀 값이 없습니다.",
  },
  nothing_to_reveal: { en: "Nothing has to be revealed.", ko: "보여 줄 비밀 값이 없습니다." },
  no_secret_at: {
    en: 'There is no secret at "{pointer}" in this hold.',
    ko: '이 결정 요청의 "{pointer}" 자리에는 비밀 값이 없습니다.',
  },
  no_secret_but: {
    en: 'There is no secret at "{pointer}" in this hold. There is at: {places}.',
    ko: '이 결정 요청의 "{pointer}" 자리에는 비밀 값이 없습니다. 비밀 값이 있는 자리: {places}.',
  },
  name_a_place: {
    en: "Name one of these places.",
    ko: "그중 한 자리를 쓰세요.",
  },
} as const satisfies Catalog;
