import { say, type Sentence } from "../../contract/sentences/sentence.ts";
import { LIMITS } from "../../contract/tables/limits.ts";
import type { Proposal } from "../../contract/words.ts";
import { foldText, type Written } from "../fold.ts";
import { createPlaces, notUnderstood, understood, type Span } from "../place.ts";
import { TodoNames, type KnownTodo } from "./find-todos.ts";
import type { WrittenOp } from "./operations.ts";
import { PATTERNS, type Pattern } from "./patterns.ts";
import { afterOp, idsIn } from "./plan-draft.ts";
import { readClause, type ClauseReading } from "./read-clause.ts";
import { cutsOf, splitSentences, trimmed } from "./split-clauses.ts";

/** What an instruction says, clause by clause. */
export interface InstructionReading extends Pick<
  Proposal,
  "instruction" | "understood" | "not_understood" | "choices"
> {
  readonly operations: readonly WrittenOp[];
}

/** What has to be known of a plan's todos, in plan order. */
export type PlanTodo = Omit<KnownTodo, "place">;

/**
 * Reads an instruction by the patterns of `patterns.ts`. Every clause of it is understood, a choice or
 * not understood, each with its place; only what was understood has operations. It never guesses, and
 * it never throws: all todos that operations name were named by the person.
 */
export function readInstruction(raw: string, todos: readonly PlanTodo[]): InstructionReading {
  const most = LIMITS.instruction;
  const whole = raw.normalize("NFC");
  const reader = new Reader(foldText(whole.slice(0, most)), todos);
  if (whole.length > most) reader.refuse([0, most], say("words_too_long", { most }));
  else reader.read();
  return reader.reading();
}

class Reader {
  readonly written: Written;
  readonly #placeOf: ReturnType<typeof createPlaces>;
  readonly #operations: WrittenOp[] = [];
  readonly #understood: Proposal["understood"] = [];
  readonly #notUnderstood: Proposal["not_understood"] = [];
  readonly #choices: Proposal["choices"] = [];
  /** The operations that add todos, by the ids that the todos get if somebody names them. */
  readonly #added = new Map<string, Extract<WrittenOp, { edit_type: "add_todo" }>>();
  readonly #ids: Set<string>;
  #todos: readonly KnownTodo[];
  #names: TodoNames;
  #clauses = 0;
  #governing: Sentence | undefined;

  constructor(written: Written, todos: readonly PlanTodo[]) {
    this.written = written;
    this.#placeOf = createPlaces(written.text);
    this.#ids = new Set(todos.map(({ id }) => id));
    this.#todos = todos.map((todo, place) => ({ ...todo, place }));
    this.#names = new TodoNames(this.#todos);
  }

  read(): void {
    for (const sentence of splitSentences(this.written.folded)) {
      // "Never do this:" says so of everything behind it.
      if (this.#governing === undefined) this.#sentence(sentence);
      else this.refuse(sentence, this.#governing);
    }
    // What only looks like an instruction says so, too.
    if (this.#clauses === 0) this.refuse([0, this.written.text.length], say("words_unknown"));
  }

  reading(): InstructionReading {
    return {
      instruction: this.written.text,
      operations: this.#operations,
      understood: this.#understood,
      not_understood: this.#notUnderstood,
      choices: this.#choices,
    };
  }

  refuse(span: Span, why: Sentence, near: readonly Pattern[] = []): void {
    const place = this.#placeOf(span);
    const known = near.length > 0 ? near : PATTERNS.filter(({ id }) => USUAL.has(id));
    const language = /[가-힣]/.test(place.text) ? "ko" : "en";
    const instead = known.slice(0, MOST_EXAMPLES).map(({ example }) => example[language]);
    this.#notUnderstood.push(notUnderstood(place, why, instead));
  }

  /** Takes the longest clauses from the beginning on that are understood. */
  #sentence(sentence: Span): void {
    let [from] = sentence;
    const [, to] = sentence;
    const cuts = cutsOf(this.written.folded, sentence);
    while (from < to) {
      if (++this.#clauses > LIMITS.clauses) {
        return this.refuse([from, to], say("words_too_many", { most: LIMITS.clauses }));
      }
      const rest = trimmed(this.written.folded, [from, to]);
      if (rest[0] >= rest[1]) return;
      const whole = this.#readClause(rest);
      const governs = whole.kind === "nothing" && whole.governs === true;
      if (governs && this.written.folded[rest[1] - 1] === ":") this.#governing = whole.why;
      // What denies, restricts or quotes a part of a sentence may mean all of it.
      if (governs || whole.kind === "understood") return this.#take(rest, whole);
      const ahead = cuts.filter(({ end }) => end > rest[0]).slice(0, MOST_CUTS);
      const cut = ahead.find(({ end, kind }) => {
        const left = this.#readClause([rest[0], end]);
        return left.kind === "understood" ? kind !== "and" || !left.isOpen : left.kind === "choice";
      });
      const end = cut ?? ahead.find(({ kind }) => kind === "sure");
      if (end === undefined) return this.#take(rest, whole);
      const left = trimmed(this.written.folded, [rest[0], end.end]);
      this.#take(left, this.#readClause(left));
      from = end.next;
    }
  }

  #readClause(span: Span): ClauseReading {
    return readClause(this.written, span, this.#names);
  }

  #take(span: Span, reading: ClauseReading): void {
    switch (reading.kind) {
      case "understood": {
        const first = this.#operations.length;
        for (const op of reading.ops) this.#apply(op);
        this.#names = new TodoNames(this.#todos);
        this.#understood.push({
          ...understood(this.#placeOf(span), reading.meaning),
          pattern: reading.pattern.id,
          operations: reading.ops.map((_, place) => first + place),
        });
        return;
      }
      case "choice":
        return this.#offer(span, reading);
      case "nothing":
        return this.refuse(span, reading.why, reading.near);
    }
  }

  #offer(span: Span, { name, at, todos, added }: ClauseReading & { kind: "choice" }): void {
    const { text } = this.written;
    const instead = ([from, to]: Span, words: string): string =>
      text.slice(0, from) + words + text.slice(to);
    this.#choices.push({
      ...this.#placeOf(span),
      name,
      options: [
        ...todos.map(({ id, title }) => ({
          todo_id: this.#added.has(id) ? null : id,
          title,
          instruction: instead(at, `"${id}"`),
        })),
        ...(added === undefined
          ? []
          : [{ todo_id: null, title: added.title, instruction: instead(span, added.clause) }]),
      ],
    });
  }

  #apply(op: WrittenOp): void {
    const named = idsIn(op);
    for (const id of named) {
      const adding = this.#added.get(id);
      if (adding !== undefined) adding.params.todo.id = id;
    }
    this.#operations.push(op);
    const newId = this.#freeId();
    if (op.edit_type === "add_todo") {
      this.#added.set(newId, op);
      this.#ids.add(newId);
    }
    this.#todos = afterOp(this.#todos, op, newId);
  }

  #freeId(): string {
    for (let number = this.#ids.size + 1; ; number++) {
      const id = `todo_${String(number).padStart(3, "0")}`;
      if (!this.#ids.has(id)) return id;
    }
  }
}

const USUAL: ReadonlySet<string> = new Set(["add_after", "remove", "raise"]);
const MOST_EXAMPLES = 3;
/** Of a sentence that nobody understands so many beginnings are tried. */
const MOST_CUTS = 10;
