import { say, type Sentence } from "../../contract/sentences/sentence.ts";
import { LIMITS } from "../../contract/tables/limits.ts";
import { endsClosed, isTitle, unquote } from "../fold.ts";
import type { TodoNames } from "./find-todos.ts";
import { POLITE } from "./lexicon.ts";
import {
  AS_TODO,
  ATTRIBUTE,
  ATTRIBUTE_OF,
  BEFORE_TITLE,
  BEGINS_GENERIC,
  BEHIND_QUOTED,
  CALLED,
  CLAUSE_ENDINGS,
  GENERIC,
  isUnclearDo,
  JOINING_ENDINGS,
  NOUNS_WITH_DO,
  UNCLEAR,
  type Ending,
} from "./title-words.ts";

type Title = { readonly title: string } | { readonly refused: Sentence };

/** The title of a new todo. In quotation marks it is what stands there, else it has to be clear. */
export function readNewTitle(written: string, names: TodoNames): Title {
  const plain = written.replace(POLITE.within, "").replace(AS_TODO, "");
  const bare = plain.replace(BEFORE_TITLE, "");
  const quoted = unquote(bare) ?? unquote(plain);
  if (quoted !== null && BEHIND_QUOTED.test(quoted.rest)) return fitting(quoted.inside);
  const title = withoutCalled(withoutObject(bare.trim()));
  const isOpen = isUnclearDo(bare.trim()) || (bare !== plain && BEGINS_GENERIC.test(title));
  return isOpen || isAttribute(title, names) ? unclear(title) : clear(title, names);
}

/** The new title of a todo. @param isKorean the particle 으로 or 로 stands behind it. */
export function readRenamed(written: string, isKorean: boolean, names: TodoNames): Title {
  const quoted = unquote(written);
  if (quoted !== null && /^(?:\s*(?:이라고|라고|으로|로))?$/.test(quoted.rest)) {
    return fitting(quoted.inside);
  }
  const [particle] = /(?:으로|로)$/.exec(written) ?? [];
  if (isKorean && particle === undefined) return unclear(written);
  return clear(isKorean ? written.slice(0, -particle!.length).trim() : written, names);
}

function unclear(title: string): Title {
  return { refused: say("words_title_unclear", { title }) };
}

function fitting(title: string): Title {
  if (title.length > LIMITS.title) {
    return { refused: say("words_title_long", { most: LIMITS.title }) };
  }
  return isTitle(title) ? { title } : unclear(title);
}

function clear(title: string, names: TodoNames): Title {
  if (title.length > LIMITS.title) return fitting(title);
  return isClear(title) && !names.isSaidIn(title) ? fitting(title) : unclear(title);
}

function isClear(title: string): boolean {
  if (GENERIC.test(title) || UNCLEAR.some((pattern) => pattern.test(title))) return false;
  const words = title.split(/\s+/);
  return (
    !words.some((word) => hasEnding(word, JOINING_ENDINGS)) &&
    !words.slice(0, -1).some((word) => hasEnding(word, CLAUSE_ENDINGS))
  );
}

function hasEnding(word: string, endings: readonly Ending[]): boolean {
  return endings.some(({ ends, closed, nouns }) => {
    const found = ends.exec(word);
    if (found === null || nouns?.test(word) === true) return false;
    return closed === undefined || endsClosed(word.slice(0, found.index)) !== !closed;
  });
}

/** "담당자", or "영상 생성 담당자" where there is such a todo: what it has, and no todo. */
function isAttribute(title: string, names: TodoNames): boolean {
  const found = ATTRIBUTE.exec(title);
  if (found === null) return ATTRIBUTE_OF.test(title);
  const owner = title.slice(0, found.index).trim();
  return owner === "" || names.one(owner).kind !== "none";
}

/** "경쟁사 분석이라는 작업" is called "경쟁사 분석". */
function withoutCalled(title: string): string {
  const found = CALLED.exec(title);
  if (found === null) return title;
  const [called] = found;
  const name = title.slice(0, found.index);
  // "조사라는", and "차이라는" of what ends with 이 itself.
  const hasI = called.startsWith("이") && endsClosed(name) !== false;
  return hasI || !called.startsWith("이") ? name : `${name}이`;
}

/** A title without the particle of an object, or with 도 or 은 in its place; where it may be the word's own end, it stays. */
function withoutObject(title: string): string {
  const stem = title.slice(0, -1);
  const closed = endsClosed(stem);
  switch (title.at(-1)) {
    case "을":
    case "은":
      return closed === false ? title : stem;
    case "를":
    case "는":
      return closed === true ? title : stem;
    case "도":
      return NOUNS_WITH_DO.test(title) || /\d도$/.test(title) ? title : stem;
    default:
      return title;
  }
}
