import { describe, expect, test } from "vitest";
import type { NewTodoInput } from "../../src/contract/plan/todo.ts";
import { english, say } from "../../src/contract/sentences/sentence.ts";
import { holdChoices } from "../../src/plan/choices.ts";
import { newestHoldOf } from "../../src/plan/holds/holds.ts";
import { legalCommands } from "../../src/plan/legal-commands.ts";
import { modeOf } from "../../src/plan/views/board/mode.ts";
import { why } from "../../src/plan/views/why.ts";
import { inEnglish } from "../support/in-english.ts";
import { drive, planOf, type Drive } from "./support/drive.ts";

const byHand = (id: string, more: Omit<Partial<NewTodoInput>, "id" | "title"> = {}) => ({
  id,
  title: id,
  tool_name: null,
  ...more,
});
const of = (todo_id: string, by = "bo", more: object = {}) => ({ todo_id, by, ...more });
const pressPlan = (more: Parameters<typeof byHand>[1] = {}, settings: object = {}): Drive =>
  drive(planOf([byHand("press", more), { id: "send", depends_on: ["press"] }], settings));

describe("a todo with only a title", () => {
  test("does not complete by itself: it waits for a person, and what follows waits for it", () => {
    const plan = pressPlan();
    expect(plan.statuses()).toEqual({ press: "pending", send: "blocked" });
    expect(plan.todo("press")).toMatchObject({ kind: "manual", offered_at: plan.now });
    expect(plan.plan.openHolds.size).toBe(0);
    expect(modeOf(plan.plan)).toBe("input_request");
    expect(inEnglish(why(plan.plan, "press"))).toEqual([
      { code: "unclaimed", text: "Waits for somebody to do it." },
    ]);
    plan.pass(1e8);
    expect(plan.plan.state.status).toBe("running");
  });

  test("is in progress once somebody claims it, and no longer asks", () => {
    const plan = pressPlan({ assignee: "bo" });
    expect(inEnglish(why(plan.plan, "press"))).toEqual([
      { code: "unclaimed", text: "Waits for bo.", person: "bo" },
    ]);
    plan.accept("claim", of("press"));
    expect(plan.todo("press")).toMatchObject({ status: "in_progress", claimed_by: "bo", run: 1 });
    expect(plan.running).toEqual([]);
    expect(modeOf(plan.plan)).toBe("running");
    expect(inEnglish(why(plan.plan, "press"))).toEqual([
      { code: "claimed", text: "bo has claimed it.", person: "bo" },
    ]);
  });

  test("is done when its person says so; who, when and what they say stand beside the result", () => {
    const plan = pressPlan();
    plan.accept("claim", of("press"));
    plan.pass(60);
    plan.accept("done", of("press", "bo", { note: "sent", result: { copies: 40 } }));
    expect(plan.todo("press")).toMatchObject({
      status: "completed",
      result_data: { copies: 40 },
      note: "sent",
      completed_by: "bo",
      completed_at: plan.now,
      claimed_by: null,
    });
    expect(plan.running).toEqual(["send"]);
  });

  test("needs no claim before it is done", () => {
    const plan = pressPlan();
    plan.accept("done", of("press"));
    expect(plan.todo("press")).toMatchObject({ status: "completed", run: 1, result_data: null });
    expect(plan.typesSince(2)).toEqual([
      "todo.offered",
      "todo.claimed",
      "todo.completed",
      "todo.started",
    ]);
  });

  const file = { $file: `sha256:${"0".repeat(64)}`, name: "a.pdf", media_type: "text/x", bytes: 1 };
  test.each<[string, object, unknown]>([
    ["the value that is given", { result: null, note: "n", files: [file] }, null],
    ["a single file", { note: "n", files: [file] }, file],
    ["several files", { files: [file, file] }, [file, file]],
    ["the note, when there is nothing else", { note: "n" }, "n"],
  ])("has as its result %s", (_, said, result) => {
    const plan = pressPlan();
    plan.accept("done", of("press", "bo", said));
    expect(plan.todo("press").result_data).toEqual(result);
  });

  test("goes back into the inbox when it is released, by anyone", () => {
    const plan = pressPlan();
    plan.accept("claim", of("press"));
    plan.accept("release", of("press", "ann"));
    expect(plan.todo("press")).toMatchObject({ status: "pending", claimed_by: null });
    expect(modeOf(plan.plan)).toBe("input_request");
    plan.accept("claim", of("press", "ann"));
    expect(plan.todo("press")).toMatchObject({ claimed_by: "ann", run: 2 });
  });

  test("that one person has claimed is not for another to finish", () => {
    const plan = pressPlan();
    plan.accept("claim", of("press"));
    for (const [word, more] of [
      ["claim", {}],
      ["done", {}],
      ["cannot", { reason: "r" }],
    ] as const) {
      expect(plan.refuse(word, of("press", "ann", more))).toMatchObject({
        code: "illegal_transition",
        detail: 'Todo "press" is claimed by bo.',
        legal: ["release"],
      });
    }
  });

  test("that cannot be done fails, and a person is asked how to go on", () => {
    const plan = pressPlan({}, { failure: {} });
    plan.accept("cannot", of("press", "bo", { reason: "no budget" }));
    expect(plan.todo("press")).toMatchObject({
      status: "failed",
      error_message: "bo cannot do it: no budget",
    });
    expect(plan.hold("press")).toMatchObject({ kind: "recovery" });
    // A person's work takes no arguments that could be asked for.
    expect(modeOf(plan.plan)).toBe("approval_wait");
    plan.approve("press");
    expect(plan.todo("press")).toMatchObject({ status: "pending", offered_at: plan.now });
    plan.accept("done", of("press"));
    expect(plan.running).toEqual(["send"]);
  });

  test.each([
    ["approved", { requires_approval: true }, (): void => undefined],
    [
      "tried again",
      {},
      (plan: Drive): void => void plan.accept("cannot", of("press", "bo", { reason: "no key" })),
    ],
  ])(
    "takes no arguments when it is to be %s, and says so instead of offering it",
    (_, more, ask) => {
      const plan = pressPlan(more, { failure: {} });
      ask(plan);
      const choices = holdChoices(plan.plan, newestHoldOf(plan.plan, "press")!, plan.now);
      if ("problem" in choices) throw new Error(english(choices.problem.detail));
      expect(new Set(choices.choices.map(({ choice }) => choice))).toEqual(
        new Set(["approve", "reject", "withdraw"]),
      );
      const because = {
        code: "invalid_command",
        detail: 'Neither a tool nor an agent does todo "press": it takes no arguments.',
      };
      const edit = { todo_id: "press", decision: "edit", args: { door: 2 } };
      expect(plan.refuse("approval", edit)).toMatchObject({
        ...because,
        errors: [{ pointer: "/decision" }],
      });
      const [asked] = legalCommands(plan.plan, plan.now, "press").holds;
      expect(asked?.actions.edit).toMatchObject({ possible: false, code: because.code });
      expect(asked?.actions.approve).toEqual({ possible: true });
    },
  );

  test("that cannot be done follows its own strategy", () => {
    const plan = pressPlan({ failure: { validation_error: { action: "ABORT" } } });
    plan.accept("cannot", of("press", "bo", { reason: "no budget" }));
    expect(plan.plan.state.status).toBe("failed");
  });

  test("takes no place from tools", () => {
    const plan = drive(planOf([byHand("a"), byHand("b"), "tool"], { max_parallel: 1 }));
    plan.accept("claim", of("a"));
    plan.accept("claim", of("b"));
    expect(plan.running).toEqual(["tool"]);
  });

  test("asks for its approval before anybody may take it, when it is marked", () => {
    const plan = pressPlan({ requires_approval: true });
    expect(plan.refuse("claim", of("press")).detail).toBe(
      'Todo "press" is needs_approval and cannot take "claim".',
    );
    plan.approve("press");
    plan.accept("claim", of("press"));
  });

  test("asks again when what was approved is not what it is any more", () => {
    const plan = pressPlan({ requires_approval: true, input_data: { copies: 1 } });
    plan.approve("press");
    const changes = { input_data: { copies: 200 } };
    plan.accept("edit", {
      ops: [{ edit_type: "modify_todo", target_id: "press", params: { changes } }],
    });
    expect(plan.status("press")).toBe("needs_approval");
    expect(plan.hold("press")).toMatchObject({ status: "open", input_data: { copies: 200 } });
    plan.approve("press");
    plan.accept("claim", of("press"));
  });

  test("asks again when what it was approved on is done again otherwise", () => {
    const press = byHand("press", {
      requires_approval: true,
      input_data: { n: { $from: "count" } },
    });
    const plan = drive(planOf(["count", press]));
    plan.complete("count", 1);
    plan.approve("press");
    plan.accept("control_todo", { todo_id: "count", action: "rerun" });
    plan.complete("count", 2);
    expect(plan.hold("press")).toMatchObject({ status: "open", input_data: { n: 2 } });
    expect(plan.status("press")).toBe("needs_approval");
  });

  test("is not asked about in a plan that asks before every todo: doing it is the word for it", () => {
    const plan = pressPlan({}, { approval: "every_todo" });
    expect(plan.status("press")).toBe("pending");
    plan.accept("done", of("press"));
    expect(plan.status("send")).toBe("needs_approval");
  });

  test("ends with its plan, claimed or not", () => {
    const plan = drive(planOf([byHand("a"), byHand("b")]));
    plan.accept("claim", of("a"));
    plan.accept("cancel");
    expect(plan.statuses()).toEqual({ a: "cancelled", b: "cancelled" });
    expect(plan.plan.state.status).toBe("cancelled");
    expect(plan.refuse("done", of("a")).code).toBe("plan_finished");
  });

  test("is no tool: a report from outside does not complete it", () => {
    const plan = pressPlan({ timeout_seconds: 3_600 });
    plan.accept("claim", of("press"));
    expect(plan.complete("press", "forged")).toEqual([]);
    expect(plan.status("press")).toBe("in_progress");
  });

  test("is offered anew after an edit, and only then", () => {
    const plan = pressPlan();
    const since = plan.plan.state.seq;
    const changes = { description: "In Korean" };
    const op = { edit_type: "modify_todo", target_id: "press", params: { changes } };
    plan.accept("edit", { ops: [op] });
    expect(plan.typesSince(since)).toEqual(["plan.edited", "todo.offered"]);
    plan.reload();
    expect(plan.typesSince(since)).toEqual(["plan.edited", "todo.offered"]);
  });

  test("becomes a milestone, or a tool's, by an edit", () => {
    const change = (changes: object) => [
      { edit_type: "modify_todo", target_id: "press", params: { changes } },
    ];
    const milestone = pressPlan();
    milestone.accept("edit", { ops: change({ kind: "milestone" }) });
    expect(milestone.running).toEqual(["send"]);
    const tool = pressPlan();
    tool.accept("edit", { ops: change({ tool_name: "work" }) });
    expect(tool.running).toEqual(["press"]);
  });

  test.each(["send", "nowhere"])("is what claims are for: not %s", (id) => {
    const plan = pressPlan();
    const { code } = plan.refuse("claim", of(id));
    expect(code).toBe(id === "send" ? "illegal_transition" : "todo_not_found");
  });

  test("tells what may be said of it", () => {
    const plan = pressPlan();
    const possible = (): string[] =>
      Object.entries(legalCommands(plan.plan, plan.now, "press").todo ?? {})
        .filter(([, { possible: is }]) => is)
        .map(([word]) => word);
    expect(possible()).toEqual(["skip", "claim", "done", "cannot", "edit", "remove"]);
    plan.accept("claim", of("press"));
    expect(possible()).toEqual(["skip", "release", "done", "cannot", "edit"]);
  });
});

describe("a time at which a todo should be done", () => {
  test("is reminded of once, and decides nothing", () => {
    const plan = pressPlan({ assignee: "bo", due_in: "2h" });
    expect(plan.todo("press")).toMatchObject({
      due_at: "2026-02-05T12:00:00.000Z",
      overdue: false,
    });
    plan.pass(2 * 3_600);
    expect(plan.events.at(-1)).toMatchObject({
      type: "todo.overdue",
      todo_id: "press",
      data: { assignee: "bo", due_at: "2026-02-05T12:00:00.000Z" },
    });
    expect(plan.todo("press")).toMatchObject({ status: "pending", overdue: true });
    const seq = plan.plan.state.seq;
    plan.pass(1e8);
    expect(plan.plan.state.seq).toBe(seq);
    plan.accept("done", of("press"));
    expect(plan.running).toEqual(["send"]);
  });

  test("may be any moment, for any todo, and is forgotten once the todo is done", () => {
    const due_at = "2026-02-05T20:00:00+09:00";
    const plan = drive(planOf([{ id: "tool", due_at }, byHand("hand", { due_at })]));
    expect(plan.todo("tool").due_at).toBe("2026-02-05T11:00:00.000Z");
    plan.complete("tool");
    plan.pass(2 * 3_600);
    expect(plan.events.filter(({ type }) => type === "todo.overdue")).toMatchObject([
      { todo_id: "hand" },
    ]);
  });

  test("that is moved is reminded of again", () => {
    const plan = pressPlan({ due_in: "1h" });
    plan.pass(3_600);
    const changes = { due_in: "3h" };
    const op = { edit_type: "modify_todo", target_id: "press", params: { changes } };
    plan.accept("edit", { ops: [op] });
    expect(plan.todo("press").overdue).toBe(false);
    plan.pass(2 * 3_600);
    expect(plan.events.filter(({ type }) => type === "todo.overdue")).toHaveLength(2);
  });

  test("is said in one way", () => {
    const twice = { due_at: "2026-02-05T20:00:00Z", due_in: "1h" };
    expect(() => pressPlan(twice)).toThrow("/todos/0/due_in");
  });
});

test("a question asks the person whom its todo is for", () => {
  const ask = byHand("ask", { assignee: "ann", input_request: { question: "?" } });
  expect(drive(planOf([ask])).hold("ask").assignee).toBe("ann");
});

test.each(["tool", "agent", "question", "milestone"] as const)(
  "who wants to do a todo of kind %s reads a whole sentence",
  (kind) => {
    const said = english(say("nobody_does", { id: "a", kind: say(`kind_${kind}`) }));
    expect(said).toBe(`Todo "a" is of kind ${kind}: no person does it.`);
  },
);

describe("a todo that a person may do once that is approved", () => {
  const pay = () => pressPlan({ requires_approval: true, description: "Pay 10" });
  const changed = (plan: Drive, changes: object): void => {
    const ops = [{ edit_type: "modify_todo", target_id: "press", params: { changes } }];
    plan.accept("edit", { ops });
  };
  const OTHER_WORK = [{ description: "Pay 10,000" }, { title: "Pay somebody else" }];

  test.each(OTHER_WORK)("is asked about again when it is another work: %o", (changes) => {
    const plan = pay();
    const { id: hold_id } = plan.hold("press");
    changed(plan, changes);
    expect(plan.refuse("approval", { hold_id, decision: "approve" }).code).toBe("hold_stale");
    plan.approve("press", { grace_seconds: 5 });
    changed(plan, { description: "Pay 20,000" });
    plan.pass(6);
    expect(plan.hold("press")).toMatchObject({ status: "open", message: "Pay 20,000" });
  });

  test.each(OTHER_WORK)("is nobody's to do by an approval of another work: %o", (changes) => {
    const plan = pay();
    plan.approve("press");
    changed(plan, changes);
    expect(plan.status("press")).toBe("needs_approval");
    expect(plan.refuse("claim", of("press")).code).toBe("illegal_transition");
    plan.approve("press");
    plan.accept("claim", of("press"));
    expect(plan.status("press")).toBe("in_progress");
  });

  test("is asked about again when its words change that the request for approval does not show", () => {
    const plan = pressPlan({
      requires_approval: true,
      description: "Pay 10",
      approval: { message: "May the bank be told?" },
    });
    const { id: hold_id } = plan.hold("press");
    changed(plan, { description: "Pay 10,000" });
    expect(plan.refuse("approval", { hold_id, decision: "approve" }).code).toBe("hold_stale");
    plan.approve("press");
    expect(plan.todo("press").approved_by).toBe("kim");
  });

  test.each(OTHER_WORK)(
    "is asked about again when who has it gives it back changed: %o",
    (changes) => {
      const plan = pay();
      plan.approve("press");
      plan.accept("claim", of("press"));
      changed(plan, changes);
      expect(plan.status("press")).toBe("in_progress");
      plan.accept("release", of("press"));
      expect(plan.status("press")).toBe("needs_approval");
    },
  );

  test("is asked about again when it was changed, and whoever had it could not do it", () => {
    const todo = { requires_approval: true, description: "Pay 10" };
    const plan = pressPlan(todo, { failure: {} });
    plan.approve("press");
    plan.accept("claim", of("press"));
    changed(plan, { description: "Pay 10,000" });
    plan.accept("cannot", of("press", "bo", { reason: "No such account." }));
    plan.approve("press");
    expect(plan.hold("press")).toMatchObject({ kind: "approval", status: "open" });
  });

  test.each([{}, { title: "Pay somebody else" }])(
    "is not approved as a milestone, of which nothing was to be done: %o",
    (words) => {
      const plan = pressPlan({ requires_approval: true, kind: "milestone" });
      plan.accept("pause");
      plan.approve("press");
      changed(plan, { kind: "manual", ...words });
      plan.accept("resume");
      expect(plan.status("press")).toBe("needs_approval");
    },
  );

  test("stays approved when only its place, its time or whose it is changes", () => {
    const plan = pay();
    plan.approve("press");
    changed(plan, { assignee: "bo", due_in: "2d", priority: 9, tags: ["bank"] });
    plan.accept("claim", of("press"));
    expect(plan.status("press")).toBe("in_progress");
  });
});
