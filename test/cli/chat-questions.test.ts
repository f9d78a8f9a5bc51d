import { describe, expect, test } from "vitest";
import type { NewPlanInput } from "../../src/contract/plan/plan.ts";
import { useCliStack } from "./support/cli-stack.ts";
import { createFolder } from "./support/folders.ts";
import { runCli, type Cli } from "./support/run-cli.ts";

const stack = useCliStack();
const LONG = { timeout: 60_000 };
const search = {
  id: "search",
  title: "search_team 실행",
  tool_name: "echo",
  tool_params: { text: "a" },
  requires_approval: true,
};
const APPLY = /적용할까요\? \[y\]예, \[p\]골라서, \[N\]아니요: $/;
const WISH = "검색만으로 부족할 것 같아. 분석도 추가해줘.";

async function chatWith(id: string, todos: NewPlanInput["todos"]): Promise<Cli> {
  await stack().api.create({ id, title: "강남구 아파트 시세 조회", todos });
  await stack().api.untilHolds(id);
  const args = ["chat", id, "--url", stack().url, "--lang", "ko"];
  return runCli(args, { cwd: createFolder(), terminal: true });
}

const titles = async (id: string) => (await stack().api.plan(id)).todos.map(({ title }) => title);

async function leave(cli: Cli): Promise<void> {
  cli.type("/exit\r");
  expect(await cli.ended).toBe(0);
}

describe("a command typed at a question of a conversation", () => {
  test("declines what is asked and is done, as in S2's second scenario", LONG, async () => {
    const id = "chat-instead";
    const cli = await chatWith(id, [search]);
    await cli.sees(/search_team 실행 — 결정을 기다립니다/);
    cli.type(`${WISH}\r`);
    await cli.sees(APPLY);
    cli.type("/todo add echo text=b 시세 분석\r");
    await cli.sees(/바뀐 것은 없습니다[^]*시세 분석을 추가했습니다/);
    expect(await titles(id)).toEqual(["search_team 실행", "시세 분석"]);
    cli.type("/cancel\r");
    await cli.sees(/\[y\/N\] $/);
    cli.type("/todo approve search\r");
    await cli.sees(/바뀐 것은 없습니다[^]*승인했습니다: search_team 실행/);
    expect(await stack().api.untilEnded(id)).toMatchObject({ status: "completed" });
    await leave(cli);
  });

  test("is done also when both lines were pasted at once", LONG, async () => {
    const id = "chat-pasted";
    const cli = await chatWith(id, [search]);
    await cli.sees(/search_team 실행 — 결정을 기다립니다/);
    cli.type(`${WISH}\r/todo add echo text=b 시세 분석\r/todos\r`);
    await cli.sees(/바뀐 것은 없습니다[^]*시세 분석을 추가했습니다[^]*2개 중 /);
    expect(await titles(id)).toEqual(["search_team 실행", "시세 분석"]);
    await leave(cli);
  });

  test("leaves a form unanswered, whose fields may well take a path", LONG, async () => {
    const id = "chat-path";
    const schema = {
      type: "object",
      properties: { folder: { type: "string" }, note: { type: "string" } },
      required: ["folder", "note"],
    };
    const asked = { question: "어디에 둘까요?", input_type: "form" as const, schema };
    const cli = await chatWith(id, [{ id: "where", title: "폴더", input_request: asked }]);
    await cli.sees(/어디에 둘까요/);
    for (const round of [1, 2]) {
      cli.type("/answer where\r");
      await cli.sees(/folder \(.*\): $/);
      cli.type("/srv/reports\r");
      await cli.sees(/note \(.*\): $/);
      if (round === 1) cli.type("/todos\r");
      if (round === 1) await cli.sees(/바뀐 것은 없습니다[^]*1개 중 0개 완료/);
    }
    cli.type("/srv 아래\r");
    await cli.sees(/답했습니다: 폴더/);
    expect(await stack().api.untilEnded(id)).toMatchObject({
      todos: [{ result_data: { folder: "/srv/reports", note: "/srv 아래" } }],
    });
    await leave(cli);
  });
});

test(
  "back at a checkpoint the conversation shows what asks now, as in S2's third scenario",
  LONG,
  async () => {
    const analysis = { ...search, id: "analysis", title: "analysis_team 실행" };
    const cli = await chatWith("chat-restored", [search, { ...analysis, depends_on: ["search"] }]);
    await cli.sees(/search_team 실행 — 결정을 기다립니다/);
    cli.type("/todo approve\r");
    await cli.sees(/analysis_team 실행 — 결정을 기다립니다/);
    cli.type("/checkpoint list\r");
    const [, reached = ""] = await cli.sees(/(cp_[2-9]\d*)[^]* > $/);
    for (const [checkpoint, asking] of [
      [reached, "analysis_team"],
      ["cp_1", "search_team"],
    ] as const) {
      cli.type(`/checkpoint restore ${checkpoint}\r`);
      await cli.sees(/\[y\/N\] $/);
      cli.type("y\r");
      await cli.sees(new RegExp(`${checkpoint}로|${checkpoint}으로`));
      await cli.sees(new RegExp(`${asking} 실행 — 결정을 기다립니다`));
    }
    expect(await stack().api.holds("chat-restored")).toMatchObject([{ todo_id: "search" }]);
    await leave(cli);
  },
);
