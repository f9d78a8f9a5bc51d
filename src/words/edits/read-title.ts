import { say, type Sentence } from "../../contract/sentences/sentence.ts";
import { LIMITS } from "../../contract/tables/limits.ts";
import { isOneLine, endsClosed, nameKey, unquote } from "../fold.ts";

type Title = { readonly title: string } | { readonly refused: Sentence };

/** Words with 도 at the end that are not something "도" (also). */
const NOUNS_WITH_DO =
  /(?:만족|중요|난이|선호|인지|충성|완성|정확|신뢰|지지|긴급|기여|활용|참여|지|속|온|정|제|의|시|태|각|구|연|년|별|보|강|농|밀|빈|습|한|용|궤|파|포|철|차|복|감|고|위|경|인|순|전|척|식|청)도$/;
/** Words with 과 at the end that are not something "과" (and). */
const NOUNS_WITH_GWA = /(?:결|효|성|경|초|통|부|사|학|교|치|내|외|안|여|간|투|일|제)과$/;
/** Words with 면 at the end that are no conditions. */
const NOUNS_WITH_MYEON =
  /(?:화|측|전|후|정|도|장|지|라|표|내|외|국|단|평|반|방|양|이|곡|수|노|바닥|서|대|냉|밀|가|직|당|체|공|비대|대)면$/;

/**
 * What makes it unclear whether a text without quotation marks is a title and nothing else: words that
 * join, order, restrict, deny, refer or ask.
 */
const UNCLEAR: readonly RegExp[] = [
  /[,;:?!"&/]/,
  /(?:^|\s)(?:and|or|but|then|after|before|between|until|once|when|while|if|unless|except|instead|only|without|not|don't|never|it|this|that|them|something|anything|nothing|none|everything|all|every|please|priority|approval|approve|called|named)(?=\s|$)/i,
  /\s(?:first|last|at the (?:start|beginning|top|front|end|bottom)|to the plan)$/i,
  /(?:^|\s)(?:및|그리고|또는|혹은|다음|다음에|다음으로|전에|뒤에|후에|앞에|사이에|이후에|이전에|뒤|후|전|먼저|우선|대신|말고|빼고|없이|만약|경우|경우에|때|안|못|아니|그거|이거|그것|이것|저것|뭔가|아무거나|아무것도|하나|모두|모든|전부|다|승인|승인을|우선순위|우선순위를|맨)(?=\s|$)/,
  /(?:나서|끝나면|제외하고|이나|하고|랑)\s/,
  /(?:줘|줘요|주세요|해라|하자|합시다|세요|줄래|까|나요|라고|다고|냐고|거나|든지|든가|지만|는데|니까)(?=\s|$)/,
  /지\s?(?:마|말|않)/,
  /\d+\s?개/,
];
const GENERIC = new Set(
  ["todo", "todos", "task", "step", "new todo", "할 일", "작업", "단계", "새 할 일", "새 작업"].map(
    nameKey,
  ),
);
const BEFORE_TITLE =
  /^(?:(?:an?\s+|the\s+)?(?:new\s+)?(?:todo|task|step)\s+(?:called|named|titled)\s+|an?\s+(?:new\s+)?|the\s+|새로운\s+|새\s+)/i;
const TAIL =
  /^(?:\s*(?:이라는|라는)?\s*(?:할\s?일|작업|단계|todo|task|step|것)?)?\s*(?:을|를|도|은|는)?(?:\s+(?:좀|꼭|바로))?$/i;
const ADVERBS = /\s+(?:좀|꼭|바로)$/;

/** The title of a new todo. In quotation marks it is what stands there, else it has to be clear. */
export function readNewTitle(written: string): Title {
  const bare = written.replace(BEFORE_TITLE, "");
  const quoted = unquote(bare) ?? unquote(written);
  if (quoted !== null && TAIL.test(quoted.rest)) return fitting(quoted.inside);
  const title = withoutObject(bare.replace(ADVERBS, "").trim());
  return isClear(title) ? fitting(title) : unclear(title);
}

/** The new title of a todo. @param isKorean the particle 으로 or 로 stands behind it. */
export function readRenamed(written: string, isKorean: boolean): Title {
  const quoted = unquote(written);
  if (quoted !== null && /^(?:\s*(?:이라고|라고|으로|로))?$/.test(quoted.rest)) {
    return fitting(quoted.inside);
  }
  const [particle] = /(?:으로|로)$/.exec(written) ?? [];
  if (isKorean && particle === undefined) return unclear(written);
  const title = isKorean ? written.slice(0, -particle!.length).trim() : written;
  return isClear(title) ? fitting(title) : unclear(title);
}

function unclear(title: string): Title {
  return { refused: say("words_title_unclear", { title }) };
}

function fitting(title: string): Title {
  if (title.length > LIMITS.title) {
    return { refused: say("words_title_long", { most: LIMITS.title }) };
  }
  return nameKey(title) === "" || !isOneLine(title) ? unclear(title) : { title };
}

function isClear(title: string): boolean {
  if (GENERIC.has(nameKey(title)) || UNCLEAR.some((pattern) => pattern.test(title))) return false;
  // The last word cannot join, and no condition or object ends with it.
  return title
    .split(/\s+/)
    .slice(0, -1)
    .every(
      (word) =>
        !isJoining(word) &&
        !isObject(word) &&
        !(word.endsWith("면") && !NOUNS_WITH_MYEON.test(word)),
    );
}

function isJoining(word: string): boolean {
  if (word.endsWith("와")) return endsClosed(word.slice(0, -1)) === false;
  return (
    word.endsWith("과") && endsClosed(word.slice(0, -1)) === true && !NOUNS_WITH_GWA.test(word)
  );
}

function isObject(word: string): boolean {
  const closed = endsClosed(word.slice(0, -1));
  return (word.endsWith("을") && closed === true) || (word.endsWith("를") && closed === false);
}

/** A title without the particle of an object, or with 도 or 은 in its place; where it may be the word's own end, it stays. */
function withoutObject(title: string): string {
  const stem = title.slice(0, -1);
  const closed = endsClosed(stem);
  switch (title.at(-1)) {
    case "을":
    case "은":
      return closed === true ? stem : title;
    case "를":
    case "는":
      return closed === false ? stem : title;
    case "도":
      return closed === undefined || NOUNS_WITH_DO.test(title) ? title : stem;
    default:
      return title;
  }
}
