import type { NewTodoInput } from "../../contract/plan/todo.ts";
import { say, type Sentence } from "../../contract/sentences/sentence.ts";
import { LIMITS } from "../../contract/tables/limits.ts";
import { nearestName } from "../../text/nearest-name.ts";
import { isTitle, unquote, type Written } from "../fold.ts";
import type { Span } from "../place.ts";
import { readMark, toPerson, type Mark } from "./marks.ts";
import { findCall } from "./tool-call.ts";

/** What was said about a piece of a text. */
export interface Remark {
  readonly at: Span;
  readonly what: Sentence;
}

/** A todo as its line says it, before it is known what other names mean. */
export interface Item {
  readonly at: Span;
  readonly title: string;
  readonly fields: Partial<NewTodoInput>;
  /** Names of todos that it waits for. */
  readonly after: readonly { readonly at: Span; readonly names: string }[];
  /** Whether it says what is to be done. */
  readonly isTitled: boolean;
  /** What may be such names: without the words the title is the rest. */
  readonly order: { readonly title: string; readonly names: string; readonly at: Span } | undefined;
  /** Whether it begins with "then": it waits for the todo before it. */
  readonly isThen: boolean;
  readonly meanings: readonly Remark[];
  readonly problems: readonly Remark[];
}

/** Where one todo of a line ends and the next begins. */
const THEN =
  /\s*(?:→|->|=>|⇒)\s*|[,;]?\s+(?:and then|then)[,:]?\s+|[,;]?\s+(?:그리고 )?(?:그 ?다음(?:에|으로)?|그런 다음(?:에)?|그러고 나서|다음으로)[,:]?\s+/g;
const LEADING_THEN =
  /^(?:(?:and )?then|next|(?:그리고 )?그 ?다음(?:에|으로)?|그런 다음(?:에)?|그러고 나서|다음으로|이어서)[,:]?\s+|^(?:→|->|=>)\s*/;
/** An ending that joins to what follows. */
const JOINED = /(?:하고|한 뒤에?|한 후에?|한 다음에?)$/;
const MOST_PIECES = 100;

/** What there is beside the outline. */
export interface KnownBeside {
  /** Names of the tools that plans may use. */
  readonly tools: readonly string[];
  /** Names of the agents that there are: `@name` is one of them, else a person. */
  readonly agents?: readonly string[];
}

/** The todos of one line, one after another. */
export function readItems(
  written: Written,
  span: Span,
  isQuestion: boolean,
  known: KnownBeside,
): Item[] {
  const [leading = ""] = LEADING_THEN.exec(written.folded.slice(...span)) ?? [];
  const from = span[0] + leading.length;
  const pieces: Span[] = [];
  let begin = from;
  if (!isQuestion) {
    for (const { index, 0: mark } of written.folded.slice(from, span[1]).matchAll(THEN)) {
      if (pieces.length === MOST_PIECES || from + index <= begin) continue;
      pieces.push([begin, from + index]);
      begin = from + index + mark.length;
    }
  }
  pieces.push([begin, span[1]]);
  return pieces.map((piece, place) => {
    const isLast = place === pieces.length - 1;
    const isThen = place > 0 || leading !== "";
    return readItem(written, piece, { isQuestion, isThen, isLast, known });
  });
}

function readItem(
  written: Written,
  span: Span,
  about: { isQuestion: boolean; isThen: boolean; isLast: boolean; known: KnownBeside },
): Item {
  const item = new Reader(written, span, about.known);
  if (about.isQuestion) item.options();
  item.marks();
  item.people();
  if (!about.isQuestion) item.call();
  const plain = item
    .rest()
    .replace(about.isLast ? /$^/ : JOINED, "")
    .trim();
  if (!about.isQuestion) item.tool(plain);
  return item.done(item.bare ?? plain, about);
}

const BRACKETS = /\[([^[\]]*)\]|\(([^()]*)\)/g;
const PERSON = /(?<![\p{L}\p{N}])@([\p{L}\p{N}][\p{L}\p{N}._-]*)/gu;

/** Takes piece after piece out of a text; the title is what is left. */
class Reader {
  bare: string | undefined;
  readonly #written: Written;
  readonly #span: Span;
  readonly #tools: readonly string[];
  readonly #agents: readonly string[];
  readonly #taken: Span[] = [];
  readonly #fields: Partial<NewTodoInput> = {};
  readonly #after: { at: Span; names: string }[] = [];
  readonly #meanings: Remark[] = [];
  readonly #problems: Remark[] = [];

  constructor(written: Written, span: Span, { tools, agents = [] }: KnownBeside) {
    this.#written = written;
    this.#span = span;
    this.#tools = tools;
    this.#agents = agents;
  }

  get #folded(): string {
    return this.#written.folded.slice(...this.#span);
  }

  /** `[a | b]` behind a question. */
  options(): void {
    const found = /\[([^[\]]*\|[^[\]]*)\]/.exec(this.#folded);
    if (found === null) return;
    const at = this.#place(found.index, found[0].length);
    const options = this.#text([at[0] + 1, at[1] - 1])
      .split("|")
      .map((option) => option.trim())
      .filter((option) => option !== "");
    this.#taken.push(at);
    const fits = options.every((option) => option.length <= LIMITS.title);
    if (options.length === 0 || options.length > LIMITS.options || !fits) {
      this.#problems.push({ at, what: say("outline_unknown_mark", { mark: this.#text(at) }) });
      return;
    }
    this.#fields.input_request = { question: "", input_type: "choice", options };
    this.#meanings.push({ at, what: say("outline_options", { options: options.join(", ") }) });
  }

  /** What stands in brackets. In round ones other words are a part of the title. */
  marks(): void {
    for (const found of this.#folded.matchAll(BRACKETS)) {
      const at = this.#place(found.index, found[0].length);
      if (this.#isTaken(at[0])) continue;
      const isSquare = found[1] !== undefined;
      const inside: Span = [at[0] + 1, at[1] - 1];
      const marks = this.#listed(inside, isSquare);
      if (marks === undefined) continue;
      this.#taken.push(at);
      for (const [own, mark] of marks) this.#take(own, mark);
    }
  }

  /** `@kim`, behind a space. */
  people(): void {
    for (const { index, 0: whole, 1: name } of this.#text(this.#span).matchAll(PERSON)) {
      const at = this.#place(index, whole.length);
      // In a quotation it is a text.
      if (this.#isTaken(at[0]) || this.#written.folded[at[0]] !== "@") continue;
      this.#taken.push(at);
      this.#take(at, toPerson(name!));
    }
  }

  /** `title: tool(args)`, for a tool that there is. */
  call(): void {
    const [from, to] = this.#open();
    const call = findCall(this.#written.text.slice(from, to), this.#written.folded.slice(from, to));
    if (call === undefined) return;
    const at: Span = [from + call.from, to];
    if (!this.#tools.includes(call.name)) {
      // Other words before a bracket are a part of the title.
      const nearest = nearestName(call.name, this.#tools);
      if (nearest === undefined && !call.name.includes("_")) return;
      const what =
        nearest === undefined
          ? say("outline_unknown_tool", { name: call.name })
          : say("outline_tool_meant", { name: call.name, nearest });
      this.#taken.push(at);
      this.#problems.push({ at, what });
      this.bare = this.rest() || call.name;
      return;
    }
    this.#taken.push(at);
    if (call.args === undefined) {
      this.#problems.push({ at, what: say("outline_arguments", { tool: call.name }) });
    } else this.#runs(call.name, at, call.args);
    this.bare =
      this.rest()
        .replace(/[:：]\s*$/, "")
        .trim() || call.name;
  }

  /** "with tool" at the end, or "tool로" at the beginning, for a tool that there is. */
  tool(title: string): void {
    if (this.bare !== undefined) return;
    const [behind, name] = /\s+(?:with|using)\s+([a-z][\w.-]*)$/i.exec(title) ?? [];
    const [before, first] = /^([a-z][\w.-]*)(?:으로|로)\s+/i.exec(title) ?? [];
    const tool = [name, first].find((each) => each !== undefined && this.#tools.includes(each));
    if (tool === undefined) return;
    this.bare = tool === name ? title.slice(0, -behind!.length) : title.slice(before!.length);
    this.#runs(tool, this.#span, undefined);
  }

  /** The text without what was taken out of it. */
  rest(): string {
    const [from, to] = this.#span;
    let text = "";
    let place = from;
    for (const [begin, end] of this.#taken.toSorted(([a], [b]) => a - b)) {
      text += `${this.#written.text.slice(place, Math.max(place, begin))} `;
      place = Math.max(place, end);
    }
    text += this.#written.text.slice(place, to);
    return text.replaceAll("**", "").replaceAll(/\s+/g, " ").trim();
  }

  done(plain: string, { isQuestion, isThen }: { isQuestion: boolean; isThen: boolean }): Item {
    const quoted = unquote(plain);
    const isQuoted = quoted !== null && quoted.rest === "";
    const title = isQuoted ? quoted.inside : plain.replace(/\s*[:：]$/, "");
    const at = this.#span;
    if (isQuestion) {
      const { input_request } = this.#fields;
      this.#fields.input_request = { ...input_request, question: title };
      this.#meanings.push({ at, what: say("outline_question") });
    }
    const { agent_name: agent, tool_name } = this.#fields;
    if (agent !== undefined && (isQuestion || tool_name !== undefined)) {
      this.#problems.push({ at, what: say("outline_agent_works", { agent: agent ?? "" }) });
    }
    const problem = titleProblem(title);
    if (problem !== undefined) this.#problems.push({ at, what: problem });
    return {
      at,
      title,
      isTitled: problem === undefined,
      fields: this.#fields,
      after: this.#after,
      order: isQuoted || isQuestion ? undefined : findOrder(title, at),
      isThen,
      meanings: this.#meanings,
      problems: this.#problems,
    };
  }

  /** The marks in brackets, each with its place; undefined for round brackets with other words. */
  #listed(inside: Span, isSquare: boolean): (readonly [Span, Mark | undefined])[] | undefined {
    const whole = this.#mark(inside);
    if (whole !== undefined) return [[inside, whole]];
    const marks: (readonly [Span, Mark | undefined])[] = [];
    let from = inside[0];
    for (const piece of this.#written.folded.slice(...inside).split(",")) {
      const begin = from + /^\s*/.exec(piece)![0].length;
      const own: Span = [begin, begin + piece.trim().length];
      from += piece.length + 1;
      marks.push([own, this.#mark(own)]);
    }
    return isSquare || marks.every(([, mark]) => mark !== undefined) ? marks : undefined;
  }

  #mark([from, to]: Span): Mark | undefined {
    const folded = this.#written.folded.slice(from, to);
    const blank = /^\s*/.exec(folded)![0].length;
    const length = folded.trim().length;
    const written = this.#written.text.slice(from + blank, from + blank + length);
    return readMark(written, folded.trim());
  }

  #take(at: Span, mark: Mark | undefined): void {
    const { fields = {}, after, meaning, problem } = this.#asAgent(mark) ?? {};
    const isSaid = Object.keys(fields).some((field) => Object.hasOwn(this.#fields, field));
    if (mark === undefined || problem !== undefined || isSaid) {
      const name = this.#text(at).trim();
      const what = say(isSaid ? "outline_twice" : "outline_unknown_mark", { mark: name });
      this.#problems.push({ at, what: problem ?? what });
      return;
    }
    Object.assign(this.#fields, fields);
    if (after !== undefined) this.#after.push({ at, names: after });
    if (meaning !== undefined) this.#meanings.push({ at, what: meaning });
  }

  /** Whoever a todo is given to is an agent, when there is one of that name. */
  #asAgent(mark: Mark | undefined): Mark | undefined {
    const agent = mark?.fields?.assignee;
    if (agent === undefined || agent === null || !this.#agents.includes(agent)) return mark;
    return { fields: { agent_name: agent }, meaning: say("outline_agent", { agent }) };
  }

  #runs(tool: string, at: Span, args: NewTodoInput["tool_params"]): void {
    Object.assign(this.#fields, {
      tool_name: tool,
      ...(args !== undefined && { tool_params: args }),
    });
    this.#meanings.push({ at, what: say("outline_tool", { tool }) });
  }

  /** What is left at the end, without what was taken from there. */
  #open(): Span {
    let [, to] = this.#span;
    for (let before = -1; before !== to;) {
      before = to;
      to = this.#span[0] + this.#written.folded.slice(this.#span[0], to).trimEnd().length;
      to = this.#taken.find(([, end]) => end === to)?.[0] ?? to;
    }
    return [this.#span[0], to];
  }

  #place(index: number, length: number): Span {
    return [this.#span[0] + index, this.#span[0] + index + length];
  }

  #isTaken(place: number): boolean {
    return this.#taken.some(([from, to]) => place >= from && place < to);
  }

  #text(span: Span): string {
    return this.#written.text.slice(...span);
  }
}

/** Why a text cannot be a title; undefined for one that can. */
export function titleProblem(title: string): Sentence | undefined {
  if (!isTitle(title)) return say("outline_no_text");
  return title.length > LIMITS.title ? say("words_title_long", { most: LIMITS.title }) : undefined;
}

/** "X after Y", "after Y, X", "Y 후에 X": if Y is a todo of the outline. */
function findOrder(title: string, at: Span): Item["order"] {
  const forms = [
    /^(?<title>.+?)\s+after\s+(?<names>.+)$/i,
    /^after\s+(?<names>.+?),\s*(?<title>.+)$/i,
    /^(?<names>.+?)\s*(?:후에|다음에|뒤에|이후에|(?:이|가)? 끝나면)\s+(?<title>.+)$/,
  ];
  for (const form of forms) {
    const { title: rest, names } = form.exec(title)?.groups ?? {};
    if (rest !== undefined && names !== undefined) return { title: rest, names, at };
  }
  return undefined;
}
