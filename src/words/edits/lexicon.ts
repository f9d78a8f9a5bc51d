import { formsOf } from "./korean-verbs.ts";

/** Places in the list, as in "맨 뒤에" and "가장 뒤로". */
const most = (places: readonly string[]): string[] =>
  ["맨", "제일", "가장"].flatMap((word) => places.map((place) => `${word} ${place}`));
/** As in "마지막 단계로" and "as the last step". */
const step = (which: string): string[] =>
  ["단계로", "단계에", "작업으로", "작업에", "순서로", "순서에", "할 일로"].map(
    (noun) => `${which} ${noun}`,
  );
const asThe = (which: string): string[] =>
  ["", " one", " step", " todo", " task", " item"].map((noun) => `as the ${which}${noun}`);
const atThe = (places: readonly string[]): string[] =>
  places.flatMap((place) =>
    ["at the", "at the very", "to the", "to the very"].map((words) => `${words} ${place}`),
  );

const FRONT = [
  ...atThe(["top", "start", "front", "beginning"]),
  ...asThe("first"),
  ...["처음에", "처음으로", "첫 번째로", "첫 번째에"],
  ...most(["앞에", "앞으로", "위에", "위로", "처음에", "처음으로", "첫 번째로", "첫 번째에"]),
  ...["첫 번째", "첫", "맨 앞", "맨 처음"].flatMap(step),
];
const BACK = [
  ...atThe(["end", "bottom", "back"]),
  ...asThe("last"),
  ...["마지막에", "마지막으로", "끝에", "끝으로"],
  ...most(["뒤에", "뒤로", "아래에", "아래로", "끝에", "끝으로", "마지막에", "마지막으로"]),
  ...["마지막", "맨 마지막", "맨 뒤", "맨 끝"].flatMap(step),
];

/** In a list of words it is any number. */
export const ANY_NUMBER = "#";

/** Words that stand for the same in patterns: what a `<name>` in one may be. */
export const WORDS = {
  add: ["add", "insert", "include", ...formsOf("add")],
  remove: ["remove", "delete", "drop", "take out", ...formsOf("remove")],
  do: ["do", "run", "perform", "execute", ...formsOf("do")],
  raise: ["raise", "increase", ...formsOf("raise")],
  lower: ["lower", "decrease", "reduce", ...formsOf("lower")],
  set: ["set", "change", ...formsOf("set")],
  change: formsOf("change"),
  move: ["move", "put", ...formsOf("move")],
  assign: ["assign", "give", ...formsOf("assign")],
  after: [
    "after",
    "following",
    "right after",
    "just after",
    "immediately after",
    "directly after",
    "as the next step after",
    "다음에",
    "뒤로",
    "후로",
    "이후로",
    "다음에는",
    "다음으로",
    "바로 다음으로",
    "뒤에",
    "뒤에는",
    "후에",
    "후에는",
    "이후에",
    "이후",
    "직후에",
    "직후",
    "끝나면",
    "끝나고",
    "끝나고 나면",
    "끝나고 나서",
    "끝나자마자",
    "끝나는 대로",
    "끝난 뒤에",
    "끝난 후에",
    "끝난 직후에",
    "끝난 다음에",
    "끝난 뒤",
    "끝난 후",
    "끝난 다음",
    "완료되면",
    "완료된 뒤에",
    "완료된 후에",
    "완료 후에",
    "완료 후",
    "하고 나서",
    "한 뒤에",
    "한 후에",
    "한 직후에",
    "한 다음에",
    "한 뒤",
    "한 후",
    "한 다음",
    "다음에 바로",
    "뒤에 바로",
    "후에 바로",
    "다음",
    "후",
    "뒤",
    ...step("다음"),
    ...step("바로 다음"),
    ...step("후속"),
  ],
  before: [
    "before",
    "prior to",
    "right before",
    "just before",
    "immediately before",
    "directly before",
    "전에",
    "앞으로",
    "전으로",
    "전에는",
    "이전에",
    "이전",
    "직전에",
    "직전",
    "앞에",
    "하기 전에",
    "하기 직전에",
    "시작하기 전에",
    "시작 전에",
    "전",
    ...step("앞"),
    ...step("전"),
    ...step("이전"),
    ...step("바로 앞"),
    ...step("바로 전"),
  ],
  first: ["first", "먼저", "우선"],
  priority: [
    "priority",
    "priorities",
    "우선순위",
    "우선순위를",
    "우선순위도",
    "우선순위는",
    "중요도를",
  ],
  approval: ["approval", "an approval", "승인", "승인을", "승인이"],
  subject: ["은", "는", "이", "가", "을", "를"],
  to: ["to", "as", "으로", "로"],
  level: [
    ANY_NUMBER,
    "low",
    "medium",
    "normal",
    "high",
    "urgent",
    "critical",
    "낮음",
    "보통",
    "중간",
    "높음",
    "긴급",
    "급함",
    "최우선",
  ],
  at_front: FRONT,
  at_back: [...BACK, "last"],
  front: [...FRONT, "first"],
  back: [...BACK, "last"],
  to_plan: [
    "to the plan",
    "to this plan",
    "to the list",
    "계획에",
    "이 계획에",
    "계획에다",
    "플랜에",
    "목록에",
    "할 일 목록에",
    "할 일에",
    "여기에",
  ],
  from_plan: [
    "from the plan",
    "from this plan",
    "from the list",
    "계획에서",
    "이 계획에서",
    "플랜에서",
    "목록에서",
    "할 일 목록에서",
    "여기에서",
    "여기서",
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type WordSet = keyof typeof WORDS;

/** The priorities that words name, on the scale of S0. */
export const LEVELS: Readonly<Record<string, number>> = {
  low: 2,
  medium: 5,
  normal: 5,
  high: 8,
  urgent: 10,
  critical: 10,
  낮음: 2,
  낮게: 2,
  보통: 5,
  중간: 5,
  높음: 8,
  높게: 8,
  긴급: 10,
  급함: 10,
  최우선: 10,
};

/** One step up or down leads from one of these to the next. */
export const PRIORITY_STEPS = [0, 2, 5, 8, 10] as const;

/** What means every todo that has not ended. */
export const ALL_TODOS: readonly string[] = [
  "all",
  "all todos",
  "all the todos",
  "all tasks",
  "all steps",
  "all of them",
  "every todo",
  "every task",
  "everything",
  "모두",
  "전부",
  "전체",
  "다",
  "모두 다",
  "전부 다",
  "모든 것",
  "모든 작업",
  "모든 할 일",
  "모든 단계",
  "전체 작업",
  "전체 할 일",
];

/** What may stand before, behind and within an instruction without changing it. */
export const POLITE = {
  before:
    /^(?:please|pls|kindly|ok(?:ay)?|also|then|and|now|next|finally|lastly|additionally|let's|we should|i(?:'d| would) like to|i want to|그리고 나서|그러고 나서|그리고|또한|또|추가로|그럼|그러면|이제|일단|그다음(?:에|으로)?|그 다음(?:에|으로)?|그런 다음(?:에)?|자|제발|부디)(?:,\s*|\s+|$)/,
  behind: /(?:[,\s]+(?:please|pls|too|as well|also|now|thanks|thank you))+$/,
  between: /(?<=\s)(?:좀|꼭)\s+/y,
  within: /\s+(?:좀|꼭|바로|새로|추가로|따로|별도로|하나 더|하나|한번|한 번)$/,
} as const;
