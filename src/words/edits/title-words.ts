/**
 * What no title has unless it stands in quotation marks. A text that is taken for a title although it says
 * more changes a plan in another way than was said, and one that is refused costs quotation marks: so all
 * that may join, order, restrict, deny, refer or ask is here, and nouns that only look so beside it.
 */

/** What things in a plan have: whoever adds or removes one means no todo. */
const ATTRIBUTES = [
  ..."담당|담당자|기한|마감|마감일|일정|우선순위|중요도|제목|이름|설명|메모|댓글|의존성|의존 관계|선행 작업|후속 작업|제한시간|승인|승인자|도구|인수|상태|태그".split(
    "|",
  ),
  ..."assignee|owner|deadline|due date|priority|description|dependency|dependencies|timeout|approval|approver|reviewer".split(
    "|",
  ),
];
export const ATTRIBUTE = new RegExp(`(?:^|[\\s의])(?:${ATTRIBUTES.join("|")})$`, "i");
export const ATTRIBUTE_OF = new RegExp(
  `^(?:${ATTRIBUTES.join("|")})\\s+(?:of|to|for|on|from|in)\\s`,
  "i",
);

/** What a todo may be called in general. */
const TODO_NOUN = String.raw`(?:할\s?일|작업|단계|업무|항목|일감|태스크|todo|task|step|item)`;

/** What stands before the title of a new todo, and is no part of it. */
export const BEFORE_TITLE = new RegExp(
  String.raw`^(?:(?:an?\s+|the\s+)?(?:new\s+)?${TODO_NOUN}\s+(?:called|named|titled)\s+|an?\s+(?:new\s+)?|the\s+|(?:새로운|신규|새)\s+${TODO_NOUN}(?:으로|로)\s+|(?:새로운|새)\s+)`,
  "i",
);
/** "A new step" may be a todo of that title, or the title may only begin behind it. */
export const BEGINS_GENERIC = new RegExp(String.raw`^${TODO_NOUN}s?\s`, "i");
/** What stands behind it: "…이라는 작업을", "…을 새 작업으로", "… as a new step". */
export const CALLED = new RegExp(
  String.raw`(?:이라는|라는|이란|이라고 하는|라고 하는)\s+(?:이름의\s+|제목의\s+)?(?:새로운\s+|새\s+)?${TODO_NOUN}$`,
);
export const AS_TODO = new RegExp(
  String.raw`\s+as\s+an?\s+(?:new\s+)?${TODO_NOUN}$|(?:(?<=[을를은는도"”'’」』])\s+(?:(?:새로운|신규|새)\s+)?|\s+(?:새로운|신규|새)\s+)${TODO_NOUN}(?:으로|로)$`,
  "i",
);
/** What may stand behind a title in quotation marks. */
export const BEHIND_QUOTED = new RegExp(
  String.raw`^(?:\s*(?:이라는|라는|이란)?\s*(?:이름의\s+|제목의\s+)?(?:${TODO_NOUN}|것)?)?\s*(?:을|를|도|은|는)?$`,
  "i",
);

/** Titles that say nothing, or how many. */
export const GENERIC = new RegExp(
  String.raw`^(?:(?:새로운|새|new|some|more|another|other|several|many|a few|\d+|one|two|three|four|five)\s+)*(?:${TODO_NOUN}s?|ones?|thing|things|것|거)$`,
  "i",
);

const english = (words: string): RegExp => new RegExp(`(?:^|\\s)(?:${words})(?=\\s|$)`, "i");
const korean = (words: readonly string[]): RegExp =>
  new RegExp(`(?:^|\\s)(?:${words.join("|")})(?=\\s|$)`);

/** Signs and words that are in no clear title, wherever they stand. */
export const UNCLEAR: readonly RegExp[] = [
  /[,;:?!"&/]/,
  /(?:^|\s)@/,
  english(
    "and|or|but|then|after|before|between|until|once|when|while|if|unless|except|instead|rather than|in place of|as well as|along with|together with|plus|only|without|not|don't|never|because|since|so that|it|this|that|them|something|anything|nothing|none|everything|all|every|please|we|you|they|priority|approval|approve|called|named|titled|assigned|due",
  ),
  /\s(?:first|last|right|immediately|directly|just|shortly|soon|next to|at once|today|tomorrow|tonight|asap|(?:at|to|as) the (?:very )?(?:start|beginning|top|front|end|bottom|back|first|last|next|final)(?:\s\S+)?|(?:to|in|into|from) (?:the|this) (?:plan|list)|as an?(?: new)? \S+|by (?:tomorrow|today|(?:mon|tues|wednes|thurs|fri|satur|sun)day)|(?:\d+|an?|two|three|few) (?:minute|hour|day|week|month)s?)$/i,
  korean([
    ..."및|그리고|또는|혹은|아니면|다음|다음에|다음으로|전에|뒤에|후에|앞에|사이|사이에|이후|이후에|이전|이전에|직후|직후에|직전|직전에|동시에|뒤|후|전|먼저|우선|동안|중간에".split(
      "|",
    ),
    ..."대신|대신에|대신으로|말고|빼고|없이|만약|때문에|위해|위해서|따라|대로|경우|경우에|때|때에|안|못|아니|그거|이거|그것|이것|저것|뭔가|아무거나|아무것도|하나|모두|모든|전부|다|나머지".split(
      "|",
    ),
    ...[String.raw`승인(?:\S|[이을은도] \S+)?`, String.raw`우선순위\S?`, String.raw`의존\S{0,2}`],
    ...[
      "맨",
      "제일",
      "가장",
      "앞뒤(?:로|에)?",
      "마지막(?:에|으로)",
      "처음(?:에|으로)",
      "끝(?:에|으로)",
    ],
    ...[String.raw`\S*번째(?:로|에)`, String.raw`\S*순위로`, "첫째", "둘째", "셋째"],
    ...["(?:이름|제목|담당|담당자|기한|마감)(?:이|은|을|의|으로|로|가|는)"],
    ...[
      "(?:긴급|최우선|우선|필수|선택|병렬|동시|별도|추가|새)(?:으로|로)",
      "급히|빨리|얼른|어서|당장",
    ],
    ...[`${TODO_NOUN}(?:으로|로)`],
  ]),
  /^(?:오늘|내일|모레|지금|나중에|이따가|혹시|그냥|근데|그런데|하지만|그래도|새로운|새|신규)\s/,
  /^(?:으로|로|에|에는|바로)\s/,
  /(?:나서|끝나면|제외하고|이나|하고|랑)\s/,
  /(?:줘|줘요|주세요|해라|하자|합시다|세요|줄래|까|나요|라고|다고|냐고|거나|든지|든가|지만|는데|니까)(?=\s|$)/,
  /지\s?(?:마|말|않)/,
  /\d+\s?개/,
];

/** Endings of words by what stands before them: a consonant, a vowel, or anything. */
export interface Ending {
  readonly ends: RegExp;
  /** Whether a consonant has to stand before it; a particle of one sign has two forms. */
  readonly closed?: boolean;
  /** Words that only end so. */
  readonly nouns?: RegExp;
}

/** Words with 도 at the end that are not something "도" (also). */
export const NOUNS_WITH_DO =
  /(?:만족|중요|난이|선호|인지|충성|완성|정확|신뢰|지지|긴급|기여|활용|참여|관심|집중|이해|숙련|친숙|성숙|투명|유사|연관|적합|몰입|추천|피로|노출|복잡|밀착|근접|호응|중독|기대|체감|호감|민감|공감|속|온|각|연|년|농|밀|빈|습|궤)도$|(?:^|\s)[가-힣]도$/;
/** Words that may have 도 at the end as their own ("구매의도") or behind them, but for those that only have it behind. */
const MAYBE_WITH_DO = /(?:제|지|한|감|용|강|태|시|인|척|순|구|의|정|보|철)도$/;
const NO_NOUNS_WITH_DO =
  /(?:회의|논의|협의|문의|건의|강의|정의|과제|문제|숙제|정보|홍보|후보|공지|표시|게시|전시|일정|수정|결정|설정|권한|제한|마감|보강|비용|채용|확인|할인|디자인|라인|캠페인|연구|도구)도$/;
export const isUnclearDo = (title: string): boolean =>
  MAYBE_WITH_DO.test(title) && !NO_NOUNS_WITH_DO.test(title) && !NOUNS_WITH_DO.test(title);

/** What joins or restricts: no word of a title ends so. */
export const JOINING_ENDINGS: readonly Ending[] = [
  {
    ends: /고$/,
    nouns:
      /(?:^|[^해아어펴려내])보고$|^기고$|(?:광|재|창|사|경|신|로|최|중|참|공|권|원|금|예|투|회|항|잔|해|선|통|충|장|국|탈|퇴|문|망|카|제|복|입|출|부|논|비|수|레)고$/,
  },
  {
    ends: /(?:며|면서|지만|거나|든지|든가|도록|다가|자마자|하되|하러|으러|므로|느라|길래|더라도)$/,
    nouns: /^도록$/,
  },
  { ends: /(?:해|아|어|여|려|겨|켜|쳐|져|워|꿔|춰|줘|와|봐|나|빼|써|라|끝내|보내|없애)서$/ },
  { ends: /(?:니까|으니|하니|되니|이니|는데|은데|한데|인데|던데)$/, nouns: /가운데$/ },
  { ends: /만$/, nouns: /(?:대|불|십|낭|오|백|천|이|미)만$/ },
  { ends: /(?:보다|부터|까지|처럼|마다|한테|에게서?|에서?)$/ },
  { ends: /(?:필요|부족|중요|급|가능|곤란)(?:해|하여)$/ },
  {
    ends: /면$/,
    nouns:
      /(?:화|측|전|후|정|도|장|지|라|표|내|외|국|단|평|반|방|양|이|곡|수|노|바닥|서|대|냉|밀|가|직|당|체|공|비대|대)면$/,
  },
];

/** Particles and such: unless it is the last word, a title has no word that ends so. */
export const CLAUSE_ENDINGS: readonly Ending[] = [
  { ends: /을$/, closed: true },
  { ends: /를$/, closed: false },
  {
    ends: /은$/,
    closed: true,
    nouns:
      /(?:작|많|좋|높|낮|같|짧|깊|밝|젊|늦|넓|얇|굵|검|붉|맑|잦|남|받|넣|읽|찾|닫|묻|믿|얻|닮)은$/,
  },
  { ends: /는$/, closed: false, nouns: /(?:하|되)는$|^(?:쓰|보|가|오|주|사|타)는$/ },
  {
    ends: /이$/,
    closed: true,
    nouns:
      /(?:높|깊|길|넓|놀|먹|벌|풀|접|린|젊은|잡|걸|볶|맞|쓴|종|양|숭|랑|송|덩|붙|받|많|같|굳)이$/,
  },
  {
    ends: /가$/,
    closed: false,
    nouns: /(?:추|휴|허|주|시|고|저|대|투자|화|수|유|여|요|매|비자|재|외)가$/,
  },
  { ends: /와$/, closed: false },
  {
    ends: /과$/,
    closed: true,
    nouns: /(?:결|효|성|경|초|통|부|사|학|교|치|내|외|안|여|간|투|일|제)과$/,
  },
  { ends: /도$/, nouns: NOUNS_WITH_DO },
  { ends: /게$/, nouns: /(?:무|가|집|휴|뜨)게$/ },
];
