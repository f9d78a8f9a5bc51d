import type { z } from "zod";
import type { EditOpSchema } from "../../contract/plan/edit.ts";
import { say, type Sentence } from "../../contract/sentences/sentence.ts";
import type { KnownTodo } from "./find-todos.ts";
import { LEVELS, PRIORITY_STEPS } from "./lexicon.ts";
import type { PatternId } from "./patterns.ts";

/** An operation as one would write it. */
export type WrittenOp = z.input<typeof EditOpSchema>;

/** What a clause named, as far as its pattern has places for it. */
export interface Named {
  readonly new: string;
  readonly to: string;
  readonly person: string;
  readonly one: KnownTodo;
  readonly other: KnownTodo;
  readonly todos: readonly KnownTodo[];
  /** Whether it named all todos by one word. */
  readonly isAll: boolean;
  /** Words of the pattern, by their sets. */
  readonly words: Readonly<Record<string, string>>;
}

/** What an instruction becomes, or why it cannot. */
export type Meaning =
  | { readonly ops: readonly WrittenOp[]; readonly meaning: Sentence }
  | { readonly refused: Sentence };

/**
 * What each kind of instruction becomes. Nothing follows that was not said: a todo put after another
 * waits for it, and whatever waited for that one goes on waiting for it alone.
 */
export const MEANINGS: Readonly<Record<PatternId, (named: Named) => Meaning>> = {
  add: ({ new: title }) => ({ ops: [add(title)], meaning: say("words_add", { title }) }),
  add_first: ({ new: title }) => ({
    ops: [add(title, {}, "first")],
    meaning: say("words_add_first", { title }),
  }),
  add_after: ({ new: title, one }) => ({
    ops: [add(title, { depends_on: [one.id] }, { after: one.id })],
    meaning: say("words_add_after", { title, after: one.title }),
  }),
  add_before: ({ new: title, one }) => ({
    ops: [add(title, { blocks: [one.id] }, { before: one.id })],
    meaning: say("words_add_before", { title, before: one.title }),
  }),
  add_between: ({ new: title, todos }) =>
    withTwo(todos, (after, before) => ({
      ops: [add(title, { depends_on: [after.id], blocks: [before.id] }, { after: after.id })],
      meaning: say("words_add_between", { title, after: after.title, before: before.title }),
    })),
  remove: ({ todos }) => ({
    ops: todos.map(({ id }) => ({ edit_type: "remove_todo", target_id: id })),
    meaning: say("words_remove", { todos: titles(todos) }),
  }),
  do_before: ({ one, other }) => inOrder(other, one, { before: one.id }),
  do_after: ({ one, other }) => inOrder(one, other, { after: one.id }),
  wait: ({ one, other }) => {
    if (one.id === other.id) return { refused: say("words_same_todo") };
    if (other.depends_on.includes(one.id)) return { refused: say("words_nothing_to_change") };
    const meaning = say("words_wait", { then: other.title, first: one.title });
    return { ops: [link(other.id, one.id)], meaning };
  },
  not_wait: ({ one, other }) => {
    const both = { then: other.title, first: one.title };
    return other.depends_on.includes(one.id)
      ? { ops: [unlink(other.id, one.id)], meaning: say("words_not_wait", both) }
      : { refused: say("words_does_not_wait", both) };
  },
  raise: (named) =>
    stepped(named, "words_raise", (now) => PRIORITY_STEPS.find((step) => step > now) ?? now),
  lower: (named) =>
    stepped(named, "words_lower", (now) => PRIORITY_STEPS.findLast((step) => step < now) ?? now),
  priority(named) {
    const { todos, words } = named;
    const word = words["level"] ?? (words["높게|낮게"] ?? "").trim();
    const priority = LEVELS[word] ?? Number(word);
    const [least, most] = [PRIORITY_STEPS[0], PRIORITY_STEPS.at(-1)!];
    if (!Number.isInteger(priority) || priority < least || priority > most) {
      return { refused: say("words_no_priority", { value: word, least, most }) };
    }
    const against = todos.find(({ priority: now }) =>
      words["raise"] !== undefined
        ? priority < now
        : words["lower"] !== undefined && priority > now,
    );
    if (against !== undefined) {
      const { title, priority: before } = against;
      return { refused: say("words_wrong_way", { title, before, after: priority }) };
    }
    const changed = todos.filter(({ priority: now }) => now !== priority);
    if (changed.length === 0) return { refused: say("words_nothing_to_change") };
    return {
      ops: changed.map(({ id }) => toPriority(id, priority)),
      meaning: say("words_priority", { priority, todos: told(named, changed) }),
    };
  },
  move_before: ({ one, other }) => moved(other, { before: one.id }),
  move_after: ({ one, other }) => moved(other, { after: one.id }),
  move_first: ({ one }) => moved(one, "first"),
  move_last: ({ one }) => moved(one, "last"),
  swap: ({ todos }) =>
    withTwo(todos, (a, b) => ({
      // Each gets the other's place, whichever stands first now.
      ops: [
        {
          edit_type: "reorder",
          params: { order: a.place < b.place ? [b.id, a.id] : [a.id, b.id] },
        },
      ],
      meaning: say("words_swap", { todos: titles([a, b]) }),
    })),
  approval(named) {
    const changed = named.todos.filter(({ requires_approval }) => !requires_approval);
    if (changed.length === 0) return { refused: say("words_nothing_to_change") };
    return {
      ops: changed.map(({ id }) => modify(id, { requires_approval: true })),
      meaning: say("words_approval", { todos: told(named, changed) }),
    };
  },
  rename: ({ one, to }) => ({
    ops: [modify(one.id, { title: to })],
    meaning: say("words_rename", { before: one.title, title: to }),
  }),
  assign: (named) => {
    const agents = named.todos.filter(({ isAgents }) => isAgents);
    const meaning = { person: named.person, todos: told(named, named.todos) };
    return {
      ops: named.todos.map(({ id }) => modify(id, { assignee: named.person })),
      meaning:
        agents.length === 0
          ? say("words_assign", meaning)
          : say("words_assign_agents", { ...meaning, agents: titles(agents) }),
    };
  },
};

type AddOp = Extract<WrittenOp, { edit_type: "add_todo" }>["params"];

function add(
  title: string,
  links: Pick<AddOp["todo"], "depends_on" | "blocks"> = {},
  position?: AddOp["position"],
): WrittenOp {
  const params = { todo: { title, ...links }, ...(position !== undefined && { position }) };
  return { edit_type: "add_todo", params };
}

function link(target_id: string, depends_on: string): WrittenOp {
  return { edit_type: "add_dependency", target_id, params: { depends_on } };
}

function unlink(target_id: string, depends_on: string): WrittenOp {
  return { edit_type: "remove_dependency", target_id, params: { depends_on } };
}

function modify(
  target_id: string,
  changes: Extract<WrittenOp, { edit_type: "modify_todo" }>["params"]["changes"],
): WrittenOp {
  return { edit_type: "modify_todo", target_id, params: { changes } };
}

function toPriority(target_id: string, priority: number): WrittenOp {
  return { edit_type: "change_priority", target_id, params: { priority } };
}

function moved(todo: KnownTodo, position: NonNullable<AddOp["position"]>): Meaning {
  const other = typeof position === "object" ? Object.values(position)[0] : undefined;
  if (other === todo.id) return { refused: say("words_same_todo") };
  return {
    ops: [{ edit_type: "reorder", target_id: todo.id, params: { position } }],
    meaning: say("words_move", { todos: titles([todo]) }),
  };
}

/**
 * `then` waits for `first`, and the one that was told to move stands beside the other. Where `first`
 * waited for `then`, they swap: `first` waits for what `then` waits for.
 */
function inOrder(
  first: KnownTodo,
  then: KnownTodo,
  position: { readonly before: string } | { readonly after: string },
): Meaning {
  if (first.id === then.id) return { refused: say("words_same_todo") };
  const target_id = "before" in position ? first.id : then.id;
  const swapped = first.depends_on.includes(then.id)
    ? [
        unlink(first.id, then.id),
        ...then.depends_on
          .filter((id) => id !== first.id && !first.depends_on.includes(id))
          .map((id) => link(first.id, id)),
      ]
    : [];
  return {
    ops: [
      { edit_type: "reorder", target_id, params: { position } },
      ...swapped,
      ...(then.depends_on.includes(first.id) ? [] : [link(then.id, first.id)]),
    ],
    meaning: say("words_do_before", { first: first.title, then: then.title }),
  };
}

function stepped(
  named: Named,
  id: "words_raise" | "words_lower",
  step: (now: number) => number,
): Meaning {
  const changed = named.todos.filter(({ priority }) => step(priority) !== priority);
  if (changed.length === 0) return { refused: say("words_nothing_to_change") };
  return {
    ops: changed.map((todo) => toPriority(todo.id, step(todo.priority))),
    meaning: say(id, { todos: told(named, changed) }),
  };
}

function withTwo(
  todos: readonly KnownTodo[],
  use: (first: KnownTodo, second: KnownTodo) => Meaning,
): Meaning {
  const [first, second, third] = todos;
  if (first === undefined || second === undefined || third !== undefined) {
    return { refused: say("words_needs_two") };
  }
  return use(first, second);
}

const MOST_TOLD = 10;

function told({ isAll }: Named, todos: readonly KnownTodo[]): Sentence | string {
  return isAll ? say("words_all", { count: todos.length }) : titles(todos);
}

function titles(todos: readonly KnownTodo[]): string {
  const shown = todos.slice(0, MOST_TOLD).map(({ title }) => `"${title}"`);
  return [...shown, ...(todos.length > MOST_TOLD ? ["…"] : [])].join(", ");
}
