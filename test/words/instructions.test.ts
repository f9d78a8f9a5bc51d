import { describe, expect, test } from "vitest";
import { EditOpSchema } from "../../src/contract/plan/edit.ts";
import { english } from "../../src/contract/sentences/sentence.ts";
import { PATTERNS } from "../../src/words/edits/patterns.ts";
import { readInstruction } from "../../src/words/edits/read-instruction.ts";
import { AMBIGUOUS, NOT_UNDERSTOOD, SPOKEN, UNDERSTOOD } from "./support/instructions.ts";
import { ENGLISH, KOREAN } from "./support/plans.ts";

const isKorean = (text: string): boolean => /[가-힣]/.test(text.normalize("NFC"));
const read = (sentence: string) => readInstruction(sentence, isKorean(sentence) ? KOREAN : ENGLISH);

describe("an instruction", () => {
  test.each([...UNDERSTOOD, ...SPOKEN])("%s", (sentence, ops) => {
    const { operations, understood, not_understood, choices } = read(sentence);
    expect(operations).toEqual(ops);
    expect([not_understood, choices]).toEqual([[], []]);
    expect(understood.flatMap((each) => each.operations)).toEqual(ops.map((_, place) => place));
    for (const op of operations) expect(EditOpSchema.safeParse(op).error).toBeUndefined();
  });

  test.each(NOT_UNDERSTOOD)("that changes nothing: %s", (sentence, said) => {
    const { operations, not_understood, choices } = read(sentence);
    expect([operations, choices]).toEqual([[], []]);
    expect(not_understood.map(({ detail_said }) => detail_said?.id)).toContain(said);
    expect(not_understood[0]!.instead.length).toBeGreaterThan(0);
  });

  test("is not taken for a command because a todo's title has its word", () => {
    const todos = KOREAN.map((todo) =>
      todo.id === "report" ? { ...todo, title: "보고서 실행" } : todo,
    );
    const said = (sentence: string) =>
      readInstruction(sentence, todos).not_understood.map(({ detail_said }) => detail_said?.id);
    expect(said("보고서 실행이 중요해")).toEqual(["words_unknown"]);
    expect(said("영상 생성을 재실행해줘")).toEqual(["words_control"]);
  });

  test.each(AMBIGUOUS)("whose %s could be several things is asked about", (sentence, name, ids) => {
    const { operations, choices } = read(sentence);
    expect(operations).toEqual([]);
    expect(choices).toMatchObject([{ name, options: ids.map((todo_id) => ({ todo_id })) }]);
    for (const { instruction } of choices[0]!.options) {
      const chosen = read(instruction);
      expect([chosen.not_understood, chosen.choices]).toEqual([[], []]);
      expect(chosen.operations.length).toBeGreaterThan(0);
    }
  });

  test("has at least 60 sentences here that change something, and 30 that do not", () => {
    expect(UNDERSTOOD.length).toBeGreaterThanOrEqual(60);
    expect(NOT_UNDERSTOOD.length).toBeGreaterThanOrEqual(30);
  });

  test.each(
    PATTERNS.flatMap(({ id, example }) => [
      [id, example.en],
      [id, example.ko],
    ]),
  )("of the kind %s is understood as its example: %s", (id, example) => {
    const [draft, publish] = /[가-힣]/.test(example!) ? ["초안", "발행"] : ["draft", "publish"];
    const base = { priority: 5, requires_approval: false, hasEnded: false };
    const { understood } = readInstruction(example!, [
      { ...base, id: "a", title: draft!, depends_on: [] },
      { ...base, id: "b", title: publish!, depends_on: id === "not_wait" ? ["a"] : [] },
    ]);
    expect(understood).toMatchObject([{ pattern: id, text: example }]);
  });
});

describe("of several clauses", () => {
  test("those that are not understood are told beside the others, with their places", () => {
    const sentence = "보고서 작성 전에 법무 검토를 넣고 급한 건 위로";
    expect(read(sentence)).toMatchObject({
      operations: [{ edit_type: "add_todo", params: { todo: { title: "법무 검토" } } }],
      understood: [{ text: "보고서 작성 전에 법무 검토를 넣고", line: 1, column: 1 }],
      not_understood: [{ text: "급한 건 위로", line: 1, column: 21 }],
    });
    expect(read("remove report.\n\n  make it nice. approve all")).toMatchObject({
      operations: [{ target_id: "report" }],
      not_understood: [
        { text: "make it nice", line: 3, column: 3 },
        { text: "approve all", line: 3, column: 17 },
      ],
    });
  });

  test("a title that may go on behind “and” is not cut", () => {
    expect(read("add legal review and remove video generation").operations).toEqual([]);
    expect(read("add “legal review” and remove video generation").operations).toHaveLength(2);
  });
});

test("titles that only differ in signs that do not count are told apart by their exact text, or asked about", () => {
  const base = { priority: 5, requires_approval: false, hasEnded: false, depends_on: [] };
  const twins = [
    { ...base, id: "a", title: "C" },
    { ...base, id: "b", title: "C++" },
    { ...base, id: "c", title: "검 토" },
    { ...base, id: "d", title: "검-토" },
  ];
  expect(readInstruction("remove C++", twins).operations).toEqual([
    { edit_type: "remove_todo", target_id: "b" },
  ]);
  expect(readInstruction("검토는 빼줘", twins)).toMatchObject({
    operations: [],
    choices: [{ options: [{ todo_id: "c" }, { todo_id: "d" }] }],
  });
});

test("a title whose last syllable looks like a particle is found whole", () => {
  const base = { priority: 5, requires_approval: false, hasEnded: false, depends_on: [] };
  const plan = [
    { ...base, id: "a", title: "평" },
    { ...base, id: "b", title: "평가" },
  ];
  expect(readInstruction("평가 빼줘", plan).operations).toMatchObject([{ target_id: "b" }]);
  expect(readInstruction("평은 빼줘", plan).operations).toMatchObject([{ target_id: "a" }]);
});

test("who gives an agent's todo to a person is told that the agent goes on doing it", () => {
  const base = { priority: 5, requires_approval: false, hasEnded: false, depends_on: [] };
  const plan = [
    { ...base, id: "draft", title: "Draft", isAgents: true },
    { ...base, id: "hall", title: "Book a hall" },
  ];
  const meaningOf = (sentence: string) =>
    readInstruction(sentence, plan).understood.map(({ meaning_said }) => english(meaning_said!));
  expect(meaningOf("assign hall to kim")).toEqual(['assign to "kim": "Book a hall"']);
  expect(meaningOf("give draft to kim")).toEqual([
    expect.stringContaining('an agent goes on doing "Draft"'),
  ]);
});
