import { describe, expect, test } from "vitest";
import type { PlanList } from "../../src/contract/list.ts";
import type { NewPlanInput, PlanView } from "../../src/contract/plan/plan.ts";
import { problemOf } from "../support/api-harness.ts";
import { echo } from "../support/echo-todo.ts";
import { useCliStack } from "./support/cli-stack.ts";
import { runCli, type Cli } from "./support/run-cli.ts";

const stack = useCliStack();
const LONG = { timeout: 60_000 };

const todo = (id: string, title: string, ...depends_on: string[]) =>
  echo(id, { title, depends_on });
const failing = (id: string, title: string) => ({
  ...todo(id, title),
  tool_name: "refuse",
  tool_params: { sentence: "not today" },
});

async function ended(id: string, todos: NewPlanInput["todos"]): Promise<PlanView> {
  const failure = { validation_error: { action: "FAIL" } } as const;
  await stack().api.create({ id, title: "봄 런칭", todos, failure });
  return stack().api.untilEnded(id);
}

/** A plan that failed at its first todo; the second one waits for it. */
const failed = (id: string) =>
  ended(id, [failing("send", "보도자료 배포"), todo("measure", "반응 보기", "send")]);
const completed = (id: string) => ended(id, [todo("one", "하나")]);

const plan = (id: string) => stack().api.plan(id);
const typed = (line: string): Cli =>
  runCli([...line.split(" "), "--url", stack().url], { cwd: process.cwd(), terminal: true });
const listed = async (query: string, id: string): Promise<boolean> => {
  const { plans } = await stack().api.get<PlanList>(`/v1/plans?search=봄&limit=200${query}`);
  return plans.some((row) => row.id === id);
};

describe("whoever acts on a todo of an ended plan sees before what that starts", () => {
  test("at a terminal, which asks whether it is meant", LONG, async () => {
    const id = "again-typed";
    await failed(id);
    const unsure = typed(`todo skip ${id} send`);
    await unsure.sees(/the plan has ended \(failed\) and goes on\nstarts: "반응 보기"\n/);
    await unsure.sees(/Skip send\? \[y\/N\]/);
    unsure.type("n\r");
    await unsure.sees(/Nothing was changed/);
    expect(await unsure.ended).toBe(2);
    expect(await plan(id)).toMatchObject({ status: "failed" });

    const korean = typed(`todo retry ${id} send --lang ko`);
    await korean.sees(/끝난 계획\(실패\)을 다시 진행\n시작: "보도자료 배포"\n/);
    await korean.sees(/send를 다시 시도할까요\? \[y\/N\]/);
    korean.type("n\r");
    expect(await korean.ended).toBe(2);
    expect(await plan(id)).toMatchObject({ status: "failed" });

    const sure = typed(`todo skip ${id} send`);
    await sure.sees(/Skip send\?/);
    sure.type("y\r");
    await sure.sees(/✔ send is skipped\./);
    expect(await sure.ended).toBe(0);
    expect(await stack().api.untilEnded(id)).toMatchObject({
      status: "completed",
      todos: [{ status: "skipped" }, { status: "completed" }],
    });
  });

  test("to try it again with other arguments", LONG, async () => {
    const id = "again-corrected-cli";
    await failed(id);
    const params = ["--tool", "echo", "--params", '{"text":"now"}'];
    const retry = (...more: string[]) =>
      stack().run(["todo", "retry", id, "send", ...params, ...more]);
    const shown = await retry("--dry-run");
    expect([shown.exit, shown.out]).toEqual([
      0,
      expect.stringMatching(/the plan has ended \(failed\) and goes on\n~ send\n[^]*"now"[^]*send/),
    ]);
    expect(shown.err).toContain("Nothing was changed");
    const unsure = await retry();
    expect([unsure.exit, unsure.err]).toEqual([2, expect.stringContaining("--yes")]);
    expect(await plan(id)).toMatchObject({ status: "failed", version: 1 });
    const done = await retry("--yes", "--lang", "ko");
    expect([done.exit, done.err]).toEqual([
      0,
      expect.stringMatching(/끝난 계획\(실패\)을 다시 진행\n~ send\n[^]*다시 시도합니다/),
    ]);
    expect(await stack().api.untilEnded(id)).toMatchObject({ status: "completed", version: 2 });
  });

  test("to run it again, too", LONG, async () => {
    const id = "again-rerun";
    await completed(id);
    const rerun = typed(`todo rerun ${id} 하나`);
    await rerun.sees(/the plan has ended \(completed\) and goes on\nstarts: "하나"\n/);
    await rerun.sees(/Run 하나 again\? \[y\/N\]/);
    rerun.type("y\r");
    await rerun.sees(/✔ 하나 will run again/);
    expect(await rerun.ended).toBe(0);
    await stack().api.watch.until(id, async () => (await plan(id)).todos[0]?.run === 2);
    await stack().api.untilEnded(id);
  });

  test("to run it again with other arguments", LONG, async () => {
    const id = "again-otherwise-cli";
    await completed(id);
    const rerun = (...more: string[]) =>
      stack().run(["todo", "rerun", id, "하나", "--params", '{"text":"now"}', ...more]);
    const shown = await rerun("--dry-run");
    expect([shown.exit, shown.out]).toEqual([
      0,
      expect.stringMatching(
        /the plan has ended \(completed\) and goes on\n~ one\n[^]*"now"[^]*Runs again: one\n/,
      ),
    ]);
    expect(shown.err).toContain("Nothing was changed");
    const unsure = await rerun();
    expect([unsure.exit, unsure.err]).toEqual([2, expect.stringContaining("--yes")]);
    expect(await plan(id)).toMatchObject({ status: "completed", version: 1 });
    const done = await rerun("--yes", "--lang", "ko");
    expect([done.exit, done.err]).toEqual([
      0,
      expect.stringMatching(/끝난 계획\(완료\)을 다시 진행\n~ one\n[^]*다시 실행하고/),
    ]);
    await stack().api.watch.until(id, async () => (await plan(id)).todos[0]?.run === 2);
    expect(await stack().api.untilEnded(id)).toMatchObject({ status: "completed", version: 2 });
  });

  test("without a terminal the flags say that it is meant", LONG, async () => {
    const id = "again-piped";
    await completed(id);
    const unsure = await stack().type(`todo rerun ${id} one`);
    expect([unsure.exit, unsure.err]).toEqual([
      2,
      expect.stringContaining(`Next: holdpoint todo rerun ${id} one --yes`),
    ]);
    expect(await plan(id)).toMatchObject({ status: "completed" });
    const { exit, err } = await stack().type(`todo rerun ${id} one --yes`);
    expect([exit, err]).toEqual([
      0,
      expect.stringMatching(
        /^the plan has ended \(completed\) and goes on\nstarts: "하나"\n✔ one /,
      ),
    ]);
    await stack().api.untilEnded(id);
  });

  test("in a conversation", LONG, async () => {
    const id = "again-talked";
    await completed(id);
    const talk = typed(`chat ${id} --lang ko`);
    await talk.sees(/> $/);
    talk.type("/할일 변경 one 결정대기\r");
    await talk.sees(/다음: \/할일 변경 one 준비됨\n/);
    talk.type("/할일 변경 one 준비됨\r");
    await talk.sees(
      /끝난 계획\(완료\)을 다시 진행\. 시작: "하나"\. one을 다시 실행할까요\? \[y\/N\]/,
    );
    talk.type("n\r");
    await talk.sees(/바뀐 것은 없습니다/);
    talk.type("/나가기\r");
    expect(await talk.ended).toBe(0);
    expect(await plan(id)).toMatchObject({ status: "completed" });
  });

  test("a running plan asks only when other todos are touched", LONG, async () => {
    const id = "again-running";
    const gate = { id: "gate", title: "gate", tool_name: "gate", tool_params: { name: id } };
    await stack().api.create({ id, title: id, todos: [gate, todo("alone", "혼자")] });
    await stack().api.watch.until(
      id,
      async () => (await plan(id)).todos[1]?.status === "completed",
    );
    const rerun = typed(`todo rerun ${id} alone`);
    expect(await rerun.ended).toBe(0);
    expect(rerun.text()).not.toContain("again?");
    stack().api.tools.open(id);
    await stack().api.untilEnded(id);
  });
});

describe("a plan is deleted at a terminal", () => {
  test("once the person has seen what goes, and said so", LONG, async () => {
    const id = "typed-delete";
    const { seq } = await completed(id);
    const unsure = typed(`plan delete ${id}`);
    await unsure.sees(
      new RegExp(`Delete plan ${id} \\("봄 런칭"\\) for good\\? Its 1 todo, ${seq} events, `),
    );
    await unsure.sees(/\[y\/N\]/);
    unsure.type("\r");
    await unsure.sees(/Nothing was changed/);
    expect(await unsure.ended).toBe(2);
    expect(await plan(id)).toMatchObject({ id, status: "completed" });

    const sure = typed(`plan delete ${id} --lang ko`);
    await sure.sees(
      new RegExp(`"봄 런칭" 계획\\(${id}\\)을 완전히.*할 일 1개.*이벤트 ${seq}개.*\\[y/N\\]`),
    );
    sure.type("ㅇ\r");
    await sure.sees(new RegExp(`✔ ${id}를 삭제했습니다`));
    expect(await sure.ended).toBe(0);
    await problemOf(stack().api.request("GET", `/v1/plans/${id}`), "plan_not_found");
    await expect.poll(() => listed("", id), { timeout: 20_000 }).toBe(false);

    const again = typed(`plan delete ${id}`);
    await again.sees(
      new RegExp(`The plan "${id}" was deleted\\.\nNext: holdpoint plan list --url \\S+\n`),
    );
    expect(await again.ended).toBe(1);
  });

  test("not while it goes on: nothing is asked, and what to do is said", LONG, async () => {
    const id = "typed-delete-running";
    const gate = { id: "gate", title: "gate", tool_name: "gate", tool_params: { name: id } };
    await stack().api.create({ id, title: id, todos: [gate] });
    const refused = typed(`plan delete ${id}`);
    await refused.sees(/The plan has not ended\.\n/);
    expect(await refused.ended).toBe(1);
    expect(refused.text()).not.toContain("[y/N]");
    stack().api.tools.open(id);
    await stack().api.untilEnded(id);
  });
});

describe("a plan is put aside at a terminal", () => {
  test(
    "and back: nothing is asked, since nothing is lost, and where it is now is said",
    LONG,
    async () => {
      const id = "typed-archive";
      await completed(id);
      const away = typed(`plan archive ${id} --reason done`);
      await away.sees(
        new RegExp(`✔ ${id} is archived\\. \`holdpoint plan list --archived\` shows it`),
      );
      expect(await away.ended).toBe(0);
      expect(away.text()).not.toContain("[y/N]");
      await stack().api.watch.until(id, () => listed("&archived=true", id));
      const aside = typed("plan list --archived");
      await aside.sees(new RegExp(id));
      expect(await aside.ended).toBe(0);

      const twice = typed(`plan archive ${id}`);
      expect(await twice.ended).toBe(1);
      expect(twice.text()).toMatch(/archived/);

      const back = typed(`plan unarchive ${id} --lang ko`);
      await back.sees(new RegExp(`✔ ${id}가 다시 목록에 나옵니다`));
      expect(await back.ended).toBe(0);
      await stack().api.watch.until(id, () => listed("", id));
    },
  );

  test.each(["archive", "unarchive"])("`plan %s` of no plan says so", LONG, async (word) => {
    const english = typed(`plan ${word} nowhere`);
    await english.sees(/There is no plan .*nowhere.*\nNext: holdpoint plan list --url \S+\n/);
    expect(await english.ended).toBe(1);
    const korean = typed(`plan ${word} nowhere --lang ko`);
    await korean.sees(/nowhere.*없습니다.*\n다음: holdpoint plan list --url \S+\n/);
    expect(await korean.ended).toBe(1);
  });
});
