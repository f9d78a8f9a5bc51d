import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseYaml } from "../../src/cli/input/parse-yaml.ts";
import { readValue } from "../../src/cli/input/read-input.ts";
import { readJson } from "../../src/cli/input/read-json.ts";
import type { PlanView } from "../../src/contract/plan/plan.ts";
import type { InputRequest } from "../../src/contract/plan/todo.ts";
import { useCliStack } from "./support/cli-stack.ts";
import { createFolder } from "./support/folders.ts";

const stack = useCliStack();
const LONG = { timeout: 240_000 };
const FORM = { input_type: "form", schema: { type: "object" } } as const;

/** A plan that asks these questions, of which `.h1` is the first, and a folder with files to answer with. */
async function asking(id: string, questions: readonly Partial<InputRequest>[]) {
  await stack().api.create({
    id,
    title: "질문",
    todos: questions.map((question, place) => ({
      id: `q${place + 1}`,
      title: `질문 ${place + 1}`,
      input_request: { question: "?", input_type: "text", ...question } as InputRequest,
    })),
  });
  const holds = await stack().api.untilHolds(id, questions.length);
  const cwd = createFolder();
  const file = (name: string, content: string | Buffer): string => {
    writeFileSync(join(cwd, name), content);
    return name;
  };
  return {
    file,
    /** Answers the todo's question. */
    answer: (todo: string, said: readonly string[], input?: string) => {
      const hold = holds.find(({ todo_id }) => todo_id === todo)?.id ?? "";
      return stack().run(["answer", hold, ...said], { cwd, ...(input !== undefined && { input }) });
    },
    results: async () => (await stack().api.plan(id)).todos.map(({ result_data }) => result_data),
    open: async () => (await stack().api.holds(id)).length,
  };
}

test(
  "an answer can stand in a file or come on standard input, whatever is asked",
  LONG,
  async () => {
    const text = {};
    const choice = { input_type: "choice", options: ["7월", "9월"] } as const;
    const number = { input_type: "number" } as const;
    const questions = [text, text, text, text, text, choice, number, FORM, FORM, FORM];
    const { file, answer, results } = await asking("given-answers", questions);
    file("notes.txt", "첫째 줄\n{둘째} 줄\n");
    for (const [todo, said, input] of [
      ["q1", ["@notes.txt"]],
      ["q2", ["--value", "@notes.txt"]],
      ["q3", ["--file", "notes.txt"]],
      ["q4", ["-"], "파이프로\n"],
      ["q5", ["--value", "-"], '{"a":1}'],
      ["q6", ["@-"], "9월\r\n"],
      ["q7", ["@" + file("seven", "7\n")]],
      ["q8", ["@" + file("form.yaml", "month: 7\n")]],
      ["q9", ["--value", "@" + file("form.json", '{"month":8}')]],
      ["q10", ["-"], '{"month":9}\n'],
    ] as [string, string[], string?][]) {
      const { exit, err } = await answer(todo, said, input);
      expect(exit, err).toBe(0);
    }
    await stack().api.untilEnded("given-answers");
    expect(await results()).toEqual([
      ...Array.from({ length: 3 }, () => "첫째 줄\n{둘째} 줄"),
      "파이프로",
      '{"a":1}',
      "9월",
      7,
      ...[7, 8, 9].map((month) => ({ month })),
    ]);
  },
);

test("a text can begin with @, be a dash, or look like JSON", LONG, async () => {
  const { answer, results } = await asking("literal-answers", Array(6).fill({}));
  for (const [todo, ...said] of [
    ["q1", "@@민지에게", "물어보세요"],
    ["q2", "--value", '"-"'],
    ["q3", "--value", "5"],
    ["q4", "--value", '{"a":'],
    ["q5", "- 하나"],
    ["q6", "--value", '"@집"'],
  ] as const) {
    const { exit, err } = await answer(todo, said);
    expect(exit, err).toBe(0);
  }
  await stack().api.untilEnded("literal-answers");
  expect(await results()).toEqual(["@민지에게 물어보세요", "-", "5", '{"a":', "- 하나", "@집"]);
});

test("nothing is taken as an answer that nobody said", LONG, async () => {
  const { file, answer, open } = await asking("unsaid-answers", [
    { required: false },
    FORM,
    { input_type: "file" },
    { input_type: "number" },
  ]);
  file("empty.txt", "\n");
  file("korean.txt", Buffer.from([0xb0, 0xa1, 0x0a]));
  file("broken.json", '{\n  "month": 7,\n}\n');
  for (const [todo, said, why] of [
    [
      "q1",
      ["-"],
      "Standard input is empty, so it says nothing. An empty text is written as '\"\"'.",
    ],
    ["q1", ["@empty.txt"], "empty.txt is empty"],
    ["q1", ["@nobody"], "Cannot open nobody: "],
    ["q1", ["@nobody"], "A text that begins with @ is written with @@."],
    ["q1", ["@"], "Cannot open "],
    ["q1", ["--file", "nobody"], "Cannot open nobody: "],
    ["q1", ["@korean.txt"], "korean.txt is not text in UTF-8."],
    ["q2", ["@broken.json"], 'broken.json is not JSON: line 3, column 1, at "}'],
    ["q2", ["--value", '{"month":'], "--value is not JSON: line 1, column 10, at the end."],
    ["q2", ["7월"], 'What was typed is not JSON: line 1, column 2, at "월".'],
    ["q3", ["-"], "The question asks for a file: name it with --file."],
    ["q3", ["poster.pdf"], "The question asks for a file: name it with --file."],
    ["q4", ["--value", "많이"], '"많이" is not a number'],
  ] as const) {
    const { exit, err } = await answer(todo, said, "");
    expect([exit, err], said.join(" ")).toEqual([2, expect.stringContaining(why)]);
  }
  const long = await answer("q1", ["-"], "가".repeat(20_001));
  expect(long.exit).toBe(1);
  expect(long.err).toContain(
    "The answer is longer than 20000 characters. Shorten it, or let the question ask for a file.",
  );
  expect(await open()).toBe(4);
});

test("a template's values can stand in files", LONG, async () => {
  const cwd = createFolder();
  writeFileSync(join(cwd, "body.txt"), "안녕하세요.\n반갑습니다.\n");
  writeFileSync(join(cwd, "template.yaml"), TEMPLATE);
  const typed = (line: readonly string[]) => stack().run(line, { cwd, input: "한 번" });
  const saved = await typed(["template", "save", "letter", "--file", "template.yaml"]);
  expect(saved.exit, saved.err).toBe(0);
  const use = (...values: readonly string[]) =>
    typed([
      ..."template use letter --id letter-1".split(" "),
      ...values.flatMap((value) => ["--value", value]),
    ]);
  const made = await use("body=@body.txt", "to=@@minji", "sign=-");
  expect(made.exit, made.err).toBe(0);
  const { todos } = await stack().api.get<PlanView>("/v1/plans/letter-1");
  expect(todos[0]).toMatchObject({ title: "@minji -", description: "안녕하세요.\n반갑습니다." });
  const unsaid = await use("body=@nobody");
  expect([unsaid.exit, unsaid.err]).toEqual([2, expect.stringContaining("Cannot open nobody: ")]);
  const missing = await use("body=x", "to=y");
  expect([missing.exit, missing.err]).toEqual([
    1,
    expect.stringContaining("Next: holdpoint template show letter\n"),
  ]);
  // There is one standard input.
  const twice = await use("body=@-", "to=@-");
  expect([twice.exit, twice.err]).toEqual([
    2,
    expect.stringContaining("Standard input is empty, so it says nothing."),
  ]);
});

const TEMPLATE = `
title: Letter
parameters:
  - { name: body, type: text }
  - { name: to, type: text }
  - { name: sign, type: text }
plan:
  title: Letter
  todos: [{ id: write, title: "{{param.to}} {{param.sign}}", description: "{{param.body}}" }]
`;

test.each([
  ['{"a":1,}', 1, 8],
  ["[1 2]", 1, 4],
  ['{\n "a": tru }', 2, 10],
  ["hello", 1, 1],
  ['{"a":"b', 1, 8],
  ["[1]\n]", 2, 1],
])("of %j it is said where it is no JSON any more", (text, line, column) => {
  expect(() => readJson("x", text)).toThrow(`x is not JSON: line ${line}, column ${column}, at `);
});

const ID = "12345678901234567890";

test.each([
  ["JSON", () => readJson("x", `{"id":${ID}}`)],
  ["a list that is typed", () => readValue(`[1,${ID}]`)],
  ["YAML", () => parseYaml(`to:\n  - id: ${ID}\n`)],
])("a number that would lose digits is refused in %s", (_what, read) => {
  expect(read).toThrow(`${ID} would be read as 12345678901234567000`);
});

test("a number that would lose digits is a text where a text can be meant", () => {
  expect(readValue(ID)).toBe(ID);
  expect(readValue("1234567890123456")).toBe(1_234_567_890_123_456);
});
