import { describe, expect, test } from "vitest";
import { NewPlanSchema } from "../../src/contract/plan/plan.ts";
import type { NewTodoInput } from "../../src/contract/plan/todo.ts";
import { createPlan } from "../../src/plan/create/create.ts";
import { readOutline } from "../../src/words/outline/read-outline.ts";

const known = { tools: ["write_file", "echo", "wait"] };
const read = (lines: readonly string[]) => readOutline(lines.join("\n"), known);

/** Todos by title, with the titles of those that each waits for, and what else is said of it. */
function todosOf(lines: readonly string[]): Record<string, object> {
  const { plan, not_understood } = read(lines);
  expect(not_understood).toEqual([]);
  const titles = new Map(plan!.todos.map(({ id, title }) => [id, title]));
  return Object.fromEntries(
    plan!.todos.map(({ id: _, title, depends_on = [], ...more }: NewTodoInput) => [
      title,
      { ...(depends_on.length > 0 && { after: depends_on.map((id) => titles.get(id)) }), ...more },
    ]),
  );
}

const TABLE: readonly (readonly [what: string, lines: readonly string[], todos: object])[] = [
  [
    "numbers are one after another",
    ["1. 리뷰 수집", "2. 감성 분석", "3) 보고서 작성"],
    {
      "리뷰 수집": {},
      "감성 분석": { after: ["리뷰 수집"] },
      "보고서 작성": { after: ["감성 분석"] },
    },
  ],
  [
    "bullets do not wait for each other",
    ["- collect reviews", "* interview customers", "• read the news"],
    { "collect reviews": {}, "interview customers": {}, "read the news": {} },
  ],
  [
    "what stands below a todo comes before it; with nothing else to do it is a milestone",
    ["1. 준비", "2. 자료 조사", "   - 경쟁사 조사", "   - 고객 인터뷰", "3. 보고서 작성"],
    {
      준비: {},
      "자료 조사": { kind: "milestone", after: ["경쟁사 조사", "고객 인터뷰"] },
      "경쟁사 조사": { after: ["준비"] },
      "고객 인터뷰": { after: ["준비"] },
      "보고서 작성": { after: ["자료 조사"] },
    },
  ],
  [
    "a todo with work of its own does it once what stands below is done",
    ["- Sign the contract [approval]", "  1. Draft", "  2. Legal review @kim"],
    {
      "Sign the contract": { requires_approval: true, after: ["Legal review"] },
      Draft: {},
      "Legal review": { assignee: "kim", after: ["Draft"] },
    },
  ],
  [
    "indentation alone groups, by tabs, too",
    ["출시:", "마케팅", "\t보도자료", "\t광고", "개발"],
    {
      마케팅: { kind: "milestone", after: ["보도자료", "광고"] },
      보도자료: {},
      광고: {},
      개발: {},
    },
  ],
  [
    "numbers with dots say how deep a line stands",
    ["1. A", "1.1 B", "1.2 C", "2. D"],
    { A: { kind: "milestone", after: ["C"] }, B: {}, C: { after: ["B"] }, D: { after: ["A"] } },
  ],
  [
    "Korean and circled numbers are numbers",
    ["가. 하나", "나. 둘", "① 셋"],
    { 하나: {}, 둘: { after: ["하나"] }, 셋: { after: ["둘"] } },
  ],
  [
    "“then” is one after another on a line",
    ["collect reviews, then analyse them -> write the report"],
    {
      "collect reviews": {},
      "analyse them": { after: ["collect reviews"] },
      "write the report": { after: ["analyse them"] },
    },
  ],
  [
    "그 다음, 그런 다음, 다음으로",
    ["리뷰 수집하고 그 다음 감성 분석, 그런 다음 보고서 작성", "다음으로 발송"],
    {
      "리뷰 수집": {},
      "감성 분석": { after: ["리뷰 수집"] },
      "보고서 작성": { after: ["감성 분석"] },
      발송: { after: ["보고서 작성"] },
    },
  ],
  [
    "“after” and 후에 name todos of the outline, wherever they stand",
    [
      "- 발송은 보류",
      "- Review after Draft",
      "- Draft",
      "- 초안 후에 검토",
      "- 초안",
      "- Clean up after party",
      "- 정리 (검토, 초안 후)",
    ],
    {
      "발송은 보류": {},
      Review: { after: ["Draft"] },
      Draft: {},
      검토: { after: ["초안"] },
      초안: {},
      "Clean up after party": {},
      정리: { after: ["검토", "초안"] },
    },
  ],
  [
    "marks name todos by the number of their line, in their own list first",
    [
      "1. 명단",
      "2. 초안",
      "   - 표지 (1 다음에)",
      "   1) 본문",
      "   2) 그림",
      "   - 부록 [after 2]",
      "3. 검토",
      "- 발송 (2번 후)",
      "- 홍보 [after 1, 3]",
      "- 인쇄 (depends on step 2.2)",
      "- 보관 [선행: ④]",
      "④ 정산",
      "- Meet after 2",
    ],
    {
      명단: {},
      초안: { kind: "milestone", after: ["표지", "부록"] },
      표지: { after: ["본문", "명단"] },
      본문: { after: ["명단"] },
      그림: { after: ["본문"] },
      부록: { after: ["그림", "명단"] },
      검토: { after: ["초안"] },
      발송: { after: ["초안"] },
      홍보: { after: ["명단", "검토"] },
      인쇄: { after: ["그림"] },
      보관: { after: ["정산"] },
      정산: { after: ["검토"] },
      "Meet after 2": {},
    },
  ],
  [
    "marks say what people decide, who, when and how urgent",
    [
      "- 배포 [승인] @민수 [긴급]",
      "- Announce [approval, high] (optional)",
      "- 번역 (선택) [기한 3일]",
      "- Call the venue [due 2 weeks, owner: Lee Jin]",
      "- 점검 [우선순위 7] [제한시간 10분]",
      "- Ready [milestone] [after 점검]",
      "- [ ] Buy milk [due 2026-12-01T09:00:00+09:00]",
      "- 발표 [기한: 2026-12-01 09:00 +09:00]",
    ],
    {
      배포: { requires_approval: true, assignee: "민수", priority: 10 },
      Announce: { requires_approval: true, priority: 8, optional: true },
      번역: { optional: true, due_in: "3d" },
      "Call the venue": { due_in: "2w", assignee: "Lee Jin" },
      점검: { priority: 7, timeout_seconds: 600 },
      Ready: { kind: "milestone", after: ["점검"] },
      "Buy milk": { due_at: "2026-12-01T09:00:00+09:00" },
      발표: { due_at: "2026-12-01T09:00:00+09:00" },
    },
  ],
  [
    "tools are named by a call, or by with and 로, when they exist",
    [
      '- 보고서 저장: write_file(path: "r.md", content: "a, (b) then c")',
      '- write_file({"path": "x", "content": ""})',
      "- 인사: echo(text=안녕)",
      "- say hello with echo",
      "- wait로 잠시 기다리기",
      "- Meet Kim with Lee",
      "- Meeting (boss)",
    ],
    {
      "보고서 저장": {
        tool_name: "write_file",
        tool_params: { path: "r.md", content: "a, (b) then c" },
      },
      write_file: { tool_name: "write_file", tool_params: { path: "x", content: "" } },
      인사: { tool_name: "echo", tool_params: { text: "안녕" } },
      "say hello": { tool_name: "echo" },
      "잠시 기다리기": { tool_name: "wait" },
      "Meet Kim with Lee": {},
      "Meeting (boss)": {},
    },
  ],
  [
    "questions, with what they may be answered with",
    ["? 어느 지역을 볼까요?", "- ? Which colour [red | blue] [긴급]"],
    {
      "어느 지역을 볼까요?": { input_request: { question: "어느 지역을 볼까요?" } },
      "Which colour": {
        input_request: { question: "Which colour", input_type: "choice", options: ["red", "blue"] },
        priority: 10,
      },
    },
  ],
  [
    "quotation marks keep a title as it is",
    ['- "collect, then wait (optional)"', "- “승인 [긴급]”"],
    { "collect, then wait (optional)": {}, "승인 [긴급]": {} },
  ],
];

describe("an outline", () => {
  test.each(TABLE)("%s", (_, lines, todos) => {
    expect(todosOf(lines)).toEqual(todos);
    const { plan } = read(lines);
    const parsed = NewPlanSchema.parse(plan);
    const made = createPlan(parsed, { id: "p", owner: "o", at: "2026-02-05T10:00:00Z" });
    expect("problem" in made ? made.problem : null).toBeNull();
  });

  test("names its plan by a heading or a first line, and describes it and its todos", () => {
    expect(read(["# 리뷰 분석", "", "3분기 것만.", "- 수집", "  올리브영에서"]).plan).toEqual({
      title: "리뷰 분석",
      description: "3분기 것만.",
      todos: [{ id: "todo_001", title: "수집", description: "올리브영에서" }],
    });
    expect(read(["Title: Tea party:", "- boil"]).plan?.title).toBe("Tea party");
    expect(read(["- boil", "- pour"]).plan?.title).toBe("boil");
  });

  test("is told line by line", () => {
    const { understood } = read(["1. 초안", "2. 발행 [승인]"]);
    expect(
      understood.map(({ line, column, todo_id, meaning_said }) => [
        line,
        column,
        todo_id,
        meaning_said?.id,
      ]),
    ).toEqual([
      [1, 4, "todo_001", "outline_todo"],
      [1, 4, null, "outline_no_title"],
      [2, 4, "todo_002", "outline_todo"],
      [2, 8, "todo_002", "outline_approval"],
      [2, 4, "todo_002", "outline_waits"],
    ]);
  });
});

const WRONG: readonly (readonly [line: string, column: number, text: string, said: string])[] = [
  ["- 배포 [승이]", 7, "승이", "outline_unknown_mark"],
  ["- Tidy [x]", 9, "x", "outline_unknown_mark"],
  ["- Tidy [30m]", 9, "30m", "outline_unknown_mark"],
  ["- Tidy [high, low]", 15, "low", "outline_twice"],
  ["- Tidy @kim @lee", 13, "@lee", "outline_twice"],
  ["- Save: write_fil(path: x)", 9, "write_fil(path: x)", "outline_tool_meant"],
  ["- do_it(now)", 3, "do_it(now)", "outline_unknown_tool"],
  ["- echo(hello)", 3, "echo(hello)", "outline_arguments"],
  ["- Tidy [after Nothing]", 9, "after Nothing", "outline_unknown_todo"],
  ["- Tidy [after 2]", 9, "after 2", "outline_unknown_todo"],
  ["- Tidy [due 2026-12-01]", 9, "due 2026-12-01", "outline_due_unfit"],
  ["- 정리 [기한 12월 1일]", 7, "기한 12월 1일", "outline_due_unfit"],
  ["then begin", 6, "begin", "outline_nothing_before"],
  ["- ***", 3, "***", "outline_no_text"],
  [`- ${"가".repeat(201)}`, 3, "가".repeat(201), "words_title_long"],
  [`- ${"가 ".repeat(600)}`, 3, "가 ".repeat(599).concat("가"), "outline_line_long"],
  ["- [승인]", 3, "[승인]", "outline_no_text"],
  ["- \u3164", 3, "\u3164", "outline_no_text"],
];

describe("what an outline says and nobody understands", () => {
  test.each(WRONG)("%s", (line, column, text, said) => {
    const { not_understood } = read(
      ["- first", line.startsWith("then") ? "" : "", line].slice(line.startsWith("then") ? 2 : 0),
    );
    expect(not_understood).toMatchObject([{ column, text, detail_said: { id: said } }]);
  });

  test("of several todos with one name is not guessed", () => {
    expect(read(["- 초안", "- 초안", "- 검토 [after 초안]"]).not_understood).toMatchObject([
      { line: 3, detail_said: { id: "outline_several_todos" } },
    ]);
    const twice = ["- 가", "  1. 나", "- 다", "  1. 라", "1. 마", "1. 바", "- 사 [after 1]"];
    expect(read(twice).not_understood).toMatchObject([
      { line: 7, detail_said: { id: "outline_several_todos" } },
    ]);
  });

  test("are lines without a sign and headings between todos", () => {
    expect(read(["- a", "그냥 한 줄", "## Phase 2", "- b"]).not_understood).toMatchObject([
      { line: 2, column: 1, detail_said: { id: "outline_no_sign" } },
      { line: 3, column: 4, detail_said: { id: "outline_heading" } },
    ]);
  });

  test("and no text is a plan", () => {
    for (const text of ["", " \n\t", "---", "# Title"]) {
      expect(readOutline(text, known)).toMatchObject({
        plan: null,
        not_understood: [{ detail_said: { id: "outline_no_todos" } }],
      });
    }
    expect(readOutline("- x\n".repeat(60_000), known)).toMatchObject({
      plan: null,
      not_understood: [{ detail_said: { id: "words_too_long" } }],
    });
  });
});

describe("somebody's name", () => {
  const agents = ["writer", "리서처"];
  const readWith = (text: string) => readOutline(text, { ...known, agents });

  test("is an agent's where there is one of that name, and a person's else", () => {
    const { plan, understood, not_understood } = readWith(
      "1. 조사하기 @리서처\n2. Write it @writer [approval]\n3. Read it @kim\n4. Check [owner: writer]",
    );
    expect(not_understood).toEqual([]);
    expect(plan?.todos).toMatchObject([
      { title: "조사하기", agent_name: "리서처" },
      { title: "Write it", agent_name: "writer", requires_approval: true },
      { title: "Read it", assignee: "kim" },
      { title: "Check", agent_name: "writer" },
    ]);
    for (const { agent_name, assignee } of plan!.todos) {
      expect([agent_name, assignee].filter((one) => one !== undefined)).toHaveLength(1);
    }
    expect(understood.map(({ meaning }) => meaning)).toContain('the agent "writer" works on it');
    expect(readOutline("- Write it @writer", known).plan?.todos).toMatchObject([
      { assignee: "writer" },
    ]);
  });

  test.each(['- Say it @writer: echo(text="x")', "- ? Which year @writer"])(
    "of an agent beside what agents do not do is not understood: %s",
    (text) => {
      const { not_understood } = readWith(text);
      expect(not_understood.map(({ detail }) => detail)).toEqual([
        expect.stringContaining('"writer" is an agent'),
      ]);
    },
  );
});
