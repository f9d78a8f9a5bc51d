import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Inbox, NoticeList } from "../../src/contract/list.ts";
import type { Hold } from "../../src/contract/plan/holds/hold.ts";
import type { NewPlanInput, PlanView, Receipt } from "../../src/contract/plan/plan.ts";
import type { InputRequest } from "../../src/contract/plan/todo.ts";
import { bigTextTodos } from "../support/big-text-todos.ts";
import { useCliStack } from "./support/cli-stack.ts";
import { createFolder } from "./support/folders.ts";

const stack = useCliStack();
const LONG = { timeout: 120_000 };

const asking = (id: string, count = 1): NewPlanInput => ({
  id,
  title: "경쟁사 리뷰",
  todos: Array.from({ length: count }, (_, place) => ({
    id: `t${place + 1}`,
    title: `설문 ${place + 1}`,
    tool_name: "echo",
    tool_params: { text: "b" },
    requires_approval: true,
  })),
});

async function held(id: string, count = 1): Promise<Hold[]> {
  await stack().api.create(asking(id, count));
  return stack().api.untilHolds(id, count);
}

async function questioned(id: string, input_request: Partial<InputRequest>): Promise<void> {
  const request = { question: "어느 기간을 쓸까요?", ...input_request } as InputRequest;
  await stack().api.create({
    id,
    title: "질문",
    todos: [{ id: "q", title: "기간", input_request: request }],
  });
  await stack().api.untilHolds(id);
}

const plan = (id: string) => stack().api.plan(id);

test(
  "large arguments are shown by size, digest and ends, and saved byte for byte",
  LONG,
  async () => {
    await stack().api.create({
      id: "holds-kept",
      title: "큰 글",
      todos: bigTextTodos(),
    });
    await stack().api.untilHolds("holds-kept");
    const file = join(createFolder(), "args.json");
    const [shown, saved] = await Promise.all([
      stack().type("show holds-kept.h1"),
      stack().type(`show holds-kept.h1 --at /args/text --save ${file} --json`),
    ]);
    const bytes = Buffer.from(JSON.stringify("가".repeat(40_000)));
    const digest = `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
    expect(shown.out).toContain("/args/text 120002 bytes, application/json");
    expect(shown.out).toContain(digest);
    expect(shown.out).toContain(`"${"가".repeat(199)}`);
    expect(saved.json()).toEqual({ file, bytes: bytes.length, digest });
    expect(readFileSync(file).equals(bytes)).toBe(true);
    const again = await stack().type(`show holds-kept.h1 --at /args/text --save ${file}`);
    expect(again.err).toContain("cannot be written");
    expect(again.err).toContain(
      "Next: holdpoint show holds-kept.h1 --at /args/text --save '<file>'\n",
    );
    const free = `${file}.free`;
    expect((await stack().type(`show holds-kept.h1 --at /args/nosuch --save ${free}`)).exit).toBe(
      1,
    );
    const mended = await stack().type(`show holds-kept.h1 --at /args/text --save ${free}`);
    expect(mended.exit, mended.err).toBe(0);
  },
);

describe("what waits", () => {
  test("is listed with what is asked, and shown with all that is decided", LONG, async () => {
    await held("listed");
    await stack().api.watch.until("listed", async () => {
      const { total } = await stack().api.get<Inbox>("/v1/holds?plan_id=listed");
      return total === 1;
    });
    const [inbox, asData, shown, short] = await Promise.all([
      stack().type("inbox --plan listed"),
      stack().type("inbox --plan listed --json"),
      stack().type("show listed.h1"),
      stack().type("show h1 --plan listed --json"),
    ]);
    expect(inbox.out).toMatch(
      /^ID +LEFT +KIND +PLAN +ASKS\nlisted\.h1 +59m\d\ds → fail +approval +경쟁사 리뷰 +설문 1\n$/,
    );
    expect(inbox.err).toContain("Next: holdpoint show listed.h1");
    expect(asData.json<Inbox>().holds).toMatchObject([
      { id: "listed.h1", plan_title: "경쟁사 리뷰" },
    ]);
    expect(shown.out).toMatch(/tool +echo\ntext +b\ndigest +sha256:[0-9a-f]{64}\nuntil/);
    expect(shown.out).toMatch(
      /\nIf nobody decides by 20[-\d]+ \d\d:\d\d:\d\d: it fails.*\nMore time: holdpoint extend listed\.h1 1d\n/,
    );
    expect(shown.err).toContain("Next: holdpoint approve listed.h1");
    expect(short.json<Hold>()).toMatchObject({ id: "listed.h1", status: "open" });
    await stack().type("reject listed.h1");
    await stack().api.untilEnded("listed");
    await stack().api.watch.until("listed", async () => {
      const { total } = await stack().api.get<Inbox>("/v1/holds?plan_id=listed");
      return total === 0;
    });
    const empty = await stack().type("inbox --plan listed --lang ko");
    expect([empty.exit, empty.out, empty.err]).toEqual([
      0,
      "",
      "사람을 기다리는 일이 없습니다.\n다음: holdpoint plan list\n",
    ]);
  });
});

describe("deciding", () => {
  test("approves, and tells a second person who was first", LONG, async () => {
    await held("approved");
    const first = await stack().type("approve approved.h1 --comment 확인함");
    expect([first.exit, first.out, first.err]).toEqual([0, "", "✔ Approved: 설문 1\n"]);
    const second = await stack().type("reject h1 --plan approved");
    expect(second.exit).toBe(1);
    expect(second.err).toMatch(
      /approved by local-operator at .* 확인함\nNext: holdpoint show approved\.h1\n$/,
    );
    const uncommented = await held("uncommented");
    await stack().type(`approve ${uncommented[0]!.id}`);
    const third = await stack().type(`reject ${uncommented[0]!.id}`);
    expect(third.err).toMatch(/\n {2}approved by local-operator at [\d-]+ \d\d:\d\d\n/);
    const late = await stack().type("answer approved.h1");
    expect([late.exit, late.err]).toEqual([
      1,
      expect.stringMatching(
        /is closed: approved by local-operator at .*\nNext: holdpoint show approved\.h1\n$/,
      ),
    ]);
    expect(await stack().api.untilEnded("approved")).toMatchObject({ status: "completed" });
  });

  test(
    "approves with other arguments, written or from a file, and refuses what does not fit",
    LONG,
    async () => {
      const cwd = createFolder();
      writeFileSync(join(cwd, "args.yaml"), "text: from a file\n");
      await held("hold-edited", 2);
      const wrong = await stack().run(["approve", "hold-edited.h1", "--args", '{"txt":"x"}']);
      expect([wrong.exit, wrong.err]).toEqual([1, expect.stringContaining("txt")]);
      const none = await stack().run(["approve", "hold-edited.h1", "--args", "x"]);
      expect([none.exit, none.err]).toEqual([
        2,
        expect.stringContaining("holdpoint approve --help"),
      ]);
      const written = await stack().run([
        "approve",
        "hold-edited.h1",
        "--args",
        '{"text":"x"}',
        "--json",
      ]);
      expect(written.json<Receipt>().hold).toMatchObject({ decision: { decision: "edit" } });
      const told = await stack().run(["approve", "hold-edited.h2", "--args", "@args.yaml"], {
        cwd,
      });
      expect(told.err).toContain("from a file");
      const ended = await stack().api.untilEnded("hold-edited");
      expect(ended.todos.map(({ result_data }) => result_data)).toEqual([
        { text: "x" },
        { text: "from a file" },
      ]);
    },
  );

  test("tells a decision that can be taken back wherever the hold is looked at", LONG, async () => {
    const id = "in-grace";
    await held(id);
    const approved = await stack().type(`approve ${id}.h1 --grace 60`);
    // A grace time is less than a minute: without seconds, it would tell nothing.
    expect(approved.err).toMatch(/taking effect at [\d-]+ \d\d:\d\d:\d\d\n/);
    expect((await stack().type(`logs ${id}`)).out).toMatch(/undone until [\d-]+ \d\d:\d\d:\d\d\)/);
    const watching = stack().type(`watch ${id} --until-hold`);
    await stack().api.watch.until(id, async () => {
      const { holds } = await stack().api.get<Inbox>(`/v1/holds?plan_id=${id}`);
      return holds[0]?.deciding?.decision === "approve";
    });
    const [shown, board, next, why, inbox] = await Promise.all(
      [`show ${id}.h1`, `plan show ${id}`, `next ${id}`, `why ${id} t1`, `inbox --plan ${id}`].map(
        (line) => stack().type(line),
      ),
    );
    const decided = "approved by local-operator, taking effect at 20";
    expect([shown!.exit, shown!.out, shown!.err]).toEqual([
      0,
      expect.stringMatching(`\ndecided +${decided}`),
      `To undo: holdpoint undo ${id}.h1\n`,
    ]);
    for (const { out, err } of [board!, next!]) {
      expect(out).toContain(decided);
      expect(out).toContain(`  holdpoint undo ${id}.h1\n`);
      expect(out + err).not.toMatch(/waits for a person|holdpoint approve/i);
    }
    expect(why!.err).toMatch(new RegExp(`^${decided}.*\nTo undo: holdpoint undo ${id}\\.h1\n$`));
    expect(inbox!.out).toMatch(/\ds → approved +approval/);
    await stack().type(`undo ${id}.h1`);
    const { exit, out, err } = await watching;
    expect([exit, out, err]).toEqual([
      5,
      expect.stringContaining("undid the decision"),
      expect.stringContaining(`Next: holdpoint approve ${id}.h1\n`),
    ]);
    // Changed arguments are told while they can still be taken back.
    const args = JSON.stringify({ text: "otherwise" });
    const edited = await stack().run(["approve", `${id}.h1`, "--args", args, "--grace", "60"]);
    expect(edited.err).toMatch(/\btext +otherwise\n/);
    expect((await stack().type(`show ${id}.h1`)).out).toMatch(/\btext +otherwise\n/);
    await stack().type(`undo ${id}.h1`);
    await stack().type(`reject ${id}.h1`);
  });

  test("remembers an approval, lists it with its plan, and revokes it", LONG, async () => {
    const [first, second, third] = asking("hold-kept", 3).todos;
    await stack().api.create({
      ...asking("hold-kept"),
      todos: [
        first!,
        { ...second!, tool_params: { text: "c" }, depends_on: ["t1"] },
        { ...third!, depends_on: ["t2"], tool_params: { text: "c", times: 2 } },
      ],
    });
    await stack().api.untilHolds("hold-kept");
    const alone = await stack().run(["approve", "hold-kept.h1", "--differs", "text"]);
    expect([alone.exit, alone.err]).toEqual([2, expect.stringContaining("--remember")]);
    const told = await stack().type("approve hold-kept.h1 --remember 1h --differs text --lang en");
    expect(told.err).toContain(
      "later todos of this plan run without asking if they do the same; /text may differ.",
    );
    const [asked] = await stack().api.untilHolds("hold-kept");
    expect(asked?.todo_id).toBe("t3");
    const shown = await stack().type("plan show hold-kept --lang en");
    expect(shown.out).toContain("Remembered: h1 (echo), by local-operator, until");
    const decided = await stack().run(["plan", "show", "hold-kept", "--json"]);
    expect(decided.json<{ plan: PlanView }>().plan.remembered).toMatchObject([
      { hold_id: "hold-kept.h1", except: ["/text"] },
    ]);
    const revoked = await stack().type("revoke hold-kept.h1 --lang ko");
    expect(revoked.err).toContain("더는 기억하지 않습니다");
    const twice = await stack().type("revoke h1 --plan hold-kept");
    expect([twice.exit, twice.err]).toEqual([
      1,
      expect.stringMatching(/^✖ [^\n]+\nNext: holdpoint show hold-kept\.h1\n$/),
    ]);
    const [late, lateShort] = await Promise.all([
      stack().type("undo hold-kept.h1"),
      stack().type("undo h1 --plan hold-kept"),
    ]);
    expect([late.exit, late.err]).toEqual([1, expect.stringContaining("Next: holdpoint show ")]);
    expect(lateShort.err).toBe(late.err);
    expect((await plan("hold-kept")).remembered).toBeUndefined();
    const [hold] = await stack().api.holds("hold-kept", "all");
    expect(hold).toMatchObject({ decision: { via: "terminal" }, remembered: { revoked: {} } });
  });

  test("approves a plan so that it asks before each todo, in either language", LONG, async () => {
    for (const [id, lang, told, note] of [
      ["each-en", "en", "Approved: 하나씩. It asks before each todo.", "asks before each todo"],
      ["each-ko", "ko", "승인했습니다: 하나씩. 할 일마다 실행 전에 묻습니다.", "할 일마다 묻기"],
    ] as const) {
      const { todos } = asking(id);
      const [todo] = todos.map((one) => ({ ...one, requires_approval: false }));
      await stack().api.create({ id, title: "하나씩", plan_review: true, todos: [todo!] });
      await stack().api.untilHolds(id);
      const asked = await stack().type(`show ${id}.h1 --lang ${lang}`);
      expect(asked.out).toMatch(/approve --each +.*"설문 1"/);
      expect(asked.err).toContain(`holdpoint approve ${id}.h1 --each`);
      const approved = await stack().type(`approve ${id}.h1 --each --lang ${lang}`);
      expect([approved.exit, approved.err]).toEqual([0, `✔ ${told}\n`]);
      const shown = await stack().type(`show ${id}.h1 --lang ${lang}`);
      expect(shown.out).toContain(note);
      const wrong = await stack().type(`approve ${id}.h2 --each --lang ${lang}`);
      expect([wrong.exit, wrong.err]).toEqual([1, expect.stringContaining('"approval"')]);
      await stack().type(`approve ${id}.h2`);
      expect(await stack().api.untilEnded(id)).toMatchObject({ status: "completed" });
    }
  });

  test("rejects with a reason and what follows", LONG, async () => {
    await held("rejected");
    const { exit, err } = await stack().run([
      "reject",
      "rejected.h1",
      "--reason",
      "수신자 오류",
      "--then",
      "fail",
    ]);
    expect([exit, err]).toEqual([0, "✔ Rejected: 설문 1\n"]);
    expect(await stack().api.untilEnded("rejected")).toMatchObject({
      status: "failed",
      todos: [{ status: "failed" }],
    });
  });

  test("decides several at once, each for itself", LONG, async () => {
    await held("several", 3);
    const other = await stack().type("approve several.h1 --plan mixed");
    expect([other.exit, other.err]).toEqual([
      2,
      expect.stringContaining('belongs to plan "several", and --plan names "mixed"'),
    ]);
    // One that is named twice is decided once.
    const both = await stack().type("approve h1 h2 h3 h1 --plan several --comment ok");
    expect(both.exit, both.err).toBe(0);
    const mixed = await held("mixed", 2);
    await stack().type("reject mixed.h1");
    const { exit, err } = await stack().type(`approve ${mixed[0]!.id} ${mixed[1]!.id}`);
    expect(exit).toBe(1);
    expect(err).toContain("✔ Approved: 설문 2");
    expect(err).toMatch(/mixed\.h1\n✖ .*decided before/);
  });

  test.each<[string, Partial<InputRequest>, string[], unknown]>([
    ["text", {}, ["7월부터", "9월까지"], "7월부터 9월까지"],
    ["number", { input_type: "number" }, ["42"], 42],
    ["choice", { input_type: "choice", options: ["7월", "9월"] }, ["9월"], "9월"],
    ["choice by its place", { input_type: "choice", options: ["7월", "9월"] }, ["2"], "9월"],
    [
      "form",
      { input_type: "form", schema: { type: "object" } },
      ["--value", '{"month":7}'],
      { month: 7 },
    ],
  ])("answers a question with a %s", LONG, async (what, request, words, result) => {
    const id = `answer-${what.replaceAll(" ", "-")}`;
    await questioned(id, request);
    const { exit, err } = await stack().run(["answer", `${id}.h1`, ...words]);
    expect([exit, err]).toEqual([0, "✔ Answered: 기간\n"]);
    expect(await stack().api.untilEnded(id)).toMatchObject({
      todos: [{ result_data: result }],
    });
  });

  test("answers with a file", LONG, async () => {
    const cwd = createFolder();
    writeFileSync(join(cwd, "numbers.csv"), "a,b\n1,2\n");
    await questioned("answer-file", { input_type: "file" });
    const { exit, err } = await stack().run(["answer", "answer-file.h1", "--file", "numbers.csv"], {
      cwd,
    });
    expect([exit, err]).toEqual([0, "✔ Answered: 기간\n"]);
    const ended = await stack().api.untilEnded("answer-file");
    expect(ended.todos[0]?.result_data).toMatchObject({ name: "numbers.csv" });
  });

  test("a question is not approved, and an approval not answered", LONG, async () => {
    await questioned("not-approved", { input_type: "text" });
    const next = await stack().type("next not-approved");
    expect(next.out).toMatch(/Waits for an answer.* \(h1\)\n/);
    const approved = await stack().type("approve h1 --plan not-approved");
    expect([approved.exit, approved.err]).toEqual([
      1,
      expect.stringContaining("Next: holdpoint answer not-approved.h1 <value>\n"),
    ]);
    await held("not-answered");
    const answered = await stack().type("answer not-answered.h1 yes");
    expect([answered.exit, answered.err]).toEqual([
      1,
      expect.stringContaining("Next: holdpoint approve not-answered.h1\n"),
    ]);
    expect(answered.err).toContain("`holdpoint reject not-answered.h1");
    expect(await plan("not-answered")).toMatchObject({ open_holds: 1 });
    await Promise.all([
      stack().type("answer not-approved.h1 July"),
      stack().type("approve not-answered.h1"),
    ]);
  });

  test("offers no approval where the plan takes none", LONG, async () => {
    const id = "nothing-to-approve";
    const failing = { tool_name: "refuse", tool_params: { sentence: "아니요" } };
    await stack().api.create({
      id,
      title: id,
      failure: { validation_error: { action: "FAIL" }, dependency_failed: { action: "MANUAL" } },
      todos: [
        { id: "a", title: "수집", ...failing },
        { id: "b", title: "b", tool_name: "echo", tool_params: { text: "b" }, depends_on: ["a"] },
      ],
    });
    const [hold] = await stack().api.untilHolds(id);
    const shown = await stack().type(`show ${hold!.id}`);
    expect(shown.err).toBe(`Next: holdpoint reject ${hold!.id} --reason "…"\n`);
    await stack().type(`reject ${hold!.id} --yes`);
    await stack().api.untilEnded(id);
  });

  test("shows what is left of its time while its plan is paused", LONG, async () => {
    await held("stands-still");
    await stack().type("pause stands-still");
    const shown = await stack().type("show stands-still.h1");
    expect(shown.out).toMatch(/until +59m\d\ds left; paused together with the plan/);
    await stack().type("cancel stands-still --yes");
  });

  test(
    "does not wait for an answer that nobody can type, and refuses one that does not fit",
    LONG,
    async () => {
      await questioned("unanswered", { input_type: "number" });
      const silent = await stack().type("answer unanswered.h1");
      expect([silent.exit, silent.err]).toEqual([2, expect.stringContaining("--value")]);
      const wrong = await stack().type("answer unanswered.h1 많이");
      expect([wrong.exit, wrong.err]).toEqual([
        2,
        expect.stringContaining("holdpoint show unanswered.h1"),
      ]);
      const two = await stack().type("answer unanswered.h1 1 --value 2");
      expect(two.exit).toBe(2);
      expect(await plan("unanswered")).toMatchObject({ open_holds: 1 });
      await stack().type("answer unanswered.h1 -- 1");
    },
  );
});

test("a hold that nobody decided in time says what became of it", LONG, async () => {
  const [todo] = asking("unattended").todos;
  const approval = { timeout_seconds: 1, on_timeout: "approve" as const };
  await stack().api.create({ ...asking("unattended"), todos: [{ ...todo!, approval }] });
  await stack().api.untilEnded("unattended");
  const [en, ko] = await Promise.all([
    stack().type("show unattended.h1"),
    stack().type("show unattended.h1 --lang ko"),
  ]);
  expect(en.out).toContain("설문 1 — Timed out: approved automatically\n");
  expect(ko.out).toContain("설문 1 — 기한이 지남: 자동 승인됨\n");
});

test("a plan that failed says why in the reader's language", LONG, async () => {
  const [todo] = asking("forgotten").todos;
  await stack().api.create({
    ...asking("forgotten"),
    todos: [{ ...todo!, approval: { timeout_seconds: 1 } }],
  });
  await stack().api.untilEnded("forgotten");
  await stack().api.watch.until("forgotten", async () => {
    const { notices } = await stack().api.get<NoticeList>("/v1/notices");
    return notices.some(({ plan_id }) => plan_id === "forgotten");
  });
  const { out } = await stack().type("inbox --plan forgotten --lang ko");
  expect(out).toMatch(/forgotten .*실패: 설문 1: [^a-zA-Z]+\n/);
});

test("a hold of a paused plan says how much time is kept for it", LONG, async () => {
  await held("asleep");
  await stack().type("pause asleep");
  await stack().api.watch.until("asleep", async () => {
    const { holds } = await stack().api.get<Inbox>("/v1/holds?plan_id=asleep");
    return holds[0]?.remaining_ms !== undefined;
  });
  const [inbox, board] = await Promise.all([
    stack().type("inbox --plan asleep"),
    stack().type("plan show asleep"),
  ]);
  expect(inbox.out).toMatch(/asleep\.h1 +59m\d\ds, paused → fail /);
  expect(board.out).toMatch(/\(h1, 59m\d\ds left, paused\)/);
  expect(board.out).toMatch(/59m\d\ds left; paused together with the plan; then: fail/);
  const more = await stack().type("extend asleep.h1 1h");
  expect(more.err).toMatch(/✔ Once the plan resumes, the hold has 1h59m left\.\n/);
  const korean = await stack().type("extend asleep.h1 1h --lang ko");
  expect(korean.err).toContain("계획을 재개하면 결정을 2시간 59분 동안 기다립니다.");
});

describe("a hold that is not decided yet", () => {
  test("gets more time, another person, and an end", LONG, async () => {
    const [hold] = await held("moved");
    const more = await stack().type("extend moved.h1 30m --json");
    const until = Date.parse(hold!.deadline_at!) + 30 * 60_000;
    expect(Date.parse(more.json<Receipt>().hold!.deadline_at!)).toBe(until);
    const week = await stack().type("extend moved.h1 1w");
    expect([week.exit, week.err]).toEqual([0, expect.stringContaining("waits until 20")]);
    const ages = await stack().type("extend moved.h1 99999d");
    expect([ages.exit, ages.err]).toEqual([2, expect.stringContaining("the limit is 30 days")]);
    const bad = await stack().type("extend moved.h1 soon");
    expect([bad.exit, bad.err]).toEqual([
      2,
      expect.stringContaining("holdpoint extend <hold> 30m"),
    ]);
    const given = await stack().type("delegate moved.h1 lee");
    expect([given.exit, given.err]).toEqual([
      0,
      expect.stringContaining("lee is now asked to decide"),
    ]);
    const asks = await stack().type("withdraw moved.h1");
    expect([asks.exit, asks.err]).toEqual([
      2,
      expect.stringContaining("Next: holdpoint withdraw moved.h1 --yes"),
    ]);
    const taken = await stack().type("withdraw moved.h1 --yes");
    expect([taken.exit, taken.err]).toEqual([0, "✔ moved.h1 was withdrawn.\n"]);
    expect(await stack().api.untilEnded("moved")).toMatchObject({ todos: [{ status: "skipped" }] });
  });

  test("is not found without its plan", LONG, async () => {
    const bare = await stack().type("approve h1");
    expect([bare.exit, bare.err]).toEqual([2, expect.stringContaining("--plan")]);
    const nowhere = await stack().type("show nowhere.h1");
    expect([nowhere.exit, nowhere.err]).toEqual([1, expect.stringContaining("Next: ")]);
  });
});
