import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { speak, words } from "../../src/cli/messages/i18n.ts";
import { span } from "../../src/cli/messages/span.ts";
import type { Language } from "../../src/cli/messages/words.ts";
import { renderBoard } from "../../src/cli/render/board.ts";
import { comparisonLines } from "../../src/cli/render/change-lines.ts";
import { graphLines } from "../../src/cli/render/graph-lines.ts";
import { choiceLines } from "../../src/cli/render/holds/choice-lines.ts";
import { holdLines } from "../../src/cli/render/holds/hold-lines.ts";
import { inboxLines, listNotes, planListLines } from "../../src/cli/render/lists.ts";
import { nextLines, whyLines } from "../../src/cli/render/next-lines.ts";
import { todoLines } from "../../src/cli/render/todo-lines.ts";
import { columnsOf } from "../../src/cli/terminal/screen.ts";
import { moment } from "../../src/cli/terminal/time.ts";
import { cut, widthOf, wrap, wrapWords } from "../../src/cli/terminal/width.ts";
import type { Inbox, PlanList } from "../../src/contract/list.ts";
import type { Board } from "../../src/contract/plan/board.ts";
import type { Comparison } from "../../src/contract/plan/edit.ts";
import type { Hold } from "../../src/contract/plan/holds/hold.ts";
import type { Reason } from "../../src/contract/plan/plan.ts";
import type { Todo } from "../../src/contract/plan/todo.ts";
import { say, spelled, type Sentence } from "../../src/contract/sentences/sentence.ts";
import { useEnglish } from "./support/use-english.ts";

useEnglish();

const NOW = Date.parse("2026-11-20T12:00:00Z");
const ago = (seconds: number): string => new Date(NOW - seconds * 1_000).toISOString();
const WIDTHS = [80, 120] as const;
const LANGUAGES: readonly Language[] = ["en", "ko"];
const SHAPES = WIDTHS.flatMap((columns) =>
  LANGUAGES.map((language) => ({ columns, language, now: NOW })),
);

const todo = (id: string, title: string, status: Todo["status"], more: Partial<Todo> = {}): Todo =>
  ({
    id,
    title,
    status,
    depends_on: [],
    progress_percentage: 0,
    started_at: null,
    completed_at: null,
    error_message: null,
    ...more,
  }) as unknown as Todo;

const because = (code: Reason["code"], said: Sentence, more: Partial<Reason> = {}): Reason => ({
  code,
  text: "",
  ...spelled("text", said),
  ...more,
});

const hold = {
  id: "tea.h1",
  plan_id: "tea",
  kind: "approval",
  todo_id: "survey",
  status: "open",
  title: "설문 발송",
  message: "고객 142명에게\n보냅니다.",
  tool_name: "send_mail",
  args: { to: "142", body: Array.from({ length: 40 }, (_, line) => `줄 ${line}`).join("\n") },
  input_data: { 목록: "customers.csv" },
  output_path: "out/sent.json",
  input_request: null,
  digest: `sha256:${"0".repeat(64)}`,
  deadline_at: ago(-724),
  asked_by: null,
  assignee: null,
  deciding: null,
  on_timeout: "fail",
  on_reject: "skip",
  decision: null,
} as unknown as Hold;

const nothing = {
  stops: [],
  starts: [],
  unawaited: [],
  asks: [],
  may_run_again: [],
  plan_ends: null,
};

const todos = [
  todo("collect", "리뷰 수집", "completed", { started_at: ago(600), completed_at: ago(358) }),
  todo("mood", "Sentiment of every review", "in_progress", {
    started_at: ago(90),
    progress_percentage: 62,
    progress_message: "Judged 124\nof 200",
  }),
  todo("survey", "설문 발송", "needs_approval"),
  todo("fetch", "경쟁사 자료를 모두 모아 한 표로 만들고 서로 견주어 보기".repeat(2), "failed", {
    error_message: "timeout\u001b[31m after 300 s",
  }),
  todo("report", "보고서 작성", "blocked", { depends_on: ["mood", "survey"] }),
];

const board = {
  plan: {
    id: "tea",
    title: "경쟁사 리뷰 분석 3분기",
    status: "running",
    mode: "approval_wait",
    version: 12,
    open_holds: 1,
    paused: null,
    goal_phase: null,
    ended_because: null,
    progress: { percentage: 52.4, total: 5, counts: { completed: 1 } },
    todo_count: 5,
  } as unknown as Board["plan"],
  todos,
  schedule: {
    running: ["mood"],
    next: [],
    waiting: [
      {
        todo_id: "report",
        reasons: [
          because("dependency", say("waits_for_todos", { todos: '"…"' }), {
            todo_ids: ["mood", "survey"],
          }),
        ],
      },
    ],
  },
  holds: [hold],
} satisfies Board;

describe.each(SHAPES)("a board at $columns columns in $language", (shape) => {
  beforeEach(() => speak(shape.language));

  speak(shape.language);
  const lines = renderBoard(board, { ...shape, plain: false });

  test("never is wider than the screen", () => {
    expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(shape.columns);
  });

  test("has its notes one below the other, whatever letters stand before them", () => {
    const took = shape.language === "ko" ? "4분 2초" : "4m02s";
    const starts = [took, "██████░░░░ 62%", "timeout"].map((note) => {
      const line = lines.find((text) => text.includes(note))!;
      return widthOf(line.slice(0, line.indexOf(note)));
    });
    expect(new Set(starts).size).toBe(1);
  });

  test("says what waits, for how long, and what to type", () => {
    const text = lines.join("\n");
    expect(text).toContain("h1");
    expect(text).toMatch(
      shape.language === "ko" ? /12분 4초 남음, 지나면 실패/ : /12m04s left, then: fail/,
    );
    expect(text).toContain("holdpoint approve tea.h1");
    expect(text).toContain("52.4%  1/5");
    expect(text).toMatch(shape.language === "ko" ? /대기: "Sentiment/ : /Waits for "Sentiment/);
  });

  test("says what a running tool does, in its line", () => {
    const line = lines.find((text) => text.includes("62%"))!;
    const took = shape.language === "ko" ? "1분 30초" : "1m30s";
    expect(line).toContain(`62%  ${took}  Jud`);
    expect(line.trimEnd().endsWith(shape.columns === 120 ? "of 200" : "…")).toBe(true);
  });

  test("shows no terminal sequence of a plan", () => {
    expect(lines.join("")).not.toContain("\u001b");
    expect(lines.join("")).toContain("\\u{1b}[31m");
  });

  test("says in plain mode with words what it else says with signs", () => {
    const plain = renderBoard(board, { ...shape, plain: true });
    expect(plain.join("")).not.toMatch(/[✔▶◐✖□█░]/u);
    expect(plain.join("\n")).toContain(shape.language === "ko" ? "[완료]" : "[done]");
    expect(Math.max(...plain.map(widthOf))).toBeLessThanOrEqual(shape.columns);
  });
});

test.each(SHAPES)(
  "a board at $columns columns in $language says why a model is asked again",
  (shape) => {
    speak(shape.language);
    const why = say("model_busy");
    const told = say("model_tried_again_now", { why, attempt: 2, most: 12 });
    const plan = { ...board.plan, ...spelled("thinking_message", told) };
    const lines = renderBoard({ ...board, plan }, { ...shape, plain: false });
    expect(lines.join(" ").replaceAll(/\s+/g, " ")).toContain(
      shape.language === "ko"
        ? "다시 시도하는 중입니다(전체 12번 가운데 2번째)"
        : "Attempt 2 of 12",
    );
    expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(shape.columns);
  },
);

test("a todo between two attempts is not said to run: its line says when the next one starts", () => {
  const at = ago(-30);
  const again = todo("ask", "Ask the shop", "in_progress", {
    started_at: ago(90),
    next_attempt_at: at,
  });
  const waiting = [{ todo_id: "ask", reasons: [because("retry", say("attempt_comes", { at }))] }];
  const lines = renderBoard(
    { ...board, todos: [again], holds: [], schedule: { running: ["ask"], next: [], waiting } },
    { columns: 120, rows: 20, now: NOW, plain: false },
  );
  expect(lines.find((line) => line.includes("Ask the shop"))).toContain(
    "An attempt failed; the next one starts at",
  );
});

test("reasons beside a todo are a sentence each", () => {
  const reasons = [
    because("dependency", say("waits_for_todos", { todos: '"…"' }), { todo_ids: ["mood"] }),
    because("dependency_failed", say("cannot_start_without", { todos: '"…"' }), {
      todo_ids: ["survey"],
    }),
  ];
  const waiting = [{ todo_id: "last", reasons }];
  const last = todo("last", "Say so", "blocked");
  const lines = renderBoard(
    { ...board, todos: [...todos, last], schedule: { running: [], next: [], waiting } },
    { columns: 160, rows: 20, now: NOW, plain: false },
  );
  const said = lines.find((line) => line.includes("Say so"));
  expect(said).toMatch(/Waits for [^.;]+\. It cannot start without /);
});

test("a board of a large plan fits the screen and keeps what matters now", () => {
  const done = Array.from({ length: 500 }, (_, n) => todo(`t${n}`, `Todo ${n}`, "completed"));
  const plan = { ...board.plan, todo_count: 10_000 };
  const lines = renderBoard(
    { ...board, plan, todos: [...done, ...todos] },
    { columns: 80, rows: 20, now: NOW, plain: false },
  );
  expect(lines.length).toBeLessThanOrEqual(20);
  const text = lines.join("\n");
  for (const shown of ["Sentiment of every review", "설문 발송", "timeout"]) {
    expect(text).toContain(shown);
  }
  expect(text).toMatch(/… 9,?98\d more todos/);
});

describe.each(SHAPES)("lists at $columns columns in $language", (shape) => {
  beforeEach(() => speak(shape.language));

  const rows = [
    ["a.h1", "설문을 고객 모두에게 보내기 전에 확인하기".repeat(3), "경쟁사 리뷰 분석 3분기"],
    [
      "a-longer-plan.h12",
      "Send the survey",
      "Migrate the billing tables and all that hangs on them",
    ],
  ] as const;
  const inbox = {
    holds: rows.map(([id, title, plan_title], place) => ({
      id,
      title,
      plan_title,
      kind: place === 0 ? "approval" : "input",
      deadline_at: place === 0 ? ago(-3_600) : null,
      on_timeout: place === 0 ? "fail" : "wait",
      overdue: false,
      deciding: null,
    })),
    total: 2,
    has_more: false,
    complete: true,
    partly_listed: [],
    workers: { state: "up", last_seen_at: null },
  } as unknown as Inbox;

  test("the inbox is aligned and fits", () => {
    const lines = inboxLines(inbox, { ...shape, plain: false });
    expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(shape.columns);
    const kinds =
      shape.language === "ko" ? ["종류", "승인", "질문"] : ["KIND", "approval", "question"];
    const starts = lines.map((line, place) => widthOf(line.slice(0, line.indexOf(kinds[place]!))));
    expect(new Set(starts).size).toBe(1);
  });

  test("the inbox says what an agent wants to call, not the todo that all its calls are of", () => {
    const asks = inbox.holds.map((row, place) => ({
      ...row,
      kind: "approval",
      title: "Book",
      agent: "writer",
      message: `call ${place}`,
    }));
    const lines = inboxLines({ ...inbox, holds: asks } as never, { ...shape, plain: false });
    expect(lines[1]).toContain("call 0");
    expect(lines[2]).toContain("call 1");
    const plans = inbox.holds.map((row) => ({
      ...row,
      kind: "approval",
      agent: null,
      message: "m!",
    }));
    const own = inboxLines({ ...inbox, holds: plans } as never, { ...shape, plain: false });
    expect(own.join("")).not.toContain("m!");
  });

  test("the inbox says with what a todo failed, beside its title", () => {
    const failure = spelled(
      "message",
      say("failed_because", { kind: say("failure_timeout"), why: "No answer" }),
    );
    const row = { ...inbox.holds[0], kind: "recovery", title: "Book", agent: null, ...failure };
    const lines = inboxLines({ ...inbox, holds: [row] } as never, { ...shape, plain: false });
    expect(lines[1]).toMatch(/Book: No answer$/);
  });

  test("plans show how far they are", () => {
    const list = {
      ...inbox,
      plans: [
        {
          id: "tea",
          title: "차 한 잔",
          status: "running",
          mode: "approval_wait",
          open_holds: 2,
          next_deadline: ago(-60),
          progress: { percentage: 50, total: 2, counts: {} },
          created_at: ago(10),
          ended_at: null,
        },
      ],
    } as unknown as PlanList;
    const [, line = ""] = planListLines(list, { ...shape, plain: false });
    expect(line).toContain("███░░░ 50%");
    expect(line).toContain(shape.language === "ko" ? "2 (1분)" : "2 (1m00s)");
    expect(widthOf(line)).toBeLessThanOrEqual(shape.columns);
    // An id that nobody chose takes the room of the time, where both do not fit.
    const long = {
      ...list.plans[0]!,
      id: "01m8pdn87tgzh2hs92p2xd4vht",
      next_deadline: ago(-3_500),
    };
    const lines = planListLines({ ...list, plans: [long] }, { ...shape, plain: false });
    expect(lines[1]).toContain("차 한 잔");
    for (const one of lines) expect(widthOf(one)).toBeLessThanOrEqual(shape.columns);
  });

  test("plans with work do not take its due time for the deadline of a hold", () => {
    const holds = { open_holds: 1, open_work: 1, next_deadline: ago(-60) };
    const row = {
      id: "tea",
      title: "차 한 잔",
      status: "running",
      mode: "approval_wait",
      ...holds,
    };
    const times = { progress: null, created_at: ago(10), ended_at: null };
    const list = { ...inbox, plans: [{ ...row, ...times }] } as unknown as PlanList;
    expect(planListLines(list, { ...shape, plain: false })[1]).not.toContain("1 (");
  });

  test("say how old they are when every worker is down", () => {
    const down = { ...inbox, workers: { state: "down" as const, last_seen_at: ago(60) } };
    expect(listNotes(down).join("")).toContain("holdpoint doctor");
    expect(listNotes(inbox)).toEqual([]);
  });
});

test("a hold shows all that is decided, and cuts only where it says so", () => {
  const short = holdLines(hold).join("\n");
  expect(short).toContain("설문 발송 — waits for your decision");
  expect(short).toContain("… 16 more lines");
  const whole = holdLines(hold, Infinity).join("\n");
  expect(whole).toContain("줄 39");
  expect(whole).toMatch(new RegExp(`digest +${hold.digest}`));
  expect(whole).toMatch(/input_data\.목록 +customers\.csv/);
  expect(whole).toMatch(/result to +out\/sent\.json/);
});

test.each([
  ["en", "agent", "tool", "none, this is a sign-off"],
  ["ko", "에이전트", "도구", "없음 (확인만 필요)"],
] as const)("a hold names the agent that goes to work, in %s", (language, agent, tool, nothing) => {
  speak(language);
  const shown = (fields: object) =>
    holdLines({ ...hold, ...fields } as never)
      .map((line) => line.replace(/ +/, " "))
      .filter((line) => line.startsWith(`${agent} `) || line.startsWith(`${tool} `));
  const args = { agent_name: "search_team", assignment: "법률 검색" };
  expect(shown({})).toEqual([`${tool} send_mail`]);
  for (const kind of ["approval", "recovery"]) {
    expect(shown({ kind, tool_name: null, args })).toEqual([`${agent} search_team`]);
  }
  // Nothing but a person's word is needed, and only an approval can say so.
  expect(shown({ tool_name: null, args: {} })).toEqual([`${tool} ${nothing}`]);
  expect(shown({ kind: "recovery", tool_name: null, args: null })).toEqual([]);
  expect(shown({ kind: "plan_review", tool_name: null, args: null })).toEqual([]);
});

test.each([
  ["en", "reject cancels the plan"],
  ["ko", "거절 계획을 취소합니다"],
] as const)(
  "who reviews a plan is told what rejecting it does to the plan, in %s",
  (language, told) => {
    speak(language);
    const review = { ...hold, kind: "plan_review", todo_id: null, on_reject: "fail" } as never;
    expect(holdLines(review).join("\n").replaceAll(/ +/g, " ")).toContain(told);
  },
);

test.each([
  [
    "en",
    "reject",
    "refuses what the agent asks; it is told so, and goes on",
    "the agent is told that nobody decided, and goes on",
  ],
  [
    "ko",
    "거절",
    "요청을 거절했다고 에이전트에게 알리고, 에이전트는 일을 계속합니다",
    "에이전트가 결정 없이 계속함",
  ],
] as const)("a refused call of an agent skips nothing, in %s", (language, name, refused, late) => {
  speak(language);
  const asked_by = { agent_name: "writer", context: null, suggested_answers: [] };
  const call = { ...hold, asked_by, on_reject: "go_on", on_timeout: "skip" } as never;
  const lines = holdLines(call).join("\n").replaceAll(/ +/g, " ");
  expect(lines).toContain(`${name} ${refused}`);
  const timeout = { ...nothing, at: ago(-724), action: "skip" } as const;
  const told = choiceLines(call, { choices: [], timeout, may_remember: false }, 200, true);
  expect(told.join("\n")).toContain(late);
  // Neither a board nor the inbox says that it is skipped.
  const skip = language === "ko" ? "건너뛰기" : "skip";
  const shape = { columns: 200, now: NOW, plain: false };
  const row = { ...(call as Hold), agent: "writer", plan_title: "Tea", overdue: false };
  const ofAgent = renderBoard({ ...board, holds: [call] } as never, shape as never).join("\n");
  expect(ofAgent).toContain(words("timeout_call"));
  expect(ofAgent).not.toContain(skip);
  expect(inboxLines({ holds: [row] } as never, shape).join("\n")).not.toContain(skip);
  const own = holdLines({ ...hold, on_reject: "go_on" } as never).join("\n");
  expect(own).not.toContain(refused);
});

test("what keeps a todo back is told reason by reason, with the hold that asks and who comes first", () => {
  const made = "2026-11-20T08:00:00.000Z";
  const rank = { priority: 5, made };
  const todo_ids = ["fetch"];
  const question = "Which file?";
  const reasons = [
    because("paused", say("plan_was_paused", { by: "kim" })),
    because("dependency_failed", say("cannot_start_without", { todos: '"…"' }), { todo_ids }),
    because("hold", say("waits_for_answer", { question }), { hold_id: "tea.h2" }),
    because("parallel_limit", say("next_to_start", { ...rank, taken: 1, places: 1 }), { todo_ids }),
  ];
  const schedule = { running: [], next: [], waiting: [{ todo_id: "report", reasons }] };
  const shown = [todo("fetch", "파일 읽기", "failed"), todos[4]!];
  const lines = nextLines({ ...board, todos: shown, schedule, holds: [] });
  const told = [
    "The plan was paused by kim",
    'It cannot start without "파일 읽기"',
    "Its agent waits for an answer: Which file? (h2)",
    `First in line (priority 5, made ${moment(made)}): 1 of 1 places are taken: "파일 읽기"`,
  ].join(". ");
  expect(lines.join("\n")).toContain(told);
});

test("a change from or to nothing is told with a dash", () => {
  const fields = [
    { field: "due_in", before: null, after: "2w" },
    { field: "tags", before: ["a"], after: [] },
  ];
  const comparison = { added: [], removed: [], changed: [{ todo_id: "note", fields }] };
  const lines = comparisonLines({ ...comparison, settings: [] } as unknown as Comparison);
  expect(lines.map((line) => line.trim())).toEqual([
    "~ note",
    'due_in: – → "2w"',
    'tags: ["a"] → –',
  ]);
});

test("a graph shows each todo once, under the last of those it waits for", () => {
  const lines = graphLines(
    [
      todo("a", "A", "completed"),
      todo("b", "B", "pending", { depends_on: ["a"] }),
      todo("c", "C", "pending", { depends_on: ["a"] }),
      todo("d", "D", "blocked", { depends_on: ["b", "c"] }),
    ],
    { columns: 80, plain: false },
  );
  expect(lines).toEqual(["✔ a  A", "├─ ○ b  B", "└─ ○ c  C", "   └─ □ d  D  (needs b, c)"]);
});

test("a graph of a chain of 10,000 stays on the screen", () => {
  const chain = Array.from({ length: 10_000 }, (_, n) =>
    todo(`t${n}`, `할 일 ${n}`, "blocked", { depends_on: n === 0 ? [] : [`t${n - 1}`] }),
  );
  speak("ko");
  const lines = graphLines(chain, { columns: 80, plain: false });
  expect(lines).toHaveLength(10_000);
  expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(80);
});

test("wide characters are cut whole and wrapped without loss", () => {
  expect(cut("보고서 작성", 6)).toBe("보고…");
  expect(widthOf(cut("👨‍👩‍👧 가족", 4))).toBeLessThanOrEqual(4);
  const long = "holdpoint approve 계획-".repeat(9);
  const lines = wrap(long, 40, "    ");
  expect(lines.map((line) => line.slice(4)).join("")).toBe(long);
  expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(40);
  const broken = wrapWords("Allowed now: pending, blocked, skipped.", 20);
  expect(broken).toEqual(["Allowed now:", "  pending, blocked,", "  skipped."]);
});

test.each([
  [8_000, "8s", "8초"],
  [242_000, "4m02s", "4분 2초"],
  [3_600_000, "1h00m", "1시간"],
  [7_500_000, "2h05m", "2시간 5분"],
  [273_600_000, "3d04h", "3일 4시간"],
  [-5, "0s", "0초"],
])("%i ms are %s, and %s in Korean", (milliseconds, en, ko) => {
  const told = LANGUAGES.map((language) => {
    speak(language);
    return span(milliseconds);
  });
  expect(told).toEqual([en, ko]);
});

test("a moment that comes within the hour is told to the second", () => {
  const now = new Date(2026, 10, 20, 14, 2).getTime();
  const at = (seconds: number): string =>
    moment(new Date(now + seconds * 1_000).toISOString(), now);
  expect([at(9), at(3_600), at(-9)]).toEqual([
    "2026-11-20 14:02:09",
    "2026-11-20 15:02",
    "2026-11-20 14:01",
  ]);
});

describe("how wide lines may be", () => {
  afterEach(() => void vi.unstubAllEnvs());

  test.each([
    ["a terminal's width", { isTTY: true, columns: 120 }, "", 120],
    ["80 on a terminal that does not know", { isTTY: true, columns: 0 }, "", 80],
    ["what COLUMNS says on a terminal", { isTTY: true, columns: 120 }, "300", 300],
    ["what COLUMNS says without one", { isTTY: false, columns: 0 }, "300", 300],
    ["without end in a pipe", { isTTY: false, columns: 0 }, "", Infinity],
    [
      "without end in a pipe when COLUMNS says nothing",
      { isTTY: false, columns: 0 },
      "wide",
      Infinity,
    ],
  ])("is %s", (_, terminal, columns, width) => {
    vi.stubEnv("COLUMNS", columns);
    expect(columnsOf(terminal)).toBe(width);
  });

  test("a program finds whole fields in a list, a board and a graph, and no bars", () => {
    const shape = { columns: Infinity, now: NOW, plain: false };
    const long = `${"아주 긴 제목 ".repeat(40)}JIRA-12345`;
    const id = `${"long-".repeat(8)}id`;
    const lines = [
      ...renderBoard(
        {
          ...board,
          holds: [],
          plan: { ...board.plan, title: long, todo_count: 1 },
          todos: [{ ...board.todos[0]!, id, title: long }],
        },
        shape,
      ),
      ...graphLines([todo(id, long, "pending")], shape),
    ];
    expect(lines.filter((line) => line.includes("JIRA-12345"))).toHaveLength(3);
    expect(lines.filter((line) => line.includes(id))).toHaveLength(2);
    expect(lines.join("")).not.toMatch(/[…█░]/u);
  });
});

test("why tells of an agent that runs what keeps it from going on", () => {
  const said = say("model_tried_again_now", { why: say("model_busy"), attempt: 3, most: 10 });
  const agent = todo("a", "Write", "in_progress", spelled("progress_message", said));
  const why = { todo: agent, reasons: [], timeout: null } as never;
  expect(whyLines(why, new Map(), true)).toEqual([
    expect.stringContaining("a  Write"),
    "  It is running.",
    "  The model gave no answer: The model's server has too many requests (HTTP 429). Attempt 3 of 10 is under way.",
  ]);
});

test.each([
  ["en", "next lee, park, then: fail", "ask lee", "lee is asked, for 1h00m more; nothing else"],
  ["ko", "다음 사람 lee, park, 그다음: 실패", "lee에게 묻기", "lee에게 묻고 1시간 더 기다림"],
] as const)("a hold says who is asked when nobody decides in time, in %s", (language, ...told) => {
  const [next, then, preview] = told;
  speak(language);
  const escalates_to = ["lee", "park"];
  const asked = { ...hold, escalates_to } as Hold;
  const lines = holdLines(asked).join("\n").replaceAll(/ +/g, " ");
  expect(lines).toContain(next);
  expect(lines).toContain(then);
  const timeout = { ...nothing, at: ago(-724), action: "escalate", to: "lee" } as const;
  const choices = { choices: [], may_remember: false };
  const shown = (seconds: number | null): string =>
    choiceLines(asked, { ...choices, timeout: { ...timeout, seconds } }, 200, true).join("\n");
  expect(shown(3_600)).toContain(preview);
  expect(shown(null)).toContain(words("timeout_then_last", { to: "lee" }));
  const shape = { columns: 200, now: NOW, plain: false };
  const watched = renderBoard({ ...board, holds: [asked] } as never, shape as never).join("\n");
  expect(watched).toContain(then);
  const row = { ...asked, agent: null, plan_title: "Tea", overdue: false };
  expect(inboxLines({ holds: [row] } as never, shape).join("\n")).toContain(then);
});

test("a todo that runs anew is told with the attempts of this run, not of all", () => {
  const tried = (type: string, run: number, attempt?: number) => ({
    type,
    by: "holdpoint",
    at: ago(10),
    todo_id: "t1",
    seq: 1,
    data: { run, attempt },
  });
  const again = {
    ...todo("t1", "Book", "in_progress", { tool_name: "echo", run: 2, retry_count: 2 }),
    description: null,
    priority: 5,
    max_retries: 3,
    context: {},
    waits_for: [],
    agent: null,
    created_at: ago(60),
    result_data: null,
  };
  const shown = (events: readonly object[]): string =>
    todoLines({ todo: again, holds: [], events, titles: new Map() } as never).join("\n");
  const first = [tried("todo.started", 1), tried("todo.attempt_started", 1, 2)];
  const second = tried("todo.started", 2);
  expect(shown([...first, second])).toMatch(/attempts +1 in run 2/);
  expect(shown([...first, second, tried("todo.attempt_started", 2, 2)])).toMatch(
    /attempts +2 in run 2/,
  );
});
