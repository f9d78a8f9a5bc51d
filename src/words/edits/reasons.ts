import { named, type PlainId } from "../../contract/sentences/sentence.ts";

interface Reason {
  readonly sentence: PlainId;
  readonly signs: RegExp;
}

/** What makes a clause something else than an instruction, by signs in it; the first that fits is told. */
export const NO_INSTRUCTION: readonly Reason[] = [
  {
    sentence: named("words_question"),
    signs:
      /\?\s*$|(?:까|까요|나요|가요|는지|던가|줄래|래요|려나|되나|되니|일까|인가)$|^(?:what|why|how|who|which|where|is|are|can|could|would|will|should|shall|does|did|may|might)\b/,
  },
  {
    sentence: named("words_quotation"),
    signs:
      /"\s*(?:라고|이라고|라는|하고 말)|^"\uE000*"$|(?:라고|다고|냐고|자고)(?:\s|$)|\b(?:said|says|told|wrote|asked)\b/,
  },
  {
    sentence: named("words_loosening"),
    signs:
      /승인(?:(?!고[\s,]).)*(?:빼|없|생략|필요\s?없|받지\s?(?:마|말|않))|\bwithout\b.*approval|approval.*not (?:needed|required)|\b(?:skip|no|remove|drop)\b.*approval/,
  },
  {
    sentence: named("words_negation"),
    signs:
      /지\s?(?:마|말|않|못)|(?:^|\s)(?:안|못)\s|아니|\b(?:don't|do not|never|not|cannot|can't|won't|shouldn't|must not)\b/,
  },
  {
    sentence: named("words_exception"),
    signs:
      /(?:빼고|제외하고|없애고)(?=\s|$)(?!\s*나서)|(?:말고|남기고|남겨두고|대신(?:에|으로)?)(?:\s|$)|(?:빼|제외해|없애)\s*주시?고\s(?:.*\s)?(?:모두|전부|전체|모든|나머지|다른)|\b(?:except|all but|everything but|but not|other than|instead|rather than|in place of|apart from|unless)\b/,
  },
  {
    sentence: named("words_condition"),
    signs:
      /(?<![화측전후정도장표국단평])면(?:\s|,|$)|경우|(?:^|\s)만약|[가-힣]\s때|\b(?:if|when|once|until|whenever|in case|provided|as soon as|depending)\b/,
  },
];

/** What people and commands do, and words never. */
export const NOT_BY_WORDS: readonly Reason[] = [
  {
    sentence: named("words_decision"),
    signs:
      /승인|거절|반려|허가|결재|동의|수락|허용|\b(?:approve|approved|reject|rejected|accept|deny|allow|confirm|sign off|grant)\b/,
  },
  {
    sentence: named("words_control"),
    signs:
      /시작|중지|중단|멈[춰추]|정지|재개|계속|취소|건너|스킵|다시|재시도|재실행|되돌|완료|끝내|실행|\b(?:start|stop|halt|pause|resume|continue|cancel|abort|skip|retry|rerun|restart|repeat|undo|complete|finish|kill|run)\b/,
  },
];
