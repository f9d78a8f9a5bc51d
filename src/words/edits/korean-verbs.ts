import { endsClosed } from "../fold.ts";

/** How a Korean verb is told to somebody: its stem, its form in -아/어, and the noun that it is made of. */
interface Verb {
  readonly stem: string;
  readonly told: string;
  readonly noun?: string;
}

const hada = (noun: string): Verb => ({ stem: `${noun}하`, told: `${noun}해`, noun });

/** Korean verbs by what they stand for in a pattern. */
const VERBS = {
  add: [
    hada("추가"),
    { stem: "넣", told: "넣어" },
    { stem: "끼워넣", told: "끼워 넣어" },
    { stem: "집어넣", told: "집어 넣어" },
  ],
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
type VerbSet = keyof typeof VERBS;

/** Endings by the form that they follow. A space may be left out, or be several. */
const TOLD = {
  told: [
    "",
    " 줘",
    " 줘요",
    " 줘라",
    " 주라",
    " 주세요",
    " 주십시오",
    " 주시기 바랍니다",
    " 주시면 됩니다",
    " 주시면 감사하겠습니다",
    " 주길 바라",
    " 주기 바랍니다",
    " 주면 돼",
    " 주면 좋겠어",
    " 주면 좋겠어요",
    " 주면 좋겠습니다",
    " 주시면 좋겠어요",
    " 주시면 좋겠습니다",
    "라",
    "요",
    "야 해",
    "야 해요",
    "야 합니다",
    "야 돼",
    "야 돼요",
    "야겠어",
    "야겠어요",
    "야겠습니다",
  ],
  stem: ["자", "세요", "십시오", "시오", "기", "기 바랍니다", "도록"],
  noun: ["", " 바람", " 바랍니다", " 부탁", " 부탁해", " 부탁해요", " 부탁드려요", " 부탁드립니다"],
} as const;

/** Endings that join a clause to the next, as in "추가하고" and "추가해주고". */
const JOINING = {
  told: [" 주고", " 주시고", " 주면서"],
  stem: ["고", "고 나서", "면서"],
} as const;
/** The same behind "추가한", which may also say when. */
const JOINING_PAST = [" 다음", " 다음에", " 뒤", " 뒤에", " 후", " 후에"] as const;

/** "빼고" may also mean "except": where it stands between two clauses, nobody knows which. */
const MAY_EXCEPT = new Set(["빼", "제외하", "없애"]);

function joining({ stem, told }: Verb): string[] {
  const endings = JOINING.stem.filter((ending) => ending !== "고" || !MAY_EXCEPT.has(stem));
  return [
    ...JOINING.told.map((ending) => told + ending),
    ...endings.map((ending) => behindStem(stem, ending)),
  ];
}

function behindStem(stem: string, ending: string): string {
  const hasEu = /^[세십시면]/.test(ending) && endsClosed(stem) === true;
  return stem + (hasEu ? "으" : "") + ending;
}

function joiningPast({ stem }: Verb): string[] {
  const past =
    endsClosed(stem) === true
      ? `${stem}은`
      : stem.slice(0, -1) + String.fromCharCode(stem.charCodeAt(stem.length - 1) + FINAL_N);
  return JOINING_PAST.map((ending) => past + ending);
}
/** How far behind an open syllable the same with ㄴ stands: "빼", "뺀". */
const FINAL_N = 4;

/** What is done, and named with "하": "리뷰 수집 한 다음에" is a place in the plan. */
const NAMES_TODOS: ReadonlySet<string> = new Set(VERBS.do.map(({ stem }) => stem));

const JOINED_FORMS = Object.values(VERBS).flat().flatMap(joining);
/** What ends a clause within a sentence for sure. "하고" stands between names, too. */
export const JOINED = sorted(JOINED_FORMS.filter((form) => !/^하[고면]/.test(form)));
/** What ends a clause where the clause is understood. */
export const JOINED_PAST = sorted(
  Object.values(VERBS)
    .flat()
    .filter((verb) => !NAMES_TODOS.has(verb.stem))
    .flatMap(joiningPast),
);
/** What ends a sentence, where somebody left the full stop out. */
export const ENDED = sorted(
  Object.values(VERBS)
    .flat()
    .flatMap(({ told }) => [" 줘", " 줘요", " 주세요", " 주십시오"].map((ending) => told + ending)),
);

function sorted(forms: readonly string[]): readonly string[] {
  return [...new Set(forms)].toSorted((a, b) => b.length - a.length);
}

/** Every form in which a verb of a set may end an instruction. */
export function formsOf(set: VerbSet): string[] {
  const verbs: readonly Verb[] = VERBS[set];
  return verbs.flatMap((verb) => [
    ...TOLD.told.map((ending) => verb.told + ending),
    ...TOLD.stem.map((ending) => behindStem(verb.stem, ending)),
    ...(verb.noun === undefined ? [] : TOLD.noun.map((ending) => verb.noun + ending)),
    ...(verb.noun === undefined ? [] : TOLD.told.map((ending) => `${verb.noun} 좀 해${ending}`)),
    ...joining(verb),
    ...(NAMES_TODOS.has(verb.stem) ? [] : joiningPast(verb)),
  ]);
}
