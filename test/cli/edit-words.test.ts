import { describe, expect, test } from "vitest";
import type { Proposal } from "../../src/contract/words.ts";
import { echo } from "../support/echo-todo.ts";
import { useCliStack } from "./support/cli-stack.ts";
import { createFolder } from "./support/folders.ts";
import { runCli } from "./support/run-cli.ts";

const stack = useCliStack();
const LONG = { timeout: 180_000 };
const named = (id: string, title: string, more: object = {}) => echo(id, { title, ...more });

async function held(id: string): Promise<string> {
  await stack().api.create({
    id,
    title: "리뷰 분석",
    todos: [
      named("collect", "리뷰 수집", { requires_approval: true }),
      named("sentiment", "감성분석", { depends_on: ["collect"] }),
      named("keyword", "키워드 분석", { depends_on: ["collect"] }),
      named("video", "영상 생성", { depends_on: ["sentiment"] }),
    ],
  });
  await stack().api.untilHolds(id);
  return id;
}

const plan = (id: string) => stack().api.plan(id);
const titles = async (id: string) => (await plan(id)).todos.map(({ title }) => title);
const edit = (id: string, words: string, ...flags: string[]) =>
  stack().run(["edit", id, words, ...flags]);

describe("holdpoint edit in words", () => {
  test("applies with --yes what was understood, and tells it line by line", LONG, async () => {
    const id = await held("words-yes");
    const done = await edit(
      id,
      "리뷰 수집 다음에 경쟁사 분석도 추가하고, 영상 생성은 빼줘",
      "--yes",
    );
    expect([done.exit, done.out.split("\n").slice(0, 2)]).toEqual([
      0,
      ['✔ add "경쟁사 분석" after "리뷰 수집", which it waits for', '✔ remove "영상 생성"'],
    ]);
    expect(done.out).toContain("- video  영상 생성");
    expect(done.err).toContain("The plan is now at version 2.");
    expect(await titles(id)).toEqual(["리뷰 수집", "경쟁사 분석", "감성분석", "키워드 분석"]);
    const { versions } = await stack().api.get<{ versions: { reason: string | null }[] }>(
      `/v1/plans/${id}/versions`,
    );
    expect(versions[1]?.reason).toBe("리뷰 수집 다음에 경쟁사 분석도 추가하고, 영상 생성은 빼줘");
  });

  test("changes nothing where nobody can be asked, and its exit code says so", LONG, async () => {
    const id = await held("words-unasked");
    const unasked = await edit(id, "remove video");
    expect([unasked.exit, unasked.out]).toEqual([2, expect.stringContaining("- video")]);
    expect(unasked.err).toContain(`Next: holdpoint edit ${id} 'remove video' --yes`);
    const dry = await edit(id, "remove video", "--dry-run");
    expect([dry.exit, dry.err]).toEqual([0, expect.stringContaining("Nothing was changed")]);
    const asData = await edit(id, "remove video", "--json");
    expect([asData.exit, asData.json<Proposal>()]).toMatchObject([
      2,
      { base_version: 1, receipt: null },
    ]);
    expect(await plan(id)).toMatchObject({ version: 1 });
  });

  test(
    "applies nothing of what it understands only in part, not at all, or not clearly",
    LONG,
    async () => {
      const id = await held("words-partly");
      const partly = await edit(id, "영상 생성은 빼줘. 급한 건 위로", "--yes");
      expect([partly.exit, partly.out]).toEqual([
        1,
        expect.stringContaining("✖ 1:12 급한 건 위로 — this instruction cannot be understood"),
      ]);
      expect(partly.out).toContain("understood would be: “");
      const nothing = await edit(id, "approve everything", "--yes");
      expect([nothing.exit, nothing.out]).toEqual([
        1,
        expect.stringContaining("never decide a hold"),
      ]);
      const unclear = await edit(id, "분석은 빼줘", "--yes");
      expect([unclear.exit, unclear.out]).toEqual([
        1,
        expect.stringContaining("1  감성분석  sentiment"),
      ]);
      const refused = await edit(id, "감성분석이 영상 생성을 기다리게 해줘", "--yes");
      expect([refused.exit, refused.out]).toEqual([
        1,
        expect.stringContaining("sentiment → video"),
      ]);
      const both = await edit(id, "영상 생성은 빼줘", "--max-parallel", "2");
      expect([both.exit, both.err]).toEqual([2, expect.stringContaining("not both at once")]);
      expect(await plan(id)).toMatchObject({ version: 1 });
      expect(await stack().api.holds(id)).toMatchObject([{ status: "open" }]);
    },
  );

  test("says everything in Korean to whoever reads Korean", LONG, async () => {
    const id = await held("words-korean");
    const env = { HOLDPOINT_LANG: "ko" };
    const said = await stack().run(["edit", id, "영상 생성은 빼줘. 모두 승인해"], { env });
    expect(said.out).toContain('✔ 삭제: "영상 생성"');
    expect(said.out).toContain("✖ 1:12 모두 승인해 — 말로는 결정 요청을 결정할 수 없습니다");
  });
});

describe("at a terminal", () => {
  const atTerminal = (...args: readonly string[]) =>
    runCli([...args, "--url", stack().url, "--lang", "ko"], {
      cwd: createFolder(),
      terminal: true,
    });

  test(
    "a person chooses the todo that they mean, then some lines, and nothing else happens",
    LONG,
    async () => {
      const id = await held("words-pick");
      const cli = atTerminal("edit", id, "분석은 빼줘");
      await cli.sees(/1 {2}감성분석/);
      await cli.sees(/번호 \(없으면 그냥 Enter\): $/);
      cli.type("2\r");
      await cli.sees(/✔ 삭제: "키워드 분석"/);
      await cli.sees(/적용할까요\? \[y\]예, \[p\]골라서, \[N\]아니요: $/);
      cli.type("y\r");
      await cli.sees(/버전/);
      expect(await cli.ended).toBe(0);
      expect(await titles(id)).toEqual(["리뷰 수집", "감성분석", "영상 생성"]);

      const picking = atTerminal(
        "edit",
        id,
        "영상 생성은 빼줘. 감성분석의 우선순위를 높여줘. 멋지게 해줘",
      );
      await picking.sees(/✖ 1:\d+ 멋지게 해줘/);
      await picking.sees(/아니요: $/);
      picking.type("p\r");
      await picking.sees(/적용할까요\? \[y\/N\] $/);
      picking.type("n\r");
      await picking.sees(/적용할까요\? \[y\/N\] $/);
      picking.type("y\r");
      await picking.sees(/priority: 5 → 8/);
      await picking.sees(/적용할까요\? \[y\/N\] $/);
      picking.type("y\r");
      expect(await picking.ended).toBe(0);
      expect(await plan(id)).toMatchObject({
        version: 3,
        todos: [{ id: "collect" }, { id: "sentiment", priority: 8 }, { id: "video" }],
      });
    },
  );

  test(
    "a plan that has changed while they looked is shown and asked about anew",
    LONG,
    async () => {
      const id = await held("words-moved");
      const cli = atTerminal("edit", id, "모든 작업의 우선순위를 높여줘");
      await cli.sees(/아니요: $/);
      const ops = [{ edit_type: "change_priority", target_id: "video", params: { priority: 8 } }];
      expect((await stack().api.post(`/v1/plans/${id}/edits`, { ops })).status).toBe(200);
      cli.type("y\r");
      await cli.sees(/그사이 계획이 바뀌었습니다/);
      await cli.sees(/priority: 8 → 10/);
      await cli.sees(/아니요: $/);
      cli.type("n\r");
      expect(await cli.ended).toBe(2);
      expect(await plan(id)).toMatchObject({ version: 2 });
    },
  );
});

describe("in a conversation", () => {
  test("plain words propose a change, which --yes behind them makes", LONG, async () => {
    const id = await held("words-chat");
    const input = "영상 생성은 빼줘\n영상 생성은 빼줘 --yes\n오늘 어때\n";
    const { out, exit } = await stack().run(["chat", id, "--json"], { input });
    const [seen, done, other] = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as object);
    expect(exit).toBe(0);
    expect(seen).toMatchObject({ operations: [{ target_id: "video" }], receipt: null });
    expect(done).toMatchObject({ operations: [{ target_id: "video" }], receipt: { plan_id: id } });
    expect(other).toMatchObject({ operations: [], not_understood: [{ text: "오늘 어때" }] });
    expect(await titles(id)).toEqual(["리뷰 수집", "감성분석", "키워드 분석"]);
  });

  test("a person sees it and agrees, and an open question is answered instead", LONG, async () => {
    const id = await held("words-talk");
    const cli = runCli(["chat", id, "--url", stack().url, "--lang", "ko"], {
      cwd: createFolder(),
      terminal: true,
    });
    await cli.sees(/> $/);
    cli.type("감성분석 전에 키워드 분석을 먼저 해줘\r");
    await cli.sees(/✔ "감성분석"보다 "키워드 분석"을 먼저/);
    await cli.sees(/아니요: $/);
    cli.type("y\r");
    await cli.sees(/버전/);
    cli.type("/나가기\r");
    expect(await cli.ended).toBe(0);
    expect(await plan(id)).toMatchObject({ version: 2 });
    expect(await stack().api.holds(id)).toMatchObject([{ status: "open" }]);

    const asked = "words-answer";
    const question = { id: "ask", title: "물음", input_request: { question: "무엇을?" } };
    await stack().api.create({
      id: asked,
      title: "물음",
      todos: [question, named("video", "영상 생성")],
    });
    await stack().api.untilHolds(asked);
    await stack().run(["chat", asked, "--json"], { input: "영상 생성은 빼줘\n" });
    expect((await stack().api.untilEnded(asked)).todos).toMatchObject([
      { id: "ask", result_data: "영상 생성은 빼줘" },
      { id: "video" },
    ]);
  });
});
