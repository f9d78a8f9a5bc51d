import { say, type Sentence } from "../../contract/sentences/sentence.ts";
import { LIMITS } from "../../contract/tables/limits.ts";
import { isOneLine, unquote, type Written } from "../fold.ts";
import type { Span } from "../place.ts";
import type { Found, KnownTodo, TodoNames } from "./find-todos.ts";
import { POLITE } from "./lexicon.ts";
import { MEANINGS, type Named, type WrittenOp } from "./operations.ts";
import { PATTERNS, type Pattern } from "./patterns.ts";
import { readNewTitle, readRenamed } from "./read-title.ts";
import { NO_INSTRUCTION, NOT_BY_WORDS } from "./reasons.ts";
import { trimmed } from "./split-clauses.ts";
import { Clause, type Match } from "./template.ts";

/** What a clause is. */
export type ClauseReading =
  | {
      readonly kind: "understood";
      readonly pattern: Pattern;
      readonly ops: readonly WrittenOp[];
      readonly meaning: Sentence;
      /** Whether a title without quotation marks is the last of it, so that it may go on behind "and". */
      readonly isOpen: boolean;
    }
  | {
      readonly kind: "choice";
      readonly name: string;
      /** Where the name stands. */
      readonly at: Span;
      readonly todos: readonly KnownTodo[];
      /** The new todo that may be meant, in the place of the clause. */
      readonly added?: { readonly title: string; readonly clause: string };
    }
  | {
      readonly kind: "nothing";
      readonly why: Sentence;
      /** The patterns that come near. */
      readonly near: readonly Pattern[];
      /** Whether it may deny, restrict or quote what else its sentence says. */
      readonly governs?: true;
    };

/** What a way to read the clause comes to, or why it comes to nothing. */
type Outcome =
  | { readonly ops: readonly WrittenOp[]; readonly meaning: Sentence }
  | {
      readonly refused: Sentence;
      /** Whether everything in it was named, and it cannot be all the same. */
      readonly isNamed?: true;
      /** The place in which something was named that is not there, or several things. */
      readonly unnamed?: Unnamed;
    };
interface Unnamed {
  readonly slot: string;
  readonly found: Found;
}
type Attempt = Outcome & { readonly pattern: Pattern; readonly match: Match };

/** Reads one clause. */
export function readClause(written: Written, span: Span, names: TodoNames): ClauseReading {
  if (span[1] - span[0] > LIMITS.clause)
    return nothing(say("words_too_long", { most: LIMITS.clause }));
  const [from, to] = withoutPoliteness(written.folded, span);
  const folded = written.folded.slice(from, to);
  const text = written.text.slice(from, to);
  if (written.folded.slice(...span).endsWith("?")) {
    return { ...nothing(say("words_question")), governs: true };
  }
  const clause = new Clause(folded);
  const attempts = PATTERNS.flatMap((pattern) =>
    pattern.templates.flatMap((template) =>
      clause
        .matches(template)
        .map((match): Attempt => ({ pattern, match, ...attempt(pattern, match, text, names) })),
    ),
  );
  const understood = attempts.filter((each) => "ops" in each);
  const [first] = understood;
  if (first !== undefined) {
    const meant = JSON.stringify(first.ops);
    if (understood.some(({ ops }) => JSON.stringify(ops) !== meant)) {
      return nothing(say("words_two_readings"), understood);
    }
    const { pattern, ops, meaning, match } = first;
    return { kind: "understood", pattern, ops, meaning, isOpen: isOpen(match, folded) };
  }
  const failed = attempts.filter((each) => "refused" in each);
  // What is said in full and cannot be is no question of words.
  const impossible = failed.find(({ isNamed }) => isNamed);
  if (impossible !== undefined) return nothing(impossible.refused, [impossible]);
  const reason = NO_INSTRUCTION.find(({ signs }) => signs.test(folded));
  if (reason !== undefined) return { ...nothing(say(reason.sentence), failed), governs: true };
  const best = failed.toSorted(byPromise)[0];
  // A todo that is named is not what is to be done: "report 실행" is a title.
  const said = names.todos.reduce(
    (rest, { title }) => rest.replaceAll(foldedTitle(title), " "),
    folded,
  );
  const other = NOT_BY_WORDS.find(({ signs }) => signs.test(said));
  if (best === undefined) return nothing(say(other?.sentence ?? "words_unknown"));
  const choice = best.unnamed && choiceOf(best, best.unnamed, text, from, names);
  if (choice !== undefined) return choice;
  const isDecision = best.unnamed !== undefined && other?.sentence === "words_decision";
  return isDecision ? nothing(say("words_decision")) : nothing(best.refused, failed);
}

function foldedTitle(title: string): string {
  return title.normalize("NFC").toLowerCase();
}

function nothing(
  why: Sentence,
  near: readonly { readonly pattern: Pattern }[] = [],
): ClauseReading & { readonly kind: "nothing" } {
  return { kind: "nothing", why, near: [...new Set(near.map(({ pattern }) => pattern))] };
}

const MOST_POLITE = 4;

function withoutPoliteness(folded: string, span: Span): Span {
  let [from, to] = trimmed(folded, span);
  for (let times = 0; times < MOST_POLITE; times++) {
    const [word = ""] = POLITE.before.exec(folded.slice(from, to)) ?? [];
    if (word === "" || from + word.length >= to) break;
    from += word.length;
  }
  const [behind = ""] = POLITE.behind.exec(folded.slice(from, to)) ?? [];
  to -= behind.length;
  return trimmed(folded, [from, to]);
}

/** The patterns that may be meant for all todos at once. */
const FOR_ALL: ReadonlySet<string> = new Set(["raise", "lower", "priority", "approval"]);

/** What a match becomes, once everything in its places is read. */
function attempt(pattern: Pattern, match: Match, text: string, names: TodoNames): Outcome {
  const read: { -readonly [Field in keyof Named]?: Named[Field] } = {
    words: match.words,
    isAll: false,
  };
  for (const [slot, [from, to]] of Object.entries(match.slots)) {
    const piece = text.slice(from, to).replace(/[\s,]+$/, "");
    if (piece === "") return { refused: say("words_unknown") };
    switch (slot) {
      case "new":
      case "to": {
        const isKorean = pattern.id === "rename" && /[가-힣]/.test(match.words["change"] ?? "");
        const title =
          slot === "new" ? readNewTitle(piece, names) : readRenamed(piece, isKorean, names);
        if ("refused" in title) return title;
        const taken = names.one(`"${title.title.replaceAll('"', "")}"`);
        if (taken.kind !== "none") {
          return { refused: say("words_title_taken", { title: title.title }) };
        }
        read[slot] = title.title;
        break;
      }
      case "person": {
        const person = readPerson(piece);
        if (person === undefined) return { refused: say("words_person_unclear", { name: piece }) };
        read.person = person;
        break;
      }
      default: {
        const found =
          slot === "todos" ? names.many(piece, FOR_ALL.has(pattern.id)) : names.one(piece);
        if (found.kind !== "todos") {
          const id = found.kind === "several" ? "words_several_todos" : "words_unknown_todo";
          return { refused: say(id, { name: found.name }), unnamed: { slot, found } };
        }
        if (found.todos.length === 0) return { refused: say("words_no_todos") };
        if (slot === "todos") {
          read.todos = found.todos;
          read.isAll = found.isAll === true;
        } else read[slot as "one" | "other"] = found.todos[0]!;
      }
    }
  }
  const meaning = MEANINGS[pattern.id](read as Named);
  const most = LIMITS.ops;
  if ("ops" in meaning && meaning.ops.length > most)
    return { refused: say("words_many_ops", { most }) };
  return "refused" in meaning ? { ...meaning, isNamed: true } : meaning;
}

/** A name of one word, or one in quotation marks. */
function readPerson(written: string): string | undefined {
  const quoted = unquote(written);
  const name = quoted !== null && quoted.rest === "" ? quoted.inside : written.trim();
  const [, bare = name] = /^@?(.+?)님?$/.exec(name) ?? [];
  const isName = quoted !== null || /^[\p{L}\p{N}._-]+$/u.test(bare);
  return isName && bare.length <= LIMITS.tag && isOneLine(bare) ? bare : undefined;
}

function isOpen({ slots }: Match, folded: string): boolean {
  return (["new", "to"] as const).some((slot) => {
    const [from = 0, to = 0] = slots[slot] ?? [];
    return slots[slot] !== undefined && to === folded.length && folded[from] !== '"';
  });
}

/** Of readings that fail, those with more of the pattern's own words, and those that only lack a name. */
function byPromise(a: Attempt, b: Attempt): number {
  return promise(b) - promise(a) || b.match.weight - a.match.weight;
}

function promise(each: Attempt): number {
  const unnamed = "unnamed" in each ? each.unnamed : undefined;
  return unnamed === undefined ? 0 : unnamed.found.kind === "several" ? 2 : 1;
}

function choiceOf(
  { pattern, match }: Attempt,
  { slot, found }: Unnamed,
  text: string,
  offset: number,
  names: TodoNames,
): ClauseReading | undefined {
  if (found.kind === "todos") return undefined;
  const todos = found.kind === "several" ? found.todos : names.near(found.name);
  const added =
    found.kind === "none" ? toAdd(pattern, match, slot, found.name, text, names) : undefined;
  if (todos.length === 0 && added === undefined) return undefined;
  const [from, to] = match.slots[slot]!;
  const piece = text.slice(from, to);
  const place = piece.indexOf(found.name);
  const isQuoted = /["'`“‘「『]/.test(piece[place - 1] ?? "");
  const begin = offset + from + Math.max(0, place) - (isQuoted ? 1 : 0);
  const length = place < 0 ? piece.trimEnd().length : found.name.length + (isQuoted ? 2 : 0);
  const at: Span = [begin, begin + length];
  return { kind: "choice", name: found.name, at, todos, ...(added !== undefined && { added }) };
}

/** "Do X before Y" may mean an X that is still to be added. */
function toAdd(
  pattern: Pattern,
  match: Match,
  slot: string,
  name: string,
  text: string,
  names: TodoNames,
): { title: string; clause: string } | undefined {
  const one = match.slots["one"];
  const isOrder = pattern.id === "do_before" || pattern.id === "do_after";
  if (!isOrder || slot !== "other" || one === undefined) return undefined;
  const anchor = names.one(text.slice(...one));
  const title = readNewTitle(name, names);
  if (anchor.kind !== "todos" || "refused" in title) return undefined;
  const [{ id }] = anchor.todos as [KnownTodo];
  const isBefore = pattern.id === "do_before";
  const clause = /[가-힣]/.test(
    Object.keys(match.words).join("") + Object.values(match.words).join(""),
  )
    ? `"${id}" ${isBefore ? "전에" : "다음에"} "${title.title}" 추가해줘`
    : `add "${title.title}" ${isBefore ? "before" : "after"} "${id}"`;
  return { title: title.title, clause };
}
