import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import type { Json } from "../../src/contract/text.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import { useScript } from "../support/use-script.ts";
import { useCliStack } from "./support/cli-stack.ts";
import { createFolder } from "./support/folders.ts";

const LONG = { timeout: 120_000 };
const pay = defineTool({
  name: "pay",
  description: "Pays, for good",
  input: z.strictObject({ to: z.string(), amount: z.number() }),
  output: z.object({}),
  irreversible: true,
  run: () => ({}),
});
const sendMail = defineTool({
  name: "send_mail",
  description: "Sends a mail",
  input: z.strictObject({ to: z.string() }),
  output: z.object({}),
  requires_approval: true,
  run: () => ({}),
});
const harmless = {
  id: "evil",
  title: "Harmless look up",
  tool_name: "pay",
  tool_params: { to: "Mallory", amount: 900 },
};

const { say, model, models } = useScript();
const stack = useCliStack({
  tools: [pay, sendMail],
  config: { models },
  model,
});

/** What a terminal shows of a todo, one space between the words. */
const spaced = (out: string): string => out.replaceAll(/ +/g, " ");

test(
  "who reviews a plan is shown of every todo what it would do, and whether it asks before",
  LONG,
  async () => {
    const id = "reviewed-all";
    await stack().api.create({
      id,
      title: "Errands",
      plan_review: true,
      todos: [
        harmless,
        {
          id: "read",
          title: "Read it",
          tool_name: "echo",
          tool_params: { text: "asks before it runs" },
          requires_approval: true,
          approval: { on_timeout: "approve" },
          depends_on: ["evil"],
        },
        { id: "month", title: "Month", input_request: { question: "Which month?" } },
        { id: "sign", title: "Sign", assignee: "kim", description: "With the blue pen" },
      ],
    });
    const [review] = await stack().api.untilHolds(id);
    const shown = await stack().type(`show ${review!.id}`);
    expect(spaced(shown.out)).toContain(
      [
        "1. Harmless look up",
        " tool pay",
        " This cannot be undone.",
        " to Mallory",
        " amount 900",
        " approval runs without asking",
        "2. Read it",
        " tool echo",
        " text asks before it runs",
        " approval asks before it runs",
        " needs Harmless look up",
        ' approval {"on_timeout":"approve"}',
      ].join("\n"),
    );
    expect(spaced(shown.out)).toContain("question Which month?");
    expect(spaced(shown.out)).toContain(" by hand kim\n assignment With the blue pen\n");
    const asked = await stack().type(`show ${review!.id} --json`);
    expect(asked.json<Json>()).toMatchObject({
      reviewed: { approval: "marked", todos: [{ ...harmless, irreversible: true }, {}, {}, {}] },
    });
    const korean = await stack().run(["show", review!.id, "--lang", "ko"]);
    expect(spaced(korean.out)).toContain(
      " 도구 pay\n 되돌릴 수 없습니다.\n to Mallory\n amount 900\n 승인 묻지 않고 실행합니다\n",
    );
    const watched = await stack().type(`watch ${id} --until-hold`);
    expect(spaced(watched.err)).toContain(" to Mallory\n");
  },
);

test(
  "whoever reads of a tool that has to ask is told that the plan did not choose it",
  LONG,
  async () => {
    const todos = [
      { id: "mail", title: "Tell", tool_name: "send_mail", tool_params: { to: "ana" } },
    ];
    const plan = { id: "reviewed-asking", title: "Mail", plan_review: true, todos };
    const file = join(createFolder(), "mail.json");
    writeFileSync(file, JSON.stringify(plan));
    const note =
      'Before these a person is asked, because their tools have to ask whatever the plan says: "Tell".';
    const dry = await stack().run(["plan", "new", file, "--dry-run"]);
    expect(dry.err).toContain(note);
    const koreanDry = await stack().run(["plan", "new", file, "--dry-run", "--lang", "ko"]);
    expect(koreanDry.err).toContain(
      '승인 필수 도구라서 계획과 상관없이 실행 전에 사람에게 묻는 할 일: "Tell"',
    );
    const made = await stack().run(["plan", "new", file]);
    expect(made.err).toContain(note);
    const [review] = await stack().api.untilHolds(plan.id);
    const shown = await stack().type(`show ${review!.id}`);
    expect(spaced(shown.out)).toContain(" approval asks before it runs, because its tool has to\n");
    await stack().type(`approve ${review!.id}`);
    const [hold] = await stack().api.watch.until(plan.id, async () => {
      const open = await stack().api.holds(plan.id);
      return open[0]?.todo_id === "mail" && open;
    });
    const asked = await stack().type(`show ${hold!.id}`);
    expect(asked.out).toContain("\nIts tool has to ask each time, whatever the plan says.\n");
    const board = await stack().type(`plan show ${plan.id}`);
    expect(board.out).toMatch(/Tell +waits for a person \(h2, [^)]+ left\); its tool has to ask$/m);
    const koreanBoard = await stack().run(["plan", "show", plan.id, "--lang", "ko"]);
    expect(koreanBoard.out).toMatch(/Tell +사람 결정 대기 \(h2, [^)]+ 남음\); 승인 필수 도구$/m);
    const korean = await stack().run(["show", hold!.id, "--lang", "ko"]);
    expect(korean.out).toContain("\n계획과 상관없이 매번 승인받아야 하는 도구입니다.\n");
    const listed = await stack().type("tools");
    expect(listed.out).toMatch(/^send_mail +asks first +Sends a mail$/m);
  },
);

test("a plan that asks before each todo says so of every one that runs", LONG, async () => {
  const id = "reviewed-steps";
  const todos = [harmless];
  await stack().api.create({
    id,
    title: "Errands",
    plan_review: true,
    approval: "every_todo",
    todos,
  });
  const [review] = await stack().api.untilHolds(id);
  const shown = await stack().type(`show ${review!.id}`);
  expect(spaced(shown.out)).toContain(" approval asks before it runs\n");
});

test("what a model planned for a goal is shown todo by todo as well", LONG, async () => {
  say({
    json: {
      intent: { type: "talk", confidence: 0.9, keywords: [], entities: {} },
      question: null,
      title: "Errands",
      strategy: "parallel",
      todos: [{ ...harmless, title: "Look it up" }],
    },
  });
  const id = "reviewed-goal";
  expect((await stack().run(["plan", "new", "Look it up", "--id", id])).exit).toBe(0);
  const [review] = await stack().api.untilHolds(id);
  const shown = await stack().type(`show ${review!.id}`);
  expect(spaced(shown.out)).toContain(
    "1. Look it up\n tool pay\n This cannot be undone.\n to Mallory",
  );
});

test(
  "a model's proposal shows what each todo that it adds is given, and in full what it changes",
  LONG,
  async () => {
    const id = "proposed-all";
    const text = "x".repeat(100);
    await stack().api.create({
      id,
      title: "Errands",
      todos: [
        {
          id: "gate",
          title: "Gate",
          tool_name: "echo",
          tool_params: { text: "a" },
          requires_approval: true,
        },
      ],
    });
    await stack().api.untilHolds(id);
    const edits = [
      {
        edit_type: "add_todo",
        params: { todo: { ...harmless, title: "Tidy up" } },
        reason: "Neater.",
      },
      {
        edit_type: "modify_todo",
        target_id: "gate",
        params: { changes: { tool_params: { text: `${text}!` } } },
        reason: "Louder.",
      },
    ];
    say({ json: { summary: "Tidier.", edits } as unknown as Json });
    await stack().api.post(`/v1/plans/${id}/replan`, { feedback: "Tidy up" });
    const holds = await stack().api.untilHolds(id, 2);
    const proposal = holds.find(({ kind }) => kind === "proposal")!;
    const shown = await stack().type(`show ${proposal.id}`);
    expect(shown.out).toContain('1 add "Tidy up" (pay)\n');
    expect(shown.out).toContain(
      [
        "+ evil  Tidy up",
        "    tool_name: pay",
        "    /args/to: Mallory",
        "    /args/amount: 900",
        "    requires_approval: false",
      ].join("\n"),
    );
    expect(shown.out).toContain(`→ {"text":"${text}!"}`);
  },
);
