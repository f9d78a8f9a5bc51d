import { say, type Sentence } from "./sentence.ts";

/** A mistake as the library `yaml` tells it: in the words of YAML's grammar. */
interface YamlError {
  /** Its code; what the lexer finds has none. */
  readonly code?: string;
  readonly message: string;
}

/** What a message says of a mistake beyond its code, and the sentence for it. The first that fits is said. */
const BY_MESSAGE: readonly (readonly [RegExp, (found: string) => Sentence])[] = [
  [/^Missing closing (["'])quote/, (sign) => say("yaml_unclosed", { sign })],
  [
    /must (?:be sufficiently indented and )?end with an? ([}\]])/,
    (sign) => say("yaml_unclosed", { sign }),
  ],
  [/^Missing space after :|need to be followed by map values/, () => say("yaml_no_colon")],
  [/^Missing ,/, () => say("yaml_no_comma")],
  [/^Comments must be separated/, () => say("yaml_comment")],
  [/^Sequence item without -|^A block sequence may not/, () => say("yaml_indent")],
  [/^Unexpected block-seq-ind on same line/, () => say("yaml_dash")],
  [/^Unexpected \S*scalar at node end/, () => say("yaml_after_end")],
  [/^Plain value cannot start with .*character (.)$/, (sign) => say("yaml_needs_quotes", { sign })],
  [/^Alias |^Unresolved alias/, () => say("yaml_needs_quotes", { sign: "*" })],
  [/^Excessive alias count/, () => say("yaml_aliases")],
  [/^Anchor /, () => say("yaml_needs_quotes", { sign: "&" })],
  [/^Unresolved tag: (.+)$/, (tag) => say("yaml_tag", { tag })],
  [/^Invalid escape sequence (.+)$/, (written) => say("yaml_escape", { written })],
];

const BY_CODE: Readonly<Record<string, Sentence>> = {
  TAB_AS_INDENT: say("yaml_tab"),
  BAD_INDENT: say("yaml_indent"),
  BLOCK_AS_IMPLICIT_KEY: say("yaml_second_colon"),
  BLOCK_IN_FLOW: say("yaml_no_comma"),
  MULTILINE_IMPLICIT_KEY: say("yaml_no_colon"),
  DUPLICATE_KEY: say("yaml_name_twice"),
  MULTIPLE_DOCS: say("several_documents"),
};

/** What is wrong with a text that should be YAML or JSON, in the words of who writes it, and what to do. */
export function yamlMistake({ code = "", message }: YamlError): Sentence {
  const [what = ""] = message.split(/ at line \d/);
  for (const [pattern, sentenceOf] of BY_MESSAGE) {
    const found = pattern.exec(what);
    if (found !== null) return sentenceOf(found[1] ?? "");
  }
  return BY_CODE[code] ?? say("yaml_unexpected");
}

/** What the library's lexer puts between the pieces of a text; the first stands before one without quotation marks. */
const MARKS = ["\u001F", "\u0002", "\u0018"];
const [PLAIN] = MARKS;
const OPENING: Readonly<Record<string, string>> = { "}": "{", "]": "[" };

/**
 * Where a mistake in a text is to be looked for: of what is never closed, where it opens.
 * @param pieces the text, as the library's lexer takes it apart.
 */
export function placeOfMistake(
  error: YamlError & { readonly pos: readonly [number, number] },
  pieces: Iterable<string>,
): number {
  const [found] = error.pos;
  const { id, values } = yamlMistake(error);
  if (id !== "yaml_unclosed") return found;
  const closing = values["sign"] as string;
  const opening = OPENING[closing] ?? closing;
  const opened: number[] = [];
  let [at, before] = [0, ""];
  for (const piece of pieces) {
    if (at >= found) break;
    if (before !== PLAIN) {
      if (piece.startsWith(opening)) opened.push(at);
      else if (piece === closing) opened.pop();
    }
    if (!MARKS.includes(piece)) at += piece.length;
    before = piece;
  }
  return opened.at(-1) ?? found;
}
