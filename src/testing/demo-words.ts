/** What the demo's script says in place of a model, in the language of its goal. */
export const DEMO_WORDS = {
  en: {
    intent: "write",
    asks_first: "Ask first who it is for.",
    purpose: "Writes the text, after it has asked.",
    text: "The text, in Markdown",
    write: "Write the text",
    save: "Save it as answer.md",
    question: "Who is going to read it?",
    suggested: ["New customers", "Our own team"],
    steps: (statuses: readonly string[]) => listed(["Ask who it is for", "Write it"], statuses),
    done: (task: string) => `“${task}” is done, as far as a script can do it.`,
    written: (task: string, reader: string) =>
      `# ${task}\n\nFor: ${reader}\n\nThese lines come from the demo's script and from what you said: no model was asked. With a model, its text would stand here, and it would wait for the same approval.`,
    report: (goal: string) => `This came of “${goal}”:`,
    missing: (title: string) => `${title}: not done, so nothing of it is here.`,
    no_changes: "The demo's script proposes no changes.",
    not_understood: (line: number, text: string) =>
      `A script plans here, and it did not understand line ${line}: “${text}”. Write the goal again: one sentence, or numbered lines.`,
    only_people: (title: string, fields: string) =>
      `A planner may not say “${fields}”, which stands at “${title}”. Write the goal again without it; you can set it when you look through the plan.`,
    refused: (mistakes: string) =>
      `A script plans here, and the plan was not accepted: ${mistakes} Write the goal again.`,
  },
  ko: {
    intent: "글쓰기",
    asks_first: "누가 읽을 글인지 먼저 물어볼 것.",
    purpose: "먼저 물어본 뒤 글을 씁니다.",
    text: "마크다운으로 쓴 글",
    write: "글 쓰기",
    save: "answer.md로 저장",
    question: "누가 읽을 글인가요?",
    suggested: ["새 고객", "우리 팀"],
    steps: (statuses: readonly string[]) => listed(["독자 물어보기", "글 쓰기"], statuses),
    done: (task: string) => `스크립트로 할 수 있는 만큼 마쳤습니다: ${task}`,
    written: (task: string, reader: string) =>
      `# ${task}\n\n독자: ${reader}\n\n이 글은 데모 스크립트와 답변으로 만들었으며, 모델에는 묻지 않았습니다. 모델이 있으면 이 자리에 모델이 쓴 글이 들어가고, 똑같이 승인을 기다립니다.`,
    report: (goal: string) => `목표의 결과입니다: ${goal}`,
    missing: (title: string) => `${title}: 끝내지 못해 결과가 없습니다.`,
    no_changes: "데모 스크립트는 변경을 제안하지 않습니다.",
    not_understood: (line: number, text: string) =>
      `여기서는 스크립트가 계획을 세우는데, ${line}번째 줄 “${text}”을(를) 알아듣지 못했습니다. 목표를 한 문장이나 번호를 붙인 줄로 다시 써 주세요.`,
    only_people: (title: string, fields: string) =>
      `“${title}”에 적힌 “${fields}” 항목은 계획을 세우는 쪽에서 정할 수 없습니다. 빼고 다시 써 주세요. 계획을 검토할 때 직접 정할 수 있습니다.`,
    refused: (mistakes: string) =>
      `여기서는 스크립트가 계획을 세우는데, 계획이 받아들여지지 않았습니다: ${mistakes} 목표를 다시 써 주세요.`,
  },
};
export type DemoWords = (typeof DEMO_WORDS)["en"];

function listed(contents: readonly string[], statuses: readonly string[]) {
  return contents.map((content, place) => ({
    id: String(place + 1),
    content,
    status: statuses[place] ?? "pending",
  }));
}
