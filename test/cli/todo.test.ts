import { describe, expect, test } from "vitest";
import type { LogLine } from "../../src/contract/plan/todo-log.ts";
import { anyTool, defer } from "../support/plan-tools.ts";
import { useCliStack } from "./support/cli-stack.ts";

const mayEnd = defer<void>();
const brew = anyTool("brew", async (_, { log }) => {
  log.info("물을 올렸습니다.", { degrees: 20 });
  await mayEnd.promise;
  log.warn("너무 뜨겁습니다.");
  return "차";
});
const stack = useCliStack({ tools: [brew] });
const LONG = { timeout: 180_000 };

const plan = (id: string) => stack().api.plan(id);

async function launch(id: string): Promise<void> {
  await stack().api.create({
    id,
    title: "출시",
    todos: [
      { id: "a", title: "시장 조사", tool_name: "echo", tool_params: { text: "경쟁사 3곳" } },
      {
        id: "b",
        title: "보도자료 최종본",
        tool_name: "echo",
        tool_params: { text: "보도자료" },
        requires_approval: true,
        depends_on: ["a"],
      },
      {
        id: "c",
        title: "보도자료 배포",
        tool_name: "echo",
        tool_params: { text: "끝" },
        depends_on: ["b"],
      },
    ],
  });
  await stack().api.untilHolds(id);
}

describe("a todo", () => {
  test(
    "is named by its title; to look at it, a beginning that no other has is enough",
    LONG,
    async () => {
      await launch("titles");
      const set = await stack().run(["todo", "set", "titles", "보도자료 배포", "--priority", "9"]);
      expect(set.exit, set.err).toBe(0);
      const why = await stack().run(["why", "titles", "보도자료 최"]);
      expect([why.exit, why.out]).toEqual([0, expect.stringContaining("b  보도자료 최종본")]);
      const unclear = await stack().run(["todo", "skip", "titles", "보도자료"]);
      expect([unclear.exit, unclear.err]).toEqual([
        2,
        '✖ 2 todos begin with "보도자료"; name one by its id:\n  b  보도자료 최종본\n  c  보도자료 배포\nNext: holdpoint plan show titles\n',
      ]);
      const begun = await stack().run(["todo", "remove", "titles", "보도자료 최"]);
      expect([begun.exit, begun.err]).toEqual([
        2,
        expect.stringContaining('1 todo begins with "보도자료 최"; name one by its id:\n  b  '),
      ]);
      const nameless = await stack().run(["todo", "skip", "titles", ""]);
      expect([nameless.exit, nameless.err]).toEqual([2, expect.stringContaining("is empty")]);
      const nobody = await stack().run(["todo", "set", "titles", "영업", "--priority", "9"]);
      expect([nobody.exit, nobody.err]).toEqual([
        1,
        expect.stringContaining('Plan titles has no todo "영업".'),
      ]);
      expect((await plan("titles")).todos.map(({ priority }) => priority)).toEqual([5, 5, 9]);
      // As whoever types a line twice: another todo's title begins as the one that is gone was called.
      await stack().run(["todo", "add", "titles", "gone fishing", "--id", "trip"]);
      const again = await stack().type("todo remove titles gone");
      expect([again.exit, again.err]).toEqual([1, expect.stringContaining('"gone"')]);
      expect((await plan("titles")).todos.map(({ id }) => id)).toEqual(["a", "b", "c", "trip"]);
    },
  );

  test("is shown with result, decision, attempts and log", LONG, async () => {
    await launch("shown");
    await stack().type("approve shown.h1 --comment 좋아요");
    await stack().api.untilEnded("shown");
    const { exit, out, err } = await stack().run(["todo", "show", "shown", "보도자료 최종본"]);
    expect([exit, err]).toEqual([0, ""]);
    expect(out).toMatch(/✔ b {2}보도자료 최종본 {2}done/);
    expect(out).toMatch(/tool +echo\n/);
    expect(out).toMatch(/needs +시장 조사\n/);
    expect(out).toMatch(/attempts +1\n/);
    expect(out).toMatch(
      /decided +approved by local-operator at \d{4}-\d\d-\d\d \d\d:\d\d — 좋아요 \(h1\)/,
    );
    expect(out).toMatch(/result +.*\n.*\n.*보도자료/);
    expect(out).toMatch(/What happened\n(?:.*\n)*.*▶ 보도자료 최종본\n.*✔ 보도자료 최종본\n/);
    expect(out).not.toContain("시장 조사\n  20");
    const data = (await stack().run(["todo", "show", "shown", "b", "--json"])).json<{
      holds: unknown[];
      events: { type: string }[];
    }>();
    expect(data.holds).toHaveLength(1);
    expect(data.events.map(({ type }) => type)).toContain("hold.decided");
  });

  test("shows what its tool has logged, and follows it to the end", LONG, async () => {
    const todos = [
      { id: "brew", title: "우리기", tool_name: "brew" },
      { id: "rest", title: "쉬기", tool_name: "echo", tool_params: { text: "x" } },
    ];
    await stack().api.create({ id: "log-tea", title: "차", todos });
    await expect
      .poll(async () => (await stack().run(["todo", "log", "log-tea", "우리기"])).out)
      .toMatch(/^\d\d:\d\d:\d\d {2}물을 올렸습니다\. {2}\{"degrees":20\}\n$/);
    const followed = stack().run(["todo", "log", "log-tea", "brew", "--follow", "--json"]);
    mayEnd.resolve();
    const lines = (await followed).out.trimEnd().split("\n");
    expect(lines.map((line) => (JSON.parse(line) as LogLine).message)).toEqual([
      "물을 올렸습니다.",
      "너무 뜨겁습니다.",
    ]);
    const none = await stack().run(["todo", "log", "log-tea", "rest"], {
      env: { HOLDPOINT_LANG: "ko" },
    });
    expect([none.exit, none.out, none.err]).toEqual([0, "", "남긴 로그가 없습니다.\n"]);
  });

  test("that people do is shown without the limits that tools have", LONG, async () => {
    const todos = [
      { id: "ask", title: "목표", input_request: { question: "목표는?" } },
      { id: "work", title: "시음회", assignee: "mina", due_in: "3d" },
      { id: "echo", title: "기록", tool_name: "echo", tool_params: { text: "x" } },
    ];
    await stack().api.create({ id: "true-people", title: "출시", todos });
    const [ask, work, tool] = await Promise.all(
      todos.map(({ id }) => stack().run(["todo", "show", "true-people", id])),
    );
    expect(tool!.out).toMatch(/ limit +5m00s\n +retries +3\n/);
    for (const { out } of [ask!, work!]) expect(out).not.toMatch(/^ +(?:limit|retries|attempts) /m);
    expect(ask!.out).toMatch(/question +목표는\?\n/);
    // It is to be known for whom it is, and by when.
    expect(work!.out).toMatch(/ for +mina\n +due +\d{4}-\d\d-\d\d \d\d:\d\d\n/);
  });

  test("that is added after another waits for it", LONG, async () => {
    await launch("after");
    const added = await stack().run([
      ...["todo", "add", "after", "감사 인사", "--tool", "echo", "--params", '{"text":"x"}'],
      ...["--after", "보도자료 최종본", "--id", "thanks"],
    ]);
    expect(added.exit, added.err).toBe(0);
    const { todos } = await plan("after");
    expect(todos.map(({ id }) => id)).toEqual(["a", "b", "thanks", "c"]);
    expect(todos[2]).toMatchObject({ status: "blocked", depends_on: ["b"] });
  });
});

test("plans are listed by the words that lists show for their states", LONG, async () => {
  await launch("words");
  const korean = { env: { HOLDPOINT_LANG: "ko" } };
  const list = await stack().run(["plan", "list", "--status", "실행중,완료", "--json"], korean);
  const { plans } = list.json<{ plans: { id: string }[] }>();
  expect(plans.map(({ id }) => id)).toContain("words");
  const none = await stack().run(["plan", "list", "--status", "끝"], korean);
  expect([none.exit, none.err]).toEqual([2, expect.stringContaining("실행 중, 완료, 실패")]);
});

test.each([
  [["answer", "--help"], /holdpoint answer <hold> \[<value>\.\.\.\]\n/],
  [["rollback", "--help"], /--checkpoint cp_\d+/],
])("%j shows what can be typed", LONG, async (args, told) => {
  const { exit, out } = await stack().run(args);
  expect([exit, out]).toEqual([0, expect.stringMatching(told)]);
});

test("a word of other programs leads to the command that does it here", LONG, async () => {
  const { exit, err } = await stack().run(["result"]);
  expect([exit, err]).toEqual([
    2,
    "✖ There is no command `result`, did you mean `todo result`?\nNext: holdpoint todo result --help\n",
  ]);
});
