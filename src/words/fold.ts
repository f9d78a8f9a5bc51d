import { isBlank } from "../contract/is-blank.ts";

/** A text as it was written, and the same text to look for words in. */
export interface Written {
  /** What was written, in composed signs (NFC). */
  readonly text: string;
  /**
   * As long as `text`, sign by sign: small Latin letters, full-width signs as usual ones, one kind of
   * space and of quotation mark. What stands in quotation marks is hidden, so that no word is found there.
   */
  readonly folded: string;
}

/** Opening quotation marks with the marks that close them. */
const QUOTES: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  "`": "`",
  "“": "”",
  "‘": "’",
  "「": "」",
  "『": "』",
};
/** A sign of private use, which no word has. */
const HIDDEN = "\uE000";

/** Prepares a text to be read. */
export function foldText(raw: string): Written {
  const text = raw.normalize("NFC");
  const signs = Array.from({ length: text.length }, (_, place) => foldSign(text, place));
  for (let place = 0; place < signs.length; place++) {
    const end = closingQuote(text, place);
    if (end === undefined) continue;
    signs[place] = signs[end] = '"';
    signs.fill(HIDDEN, place + 1, end);
    place = end;
  }
  return { text, folded: signs.join("") };
}

function foldSign(text: string, place: number): string {
  const code = text.charCodeAt(place);
  const plain = code >= 0xff01 && code <= 0xff5e ? code - 0xfee0 : code;
  if (plain === 0x3000 || plain === 0xa0 || plain === 0x200b || plain === 0x09) return " ";
  if (plain === 0x2019) return "'";
  return plain >= 0x41 && plain <= 0x5a
    ? String.fromCharCode(plain + 0x20)
    : String.fromCharCode(plain);
}

/** Longer quotations are none: an apostrophe may stand anywhere. */
const LONGEST_QUOTE = 300;

/** Where the quotation that opens at a place ends; undefined where none opens. */
function closingQuote(text: string, place: number): number | undefined {
  const closing = QUOTES[text[place]!];
  if (closing === undefined) return undefined;
  const isApostrophe = closing === "'" || closing === "’";
  if (isApostrophe && place > 0 && /[\p{L}\p{N}]/u.test(text[place - 1]!)) return undefined;
  const most = Math.min(text.length, place + LONGEST_QUOTE);
  for (let end = place + 1; end < most && text[end] !== "\n"; end++) {
    if (text[end] !== closing || end === place + 1) continue;
    // "it's": the letter behind an apostrophe belongs to the same word.
    if (isApostrophe && /[A-Za-z]/.test(text[end + 1] ?? "")) continue;
    return end;
  }
  return undefined;
}

/** What stands in quotation marks at the beginning of a text, and the rest behind them. */
export function unquote(text: string): { readonly inside: string; readonly rest: string } | null {
  const end = closingQuote(text, 0);
  if (end === undefined) return null;
  return { inside: text.slice(1, end).trim(), rest: text.slice(end + 1) };
}

/** Final consonants by the letters that they are written with, from U+11A8 on. */
const FINALS =
  "ᄀ ᄁ ᄀᄉ ᄂ ᄂᄌ ᄂᄒ ᄃ ᄅ ᄅᄀ ᄅᄆ ᄅᄇ ᄅᄉ ᄅᄐ ᄅᄑ ᄅᄒ ᄆ ᄇ ᄇᄉ ᄉ ᄊ ᄋ ᄌ ᄎ ᄏ ᄐ ᄑ ᄒ".split(
    " ",
  );
const FIRST_FINAL = 0x11a8;

/**
 * What is left of a name when spaces, punctuation, case, width and the way of writing Hangul do not
 * count: names with the same key are taken for the same. Empty for names without letters and digits.
 */
export function nameKey(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}]/gu, "")
    .replaceAll(/[\u11a8-\u11c2]/g, (final) => FINALS[final.charCodeAt(0) - FIRST_FINAL]!);
}

/** Whether a Korean syllable ends with a consonant; undefined for other signs. */
export function endsClosed(text: string): boolean | undefined {
  const code = text.charCodeAt(text.length - 1);
  return code >= 0xac00 && code <= 0xd7a3 ? (code - 0xac00) % 28 > 0 : undefined;
}

/** Whether a text can be a title: a line that names something, and of which something can be seen. */
export function isTitle(text: string): boolean {
  return nameKey(text) !== "" && !isBlank(text) && isOneLine(text);
}

/** Whether a text has neither line breaks nor other signs that control. */
export function isOneLine(text: string): boolean {
  return !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text);
}
