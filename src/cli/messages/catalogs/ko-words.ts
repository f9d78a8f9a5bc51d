import type { enWords } from "./en-words.ts";

/** `en-words.ts` in Korean. */
export const koWords: Readonly<Record<keyof typeof enWords, string>> = {
  arg_words: "바꿀 내용을 말로 쓴 것. 다른 것은 필요 없음",
  edit_words_only:
    "말로 쓰거나 --file과 설정으로 쓰세요. 둘을 함께 쓸 수는 없습니다. 바뀐 것은 없습니다.",
  words_instead: "이렇게 쓰면 알아듣습니다: {examples}",
  words_which: '"{name:은}" 어느 것인가요?',
  words_new_todo: "새 할 일",
  words_ask_which: "번호 (없으면 그냥 Enter): ",
  words_ask_apply: "적용할까요? [y]예, [p]골라서, [N]아니요: ",
  words_ask_line: '"{text:을}" 적용할까요? [y/N] ',
  words_sure: "{plan}에 적용할까요?",
  words_none: "알아들은 것이 없습니다. 바뀐 것은 없습니다.",
  words_partly:
    "일부를 알아듣지 못해 --yes로는 아무것도 적용하지 않습니다. 알아들은 것만 다시 쓰거나 터미널에서 골라 주세요.",
  words_refused: "계획이 이 편집을 받을 수 없습니다: {detail} 바뀐 것은 없습니다.",
  words_moved: "그사이 계획이 바뀌었습니다. 지금 계획에서는 이렇게 됩니다:",
  words_chat_yes: "바뀐 것은 없습니다. 적용하려면 뒤에 --yes를 붙여 다시 말하세요.",
  line_unfit: "이제 맞지 않음: {why}",
  differs_alone: "--differs는 --remember와 함께 씁니다.",
  lines_no_numbers: "{text:은} 줄 번호가 아닙니다. 1,3처럼 쓰세요.",
  model_asked: "모델에게 묻고 있습니다 …",
  model_offer: "모델에게 물을까요? 비용이 들고, 바꾸기 전에 제안을 보여 줍니다. [y/N] ",
  model_instead: "모델이라면 알아들을 수도 있습니다. 바뀐 것은 없습니다.",
  model_ask_apply: "적용할까요? [y]예, 1,3처럼 줄 번호, [n]아니요, 나중에 정하려면 Enter: ",
  model_ask_why: "이유 (없으면 그냥 Enter): ",
  model_left: "제안은 받은 요청에 {hold:으로} 남아 있습니다.",
  model_no: "제안을 거절했습니다. 바뀐 것은 없습니다.",
  model_unchanged: "모델은 바꿀 것이 없다고 합니다: {summary}",
  model_failed: "제안이 나오지 않았습니다: {why}",
  model_plan_over: "계획이 끝났습니다.",
  chat_help_replan: "무엇을 바꿀지 모델에게 묻기",
  arg_plan_text: "YAML이나 JSON 파일, 표준 입력은 -, 개요 파일(.md, .txt), 또는 말로 쓴 개요",
  flag_outline: "말로 쓴 개요의 파일. -는 표준 입력",
  no_such_file: '"{file}" 파일이 여기 없습니다. 무엇을 원하는지 쓴 글이면 마침표로 끝내세요.',
  plan_new_one:
    "계획 파일 하나를 지정하거나, 무엇을 원하는지 말로 쓰거나, --outline으로 개요 파일을 지정하세요.",
  import_no_outline:
    "가져올 수 있는 것은 YAML이나 JSON으로 된 ExecutionPlan이나 PlanningState입니다. 이름이 .md나 .txt로 끝나는 파일은 말로 쓴 개요이고, `holdpoint plan new`로 시작합니다. `--dry-run`을 붙이면 알아들은 내용만 보여 줍니다.",
  check_no_outline:
    "이름이 .md나 .txt로 끝나는 파일은 말로 쓴 개요이고, 개요는 API만 읽습니다. 시작하지 않고 알아들은 내용만 볼 수 있습니다.",
  outline_left: "개요에서 {count}곳을 알아듣지 못했습니다. 아무것도 시작하지 않았습니다.",
  chat_help_plan: "목표나 개요로 다른 계획 시작",
  chat_planned: "계획 {plan:을} 시작했습니다: {command}",
};
