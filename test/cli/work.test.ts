import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { useCliStack } from "./support/cli-stack.ts";
import { createFolder } from "./support/folders.ts";

const stack = useCliStack();
const LONG = { timeout: 180_000 };

const plan = (id: string) => stack().api.plan(id);
const statusesOf = async (id: string) => (await plan(id)).todos.map(({ status }) => status);

async function launched(id: string): Promise<void> {
  await stack().api.create({
    id,
    title: "출시",
    todos: [
      { id: "market", title: "시장 조사", assignee: "minji" },
      { id: "rivals", title: "경쟁 제품 비교" },
      { id: "findings", title: "조사 결과 정리", depends_on: ["market", "rivals"] },
    ],
  });
  await stack().api.watch.until(id, async () => (await plan(id)).todos[0]?.status === "pending");
}

test(
  "a person takes work, gives it back, does it with a note or a file, or cannot",
  LONG,
  async () => {
    const id = "work-cli";
    await launched(id);
    const typed = async (...args: string[]) => {
      const { exit, err } = await stack().run(["todo", ...args]);
      return [exit, err];
    };
    // By its title, or by its id.
    expect(await typed("claim", id, "시장 조사")).toEqual([0, "✔ 시장 조사 is claimed by you.\n"]);
    expect(await statusesOf(id)).toEqual(["in_progress", "pending", "blocked"]);
    expect(await typed("claim", id, "market")).toEqual([
      1,
      expect.stringContaining('Todo "market" is claimed by local-operator.'),
    ]);
    expect(await typed("release", id, "market")).toEqual([0, expect.stringContaining("✔ market")]);
    expect(await statusesOf(id)).toEqual(["pending", "pending", "blocked"]);
    expect(await typed("done", id, "findings")).toEqual([
      1,
      expect.stringContaining('Todo "findings" is blocked and cannot take "done".'),
    ]);
    expect((await typed("done", id, "market", "--note", "셋 중 둘은 산다"))[0]).toBe(0);

    expect(await typed("cannot", id, "rivals")).toEqual([2, expect.stringContaining("--reason")]);
    for (const [args, again] of [
      [["경쟁 제품 비교"], `${id} '경쟁 제품 비교' --reason "…"`],
      [["it's"], `${id} 'it'\\''s' --reason "…"`],
      [["--", "--help"], `--reason "…" -- ${id} --help`],
    ] as const) {
      expect(await typed("cannot", id, ...args)).toEqual([
        2,
        expect.stringContaining(`Next: holdpoint todo cannot ${again}\n`),
      ]);
    }
    expect((await typed("cannot", id, "rivals", "--reason", "제품이 없음"))[0]).toBe(0);
    const [hold] = await stack().api.untilHolds(id);
    expect(hold).toMatchObject({ kind: "recovery", todo_id: "rivals" });
    expect((await typed("retry", id, "rivals"))[0]).toBe(0);
    const cwd = createFolder();
    writeFileSync(join(cwd, "비교.csv"), "이름\n");
    const file = await stack().run(["todo", "done", id, "rivals", "--file", "비교.csv"], { cwd });
    expect(file.exit, file.err).toBe(0);
    await typed("done", id, "findings", "--value", '{"next":"가격"}');
    await stack().api.untilEnded(id);
    const part = await stack().run(["todo", "result", id, "findings", "--at", "/next"]);
    expect([part.exit, part.out]).toEqual([0, '"가격"']);
    const shown = await stack().run(["todo", "show", id, "rivals"]);
    expect(shown.err).toContain(`Next: holdpoint todo result ${id} rivals\n`);
    const saved = await stack().run(["todo", "result", id, "rivals", "--save", "되찾음.csv"], {
      cwd,
    });
    expect(saved.exit, saved.err).toBe(0);
    expect(readFileSync(join(cwd, "되찾음.csv"), "utf8")).toBe("이름\n");
    expect(await stack().api.untilEnded(id)).toMatchObject({
      status: "completed",
      todos: [
        { note: "셋 중 둘은 산다", completed_by: "local-operator" },
        { result_data: { name: "비교.csv" } },
        { result_data: { next: "가격" } },
      ],
    });
  },
);

test("the same is said in a conversation, in Korean", LONG, async () => {
  const id = "work-chat";
  await launched(id);
  const input = [
    "오늘 뭐 해야 돼?",
    "/맡기 market",
    "/반납 market",
    "/불가 rivals",
    "/불가 rivals 제품이 없음",
    "/할일",
    "/거절 rivals --yes",
    "/완료 market 셋 중 둘은 산다",
    "/이유 findings",
  ].join("\n");
  const { exit, out, err } = await stack().run(["chat", id, "--lang", "ko"], {
    input: `${input}\n`,
  });
  expect(exit, out + err).toBe(1);
  expect(out).toMatch(/지금 할 수 있는 일:\n(?:.*\n)*? +\/할일 완료 <ID> \[메모\]/);
  expect(out).toContain("맡았습니다: market");
  expect(out).toContain("반납했습니다. 이제 다른 사람도 맡을 수 있습니다: market");
  expect(err).toContain("이렇게 쓰세요: /할일 불가 <ID> <이유>");
  expect(out).toContain("할 수 없는 일로 기록했습니다: rivals");
  expect(out).toContain("local-operator가 할 수 없다고 했습니다: 제품이 없음");
  expect(out).not.toMatch(/It failed|cannot do it/);
  expect(out).toContain("완료했습니다: market");
  expect((await plan(id)).todos[0]).toMatchObject({
    status: "completed",
    note: "셋 중 둘은 산다",
  });
  expect(out).toContain('"경쟁 제품 비교" 없이는 시작할 수 없습니다');
});
