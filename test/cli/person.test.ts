import { describe, expect, test } from "vitest";
import type { InputRequest } from "../../src/contract/plan/todo.ts";
import { useCliStack } from "./support/cli-stack.ts";
import { createFolder } from "./support/folders.ts";
import { runCli, type Cli } from "./support/run-cli.ts";

const stack = useCliStack();
const LONG = { timeout: 40_000 };

const FORM: Partial<InputRequest> = {
  question: "어디서 열까요?",
  input_type: "form",
  schema: {
    type: "object",
    required: ["venue", "people"],
    properties: {
      venue: { type: "string", title: "행사장" },
      people: { type: "integer", title: "인원", minimum: 1, maximum: 500 },
      day: { enum: ["금요일", "토요일"], title: "요일" },
      online: { type: "boolean", title: "온라인 중계", default: false },
    },
  },
};
const FILLED = { venue: "코엑스", people: 300, day: "토요일", online: false };

async function asked(id: string, request: Partial<InputRequest>): Promise<void> {
  const input_request = { question: "언제?", ...request };
  await stack().api.create({
    id,
    title: "출시 행사",
    todos: [{ id: "event", title: "행사 정하기", input_request }],
  } as never);
  await stack().api.untilHolds(id);
}

function atTerminal(...args: string[]): Cli {
  const place = ["--url", stack().url, "--lang", "ko"];
  return runCli([...args, ...place], { cwd: createFolder(), terminal: true });
}

async function fillIn(cli: Cli): Promise<void> {
  await cli.sees(/행사장 \(글\): $/);
  cli.type("코엑스\r");
  await cli.sees(/인원 \(1~500 사이의 정수\): $/);
  cli.type("900\r");
  await cli.sees(/인원에 맞지 않는 값입니다\. 쓸 수 있는 값: 1~500 사이의 정수\./);
  await cli.sees(/인원 \(1~500 사이의 정수\): $/);
  cli.type("300\r");
  await cli.sees(/요일 \(다음 중 하나: 금요일, 토요일; 비워 둘 수 있음\): $/);
  cli.type("2\r");
  await cli.sees(/온라인 중계 \(예 또는 아니요; 그냥 Enter를 누르면 false\): $/);
  cli.type("\r");
  await cli.sees(/답했습니다: 행사 정하기/);
}

const answerOf = async (id: string): Promise<unknown> =>
  (await stack().api.holds(id, "all"))[0]?.decision?.value;

describe("a form", () => {
  test("is asked for field by field, and what does not fit is asked again", LONG, async () => {
    await asked("form-answer", FORM);
    const cli = atTerminal("answer", "form-answer.h1");
    await fillIn(cli);
    expect(await cli.ended).toBe(0);
    expect(cli.text()).not.toContain('"properties"');
    expect(await answerOf("form-answer")).toEqual(FILLED);
  });

  test("is asked for field by field in a conversation, too", LONG, async () => {
    await asked("form-chat", FORM);
    const cli = atTerminal("chat", "form-chat");
    await cli.sees(/결정하면:[^]*\[사람을 기다림 0%, 결정 요청 1건\] > $/);
    cli.type("코엑스\r");
    await fillIn(cli);
    await cli.sees(/계획: 완료, 100%\./);
    cli.type("/나가기\r");
    expect(await cli.ended).toBe(0);
    expect(await answerOf("form-chat")).toEqual(FILLED);
  });

  test("keeps its question before the line while the plan tells what happens", LONG, async () => {
    await asked("form-news", FORM);
    const cli = atTerminal("chat", "form-news");
    await cli.sees(/결정하면:[^]*결정 요청 1건\] > $/);
    cli.type("코엑스\r");
    await cli.sees(/행사장 \(글\): $/);
    for (const command of ["pause", "resume", "pause", "resume", "pause", "resume"]) {
      await stack().api.post(`/v1/plans/form-news/${command}`);
      await cli.sees(/행사장 \(글\): $/);
    }
    cli.type("코엑스\r");
    expect(await cli.sees(/인원 \(1~500 사이의 정수\): $/)).toBeTruthy();
    cli.hangUp();
  });

  test("names the field of a wrong answer where nobody can be asked", LONG, async () => {
    await asked("form-value", FORM);
    const value = JSON.stringify({ ...FILLED, people: 900 });
    const { exit, err } = await stack().run(["answer", "form-value.h1", "--value", value]);
    expect([exit, err]).toEqual([1, expect.stringContaining("people: must be at most 500")]);
    const shown = await stack().run(["show", "form-value.h1"]);
    expect(shown.out).toMatch(/people +인원; a whole number from 1 to 500\n/);
  });
});

test("a question for a file says how a file is given", LONG, async () => {
  await asked("file-hint", { input_type: "file" });
  const { err } = await stack().run(["show", "file-hint.h1"]);
  expect(err).toContain("holdpoint answer file-hint.h1 --file <path>");
});

describe("a conversation", () => {
  test("shows what waits, and approves by a command but never by a plain word", LONG, async () => {
    await stack().api.create({
      id: "plain",
      title: "출시",
      todos: [
        {
          id: "send",
          title: "보도자료 배포",
          tool_name: "echo",
          tool_params: { text: "x" },
          requires_approval: true,
        },
      ],
    });
    await stack().api.untilHolds("plain");
    const cli = atTerminal("chat", "plain");
    await cli.sees(/결정하면:[^]*\[사람을 기다림 0%, 결정 요청 1건\] > $/);
    cli.type("/결정함\r");
    await cli.sees(/h1 {2}승인 {2}보도자료 배포/);
    cli.type("오늘 뭐 해야 돼?\r");
    await cli.sees(/지금 열린 질문이 없습니다\. 지금 할 수 있는 일:/);
    await cli.sees(/\/할일 승인 \[ID\] \[이름=값\] +할 일 승인/);
    await cli.sees(/\/일시정지/);
    expect(cli.text()).not.toContain("/재개");
    cli.type("/건너뛰기 없는것\r");
    await cli.sees(/다음: \/할일\n/);
    for (const word of [
      "승인",
      "approve",
      "할일 승인",
      "승인 send",
      "Approve",
      "todo approve",
      "거절 send",
      "skip send",
      "todo update send completed",
    ]) {
      cli.type(`${word}\r`);
      await cli.sees(/말만으로는 아무것도 결정되지 않습니다/);
      expect(await stack().api.holds("plain")).toHaveLength(1);
    }
    cli.type("승인합니다\r");
    await cli.sees(/지금 할 수 있는 일:/);
    expect(await stack().api.holds("plain")).toHaveLength(1);
    cli.type("/승인\r");
    await cli.sees(/승인했습니다: 보도자료 배포/);
    await cli.sees(/계획: 완료, 100%\./);
    cli.type("/나가기\r");
    expect(await cli.ended).toBe(0);
  });

  test("takes no command for an answer, and says how it is one", LONG, async () => {
    await asked("word", { input_type: "text" });
    const { out } = await stack().run(["chat", "word", "--json"], {
      input: "승인\nreject too late\n/answer h1 approve\n",
    });
    const [word, words, answered] = out.split("\n");
    expect(JSON.parse(word!)).toMatchObject({ error: { next: "/answer h1 승인" } });
    expect(JSON.parse(words!)).toMatchObject({ error: { next: "/answer h1 reject too late" } });
    expect(answered).toContain('"answer"');
    expect(await stack().api.untilEnded("word")).toMatchObject({
      todos: [{ result_data: "approve" }],
    });
  });

  test("does not guess whether a word answers or decides", LONG, async () => {
    await stack().api.create({
      id: "either",
      title: "출시",
      todos: [
        { id: "ask", title: "표어", input_request: { question: "표어는?" } },
        {
          id: "send",
          title: "배포",
          tool_name: "echo",
          tool_params: { text: "x" },
          requires_approval: true,
        },
      ],
    });
    await stack().api.untilHolds("either", 2);
    const { out } = await stack().run(["chat", "either", "--json"], { input: "승인\n" });
    expect(JSON.parse(out)).toMatchObject({
      error: {
        detail: expect.stringContaining("/승인"),
        next: expect.stringMatching(/^\/answer h\d 승인$/),
      },
    });
    expect(await stack().api.holds("either")).toHaveLength(2);
  });
});
