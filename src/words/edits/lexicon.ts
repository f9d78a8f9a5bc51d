/** How a Korean verb is told to somebody: its stem, its form in -아/어, and the noun that it is made of. */
interface Verb {
  readonly stem: string;
  readonly told: string;
  readonly noun?: string;
}

const hada = (noun: string): Verb => ({ stem: `${noun}하`, told: `${noun}해`, noun });

/** A space may be left out, or be several. */
const TOLD_ENDINGS = [
  "",
  " 줘",
  " 줘요",
  " 줘라",
  " 주세요",
  " 주십시오",
  " 주시기 바랍니다",
  " 주시면 됩니다",
  "라",
  "요",
  "야 해",
  "야 해요",
  "야 합니다",
  "야 돼",
  "야 돼요",
];
const STEM_ENDINGS = ["자", "세요", "십시오", "시오", "기", "기 바랍니다", "도록"];
const NOUN_ENDINGS = [
  "",
  " 바람",
  " 바랍니다",
  " 부탁",
  " 부탁해",
  " 부탁해요",
  " 부탁드려요",
  " 부탁드립니다",
];
const STEMS_WITH_EU = /넣$/;

function told({ stem, told: form, noun }: Verb): string[] {
  const eu = STEMS_WITH_EU.test(stem) ? "으" : "";
  return [
    ...TOLD_ENDINGS.map((ending) => form + ending),
    ...STEM_ENDINGS.map((ending) => stem + (/^[세십시]/.test(ending) ? eu : "") + ending),
    ...(noun === undefined ? [] : NOUN_ENDINGS.map((ending) => noun + ending)),
  ];
}

/** Korean verbs by what they stand for in a pattern. */
const VERBS = {
  add: [hada("추가"), { stem: "넣", told: "넣어" }, { stem: "끼워넣", told: "끼워 넣어" }],
  remove: [
    { stem: "빼", told: "빼" },
    { stem: "지우", told: "지워" },
    { stem: "없애", told: "없애" },
    hada("삭제"),
    hada("제거"),
    hada("제외"),
  ],
  do: [{ stem: "하", told: "해" }, hada("실행"), hada("진행"), hada("처리"), hada("수행")],
  raise: [{ stem: "높이", told: "높여" }, { stem: "올리", told: "올려" }, hada("상향")],
  lower: [{ stem: "낮추", told: "낮춰" }, { stem: "내리", told: "내려" }, hada("하향")],
  set: [
    { stem: "하", told: "해" },
    { stem: "바꾸", told: "바꿔" },
    { stem: "맞추", told: "맞춰" },
    { stem: "정하", told: "정해" },
    hada("변경"),
    hada("설정"),
    hada("지정"),
  ],
  change: [
    { stem: "바꾸", told: "바꿔" },
    { stem: "고치", told: "고쳐" },
    hada("변경"),
    hada("수정"),
  ],
  move: [{ stem: "옮기", told: "옮겨" }, { stem: "보내", told: "보내" }, hada("이동")],
  assign: [{ stem: "맡기", told: "맡겨" }, hada("배정"), hada("할당")],
} satisfies Readonly<Record<string, readonly Verb[]>>;

/** "빼고" may also mean "except": where it stands between two clauses, nobody knows which. */
const NEVER_JOINED = new Set(["빼", "제외하", "없애"]);

/** Verbs with the ending that joins one clause to the next, as in "추가하고". */
export const JOINED: readonly string[] = [
  ...new Set(
    Object.values(VERBS)
      .flat()
      .filter(({ stem }) => !NEVER_JOINED.has(stem) && stem !== "하")
      .map(({ stem }) => `${stem}고`),
  ),
];

const all = (verbs: readonly Verb[]): string[] => [
  ...verbs.flatMap(told),
  ...verbs.map(({ stem }) => `${stem}고`).filter((form) => JOINED.includes(form)),
];

/** Words that stand for the same in patterns: what a `<name>` in one may be. */
export const WORDS = {
  add: ["add", "insert", "include", ...all(VERBS.add)],
  remove: ["remove", "delete", "drop", "take out", ...all(VERBS.remove)],
  do: ["do", "run", "perform", "execute", ...all(VERBS.do)],
  raise: ["raise", "increase", ...all(VERBS.raise)],
  lower: ["lower", "decrease", "reduce", ...all(VERBS.lower)],
  set: ["set", "change", ...all(VERBS.set)],
  change: all(VERBS.change),
  move: ["move", "put", ...all(VERBS.move)],
  assign: ["assign", "give", ...all(VERBS.assign)],
  after: [
    "after",
    "following",
    "다음에",
    "다음에는",
    "뒤에",
    "뒤에는",
    "후에",
    "후에는",
    "이후에",
    "끝나면",
    "끝난 뒤에",
    "끝난 후에",
    "끝난 다음에",
    "하고 나서",
    "한 뒤에",
    "한 후에",
    "한 다음에",
    "완료 후에",
    "다음",
    "후",
    "뒤",
  ],
  before: [
    "before",
    "prior to",
    "전에",
    "전에는",
    "이전에",
    "앞에",
    "하기 전에",
    "시작 전에",
    "전",
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
    ...Array.from({ length: 11 }, (_, level) => String(level)),
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
  front: [
    "to the top",
    "to the start",
    "to the front",
    "to the beginning",
    "first",
    "맨 앞으로",
    "맨 앞에",
    "맨 위로",
    "맨 처음으로",
    "처음으로",
  ],
  back: [
    "to the end",
    "to the bottom",
    "to the back",
    "last",
    "맨 뒤로",
    "맨 뒤에",
    "맨 아래로",
    "맨 끝으로",
    "끝으로",
    "마지막으로",
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
  "모든 것",
  "모든 작업",
  "모든 할 일",
  "모든 단계",
  "전체 작업",
  "전체 할 일",
];

/** What may stand before and behind an instruction without changing it. */
export const POLITE = {
  before:
    /^(?:please|pls|kindly|ok(?:ay)?|also|then|and|now|next|let's|we should|i(?:'d| would) like to|i want to|그리고|또한|또|그럼|이제|그다음(?:에|으로)?|그 다음(?:에|으로)?|그런 다음(?:에)?|자|제발|부디)(?:,\s*|\s+|$)/,
  behind: /(?:[,\s]+(?:please|pls|too|as well|also|now|thanks|thank you))+$/,
  within: ["좀", "꼭", "바로"],
} as const;
