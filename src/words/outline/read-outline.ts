import type { NewPlanInput } from "../../contract/plan/plan.ts";
import type { NewTodoInput } from "../../contract/plan/todo.ts";
import { say, type Sentence } from "../../contract/sentences/sentence.ts";
import { LIMITS } from "../../contract/tables/limits.ts";
import type { OutlineReading } from "../../contract/words.ts";
import { foldText, nameKey, type Written } from "../fold.ts";
import { createPlaces, notUnderstood, understood, type Span } from "../place.ts";
import { readItems, titleProblem, type Item, type KnownBeside } from "./items.ts";
import { numberIn, readLines, type OutlineLine } from "./lines.ts";

/** A plan that an outline says; null where it has no todo. */
export interface ReadOutline extends OutlineReading {
  readonly plan: Pick<NewPlanInput, "title" | "description" | "todos"> | null;
}

/**
 * Reads an outline, numbered, with bullets or by indentation, in Korean or English (`docs/outlines.md`).
 * Every line is understood or said not to be, with its place; nothing is dropped. It never throws.
 *
 * A numbered todo waits for the numbered one before it; todos with bullets wait for what the todo above
 * them waits for. A todo with others below it waits for them; with nothing else to do it is a milestone.
 */
export function readOutline(raw: string, known: KnownBeside): ReadOutline {
  const written = foldText(raw.normalize("NFC").slice(0, LIMITS.outline + 1));
  const outline = new Outline(written, known);
  if (written.text.length > LIMITS.outline) {
    outline.refuse([0, 0], say("words_too_long", { most: LIMITS.outline }));
  } else outline.read();
  return outline.reading();
}

/** A todo of the outline, with those below it. */
interface Node {
  readonly id: string;
  readonly item: Item;
  readonly indent: number;
  readonly isNumbered: boolean;
  /** The number that its line begins with; of several todos on a line the last has it. */
  readonly number: string | null;
  /** The one above it, whose `below` it is in. */
  readonly above: Node | null;
  readonly below: Node[];
  /** What was written before it on its line, and waits for nothing else than what it waits for. */
  readonly before: Node[];
  readonly waits: Set<string>;
  title: string;
  description: string[];
}

class Outline {
  readonly #written: Written;
  readonly #known: KnownBeside;
  readonly #placeOf: ReturnType<typeof createPlaces>;
  readonly #understood: OutlineReading["understood"] = [];
  readonly #notUnderstood: OutlineReading["not_understood"] = [];
  readonly #nodes: Node[] = [];
  readonly #roots: Node[] = [];
  readonly #named = new Map<string, Node[]>();
  #title: string | undefined;
  readonly #description: string[] = [];

  constructor(written: Written, known: KnownBeside) {
    this.#written = written;
    this.#placeOf = createPlaces(written.text);
    this.#known = known;
  }

  read(): void {
    const lines = readLines(this.#written);
    const hasSigns = lines.some(
      ({ sign, isQuestion }) => sign === "number" || sign === "bullet" || isQuestion,
    );
    for (const [place, line] of lines.entries()) {
      if (line.to - line.from > LIMITS.outline_line) {
        this.refuse([line.from, line.to], say("outline_line_long", { most: LIMITS.outline_line }));
      } else if (line.sign === "heading") this.#heading(line);
      else if (
        line.sign === "none" &&
        !line.isQuestion &&
        (hasSigns || this.#isTitle(line, place, lines))
      ) {
        this.#plain(line);
      } else this.#items(line);
      if (this.#nodes.length >= LIMITS.todos) {
        this.refuse([line.from, line.to], say("outline_too_many", { most: LIMITS.todos }));
        break;
      }
    }
    this.#order();
    this.#link(this.#roots, []);
    this.#tell();
  }

  reading(): ReadOutline {
    const [first] = this.#nodes;
    const read = { understood: this.#understood, not_understood: this.#notUnderstood };
    if (first === undefined) return { ...read, plan: null };
    const description = this.#description.join("\n").slice(0, LIMITS.description);
    const plan = {
      title: this.#title ?? first.title,
      ...(description !== "" && { description }),
      todos: this.#nodes.map(toTodo),
    };
    return { ...read, plan };
  }

  refuse(span: Span, why: Sentence, instead: readonly string[] = []): void {
    this.#notUnderstood.push(notUnderstood(this.#placeOf(span), why, instead));
  }

  #say(span: Span, todo_id: string | null, meaning: Sentence): void {
    this.#understood.push({ ...understood(this.#placeOf(span), meaning), todo_id });
  }

  /** Without signs the first line is the title when it ends with a colon. */
  #isTitle({ to }: OutlineLine, place: number, lines: readonly OutlineLine[]): boolean {
    return place === 0 && lines.length > 1 && /[:：]$/.test(this.#written.text.slice(0, to));
  }

  #heading(line: OutlineLine): void {
    if (this.#title !== undefined || this.#nodes.length > 0) {
      return this.refuse([line.from, line.to], say("outline_heading"), EXAMPLES);
    }
    this.#entitle(line);
  }

  /** A line without a sign: the plan's title, then its description; below a todo, more about that. */
  #plain(line: OutlineLine): void {
    const span: Span = [line.from, line.to];
    const text = this.#written.text.slice(...span);
    const last = this.#nodes.at(-1);
    if (last === undefined && this.#title === undefined) return this.#entitle(line);
    if (last !== undefined && line.indent <= last.indent) {
      return this.refuse(span, say("outline_no_sign"), EXAMPLES);
    }
    const described = last?.description ?? this.#description;
    if (described.join("\n").length + text.length > LIMITS.description) {
      return this.refuse(span, say("outline_line_long", { most: LIMITS.description }));
    }
    described.push(text);
    this.#say(span, last?.id ?? null, say("outline_description"));
  }

  #entitle({ from, to }: OutlineLine): void {
    const written = this.#written.text.slice(from, to).replaceAll("**", "");
    const bare = written.replace(/^(?:title|제목)\s*[:：]\s*/i, "").replace(/\s*[:：]$/, "");
    const title = bare.replaceAll(/\s+/g, " ").trim();
    const problem = titleProblem(title);
    if (problem !== undefined) return this.refuse([from, to], problem);
    this.#title = title;
    this.#say([from, to], null, say("outline_title", { title }));
  }

  #items(line: OutlineLine): void {
    const indent =
      line.indent + (line.indent === 0 && line.sign === "number" ? (line.depth - 1) * 2 : 0);
    const above = this.#above(indent);
    const siblings = this.#below(above);
    const previous = siblings.at(-1);
    const items = readItems(this.#written, [line.from, line.to], line.isQuestion, this.#known);
    const before: Node[] = [];
    for (const [place, item] of items.entries()) {
      for (const { at, what } of item.problems) this.refuse(at, what, MARKS);
      if (!item.isTitled) continue;
      const isLast = place === items.length - 1;
      const node: Node = {
        id: `todo_${String(this.#nodes.length + 1).padStart(3, "0")}`,
        item,
        indent,
        isNumbered: line.sign === "number",
        number: isLast ? line.number : null,
        above,
        below: [],
        before: isLast ? before : [],
        waits: new Set(),
        title: item.title,
        description: [],
      };
      this.#nodes.push(node);
      if (!isLast) before.push(node);
      else siblings.push(node);
      if (place === 0 && item.isThen && previous === undefined) {
        this.refuse(item.at, say("outline_nothing_before"), EXAMPLES);
      }
    }
  }

  /**
   * The one below which a line of this indentation stands. One that is less indented than those before it, and more
   * than the one above them, stands beside them.
   */
  #above(indent: number): Node | null {
    let above: Node | null = null;
    for (;;) {
      const last: Node | undefined = this.#below(above).at(-1);
      if (last === undefined || last.indent >= indent) return above;
      above = last;
    }
  }

  #below(above: Node | null): Node[] {
    return above === null ? this.#roots : above.below;
  }

  /** What names mean: "after X" waits for X, if a todo is called that. */
  #order(): void {
    for (const node of this.#nodes) this.#name(node);
    for (const node of this.#nodes) {
      const { order } = node.item;
      const found = order === undefined ? undefined : this.#all(order.names);
      if (order !== undefined && found !== undefined && found.every((other) => other !== node)) {
        node.title = order.title.trim();
        this.#name(node);
        for (const { id } of found) node.waits.add(id);
      }
    }
    for (const node of this.#nodes) {
      for (const { at, names } of node.item.after) {
        const found = this.#all(names, node);
        if (found === undefined) {
          const isSeveral = this.#called(names, node).length > 1;
          const what = isSeveral ? "outline_several_todos" : "outline_unknown_todo";
          this.refuse(at, say(what, { name: names }));
        } else for (const { id } of found) node.waits.add(id);
      }
    }
  }

  #name(node: Node): void {
    const key = nameKey(node.title);
    const known = this.#named.get(key) ?? [];
    if (!known.includes(node)) this.#named.set(key, [...known, node]);
  }

  /**
   * The todos of these names, each called so alone; undefined if there is one that is not.
   * @param from whose mark names them: there, and not in a title, a number may be a name.
   */
  #all(names: string, from?: Node): Node[] | undefined {
    const whole = this.#one(names, from);
    if (whole !== undefined) return [whole];
    const found = names.split(/\s*,\s*(?:and\s+)?|\s+and\s+|\s+및\s+|(?<=\S)(?:와|과|이랑|랑)\s+/i);
    const nodes = found.map((name) => this.#one(name, from));
    return found.length > 1 && nodes.every((node) => node !== undefined) ? nodes : undefined;
  }

  #one(name: string, from?: Node): Node | undefined {
    const found = this.#called(name, from);
    return found.length === 1 ? found[0] : undefined;
  }

  #called(name: string, from?: Node): readonly Node[] {
    const bare = name.trim().replace(/^(["'“‘「`])(.*)["'”’」`]$/, "$2");
    const key = nameKey(bare);
    const found = key === "" ? undefined : this.#named.get(key);
    if (found !== undefined || from === undefined || !NUMBER.test(bare)) return found ?? [];
    return this.#numbered(numberIn(bare)!, from);
  }

  /** Those with a number in the list of a todo, else in the next around it. */
  #numbered(number: string, { above }: Node): readonly Node[] {
    const found = withNumber(this.#below(above), [number]);
    return found.length > 0 || above === null ? found : this.#numbered(number, above);
  }

  /**
   * Makes todos of one level wait for what their places say.
   * @param inherited what the todo above these waits for.
   * @returns those for which none of the others waits.
   */
  #link(siblings: readonly Node[], inherited: readonly string[]): string[] {
    const followed = new Set<string>();
    let numbered: string | undefined;
    let previous: string | undefined;
    for (const node of siblings) {
      const first = node.before[0] ?? node;
      const place = first.item.isThen ? previous : node.isNumbered ? numbered : undefined;
      const named = new Set([first, ...node.before, node].flatMap(({ waits }) => [...waits]));
      for (const id of [place ?? [], ...named].flat()) followed.add(id);
      let waits = [...(place === undefined ? inherited : [place]), ...first.waits];
      for (const one of node.before) {
        for (const id of waits) one.waits.add(id);
        waits = [one.id];
      }
      if (node.below.length === 0) for (const id of waits) node.waits.add(id);
      else {
        const above = [...new Set([...waits, ...node.waits])];
        node.waits.clear();
        for (const id of this.#link(node.below, above)) node.waits.add(id);
      }
      if (node.isNumbered) numbered = node.id;
      previous = node.id;
    }
    return siblings.filter(({ id }) => !followed.has(id)).map(({ id }) => id);
  }

  #tell(): void {
    const titles = new Map(this.#nodes.map(({ id, title }) => [id, title]));
    for (const node of this.#nodes) {
      const { id, item, title, waits } = node;
      this.#say(item.at, id, say(isGroup(node) ? "outline_group" : "outline_todo", { id, title }));
      for (const { at, what } of item.meanings) this.#say(at, id, what);
      if (waits.size === 0) continue;
      const shown = [...waits]
        .slice(0, MOST_TOLD)
        .map((other) => `"${titles.get(other) ?? other}"`);
      const todos = [...shown, ...(waits.size > MOST_TOLD ? ["…"] : [])].join(", ");
      this.#say(item.at, id, say("outline_waits", { todos }));
    }
    const [first] = this.#nodes;
    if (first === undefined) {
      if (this.#notUnderstood.length === 0)
        this.refuse([0, this.#written.text.length], say("outline_no_todos"), EXAMPLES);
    } else if (this.#title === undefined) {
      this.#say(first.item.at, null, say("outline_no_title", { title: first.title }));
    }
    this.#understood.sort((a, b) => a.line - b.line);
    this.#notUnderstood.sort((a, b) => a.line - b.line);
  }
}

/** Those of a list whose line begins with one of the numbers; 1.2 is also the 2 below 1. */
function withNumber(list: readonly Node[], numbers: readonly string[]): Node[] {
  const found = list.filter(({ number }) => number !== null && numbers.includes(number));
  if (found.length > 0) return found;
  return list.flatMap(({ number: top, below }) => {
    const rests = numbers.flatMap((number) =>
      top !== null && number.startsWith(`${top}.`) ? [number.slice(top.length + 1)] : [],
    );
    return rests.length === 0 ? [] : withNumber(below, [...numbers, ...rests]);
  });
}

/** Whether nothing is said of it but that others stand below it. */
function isGroup({ below, item }: Node): boolean {
  const { fields } = item;
  return below.length > 0 && !Object.keys(fields).some((field) => OF_WORK.has(field));
}
const OF_WORK: ReadonlySet<string> = new Set([
  "tool_name",
  "agent_name",
  "input_request",
  "assignee",
  "requires_approval",
  "due_in",
  "due_at",
  "timeout_seconds",
  "optional",
]);

function toTodo(node: Node): NewTodoInput {
  const { id, title, waits, item, description } = node;
  return {
    id,
    title,
    ...(isGroup(node) && { kind: "milestone" as const }),
    ...item.fields,
    ...(waits.size > 0 && { depends_on: [...waits] }),
    ...(description.length > 0 && { description: description.join("\n") }),
  };
}

/** How a mark names a todo by its number: `2`, `#2`, `step 2`, `2번`, `②`, `1.2`. */
const NUMBER =
  /^(?:#|no\.? ?|step ?|item ?)?(?:[①-⑳]|\d{1,3}(?:\.\d{1,3}){0,5})(?: ?(?:번|단계)(?:째)?)?$/i;
const MOST_TOLD = 5;
const EXAMPLES = ["1. 초안 쓰기", "- draft [approval]"];
const MARKS = [
  "[승인]",
  "[approval]",
  "(선택)",
  "(optional)",
  "@kim",
  "[긴급]",
  "[priority 8]",
  "[기한 3일]",
  "[due 3d]",
  "[due 2026-12-01T09:00+09:00]",
  "[timeout 10m]",
  "[after 초안]",
  "[after 2]",
];
