import { say, type Sentence } from "../contract/sentences/sentence.ts";
import { LIMITS } from "../contract/tables/limits.ts";
import type { Parameter, ParameterValues, TemplateSummary } from "../contract/template.ts";
import type { OutlineReading } from "../contract/words.ts";
import { foldText, nameKey } from "./fold.ts";
import { createPlaces, notUnderstood, understood, type Span } from "./place.ts";

/** Which template a text names, if it begins as one that names a template. */
export type NamedTemplate =
  | { readonly kind: "one"; readonly id: string; readonly named: Span; readonly rest: Span }
  | {
      readonly kind: "several" | "unknown";
      readonly name: string;
      readonly named: Span;
      readonly ids: string[];
    };
type Known = Pick<TemplateSummary, "id" | "title">;

/** Whether a text may name a template, before anybody knows which there are. */
export function mayNameTemplate(text: string): boolean {
  return /^\s*(?:from\s|템플릿)|^[^\n]*(?:\btemplate\b|템플릿)/i.test(text);
}

/** "from <name>", "template <name>", "템플릿 <name>": the name begins behind it. */
const BEFORE =
  /^\s*(?:(?:use|start|from)\s+)?(?:the\s+)?(?:template|템플릿)\s*[:：]?\s+|^\s*from\s+/i;
/** "<name> 템플릿으로", "use the <name> template": the name stands between. */
const AROUND =
  /^\s*(?:(?:use|start|from)\s+(?:the\s+)?)?(\S[^\n]{0,200}?)\s*(?:템플릿(?:으로|에서|을|를)|\stemplate)(?=[\s,:：]|$)/i;
const CLOSES: Readonly<Record<string, string>> = { '"': '"', "'": "'", "“": "”", "「": "」" };

/** The template that a text names by id or title; null for any other text. */
export function namedTemplate(text: string, known: readonly Known[]): NamedTemplate | null {
  const hasValues = /[\p{L}\p{N}_]\s*=/u.test(text);
  const before = BEFORE.exec(text);
  if (before !== null) {
    const at = before[0].length;
    const found = known
      .flatMap(({ id, title }) => [id, title])
      .flatMap((name) => lengthAt(text, at, name))
      .sort((a, b) => b - a)[0];
    if (found !== undefined) return named(text, [at, at + found], known);
    const word = /^(?:"[^"\n]+"|“[^”\n]+”|[^\s,=]+)(?!\s*=)/.exec(text.slice(at));
    if (word !== null && hasValues) return named(text, [at, at + word[0].length], known);
  }
  const around = AROUND.exec(text);
  if (around === null) return null;
  const from = text.indexOf(around[1]!);
  const span: Span = [from, from + around[1]!.length];
  const found = named(text, span, known, around[0].length);
  if (found.kind !== "unknown" || hasValues) return found;
  return USED.test(around[0]) && saysValues(text.slice(around[0].length)) ? found : null;
}

/** "<name> 템플릿으로", "use the <name> template": other words speak of a template, and use none. */
const USED = /템플릿(?:으로|에서)$|^\s*(?:use|start|from)\s/i;
const ANY_VALUE = /^\S{1,64}(?:은|는|\s+is|\s*[:：])\s+\S/i;
const WISH = /(?:줘|줄래|주세요|하기|만들기|하자|싶어)[.!?]?$/;

/** Whether a text says values and nothing else, of whichever parameters. */
function saysValues(text: string): boolean {
  const said = text
    .split(/[\n,;]/)
    .map((part) => part.replace(LEAD, "").trim())
    .filter((part) => part !== "");
  return said.length > 0 && said.every((part) => ANY_VALUE.test(part) && !WISH.test(part));
}

/** How long a name is that stands at a place, with its quotation marks and its particle. */
function lengthAt(text: string, at: number, name: string): number[] {
  const closing = CLOSES[text[at]!];
  const from = closing === undefined ? at : at + 1;
  if (nameKey(text.slice(from, from + name.length)) !== nameKey(name)) return [];
  const end =
    from + name.length + (closing !== undefined && text[from + name.length] === closing ? 1 : 0);
  return /^(?:[\s,:：]|$)/.test(text.slice(end)) ? [end - at] : [];
}

function named(text: string, span: Span, known: readonly Known[], end = span[1]): NamedTemplate {
  const name = text.slice(...span).replace(/^["'“「]|["'”」]$/g, "");
  const key = nameKey(name);
  const byId = known.filter(({ id }) => id === name);
  const found = byId.length > 0 ? byId : known.filter(({ title }) => nameKey(title) === key);
  const [only] = found;
  if (only !== undefined && found.length === 1) {
    return { kind: "one", id: only.id, named: span, rest: [end, text.length] };
  }
  const kind = found.length > 1 ? "several" : "unknown";
  return { kind, name, named: span, ids: (found.length > 1 ? found : known).map(({ id }) => id) };
}

/** What was understood of a text that names a template, and the values that it says. */
export interface TemplateReading extends OutlineReading {
  readonly values: ParameterValues;
}

/** Of what there is to choose from, a person is told so many. */
const MOST_TOLD = 20;

/** A text that names no template, or more than one: nothing is understood, and it says which there are. */
export function unnamedTemplate(
  text: string,
  { kind, name, named: span, ids }: NamedTemplate & { kind: "several" | "unknown" },
): OutlineReading {
  const what = say(kind === "several" ? "words_several_templates" : "words_no_template", { name });
  const instead = ids.slice(0, MOST_TOLD).map((id) => `template ${id}`);
  return {
    understood: [],
    not_understood: [notUnderstood(createPlaces(text)(span), what, instead)],
  };
}

/** Reads the values that stand behind a template's name. What is missing is asked for, never guessed. */
export function readTemplateValues(
  text: string,
  { named: span, rest }: NamedTemplate & { kind: "one" },
  { title, parameters }: { readonly title: string; readonly parameters: readonly Parameter[] },
): TemplateReading {
  const place = createPlaces(text);
  const values = new Map<string, string | number | boolean>();
  const read: OutlineReading["understood"] = [];
  const not_understood: OutlineReading["not_understood"] = [];
  const tell = (at: Span, meaning: Sentence): void => {
    read.push({ ...understood(place(at), meaning), todo_id: null });
  };
  const refuse = (at: Span, what: Sentence, instead: readonly string[]): void => {
    not_understood.push(notUnderstood(place(at), what, instead));
  };
  const examples = parameters.map(exampleOf);
  tell(span, say("words_template", { title }));
  for (const piece of pieces(text, rest, parameters)) {
    // A long text that names a template and says something else is no list of thousands of mistakes.
    if (not_understood.length >= MOST_TOLD) break;
    if (!("key" in piece)) {
      refuse(piece.at, say("words_no_value"), examples);
      continue;
    }
    const parameter = parameters.find((one) => isCalled(one, piece.key));
    if (parameter === undefined) {
      refuse(piece.at, say("words_no_parameter", { name: piece.key }), examples);
      continue;
    }
    const value = valueOf(parameter, piece.value);
    if (values.has(parameter.name)) {
      refuse(piece.at, say("words_value_twice", { name: parameter.name }), []);
    } else if (value === undefined) {
      const what = say("words_wrong_value", { name: parameter.name, value: piece.value });
      refuse(piece.at, what, [exampleOf(parameter)]);
    } else {
      values.set(parameter.name, value);
      tell(piece.at, say("words_value", { name: nameOf(parameter), value: String(value) }));
    }
  }
  const open = parameters.filter(({ name }) => !values.has(name));
  for (const parameter of open) {
    const { default: usual, required } = parameter;
    if (usual !== undefined) {
      tell(span, say("words_usual_value", { name: nameOf(parameter), value: String(usual) }));
    } else if (required) {
      refuse(span, say("words_value_missing", { name: nameOf(parameter) }), [exampleOf(parameter)]);
    }
  }
  return { understood: read, not_understood, values: Object.fromEntries(values) };
}

/** A piece of a text, and the value that it says, if it says one. */
type Piece =
  | { readonly at: Span }
  | { readonly at: Span; readonly key: string; readonly value: string };

/** What may stand before a value. */
const LEAD = /^\s*(?:(?:[-*•:]|with|and|그리고)(?=\s|$)\s*)?/;

/** The text behind the name, in pieces that each say one value, or nothing that is known. */
function* pieces(
  text: string,
  [from, to]: Span,
  parameters: readonly Parameter[],
): Generator<Piece> {
  // What stands in quotation marks is hidden there: it parts nothing, and names nothing.
  const { folded } = foldText(text);
  let at = from;
  for (const part of folded.slice(from, to).split(/[\n,;]/)) {
    const lead = LEAD.exec(part)![0].length;
    const span: Span = [at + lead, at + part.trimEnd().length];
    at += part.length + 1;
    if (span[0] < span[1]) yield* inPiece(text, folded, span, parameters);
  }
}

function* inPiece(
  text: string,
  folded: string,
  [begin, end]: Span,
  parameters: readonly Parameter[],
): Generator<Piece> {
  const keys = [...folded.slice(begin, end).matchAll(/(?:^|\s)([^\s=]{1,64})\s*=/gu)];
  const [first] = keys;
  if (first === undefined) {
    const said = saidValue(text.slice(begin, end), parameters);
    yield said === undefined ? { at: [begin, end] } : { at: [begin, end], ...said };
    return;
  }
  if (first.index > 0) yield { at: [begin, begin + first.index] };
  for (const [place, key] of keys.entries()) {
    const start = begin + key.index + key[0].search(/\S/);
    const from = begin + key.index + key[0].length;
    const to = begin + (keys[place + 1]?.index ?? end - begin);
    const named = text.slice(start, start + key[1]!.length);
    yield { at: [start, to], key: named, value: unquoted(text.slice(from, to).trim()) };
  }
}

/** "지역은 서울", "region: Seoul", "region is Seoul". */
function saidValue(piece: string, parameters: readonly Parameter[]) {
  for (const { name, title } of parameters) {
    for (const called of title === undefined ? [name] : [name, title]) {
      if (nameKey(piece.slice(0, called.length)) !== nameKey(called)) continue;
      const [said, value] =
        /^(?:은|는|\s+is|\s*[:：])\s+(.+)$/is.exec(piece.slice(called.length)) ?? [];
      if (said !== undefined) return { key: name, value: unquoted(value!.trim()) };
    }
  }
  return undefined;
}

function unquoted(text: string): string {
  const closing = CLOSES[text[0] ?? ""];
  const isQuoted = closing !== undefined && text.length > 1 && text.endsWith(closing);
  return isQuoted ? text.slice(1, -1) : text;
}

function isCalled({ name, title }: Parameter, key: string): boolean {
  return (
    name === key ||
    nameKey(name) === nameKey(key) ||
    (title !== undefined && nameKey(title) === nameKey(key))
  );
}

const nameOf = ({ name, title }: Parameter): string => title ?? name;

function exampleOf({ name, type, options, default: usual }: Parameter): string {
  const samples = { text: "…", number: "1", boolean: "yes" };
  const value =
    usual ?? (type === "choice" ? options?.slice(0, MOST_TOLD).join("|") : samples[type]);
  return `${name}=${String(value ?? "…").slice(0, LIMITS.title)}`;
}

const YES = new Set(["true", "yes", "예", "네", "참"]);
const NO = new Set(["false", "no", "아니요", "아니오", "거짓"]);

/** A value of the parameter's type; undefined for one that is none. */
function valueOf(
  { type, options = [] }: Parameter,
  text: string,
): string | number | boolean | undefined {
  if (text === "") return undefined;
  switch (type) {
    case "text":
      return text;
    case "number": {
      const value = Number(text);
      return Number.isFinite(value) ? value : undefined;
    }
    case "boolean": {
      const word = text.toLowerCase();
      return YES.has(word) ? true : NO.has(word) ? false : undefined;
    }
    case "choice":
      return options.find((option) => nameKey(option) === nameKey(text));
  }
}
