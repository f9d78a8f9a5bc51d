import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Hold } from "../../src/contract/plan/holds/hold.ts";
import type { NewPlanInput } from "../../src/contract/plan/plan.ts";
import { useCliStack } from "./support/cli-stack.ts";
import { createFolder } from "./support/folders.ts";
import { runCli } from "./support/run-cli.ts";
import { startTalk } from "./support/talk.ts";

const stack = useCliStack();
const LONG = { timeout: 60_000 };

interface Answer {
  readonly error?: { readonly code: string; readonly detail: string; readonly next: string };
  readonly [field: string]: unknown;
}

const PLAN: NewPlanInput = {
  title: "전세금 인상 대응",
  approval: "every_todo",
  max_parallel: 1,
  todos: [
    { id: "todo_001", title: "search_team 실행", tool_name: "echo", tool_params: { text: "a" } },
    {
      id: "todo_002",
      title: "analysis_team 실행",
      tool_name: "echo",
      tool_params: { text: "b" },
      depends_on: ["todo_001"],
    },
  ],
};

async function held(id: string): Promise<string> {
  await stack().api.create({ ...PLAN, id });
  await stack().api.untilHolds(id);
  return id;
}

const plan = (id: string) => stack().api.plan(id);

/** Says these lines one after another; the answers as data. */
async function says(
  id: string,
  lines: readonly string[],
  flags: readonly string[] = [],
): Promise<Answer[]> {
  const input = `${lines.join("\n")}\n`;
  const { exit, out, err } = await stack().run(["chat", id, "--json", ...flags], { input });
  const answers = out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Answer);
  const isRefused = answers.some(({ error }) => error !== undefined);
  expect([exit, err]).toEqual([isRefused ? 1 : 0, ""]);
  return answers;
}

describe("holdpoint chat", () => {
  test("goes through S2's first scenario: todos, approve, todos, approve", LONG, async () => {
    const id = await held("chat-s2");
    const talk = startTalk(id, stack().url);
    await talk.sees("search_team 실행 — 결정을 기다립니다");
    talk.says("/할일");
    await talk.sees("2개 중 0개 완료, 0%");
    talk.says("/할일 승인");
    await talk.sees("승인했습니다: search_team 실행");
    await talk.sees("analysis_team 실행 — 결정을 기다립니다");
    talk.says("/todos");
    await talk.sees("2개 중 1개 완료, 50%");
    talk.says("/todo approve todo_002");
    await talk.sees("승인했습니다: analysis_team 실행");
    expect(await stack().api.untilEnded(id)).toMatchObject({ status: "completed" });
    expect(await talk.leaves("/나가기")).toBe(0);
  });

  test("approves with a changed argument, and the others stay", LONG, async () => {
    const id = "chat-edit";
    const [first, ...rest] = PLAN.todos;
    const todo = { ...first!, tool_params: { text: "a", times: 3 } };
    await stack().api.create({ ...PLAN, id, todos: [todo, ...rest] });
    await stack().api.untilHolds(id);
    const [edited] = await says(id, ["/할일 승인 todo_001 text=b 고쳤습니다"]);
    const args = { text: "b", times: 3 };
    expect(edited).toMatchObject({
      status: "resumed",
      hold: { decision: { decision: "edit", args, comment: "고쳤습니다" } },
    });
    await stack().api.untilHolds(id);
    const next = await says(id, ["/todo approve text=c"]);
    expect(next).toMatchObject([{ hold: { decision: { decision: "edit", args: { text: "c" } } } }]);
    expect((await stack().api.untilEnded(id)).todos).toMatchObject([
      { result_data: { text: "bbb" } },
      { result_data: { text: "c" } },
    ]);
  });

  test(
    "lists in its inbox what a person has to do, beside what waits for a decision",
    LONG,
    async () => {
      const id = "chat-inbox";
      const todos = [
        PLAN.todos[0]!,
        { id: "call", title: "집주인에게 전화하기", assignee: "민지" },
      ];
      await stack().api.create({
        title: "통화",
        id,
        todos: [{ ...todos[0]!, requires_approval: true }, todos[1]!],
      });
      await stack().api.untilHolds(id);
      const { out } = await stack().run(["chat", id], { input: "/inbox\n/todo approve\n" });
      expect(out).toMatch(/search_team 실행 {2}\(todo_001\)\n/);
      expect(out).toMatch(/^chat-inbox +call +– +민지 +집주인에게 전화하기$/m);
      const [left] = await says(id, ["/결정함"]);
      expect(left).toMatchObject({ holds: [], work: [{ todo_id: "call", assignee: "민지" }] });
      await stack().run(["cancel", id, "--yes"]);
    },
  );

  test("adds, skips, rejects, explains and changes todos, in both languages", LONG, async () => {
    const id = await held("chat-todos");
    const [added, named, why, skipped, rejected, help] = await says(id, [
      "/todo add echo text=hi 검토 추가",
      "/할일 추가 echo text=hi",
      "/이유 todo_002",
      "/할일 건너뛰기 todo_002 필요 없음",
      "/reject todo_001 다른 방법으로",
      "/도움말",
    ]);
    expect([added, named].every((answer) => answer!.error === undefined)).toBe(true);
    expect(why).toMatchObject({ status: "blocked", reasons: [{ code: "dependency" }] });
    expect(skipped).toMatchObject({ plan_id: id });
    expect(rejected).toMatchObject({
      hold: { decision: { decision: "reject", reason: "다른 방법으로" } },
    });
    expect(help).toHaveLength(25);
    const { todos } = await plan(id);
    expect(todos.map(({ title, status }) => [title, status]).slice(0, 3)).toEqual([
      ["search_team 실행", "skipped"],
      ["analysis_team 실행", "skipped"],
      ["검토 추가", expect.any(String)],
    ]);
    expect(todos[2]).toMatchObject({ tool_name: "echo", tool_params: { text: "hi" } });
    await says(id, ["/cancel --yes"]);
  });

  test("answers programs with the fields that S2 names", LONG, async () => {
    const id = await held("chat-s2-fields");
    const [unknown, todos, added, updated, approved] = await says(id, [
      "/foo",
      "/todos",
      "/todo add echo text=hi",
      "/todo update todo_002 skipped",
      "/todo approve todo_001",
    ]);
    expect(unknown).toMatchObject({
      error: { code: "unknown_command" },
      help: expect.stringContaining("/todo approve") as string,
    });
    expect(todos).toMatchObject({
      summary: { total: 2, pending: 2, in_progress: 0, completed: 0, failed: 0, skipped: 0 },
      todos: [
        { id: "todo_001", name: "search_team 실행", agent_name: "echo", duration: null },
        { id: "todo_002", name: "analysis_team 실행", dependencies: ["todo_001"] },
      ],
      current_todo_id: "todo_001",
      checkpoint_id: "cp_1",
    });
    // SupervisorTodo.to_dict
    expect(Object.keys((todos as unknown as { todos: object[] }).todos[0]!)).toEqual(
      expect.arrayContaining([
        ...["id", "name", "description", "agent_name", "agent_purpose", "expected_output"],
        ...["status", "priority", "dependencies", "created_at", "started_at", "completed_at"],
        ...["duration", "metadata", "error", "retry_count", "max_retries"],
      ]),
    );
    expect(added).toMatchObject({
      status: "added",
      message: expect.stringContaining("echo, added") as string,
      todo: {
        name: "echo, added",
        agent_name: "echo",
        dependencies: [],
        context: { added_by: "user", manual: true },
      },
    });
    expect(updated).toMatchObject({
      status: "updated",
      todo_id: "todo_002",
      new_status: "skipped",
    });
    expect(approved).toMatchObject({ status: "resumed", todo_id: "todo_001" });
    await stack().api.watch.until(
      id,
      async () => (await plan(id)).todos[0]!.status === "completed",
    );
    const [checkpoints, restored, skipped] = await says(id, [
      "/checkpoint list",
      "/checkpoint restore cp_1 --yes",
      "/todo skip todo_002",
    ]);
    const { checkpoints: list } = checkpoints as unknown as {
      checkpoints: { node: string; todos_completed: number }[];
    };
    expect(list[0]).toMatchObject({ checkpoint_id: "cp_1", node: "created", todos_completed: 0 });
    expect(list.at(-1)).toMatchObject({ node: "completed", todos_completed: 1 });
    expect(skipped).toMatchObject({ status: "skipped", todo_id: "todo_002" });
    expect(restored).toMatchObject({ status: "restored", checkpoint_id: "cp_1" });
  });

  test(
    "counts what was done at a checkpoint, also after a restore took it back",
    LONG,
    async () => {
      const id = await held("chat-s2-checkpoints");
      const completes = async (): Promise<void> => {
        await says(id, ["/todo approve todo_001"]);
        await stack().api.watch.until(
          id,
          async () => (await plan(id)).todos[0]!.status === "completed",
        );
      };
      await completes();
      const [unsure] = await says(id, ["/checkpoint restore cp_1"]);
      // Each thing that it would do is a sentence of its own.
      expect(unsure!.error?.detail).toMatch(/^Runs again: [^.]+\. .+\. Return plan .+\?/);
      await says(id, ["/checkpoint restore cp_1 --yes"]);
      await stack().api.watch.until(
        id,
        async () => (await plan(id)).todos[0]!.status === "needs_approval",
      );
      await completes();
      const [list] = await says(id, ["/checkpoint list"]);
      const { checkpoints } = list as unknown as {
        checkpoints: { node: string; todos_completed: number; overall_progress: number }[];
      };
      expect(
        checkpoints.map((each) => [each.node, each.todos_completed, each.overall_progress]),
      ).toEqual([
        ["created", 0, 0],
        ["completed", 1, 50],
        ["restore", 0, 0],
        ["completed", 1, 50],
      ]);
      await says(id, ["/cancel --yes"]);
    },
  );

  test("gives a todo another status, or names the ones that are allowed", LONG, async () => {
    const id = await held("chat-update");
    const [illegal, itself, unknown, same, skipped, failed] = await says(id, [
      "/todo update todo_002 completed",
      "/할일 변경 todo_002 취소됨",
      "/todo update todo_002 done-ish",
      "/todo update todo_001 waiting_approval",
      "/todo update todo_002 건너뜀",
      "/todo update todo_001 failed 잘못됨",
    ]);
    expect(illegal!.error).toMatchObject({
      detail: expect.stringContaining("Allowed now: skipped."),
      next: "/todo update todo_002 skipped",
    });
    expect(itself!.error?.detail).toBe(
      'Only the plan itself makes todo_002 "cancelled". Allowed now: skipped.',
    );
    expect(unknown!.error?.detail).toContain("ready, blocked, waits");
    // S2's code for it.
    expect(same).toMatchObject({
      status: "updated",
      todo_id: "todo_001",
      new_status: "needs_approval",
    });
    expect(skipped).toMatchObject({ plan_id: id });
    expect(failed).toMatchObject({ hold: { decision: { then: "fail" } } });
    expect((await plan(id)).todos).toMatchObject([{ status: "failed" }, { status: "skipped" }]);
  });

  test("offers what was typed to be said with --yes, and nothing else", LONG, async () => {
    const id = "chat-sure";
    const [first, ...others] = PLAN.todos!;
    const todos = [{ ...first!, requires_approval: true }, ...others];
    await stack().api.create({ ...PLAN, id, approval: "marked", todos });
    await stack().api.untilHolds(id);
    const [skip, inKorean, fail] = await says(id, [
      "/skip todo_001 필요 없음",
      "/할일 변경 todo_001 건너뜀 나중에",
      "/todo update todo_001 failed 잘못됨",
    ]);
    expect(skip!.error?.next).toBe("/todo skip todo_001 필요 없음 --yes");
    expect(inKorean!.error?.next).toBe("/todo update todo_001 건너뜀 나중에 --yes");
    expect(fail!.error?.next).toBe("/todo update todo_001 failed 잘못됨 --yes");
    expect((await plan(id)).todos).toMatchObject([
      { status: "needs_approval" },
      { status: "blocked" },
    ]);
    const [failed] = await says(id, [fail!.error!.next]);
    expect(failed).toMatchObject({ hold: { decision: { then: "fail", reason: "잘못됨" } } });
    expect((await plan(id)).todos).toMatchObject([{ status: "failed" }, { status: "cancelled" }]);
  });

  test(
    "gives what people do each status that they can say, as S2's example does",
    LONG,
    async () => {
      const id = "chat-update-work";
      const todos = ["hall", "press", "poster"].map((work) => ({ id: work, title: work }));
      await stack().api.create({ id, title: "출시", todos });
      const [claimed, released, done, cannot, unsaid] = await says(id, [
        "/todo update hall in_progress",
        "/todo update hall pending",
        "/todo update hall completed",
        "/todo update press failed 담당자가 없음",
        "/할일 변경 poster 실패",
      ]);
      expect(claimed).toMatchObject({ status: "updated", new_status: "in_progress" });
      expect(released).toMatchObject({ status: "updated", new_status: "pending" });
      expect(done).toMatchObject({ status: "updated", todo_id: "hall", new_status: "completed" });
      expect(cannot).toMatchObject({ status: "updated", new_status: "failed" });
      expect(unsaid).toMatchObject({ status: "updated", new_status: "failed" });
      expect((await plan(id)).todos).toMatchObject([
        { status: "completed" },
        { status: "failed", error_message: expect.stringContaining("담당자가 없음") },
        { status: "failed", error_message: expect.stringContaining("marked as failed") },
      ]);
      await says(id, ["/cancel --yes"]);
    },
  );

  test("takes a status of two words, as it is advised in Korean", LONG, async () => {
    const id = "chat-update-words";
    await stack().api.create({ id, title: "출시", todos: [{ id: "hall", title: "대관" }] });
    const inKorean = ["--lang", "ko"];
    const [refused] = await says(id, ["/할일 변경 hall 결정 대기"], inKorean);
    expect(refused!.error).toMatchObject({
      detail: expect.stringContaining("결정 대기 상태"),
      next: "/할일 변경 hall 실행 중",
    });
    const [claimed, released] = await says(id, [refused!.error!.next, "/할일 변경 hall 준비됨"]);
    expect(claimed).toMatchObject({ todo_id: "hall", new_status: "in_progress" });
    expect(released).toMatchObject({ new_status: "pending" });
    const [failed] = await says(id, ["/할일 변경 hall 실패 너무 비쌈"]);
    expect(failed).toMatchObject({ new_status: "failed" });
    expect((await plan(id)).todos).toMatchObject([
      { error_message: expect.stringContaining("너무 비쌈") },
    ]);
    await says(id, ["/cancel --yes"]);
  });

  test("pauses, resumes, steps, undoes, restores and cancels", LONG, async () => {
    const id = await held("chat-plan");
    const [paused, resumed, off, undone, list] = await says(id, [
      "/일시정지 점심",
      "/재개",
      "/step off",
      "/undo",
      "/체크포인트 목록",
    ]);
    for (const answer of [paused, resumed, off, undone])
      expect(answer).toMatchObject({ plan_id: id });
    expect(await plan(id)).toMatchObject({ approval: "every_todo", version: 3, paused: null });
    const { checkpoints } = list as unknown as {
      checkpoints: { checkpoint_id: string; version: number }[];
    };
    const second = checkpoints.find(({ version }) => version === 2)!.checkpoint_id;
    const [unknown, unsure, restored, on, cancelUnsure, cancelled] = await says(id, [
      "/checkpoint restore cp_999",
      `/checkpoint restore ${second}`,
      `/체크포인트 복원 ${second} --yes`,
      "/단계 켜기",
      "/cancel",
      "/취소 --yes 그만",
    ]);
    // Nobody is asked to be sure about what cannot be done.
    expect(unknown!.error).toMatchObject({ code: "version_not_found" });
    expect(unsure!.error?.next).toBe(`/checkpoint restore ${second} --yes`);
    expect(restored!.error).toBeUndefined();
    expect(on!.error).toBeUndefined();
    expect(cancelUnsure!.error?.next).toBe("/cancel --yes");
    expect(cancelled).toMatchObject({ plan_id: id });
    expect(await stack().api.untilEnded(id)).toMatchObject({ status: "cancelled" });
  });

  test(
    "takes text as the answer to the one question, and asks which when there are two",
    LONG,
    async () => {
      const question = (id: string) => ({
        id,
        title: `질문 ${id}`,
        input_request: {
          question: "어느 기간?",
          input_type: "choice" as const,
          options: ["7월", "9월"],
        },
      });
      await stack().api.create({
        id: "chat-ask",
        title: "묻기",
        todos: [question("a"), question("b")],
      });
      await stack().api.untilHolds("chat-ask", 2);
      const [both, wrong, first, second, none] = await says("chat-ask", [
        "9월",
        "/답 a 10월",
        "/answer a 2",
        "7월",
        "또?",
      ]);
      expect(both!.error).toMatchObject({ next: "/answer a 9월" });
      expect(wrong!.error?.code).toBe("invalid_answer");
      expect(first).toMatchObject({ hold: { decision: { value: "9월" } } });
      expect(second).toMatchObject({ hold: { decision: { value: "7월" } } });
      expect(none).toMatchObject({ plan_id: "chat-ask", holds: [] });
      expect(await stack().api.untilEnded("chat-ask")).toMatchObject({ status: "completed" });
    },
  );

  test("answers what it does not know with help and the nearest command", LONG, async () => {
    const id = await held("chat-unknown");
    const input = "/todo aprove\n/nonsense-word\n/todo skip\n/approve nowhere\n";
    const { exit, out, err } = await stack().run(["chat", id], { input });
    expect(exit).toBe(1);
    expect(err).toContain("The plan goes on. To come back: holdpoint chat chat-unknown\n");
    expect(err).toContain("There is no command /todo aprove. Did you mean /todo approve?\n");
    expect(err).toContain("There is no command /nonsense-word.\n  /todos ");
    expect(err).toContain("Usage: /todo skip <id> [reason]");
    expect(err).toContain("nowhere has no open hold.");
    expect(out).not.toContain("✖");
    await says(id, ["/cancel --yes"]);
  });

  test(
    "on a terminal keeps what is being typed, asks before it cancels, and is left with Ctrl-C",
    LONG,
    async () => {
      const id = await held("chat-terminal");
      const args = ["chat", id, "--url", stack().url, "--lang", "en"];
      const cli = runCli(args, { cwd: process.cwd(), terminal: true });
      await cli.sees(/search_team 실행 — waits for your decision/);
      cli.type("/cancel\r");
      await cli.sees(/Cancel plan chat-terminal\? What runs is stopped\. \[y\/N\]/);
      cli.type("n\r");
      await cli.sees(/Nothing was changed\./);
      cli.type("/todo appr");
      await stack().api.post(`/v1/holds/${id}.h1/decision`, { decision: "approve" });
      await cli.sees(/analysis_team 실행 — waits for your decision/);
      cli.type("ove todo_002\r");
      await cli.sees(/Approved: analysis_team 실행/);
      await stack().api.untilEnded(id);
      cli.type("\u0003");
      expect(await cli.ended).toBe(0);
      expect(cli.text()).toContain("and the plan goes on.");
      expect(cli.text()).toContain(
        "The plan has ended: completed. To see it: holdpoint plan show chat-terminal",
      );
      const again = await stack().run(["chat", id], { input: "" });
      expect(again.err).toMatch(/ · completed\. The plan has ended\./);
      expect(again.err).not.toContain("goes on");
    },
  );

  test("takes an answer of several lines from the person's editor", LONG, async () => {
    const question = { question: "이번 주에 한 일은?", input_type: "text" as const };
    const todos = [{ id: "week", title: "주간 보고", input_request: question }];
    await stack().api.create({ id: "chat-editor", title: "보고", todos });
    await stack().api.untilHolds("chat-editor");
    const folder = createFolder();
    const editor = join(folder, "editor");
    const script = '#!/bin/sh\nprintf "첫째 줄\\n둘째 줄\\n" >> "$1"\n';
    writeFileSync(editor, script, { mode: 0o755 });
    const bin = join(process.cwd(), "bin/holdpoint.mjs");
    const talk = (visual: string) =>
      runCli(["chat", "chat-editor", "--url", stack().url, "--lang", "en"], {
        cwd: folder,
        terminal: true,
        command: ["env", `VISUAL=${visual}`, process.execPath, bin],
      });
    const without = talk(join(folder, "none"));
    await without.sees(/주간 보고 — asks you[^]*> /);
    without.type("초안 \u0007");
    await without.sees(/The editor .*none" did not start; set EDITOR\.[^]*> 초안 $/);
    without.type("\u0003");
    expect(await without.ended).toBe(0);
    const cli = talk(editor);
    await cli.sees(/주간 보고 — asks you[^]*> /);
    cli.type("초안 \u0007");
    await cli.sees(/> 초안 첫째 줄\n> 둘째 줄\n/);
    await cli.sees(/Answered: 주간 보고/);
    const hold = await stack().api.get<Hold>("/v1/holds/chat-editor.h1");
    expect(hold.decision).toMatchObject({ value: "초안 첫째 줄\n둘째 줄" });
    cli.type("\u0003");
    expect(await cli.ended).toBe(0);
  });
});
