import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { useCliStack } from "./support/cli-stack.ts";
import { createFolder } from "./support/folders.ts";

const stack = useCliStack();
const LONG = { timeout: 120_000 };
const plan = (id: string) => stack().api.plan(id);

describe("holdpoint plan new from an outline", () => {
  test(
    "starts what a text, a file or standard input says, and tells it line by line",
    LONG,
    async () => {
      const text = "물 끓이기, 그 다음 따르기 [승인]";
      const typed = await stack().run(["plan", "new", text, "--id", "outline-text"]);
      expect([typed.exit, typed.out]).toEqual([0, "outline-text\n"]);
      expect(typed.err).toContain('✔ 1 todo todo_001: "물 끓이기"');
      expect(await plan("outline-text")).toMatchObject({
        todos: [{ title: "물 끓이기" }, { title: "따르기", requires_approval: true }],
      });
      const cwd = createFolder();
      const outline = "# Tea\n- boil\n- pour [after boil]\n";
      writeFileSync(join(cwd, "tea.md"), outline);
      const flags = ["--review", "--title", "Two cups"];
      const file = await stack().run(["plan", "new", "tea.md", "--id", "outline-file", ...flags], {
        cwd,
      });
      expect(file.exit).toBe(0);
      expect(await plan("outline-file")).toMatchObject({
        title: "Two cups",
        plan_review: true,
        todo_count: 2,
      });
      const checked = await stack().run(["plan", "check", "tea.md"], { cwd });
      expect([checked.exit, checked.err]).toEqual([
        2,
        expect.stringContaining("Next: holdpoint plan new --dry-run tea.md"),
      ]);
      const piped = await stack().run(["plan", "new", "--outline", "-", "--id", "outline-in"], {
        input: outline,
      });
      expect([piped.exit, await plan("outline-in")]).toMatchObject([0, { title: "Tea" }]);
    },
  );

  test("shows the plan with --dry-run, and starts nothing", LONG, async () => {
    const shown = await stack().run([
      "plan",
      "new",
      "boil, then pour",
      "--id",
      "outline-dry",
      "--dry-run",
    ]);
    expect([shown.exit, shown.out]).toEqual([
      0,
      expect.stringContaining("depends_on:\n      - todo_001"),
    ]);
    expect((await stack().api.request("GET", "/v1/plans/outline-dry")).status).toBe(404);
  });

  test(
    "starts nothing while a line is not understood, and says so in the person's language",
    LONG,
    async () => {
      const env = { HOLDPOINT_LANG: "ko" };
      const args = ["plan", "new", "끓이기 [나중에]", "--id", "outline-odd"];
      const odd = await stack().run(args, { env });
      expect([odd.exit, odd.out]).toEqual([2, ""]);
      expect(odd.err).toContain('✖ 1:6 나중에 — "나중에"는 알 수 없는 표시입니다');
      expect(odd.err).toContain("개요에서 1곳을 알아듣지 못했습니다");
      expect((await stack().api.request("GET", "/v1/plans/outline-odd")).status).toBe(404);
      const nothing = await stack().run(["plan", "new"]);
      expect([nothing.exit, nothing.err]).toEqual([2, expect.stringContaining("--outline")]);
    },
  );

  test("is a command of conversations, too", LONG, async () => {
    await stack().api.create({ id: "outline-chat", title: "x", todos: [{ title: "하나" }] });
    const input = "/계획 물 끓이기 -> 따르기\n/plan 끓이기 [나중에]\n";
    const { out } = await stack().run(["chat", "outline-chat", "--json"], { input });
    const [started, left] = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as object);
    expect(started).toMatchObject({ todos: [{ title: "물 끓이기" }, { title: "따르기" }] });
    expect(left).toMatchObject({
      outline: { not_understood: [{ text: "나중에" }] },
    });
  });
});
