import { describe, expect, test } from "vitest";
import type { Choices } from "../../src/contract/plan/holds/choices.ts";
import type { Hold } from "../../src/contract/plan/holds/hold.ts";
import type { NewPlanInput } from "../../src/contract/plan/plan.ts";
import { problemOf } from "../support/api-harness.ts";
import { echo } from "../support/echo-todo.ts";
import { useCliStack } from "./support/cli-stack.ts";
import { runCli } from "./support/run-cli.ts";

const stack = useCliStack();
const LONG = { timeout: 180_000 };

const todo = (id: string, title: string, ...depends_on: string[]) =>
  echo(id, { title, depends_on });
const LAUNCH: NewPlanInput = {
  title: "신제품 런칭",
  todos: [
    { ...todo("release", "보도자료 최종본"), requires_approval: true },
    todo("send", "보도자료 배포", "release"),
    todo("measure", "반응 보기", "send"),
    { ...todo("booth", "부스 설치"), requires_approval: true },
  ],
};

async function launched(id: string): Promise<void> {
  await stack().api.create({ ...LAUNCH, id });
  await stack().api.untilHolds(id, 2);
}

const plan = (id: string) => stack().api.plan(id);
const statusesOf = async (id: string) => (await plan(id)).todos.map(({ status }) => status);
const STOPPED = ["skipped", "skipped", "skipped", "needs_approval"];

describe("whoever decides sees before what that stops and starts", () => {
  test("over the API, by choice, with ids and titles", LONG, async () => {
    await launched("choices-api");
    const { choices, timeout } = await stack().api.get<Choices>("/v1/holds/choices-api.h1/choices");
    expect(choices).toMatchObject([
      { choice: "approve", then: null, stops: [], starts: [{ id: "release" }] },
      {
        choice: "reject",
        then: "skip",
        stops: [
          { id: "send", title: "보도자료 배포" },
          { id: "measure", title: "반응 보기" },
        ],
        starts: [],
        plan_ends: null,
      },
      { choice: "reject", then: "go_on", stops: [], starts: [{ id: "send" }] },
      { choice: "reject", then: "fail", stops: [{ id: "send" }, { id: "measure" }] },
      { choice: "reject", then: "replan", asks: [{ id: "release" }] },
      { choice: "reject", then: "abort", plan_ends: "failed" },
      { choice: "edit", then: null, starts: [{ id: "release" }] },
      { choice: "withdraw", then: null, stops: [], starts: [{ id: "send" }] },
    ]);
    expect(timeout).toMatchObject({
      action: "fail",
      at: expect.stringMatching(/^20/),
      stops: [{ id: "send" }, { id: "measure" }],
    });
    const ofTodo = "/v1/plans/choices-api/todos/release/choices";
    expect(await stack().api.get<Choices>(ofTodo)).toMatchObject({
      choices: [{ choice: "skip", stops: [], starts: [{ id: "send" }] }],
    });
    // Looking has decided nothing.
    const hold = await stack().api.get<Hold>("/v1/holds/choices-api.h1");
    expect(hold.status).toBe("open");
    const missing = "/v1/holds/choices-api.h9/choices";
    await problemOf(stack().api.request("GET", missing), "hold_not_found");
    const nobody = "/v1/plans/choices-api/todos/nobody/choices";
    await problemOf(stack().api.request("GET", nobody), "todo_not_found");
    await stack().api.post("/v1/holds/choices-api.h1/decision", { decision: "approve" });
    const decided = "/v1/holds/choices-api.h1/choices";
    await problemOf(stack().api.request("GET", decided), "hold_already_decided");
  });

  test("in `show`", LONG, async () => {
    await launched("choices-show");
    const [english, korean] = await Promise.all([
      stack().type("show choices-show.h1"),
      stack().type("show choices-show.h1 --lang ko"),
    ]);
    expect(english.out).toMatch(/approve +starts: "보도자료 최종본"\n/);
    expect(english.out).toMatch(/reject +will not run: "보도자료 배포", "반응 보기"\n/);
    expect(english.out).toMatch(/reject --then go_on +starts: "보도자료 배포"\n/);
    expect(english.out).toMatch(
      /withdraw +starts: "보도자료 배포"; "보도자료 배포" will start without\s+waiting/,
    );
    expect(english.out).toMatch(
      /\nIf nobody decides by 20[-\d]+ \d\d:\d\d:\d\d: it fails; will not run: "보도자료 배포", "반응 보기"\n/,
    );
    expect(korean.out).toMatch(
      /\n20[-\d]+ \d\d:\d\d:\d\d까지 결정하지 않으면 실패; 실행되지 않음: "보도자료 배포", "반응 보기"\n/,
    );
    const why = await stack().type("why choices-show release --lang ko");
    expect(why.out).toMatch(/까지 결정하지 않으면 실패; 실행되지 않음: "보도자료 배포"/);
    expect(korean.out).toMatch(/reject +실행되지 않음: "보도자료 배포", "반응 보기"\n/);
  });

  test("at a terminal, which asks whether it is meant, and why", LONG, async () => {
    const id = "choices-terminal";
    await launched(id);
    const reject = (): ReturnType<typeof runCli> =>
      runCli(["reject", `${id}.h1`, "--url", stack().url], { cwd: process.cwd(), terminal: true });
    const unsure = reject();
    await unsure.sees(/Will not run: "보도자료 배포", "반응 보기"\. Reject "보도자료 최종본"\?/);
    unsure.type("n\r");
    await unsure.sees(/Nothing was changed/);
    expect(await statusesOf(id)).toEqual([
      "needs_approval",
      "blocked",
      "blocked",
      "needs_approval",
    ]);
    const sure = reject();
    await sure.sees(/Reject "보도자료 최종본"\?/);
    sure.type("y\r");
    await sure.sees(/Why\? \(optional\)/);
    sure.type("오타\r");
    await sure.sees(/Rejected: 보도자료 최종본/);
    expect(await statusesOf(id)).toEqual(STOPPED);
    expect((await plan(id)).todos[2]!.skipped).toMatchObject({ reason: "오타" });
  });

  test("without a terminal the flags say it", LONG, async () => {
    const id = "choices-flags";
    await launched(id);
    const unsure = await stack().type(`reject ${id}.h1 --reason typo`);
    expect(unsure.exit).toBe(2);
    expect(unsure.err).toContain('Will not run: "보도자료 배포", "반응 보기". Reject');
    expect(unsure.err).toContain(`Next: holdpoint reject ${id}.h1 --reason typo --yes`);
    expect((await statusesOf(id))[0]).toBe("needs_approval");
    // What touches no other todo needs no second word.
    expect((await stack().type(`reject ${id}.h2`)).exit).toBe(0);
    const sure = await stack().type(`reject ${id}.h1 --reason typo --yes`);
    expect([sure.exit, sure.err]).toEqual([0, "✔ Rejected: 보도자료 최종본\n"]);
    expect((await statusesOf(id)).slice(0, 3)).toEqual(["skipped", "skipped", "skipped"]);
  });

  test("in chat", LONG, async () => {
    const id = "choices-chat";
    await launched(id);
    const input = "/reject release 오타\n/reject release 오타 --yes\n";
    const { out, err } = await stack().run(["chat", id, "--lang", "ko"], { input });
    expect(out).toContain('실행되지 않음: "보도자료 배포", "반응 보기"');
    expect(err).toContain("/할일 거절 release 오타 --yes");
    expect(await statusesOf(id)).toEqual(STOPPED);
  });

  test(
    "in a conversation at a terminal, which asks why when nobody has said it",
    LONG,
    async () => {
      const id = "choices-talk";
      await launched(id);
      const talk = runCli(["chat", id, "--url", stack().url, "--lang", "ko"], {
        cwd: process.cwd(),
        terminal: true,
      });
      await talk.sees(/까지 결정하지 않으면 실패; 실행되지 않음: "보도자료 배포"/);
      await talk.sees(/결정 요청 2건\] > $/);
      talk.type("/거절 release\r");
      await talk.sees(
        /실행되지 않음: "보도자료 배포", "반응 보기"\. "보도자료 최종본"을 거절할까요\? \[y\/N\]/,
      );
      talk.type("y\r");
      await talk.sees(/이유가 무엇인가요\?/);
      talk.type("오타\r");
      await talk.sees(/거절했습니다: 보도자료 최종본/);
      talk.type("/나가기\r");
      expect(await talk.ended).toBe(0);
      expect(await statusesOf(id)).toEqual(STOPPED);
      expect((await plan(id)).todos[0]!.skipped).toMatchObject({ reason: "오타" });
    },
  );

  test("whoever withdraws a hold sees what that starts", LONG, async () => {
    const id = "choices-withdraw";
    await launched(id);
    const unsure = await stack().type(`withdraw ${id}.h1`);
    expect([unsure.exit, unsure.err]).toEqual([
      2,
      expect.stringMatching(/Starts: "보도자료 배포"\. .*\. Withdraw/),
    ]);
    expect((await statusesOf(id))[0]).toBe("needs_approval");
    expect((await stack().type(`withdraw ${id}.h1 --yes`)).exit).toBe(0);
    expect((await plan(id)).todos[0]!.status).toBe("skipped");
  });

  test("an operator who skips a todo sees what that starts", LONG, async () => {
    const id = "choices-skip";
    await launched(id);
    const { err } = await stack().type(`todo skip ${id} release --yes`);
    expect(err).toBe(
      [
        'starts: "보도자료 배포"',
        '"보도자료 배포" will start without waiting for the decision about "보도자료 최종본"',
        "✔ release is skipped.\n",
      ].join("\n"),
    );
  });

  test(
    "that something would start without the decision it waits for, and says so",
    LONG,
    async () => {
      const id = "choices-unawaited";
      await stack().api.create({
        id,
        title: "송금",
        todos: [
          { ...todo("ok", "재무팀 승인"), requires_approval: true },
          todo("file", "서류", "ok"),
          todo("draft", "초안", "file"),
          todo("pay", "1억 원 송금", "draft"),
        ],
      });
      await stack().api.untilHolds(id, 1);
      const [skip, remove, korean] = await Promise.all([
        stack().type(`todo skip ${id} draft`),
        stack().type(`todo remove ${id} draft`),
        stack().type(`todo skip ${id} draft --lang ko`),
      ]);
      expect([skip.exit, remove.exit]).toEqual([2, 2]);
      expect(skip.err).toContain(
        '"1억 원 송금" will start without waiting for the decision about "재무팀 승인"',
      );
      expect(skip.err).toContain(`Next: holdpoint todo skip ${id} draft --yes`);
      expect(remove.err).toContain('"pay" will start without waiting for the decision about "ok"');
      expect(remove.err).toContain(`Next: holdpoint todo remove ${id} draft --yes`);
      expect(korean.err).toContain(
        '"1억 원 송금"이 "재무팀 승인"의 결정을 기다리지 않고 시작합니다',
      );
      expect((await statusesOf(id)).slice(2)).toEqual(["blocked", "blocked"]);
      const shown = await stack().type(`todo remove ${id} draft --dry-run`);
      expect(shown.out).toContain('"pay" will start without waiting for the decision about "ok"');
      expect((await stack().type(`todo remove ${id} draft --yes`)).exit).toBe(0);
      await stack().api.watch.until(id, async () => (await statusesOf(id)).at(-1) === "completed");
    },
  );
});

test("running a todo again says what that may do once more", LONG, async () => {
  const id = "choices-rerun";
  const echo = (text: string) => ({ tool_name: "echo", tool_params: { text } });
  await stack().api.create({
    id,
    title: "보내기",
    todos: [
      { id: "read", title: "읽기", ...echo("x") },
      { id: "send", title: "보내기", ...echo("{{read.text}}"), depends_on: ["read"] },
    ],
  });
  await stack().api.untilEnded(id);
  const { err } = await stack().type(`todo rerun ${id} read --yes`);
  expect(err).toContain(
    'may run again if the new result differs (what was done stays done): "보내기"\n✔ read will run again',
  );
});

test(
  "`why` says of a todo that was cancelled because another failed, which one",
  LONG,
  async () => {
    const id = "choices-cancelled";
    const todo = { tool_name: "refuse", tool_params: { sentence: "no" }, max_retries: 0 };
    await stack().api.create({
      id,
      title: "멈추기",
      failure: { validation_error: { action: "ABORT" } },
      todos: [
        { id: "x", title: "X", ...todo },
        { id: "a", title: "A", tool_name: "echo", tool_params: { text: "x" }, depends_on: ["x"] },
      ],
    });
    await stack().api.untilEnded(id);
    const { out } = await stack().type(`why ${id} a`);
    expect(out).toMatch(/^– a {2}A {2}cancelled\n {2}.*"X"/);
  },
);

test("`why` and the board say of a skipped todo who and why, in both languages", LONG, async () => {
  const id = "choices-why";
  await launched(id);
  await stack().type(`reject ${id}.h1 --reason typo --yes`);
  const [why, korean, followers, board] = await Promise.all([
    stack().type(`why ${id} release`),
    stack().type(`why ${id} release --lang ko`),
    stack().type(`why ${id} measure --lang ko`),
    stack().type(`plan show ${id}`),
  ]);
  expect(why.out).toContain("rejected by local-operator: typo");
  expect(korean.out).toContain("local-operator가 거절함: typo");
  expect(followers.out).toContain(
    '"보도자료 최종본" 없이는 실행할 수 없음 (local-operator가 거절함: typo)',
  );
  expect(board.out).toMatch(/반응 보기 +cannot run without "보도자료 최종본"/);
});
