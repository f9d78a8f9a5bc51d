import fc from "fast-check";
import { expect, test } from "vitest";
import { EditOpSchema } from "../../src/contract/plan/edit.ts";
import { LIMITS } from "../../src/contract/tables/limits.ts";
import { ALL_TODOS } from "../../src/words/edits/lexicon.ts";
import { PATTERNS } from "../../src/words/edits/patterns.ts";
import { idsIn } from "../../src/words/edits/plan-draft.ts";
import { readInstruction } from "../../src/words/edits/read-instruction.ts";
import { nameKey } from "../../src/words/fold.ts";
import { always } from "../plan/support/properties.ts";
import { NOT_UNDERSTOOD, SPOKEN, UNDERSTOOD } from "./support/instructions.ts";
import { ENGLISH, KOREAN } from "./support/plans.ts";

const plans = fc.constantFrom(KOREAN, ENGLISH, [
  ...KOREAN,
  ...ENGLISH.map((todo) => ({ ...todo, id: `en_${todo.id}`, depends_on: [] })),
]);
const sentences = [...UNDERSTOOD, ...SPOKEN, ...NOT_UNDERSTOOD].map(([sentence]) => sentence);
const pieces = [
  ...sentences,
  ...sentences.flatMap((sentence) => sentence.split(" ")),
  ...KOREAN.map(({ title }) => title),
  ...ENGLISH.map(({ title }) => title),
  ...PATTERNS.flatMap(({ example }) => [example.en, example.ko]),
  ..."\" ' “ ” ` 「 」 , . ; : ? ! \n \t \u0000 \u0001 \u200b \ud800 ０ ．　 - 1. ㄱ ᄒ ᅡ 그리고 and then 고".split(
    " ",
  ),
];
const words = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: "binary" })), {
  maxLength: 12,
});
const texts = fc
  .tuple(words, fc.constantFrom("", " ", ", ", "\n"))
  .map(([parts, by]) => parts.join(by));

always(
  "no text throws; every operation is one that the plan takes, and names what the text names",
  fc.tuple(texts, plans),
  ([text, todos]) => {
    const { instruction, operations, understood, not_understood, choices } = readInstruction(
      text,
      todos,
    );
    expect(understood.flatMap((each) => each.operations)).toEqual(
      operations.map((_, place) => place),
    );
    for (const { text: piece, operations: places } of understood) {
      expect(instruction).toContain(piece);
      const said = nameKey(piece);
      const isForAll = ALL_TODOS.some((all) => said.includes(nameKey(all)));
      for (const place of places) {
        const op = operations[place]!;
        expect(EditOpSchema.safeParse(op).error).toBeUndefined();
        // What a swap takes over from the other todo follows from the plan.
        const follows = op.edit_type === "add_dependency" && places.length > 2;
        if (isForAll || follows) continue;
        for (const id of idsIn(op)) {
          const todo = todos.find((known) => known.id === id);
          const title = todo?.title ?? titleOf(operations, id);
          expect(said.includes(nameKey(id)) || said.includes(nameKey(title))).toBe(true);
        }
      }
    }
    // Nothing is dropped in silence: whatever is no sign of punctuation stands in one of the pieces.
    const told = [...understood, ...not_understood, ...choices];
    expect(told.length).toBeGreaterThan(0);
    for (const each of told) expect(each.line * each.column).toBeGreaterThan(0);
  },
);

function titleOf(operations: ReturnType<typeof readInstruction>["operations"], id: string): string {
  const added = operations.find((op) => op.edit_type === "add_todo" && op.params.todo.id === id);
  return added?.edit_type === "add_todo" ? added.params.todo.title : "";
}

const CHANGED = new Set(["title", "requires_approval", "assignee"]);

always(
  "what a decision, a start or an end would take is never an operation",
  fc.tuple(texts, plans),
  ([text, todos]) => {
    const { operations } = readInstruction(text, todos);
    expect(operations.some(({ edit_type }) => edit_type === "modify_plan")).toBe(false);
    for (const op of operations) {
      if (op.edit_type !== "modify_todo") continue;
      expect(Object.keys(op.params.changes).every((field) => CHANGED.has(field))).toBe(true);
      expect(op.params.changes.requires_approval).not.toBe(false);
    }
  },
);

/** What names a todo by one word of its title, which others may have, too. */
const shortNames = fc
  .tuple(
    fc.constantFrom(...[...KOREAN, ...ENGLISH].flatMap(({ title }) => title.split(" "))),
    fc.constantFrom(
      "{} 빼줘",
      "{} 우선순위를 높여줘",
      "{} 다음에 '새 작업' 추가해줘",
      "remove {}",
      "raise {}",
    ),
    texts,
  )
  .map(([name, sentence, rest]) => `${sentence.replace("{}", name)}\n${rest}`);

always(
  "what is offered for a name only has that name in its place, and the name is in the todo's title",
  fc.tuple(fc.oneof(texts, shortNames), plans),
  ([text, todos]) => {
    const { instruction, choices } = readInstruction(text, todos);
    for (const { name, options } of choices) {
      for (const { todo_id, title, instruction: offered } of options) {
        if (todo_id === null) continue;
        expect(nameKey(title) + nameKey(todo_id)).toContain(nameKey(name));
        expect(instruction.length - offered.length).toBeLessThanOrEqual(name.length);
      }
    }
  },
);

const JOINS = /(?:지우|높이|추가하|주|주시)고(?:\s|$)|(?:직후|직전|다음|대신)에?\s/;

always(
  "a title without quotation marks holds no joined verb, and no todo with a particle",
  fc.tuple(texts, plans),
  ([text, todos]) => {
    if (/["'`“”‘’「」『』＂＇]/.test(text)) return;
    for (const op of readInstruction(text, todos).operations) {
      if (op.edit_type !== "add_todo") continue;
      const { title } = op.params.todo;
      expect(title).not.toMatch(JOINS);
      for (const known of todos) expect(title).not.toMatch(`${known.title}은 `);
    }
  },
);

/** What patterns look for, again and again; how long reading takes is for `npm run fuzz:slow`. */
const HOSTILE = [
  "다음에 ",
  "전에 추가하고 ",
  "add a before b after ",
  "a and add ",
  "추가하고 ",
  ", add x, ",
  '"',
  "'",
  "1. ",
  "그리고 ",
  "우선순위를 ",
  " ",
  "가",
  "\u0301",
  "은 는 이 가 ",
];

test.each(HOSTILE)(
  "what is too long is not read, and the longest that is read changes nothing: %j",
  (piece) => {
    const many = Array.from({ length: 300 }, (_, place) => ({
      ...KOREAN[1]!,
      id: `t${place}`,
      title: `분석 ${place} 전에 ${piece}`,
    }));
    const repeated = piece.repeat(Math.ceil(100_000 / piece.length));
    const { not_understood, operations } = readInstruction(repeated, many);
    expect([operations, not_understood.length]).toEqual([[], 1]);
    const line = repeated.slice(0, LIMITS.clause - 1);
    const longest = Array<string>(Math.floor(LIMITS.instruction / LIMITS.clause))
      .fill(line)
      .join("\n");
    expect(
      readInstruction(longest, many).operations.every(({ edit_type }) => edit_type === "add_todo"),
    ).toBe(true);
  },
);
