import { endsClosed, nameKey, unquote } from "../fold.ts";
import { ALL_TODOS, POLITE } from "./lexicon.ts";

/** What has to be known of a todo to change it by words. */
export interface KnownTodo {
  readonly id: string;
  readonly title: string;
  readonly priority: number;
  readonly depends_on: readonly string[];
  readonly requires_approval: boolean;
  /** How many todos stand before it. */
  readonly place: number;
  readonly hasEnded: boolean;
  /** Whether an agent does it. */
  readonly isAgents?: boolean;
}

/** Which todos a piece of text names. */
export type Found =
  | { readonly kind: "todos"; readonly todos: readonly KnownTodo[]; readonly isAll?: true }
  /** One name that several todos have. */
  | { readonly kind: "several"; readonly name: string; readonly todos: readonly KnownTodo[] }
  | { readonly kind: "none"; readonly name: string };

const MOST_NEAR = 5;
/** So many words of a text are compared with names of todos at once. */
const MOST_WORDS = 6;
/** What is added to a name without being a part of it. */
const PARTICLES = /(?:은|는|이|가|을|를|도|만|의|와|과)$/;
const NOUNS_BEHIND = /\s*(?:작업|할\s?일|단계|todo|task|step)$/i;
const BEFORE_NAME = /^(?:the\s+)?(?:(?:todo|task|step)\s+)?/i;
/** Words that do something with the todo that is named behind them. */
const GOVERNS =
  /(?:^|\s)(?:to|from|than|into|onto|remove|removing|delete|deleting|drop|dropping|skip|cancel|raise|lower|move|rename|assign|swap|require|replace)(?:\s+(?:the|an?))?$/i;
const POSSESSIVE = /['’]s?$/i;
const JOINERS =
  /\s*(?:,\s*and\s+|\s+and\s+|\s*&\s*|,\s*|\s+및\s+|\s+그리고\s+|(?<=\S)(?:이랑|랑|와|과)\s+)/gi;
const MOST_NAMES = 20;

/** The todos of a plan by their names: ids and titles. */
export class TodoNames {
  readonly todos: readonly KnownTodo[];
  readonly #byId = new Map<string, KnownTodo>();
  readonly #byTitle = new Map<string, KnownTodo[]>();
  readonly #byKey = new Map<string, KnownTodo[]>();

  constructor(todos: readonly KnownTodo[]) {
    this.todos = todos;
    for (const todo of todos) {
      this.#byId.set(todo.id.toLowerCase(), todo);
      push(this.#byTitle, plain(todo.title), todo);
      const key = nameKey(todo.title);
      if (key !== "") push(this.#byKey, key, todo);
    }
  }

  /** The one todo that a text names; particles and words such as "todo" may stand around the name. */
  one(written: string): Found {
    const name = written.replace(POLITE.within, "").trim();
    for (const candidate of new Set([...candidatesOf(written.trim()), ...candidatesOf(name)])) {
      const todos = this.#named(candidate);
      if (todos.length === 1) return { kind: "todos", todos };
      if (todos.length > 1) return { kind: "several", name: candidate, todos };
    }
    return { kind: "none", name: shortest(name) };
  }

  /** The todos that a text names, one after another; `mayBeAll` also takes "all todos". */
  many(written: string, mayBeAll: boolean): Found {
    const whole = this.one(written);
    if (whole.kind === "todos") return whole;
    if (mayBeAll && isAll(written)) {
      const todos = this.todos.filter(({ hasEnded }) => !hasEnded);
      return { kind: "todos", todos, isAll: true };
    }
    return this.#listed(written) ?? whole;
  }

  /** Several names with "and" or commas between; a name may hold such a word itself. */
  #listed(written: string): Found | undefined {
    const cuts = [...written.matchAll(JOINERS)].map(
      ({ index, 0: { length } }) => [index, index + length] as const,
    );
    if (cuts.length === 0 || cuts.length >= MOST_NAMES) return undefined;
    const found: KnownTodo[] = [];
    let begin = 0;
    let missing: Found | undefined;
    for (let cut = 0; cut <= cuts.length;) {
      let next: number | undefined;
      for (let end = cuts.length; end >= cut && next === undefined; end--) {
        const to = cuts[end]?.[0] ?? written.length;
        const piece = this.one(written.slice(begin, to));
        if (piece.kind === "todos") {
          found.push(...piece.todos);
          next = end + 1;
          begin = cuts[end]?.[1] ?? written.length;
        } else if (end === cut) missing = piece;
      }
      if (next === undefined) return missing;
      cut = next;
    }
    return { kind: "todos", todos: [...new Set(found)] };
  }

  #named(name: string): readonly KnownTodo[] {
    const byId = this.#byId.get(name.toLowerCase());
    const titled = this.#byTitle.get(plain(name)) ?? this.#byKey.get(nameKey(name)) ?? [];
    return byId === undefined ? titled : [...new Set([byId, ...titled])];
  }

  /**
   * Todos whose titles hold the whole name. Where only a part of it is in a title, the rest says something
   * else about the todo: who means its cover page, what stands behind it or who works on it does not mean it.
   */
  near(name: string): KnownTodo[] {
    const key = nameKey(name);
    if (key.length < 2) return [];
    const near: KnownTodo[] = [];
    for (const todo of this.todos) {
      if (nameKey(todo.title).includes(key) && near.push(todo) === MOST_NEAR) break;
    }
    return near;
  }

  /** Whether a text says something of a todo: its title is in it with a particle, behind a word that does something with it, or before one in 로. */
  isSaidIn(text: string): boolean {
    const words = text.split(/\s+/);
    return words.some((_, from) =>
      words.slice(from, from + MOST_WORDS).some((_, more) => {
        const piece = words.slice(from, from + more + 1).join(" ");
        const isLast = from + more + 1 === words.length;
        const name = withoutParticle(piece.replace(POSSESSIVE, ""));
        const isSaid =
          name === piece
            ? GOVERNS.test(words.slice(0, from).join(" ")) ||
              words.slice(from + more + 1, -1).some((word) => word.endsWith("로"))
            : !isLast;
        return isSaid && this.#named(name).length > 0;
      }),
    );
  }
}

function isAll(written: string): boolean {
  const keys = new Set(candidatesOf(written.trim()).map(nameKey));
  return ALL_TODOS.some((all) => keys.has(nameKey(all)));
}

/** What a text may name, the most of it first. */
function candidatesOf(text: string): string[] {
  const quoted = unquote(text.replace(BEFORE_NAME, ""));
  if (quoted !== null) return isTail(quoted.rest) ? [quoted.inside] : [];
  const forms = [text, text.replace(NOUNS_BEHIND, ""), withoutParticle(text)];
  forms.push(forms[2]!.replace(NOUNS_BEHIND, ""), withoutParticle(forms[1]!));
  forms.push(...forms.map((form) => form.replace(POSSESSIVE, "")));
  forms.push(...forms.map((form) => form.replace(BEFORE_NAME, "")));
  return [...new Set(forms.map((form) => form.trim()))].filter((form) => form !== "");
}

function isTail(rest: string): boolean {
  return shortest(`x${rest}`) === "x";
}

function shortest(text: string): string {
  const bare = withoutParticle(text.replace(POSSESSIVE, "")).replace(NOUNS_BEHIND, "");
  const name = bare.replace(BEFORE_NAME, "").trim();
  return name === "" ? text : name;
}

/** A particle that cannot stand behind what is before it is a part of the name. */
function withoutParticle(text: string): string {
  const [particle = ""] = PARTICLES.exec(text) ?? [];
  const stem = text.slice(0, text.length - particle.length);
  const closed = endsClosed(stem);
  const fits =
    closed === undefined || FITTING[particle] === undefined || FITTING[particle] === closed;
  return particle !== "" && fits ? stem : text;
}

/** Particles that follow only a consonant (true), or only a vowel. */
const FITTING: Readonly<Record<string, boolean>> = {
  은: true,
  는: false,
  이: true,
  가: false,
  을: true,
  를: false,
  과: true,
  와: false,
};

function plain(title: string): string {
  return title.normalize("NFC").trim().replaceAll(/\s+/g, " ").toLowerCase();
}

function push(map: Map<string, KnownTodo[]>, key: string, todo: KnownTodo): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [todo]);
  else known.push(todo);
}
