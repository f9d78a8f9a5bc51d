import { describe, expect, test } from "vitest";
import { inEnglish } from "../support/in-english.ts";
import { english } from "../../src/contract/sentences/sentence.ts";
import type { Json, JsonObject } from "../../src/contract/text.ts";
import type { NewPlanInput } from "../../src/contract/plan/plan.ts";
import { LIMITS } from "../../src/contract/tables/limits.ts";
import { holdChoices } from "../../src/plan/choices.ts";
import { effects, type Thinking } from "../../src/plan/effects.ts";
import { legalCommands } from "../../src/plan/legal-commands.ts";
import { lookAtProposal } from "../../src/plan/look-at-proposal.ts";
import type { ThoughtAnswer } from "../../src/plan/model/state/thought.ts";
import { why } from "../../src/plan/views/why.ts";
import { Drive, newState, planOf } from "./support/drive.ts";

const usage = { input_tokens: 10, output_tokens: 5, cost_usd: 0.01 };
const call = {
  role: "editor",
  prompt: { name: "editor", version: "1" },
  model: "m",
  usage,
} as const;
const offer = { tools: ["work", "fetch"], agents: ["writer"], teams: [] };

/** A plan that a model is asked about. */
function thoughtful(todos: Parameters<typeof planOf>[0], settings?: Partial<NewPlanInput>): Drive {
  const drive = new Drive(newState(planOf(todos, settings)));
  drive.hasModel = true;
  return drive;
}

type Replan = Thinking & { about: "replan" };

function asked({ plan }: Drive): Replan {
  const { thinking } = effects(plan);
  if (thinking?.about !== "replan") throw new Error("No model is asked.");
  return thinking;
}

function answers(drive: Drive, read: ThoughtAnswer["read"], text = "{}"): void {
  const { turn, input } = asked(drive);
  const answer: ThoughtAnswer = { call, text, read };
  drive.report({
    type: "replanned",
    turn,
    answer,
    offer,
    mistakes: [],
    base_version: input.version,
  });
}

/** The model proposes these operations. */
function proposes(drive: Drive, edits: readonly JsonObject[], summary = "Better so."): void {
  const data = { summary, edits: edits.map((edit) => ({ reason: "It helps.", ...edit })) };
  answers(drive, { data: data as unknown as Json });
}

const proposal = (drive: Drive) => {
  const [hold] = [...drive.plan.proposals.values()];
  if (hold === undefined) throw new Error("Nothing is proposed.");
  return hold;
};
const decide = (drive: Drive, body: object): void => {
  drive.accept("approval", { hold_id: proposal(drive).id, ...body });
};
const add = (id: string, more: JsonObject = {}): JsonObject => ({
  edit_type: "add_todo",
  params: { todo: { id, title: id, tool_name: "work", ...more } },
});
const priority = (id: string, to: number): JsonObject => ({
  edit_type: "change_priority",
  target_id: id,
  params: { priority: to },
});
const types = (drive: Drive): string[] =>
  drive.plan.state.events.map(({ type }) => type).filter((type) => type.startsWith("plan.replan"));
const REPLAN = { validation_error: { action: "REPLAN" } } as const;

/** `a` has failed for good, `b` waits for it. */
function failed(settings: Partial<NewPlanInput> = {}): Drive {
  const drive = thoughtful(["a", { id: "b", depends_on: ["a"] }], { failure: REPLAN, ...settings });
  drive.fail("a", "validation_error", "no such page");
  return drive;
}

describe("a person asks for another plan", () => {
  test("in words: the model is told them and the plan, and what it proposes waits", () => {
    const drive = thoughtful([
      { id: "a", requires_approval: true },
      { id: "b", depends_on: ["a"] },
    ]);
    drive.accept("replan", { feedback: "b is important", by: "kim" });
    expect(asked(drive).input).toMatchObject({
      version: 1,
      cause: { kind: "request", feedback: "b is important", by: "kim" },
      plan: { todos: [{ id: "a" }, { id: "b", depends_on: ["a"] }], left_out: 0 },
      refused: null,
    });
    proposes(drive, [priority("b", 9)]);
    expect(drive.todo("b").priority).toBe(5);
    expect(proposal(drive).proposal).toMatchObject({
      base_version: 1,
      summary: "Better so.",
      lines: [{ line: 1, reason: "It helps.", operation: { edit_type: "change_priority" } }],
    });
    expect(english(proposal(drive).message ?? "")).toBe(
      'kim asked: b is important\nA model proposes 1 change: Better so.\n1. set the priority of "b" to 9 — It helps.',
    );
    decide(drive, { decision: "approve", by: "lee" });
    expect(drive.todo("b").priority).toBe(9);
    expect(drive.plan.state.versions.at(-1)).toMatchObject({ version: 2, by: "lee" });
    expect(drive.plan.state.spent).toMatchObject({ turns: 1, cost_usd: 0.01 });
  });

  test("and nothing that has to change opens no hold", () => {
    const drive = thoughtful(["a"]);
    drive.accept("replan", { feedback: "is it good?" });
    proposes(drive, [], "It is good.");
    expect(drive.plan.openHolds.size).toBe(0);
    expect(types(drive)).toEqual(["plan.replan_requested", "plan.replan_unchanged"]);
    drive.complete("a");
    expect(drive.finished).toBe(true);
  });

  test("and the plan does not end before the model has answered", () => {
    const drive = thoughtful(["a"]);
    drive.accept("replan", { feedback: "one more" });
    drive.complete("a");
    expect(drive.finished).toBe(false);
    proposes(drive, [add("more")]);
    decide(drive, { decision: "approve" });
    expect(drive.running).toEqual(["more"]);
  });

  test("while the plan is paused it waits, and after the end it is refused", () => {
    const drive = thoughtful(["a"]);
    drive.accept("pause");
    drive.accept("replan", { feedback: "faster" });
    expect(asked(drive).mayStart).toBe(false);
    drive.accept("resume");
    expect(asked(drive).mayStart).toBe(true);
    proposes(drive, []);
    drive.complete("a");
    expect(drive.refuse("replan", { feedback: "again" }).code).toBe("plan_finished");
    expect(legalCommands(drive.plan, drive.now).plan?.replan).toMatchObject({ possible: false });
  });

  test("one after another: each is thought about by itself", () => {
    const drive = thoughtful(["a", "b"]);
    for (const feedback of ["first", "second"]) drive.accept("replan", { feedback });
    const { turn } = asked(drive);
    proposes(drive, [priority("a", 1)]);
    expect(asked(drive)).toMatchObject({
      turn: turn + 1,
      input: { cause: { feedback: "second" } },
    });
    proposes(drive, [priority("b", 1)]);
    expect(drive.plan.proposals.size).toBe(2);
  });

  test("not beyond the plan's budget for models", () => {
    const drive = thoughtful(["a"], { budget_usd: 0.01 });
    drive.accept("replan", { feedback: "first" });
    proposes(drive, []);
    expect(drive.refuse("replan", { feedback: "second" }).detail).toContain("budget");
  });
});

describe("a decision about a proposal", () => {
  function proposed(): Drive {
    const drive = thoughtful(["a", "b", { id: "c", depends_on: ["b"] }]);
    drive.accept("replan", { feedback: "better" });
    proposes(drive, [
      priority("c", 9),
      add("check", { depends_on: ["b"], blocks: ["c"] }),
      { edit_type: "modify_todo", target_id: "c", params: { changes: { title: "Report" } } },
    ]);
    return drive;
  }

  test("takes some of its lines and leaves the others", () => {
    const drive = proposed();
    decide(drive, { decision: "approve", lines: [1, 3] });
    expect(drive.todo("c")).toMatchObject({ priority: 9, title: "Report" });
    expect(drive.plan.todos.has("check")).toBe(false);
    expect(drive.plan.holds.get("p1.h1")!.decisions.at(-1)).toMatchObject({ lines: [1, 3] });
  });

  test("rejects it with a reason, and nothing changes", () => {
    const drive = proposed();
    decide(drive, { decision: "reject", reason: "not now" });
    expect(drive.plan.state.version).toBe(1);
    expect(drive.plan.holds.get("p1.h1")).toMatchObject({ status: "rejected" });
  });

  test.each([
    ["a line that there is not", { lines: [4] }, "3 lines, and no line 4"],
    ["a line twice", { lines: [1, 1] }, "twice"],
    ["lines to a rejection", { lines: [1], decision: "reject" }, '"lines" goes only'],
    ["other arguments", { decision: "edit", args: {} }, "whole or by lines"],
    ["what becomes of a todo", { decision: "reject", then: "skip" }, "cannot be rejected"],
  ])("names not %s", (_, body, told) => {
    const drive = proposed();
    const hold_id = proposal(drive).id;
    const { detail } = drive.refuse("approval", { hold_id, decision: "approve", ...body });
    expect(detail).toContain(told);
    expect(drive.plan.openHolds.size).toBe(1);
  });

  test("is checked against the plan as it is then: what others changed is not overwritten", () => {
    const drive = proposed();
    drive.accept("edit", { ops: [{ ...priority("c", 2), target_id: "c" }] });
    const hold_id = proposal(drive).id;
    const refused = drive.refuse("approval", { hold_id, decision: "approve" });
    expect(refused).toMatchObject({ code: "stale_plan_version" });
    expect(refused.errors?.map(({ pointer }) => pointer)).toEqual([
      "/lines/1",
      "/lines/2",
      "/lines/3",
    ]);
    expect(refused.hint).toContain("None of them fits");
  });

  test("takes the lines that still fit, which are named, and nothing half", () => {
    const drive = thoughtful(["a", { id: "b", requires_approval: true }]);
    drive.accept("replan", { feedback: "better" });
    proposes(drive, [priority("a", 9), { edit_type: "remove_todo", target_id: "b" }]);
    drive.approve("b");
    drive.complete("b");
    const hold = proposal(drive);
    const refused = drive.refuse("approval", { hold_id: hold.id, decision: "approve" });
    expect(refused.code).toBe("todo_not_editable");
    expect(refused.hint).toContain("These lines still fit: 1.");
    expect(drive.todo("a").priority).toBe(5);
    const look = inEnglish(lookAtProposal(drive.plan, hold, undefined, drive.now));
    expect(look.lines.map(({ problem }) => problem?.code)).toEqual([
      undefined,
      "todo_not_editable",
    ]);
    expect(look).toMatchObject({ chosen: [1], problem: null, diff: { todos: [{ todo_id: "a" }] } });
    decide(drive, { decision: "approve", lines: [1] });
    expect(drive.todo("a").priority).toBe(9);
  });

  test("is looked at before: what each choice starts and stops", () => {
    const drive = thoughtful([{ id: "a", requires_approval: true }]);
    drive.accept("replan", { feedback: "more" });
    proposes(drive, [add("now"), { edit_type: "remove_todo", target_id: "a" }]);
    const hold = proposal(drive);
    const look = lookAtProposal(drive.plan, hold, undefined, drive.now);
    expect(look.impact).toMatchObject({ starts: ["now"], holds_closed: ["p1.h1"] });
    const choices = holdChoices(drive.plan, hold, drive.now);
    expect(choices).toMatchObject({
      choices: [
        { choice: "approve", then: null, starts: [{ id: "now" }] },
        { choice: "reject", then: null, starts: [], stops: [] },
        { choice: "withdraw", starts: [] },
      ],
    });
    expect(drive.plan.state.version).toBe(1);
  });

  test("that loosens control is for who may loosen it, whatever the policy", () => {
    const todos = [
      { id: "s", review_result: true },
      { id: "a", requires_approval: true },
    ];
    const drive = thoughtful(todos, { replan_policy: "apply" });
    drive.complete("s");
    const changes = { requires_approval: false };
    proposes(drive, [{ edit_type: "modify_todo", target_id: "a", params: { changes } }]);
    const hold_id = proposal(drive).id;
    const operator = { hold_id, decision: "approve", roles: ["operator"] };
    expect(drive.refuse("approval", operator).code).toBe("loosens_control");
    drive.accept("approval", { hold_id, decision: "approve", roles: ["approver"] });
    expect(drive.status("a")).toBe("in_progress");
  });

  test("that loosens control is nobody's in a locked plan", () => {
    const drive = thoughtful([{ id: "a", requires_approval: true }, "b"], { locked: true });
    drive.accept("replan", { feedback: "no questions" });
    const changes = { requires_approval: false };
    proposes(drive, [
      priority("b", 8),
      { edit_type: "modify_todo", target_id: "a", params: { changes } },
    ]);
    const hold_id = proposal(drive).id;
    expect(drive.refuse("approval", { hold_id, decision: "approve" }).code).toBe("loosens_control");
    decide(drive, { decision: "approve", lines: [1] });
    expect(drive.todo("b").priority).toBe(8);
  });
});

describe("a failure that is to be replanned (S0 §7)", () => {
  test("asks the model first, and neither loses what waits nor asks a person meanwhile", () => {
    const drive = failed();
    expect(asked(drive).input).toMatchObject({
      cause: { kind: "failure", todo_id: "a" },
      plan: {
        todos: [{ id: "a", status: "failed", why: expect.stringContaining("no such page") }, {}],
      },
    });
    expect(drive.plan.openHolds.size).toBe(0);
    expect(drive.status("b")).toBe("blocked");
    expect(drive.finished).toBe(false);
  });

  test("tries the todo again when the accepted lines change it", () => {
    const drive = failed();
    const changes = { tool_params: { url: "other" } };
    proposes(drive, [{ edit_type: "modify_todo", target_id: "a", params: { changes } }]);
    expect(english(proposal(drive).message ?? "")).toContain("no such page");
    decide(drive, { decision: "approve" });
    expect(drive.running).toEqual(["a"]);
    drive.complete("a");
    drive.complete("b");
    expect(drive.plan.state.status).toBe("completed");
  });

  test("goes another way: exclude_failed frees what waited for it", () => {
    const drive = failed();
    const remove = { edit_type: "remove_todo", target_id: "a" };
    proposes(drive, [add("a2", { blocks: ["b"] }), remove]);
    decide(drive, { decision: "approve" });
    drive.complete("a2");
    drive.complete("b");
    expect(drive.plan.state.status).toBe("completed");
  });

  test("of something that it waited for: an accepted line lets it run without (dependency_failed)", () => {
    const failure = {
      validation_error: { action: "FAIL" },
      dependency_failed: { action: "REPLAN", exclude_failed: true },
    } as const;
    const drive = thoughtful(["a", { id: "b", depends_on: ["a"] }], { failure });
    drive.fail("a", "validation_error");
    expect(asked(drive).input.cause).toMatchObject({
      kind: "failure",
      todo_id: "b",
      exclude_failed: true,
    });
    const params = { depends_on: "a" };
    proposes(drive, [{ edit_type: "remove_dependency", target_id: "b", params }]);
    decide(drive, { decision: "approve" });
    expect(drive.running).toEqual(["b"]);
  });

  test.each([
    ["rejected", { decision: "reject", reason: "no" }, "kim rejected the proposal: no"],
    ["withdrawn", null, "The proposal was closed"],
  ])("whose proposal is %s asks a person, and says so", (_, body, told) => {
    const drive = failed();
    proposes(drive, [priority("b", 1)]);
    if (body !== null) decide(drive, body);
    else drive.accept("control_hold", { hold_id: proposal(drive).id, action: "withdraw" });
    expect(drive.hold("a")).toMatchObject({ kind: "recovery", status: "open" });
    expect(drive.hold("a").message).toContain(told);
    drive.reload();
    expect(drive.plan.openHolds.size).toBe(1);
    drive.approve("a");
    expect(drive.running).toEqual(["a"]);
  });

  test("without a model asks a person as ever, and says why", () => {
    const drive = failed();
    const { turn } = asked(drive);
    drive.report({ type: "replan_failed", turn, message: "No model is configured." });
    expect(drive.hold("a")).toMatchObject({ kind: "recovery", status: "open" });
    expect(drive.hold("a").message).toContain("No model is configured.");
  });

  test("is over when an operator tries the todo again: an answer that comes later is nothing", () => {
    const drive = failed();
    const { turn } = asked(drive);
    drive.accept("control_todo", { todo_id: "a", action: "retry" });
    expect(types(drive).at(-1)).toBe("plan.replan_dropped");
    drive.report({ type: "replan_failed", turn, message: "late" });
    expect(drive.running).toEqual(["a"]);
    expect(drive.plan.openHolds.size).toBe(0);
  });

  test("closes its proposal when the todo is tried again before anybody decided", () => {
    const drive = failed();
    proposes(drive, [priority("b", 1)]);
    drive.accept("control_todo", { todo_id: "a", action: "retry" });
    expect(drive.plan.holds.get("p1.h1")).toMatchObject({ status: "stale" });
    expect(drive.running).toEqual(["a"]);
  });

  test("is not asked of a model for ever: after three times a person is asked", () => {
    const drive = failed({ replan_policy: "apply" });
    for (let round = 1; round <= LIMITS.replans_per_todo; round++) {
      const changes = { tool_params: { round } };
      proposes(drive, [{ edit_type: "modify_todo", target_id: "a", params: { changes } }]);
      drive.fail("a", "validation_error", "still not");
    }
    expect(drive.hold("a")).toMatchObject({ kind: "recovery", status: "open" });
    expect(drive.hold("a").message).toContain("asked 3 times");
  });

  test("goes on the same from its state alone, while the model thinks and while a person does", () => {
    const drive = failed();
    drive.reload();
    expect(drive.plan.openHolds.size).toBe(0);
    expect(asked(drive).turn).toBe(1);
    proposes(drive, [priority("b", 1)]);
    drive.reload();
    expect([...drive.plan.openHolds.values()].map(({ kind }) => kind)).toEqual(["proposal"]);
  });
});

describe("a rejection that wants another plan (S0 §5.4)", () => {
  test("tells the model why, and what is changed asks for its approval again", () => {
    const drive = thoughtful([{ id: "send", requires_approval: true }]);
    drive.reject("send", { then: "replan", reason: "wrong list" });
    expect(asked(drive).input.cause).toMatchObject({ kind: "rejection", todo_id: "send" });
    expect(asked(drive).input.cause["feedback"]).toContain("wrong list");
    const changes = { tool_params: { to: "customers" } };
    proposes(drive, [{ edit_type: "modify_todo", target_id: "send", params: { changes } }]);
    decide(drive, { decision: "approve" });
    expect(drive.hold("send")).toMatchObject({
      kind: "approval",
      status: "open",
      args: { to: "customers" },
    });
  });
});

describe("a todo whose result is looked at (S2 phase 6)", () => {
  const search = (settings: Partial<NewPlanInput> = {}): Drive => {
    const drive = thoughtful(
      [
        { id: "search", title: "Search", review_result: true },
        { id: "report", depends_on: ["search"] },
      ],
      settings,
    );
    drive.complete("search", { hits: 1 });
    return drive;
  };

  test("holds what waits for it until the look is over, and says so", () => {
    const drive = search();
    expect(asked(drive).input).toMatchObject({
      cause: { kind: "review", todo_id: "search" },
      plan: { todos: [{ id: "search", result: '{"hits":1}' }, {}] },
    });
    expect(drive.status("search")).toBe("completed");
    expect(drive.status("report")).toBe("blocked");
    expect(english(why(drive.plan, "report")[0]!.text)).toBe(
      'The result of "Search" is being looked at: the plan may change.',
    );
    proposes(drive, [], "Enough.");
    expect(drive.running).toEqual(["report"]);
  });

  test("a thin search result adds additional_search", () => {
    const drive = search();
    proposes(drive, [add("additional_search", { blocks: ["report"], depends_on: ["search"] })]);
    expect(drive.status("report")).toBe("blocked");
    decide(drive, { decision: "approve" });
    expect(drive.running).toEqual(["additional_search"]);
    drive.complete("additional_search");
    expect(drive.running).toEqual(["report"]);
  });

  test("is added at once where the plan's policy says so, and who did it is told", () => {
    const drive = search({ replan_policy: "apply" });
    proposes(drive, [add("additional_search", { blocks: ["report"] })]);
    expect(drive.running).toEqual(["additional_search"]);
    expect(drive.plan.openHolds.size).toBe(0);
    expect(drive.plan.state.versions.at(-1)).toMatchObject({ by: "policy:replan" });
  });

  test.each(["reject", "withdraw"])("goes on as planned after a %s", (how) => {
    const drive = search();
    proposes(drive, [add("additional_search", { blocks: ["report"] })]);
    if (how === "reject") decide(drive, { decision: "reject" });
    else drive.accept("control_hold", { hold_id: proposal(drive).id, action: "withdraw" });
    expect(drive.running).toEqual(["report"]);
  });

  test("goes on as planned where no model answers", () => {
    const drive = search();
    const { turn } = asked(drive);
    drive.report({ type: "replan_failed", turn, message: "No model is configured." });
    expect(drive.running).toEqual(["report"]);
  });

  test("is looked at again when it has run again, and the same from its state alone", () => {
    const drive = search();
    drive.reload();
    expect(drive.status("report")).toBe("blocked");
    proposes(drive, []);
    drive.complete("report");
    const again = thoughtful([{ id: "search", review_result: true }, "other"]);
    again.complete("search");
    proposes(again, []);
    again.accept("control_todo", { todo_id: "search", action: "rerun" });
    again.complete("search");
    expect(asked(again).input.cause).toMatchObject({ kind: "review" });
  });
});

describe("what a model answers", () => {
  const wrong: [string, ThoughtAnswer["read"], string][] = [
    ["no JSON", { problem: "no_json" }, "JSON"],
    ["no list of edits", { data: { summary: "x" } }, "/edits"],
    ["an operation without a reason", { data: { edits: [{ ...priority("a", 1) }] } }, "reason"],
    [
      "an unknown operation",
      { data: { edits: [{ edit_type: "drop", reason: "r" }] } },
      "edit_type",
    ],
    [
      "an unknown tool",
      { data: { edits: [{ ...add("x", { tool_name: "bomb" }), reason: "r" }] } },
      "bomb",
    ],
    [
      "an unknown agent",
      { data: { edits: [{ ...add("x", { tool_name: null, agent_name: "bond" }), reason: "r" }] } },
      "bond",
    ],
    [
      "the plan's own settings",
      {
        data: {
          edits: [
            {
              edit_type: "modify_plan",
              params: { changes: { replan_policy: "apply" } },
              reason: "r",
            },
          ],
        },
      },
      "settings",
    ],
    [
      "who decides",
      { data: { edits: [{ ...add("x", { approval: { on_timeout: "approve" } }), reason: "r" }] } },
      "approval",
    ],
    [
      "a todo that there is not",
      { data: { edits: [{ ...priority("ghost", 1), reason: "r" }] } },
      "ghost",
    ],
    [
      "a circle",
      {
        data: {
          edits: [
            {
              edit_type: "add_dependency",
              target_id: "a",
              params: { depends_on: "b" },
              reason: "r",
            },
          ],
        },
      },
      "a → b → a",
    ],
    [
      "too much",
      { data: { edits: Array.from({ length: 51 }, (_, n) => ({ ...add(`x${n}`), reason: "r" })) } },
      "/edits",
    ],
  ];
  test.each(wrong)(
    "with %s is told what is wrong once, then a person goes on without",
    (_, read, told) => {
      const drive = thoughtful([
        { id: "a", requires_approval: true },
        { id: "b", depends_on: ["a"] },
      ]);
      drive.accept("replan", { feedback: "better" });
      answers(drive, read, "its answer");
      const { refused } = asked(drive).input;
      expect(refused?.draft).toBe("its answer");
      expect(refused?.mistakes.join("\n")).toContain(told);
      answers(drive, read, "the same");
      expect(types(drive)).toEqual([
        "plan.replan_requested",
        "plan.replan_refused",
        "plan.replan_failed",
      ]);
      expect(drive.plan.state.version).toBe(1);
      expect(drive.plan.proposals.size).toBe(0);
    },
  );

  test("mended in its second turn is a proposal like any other", () => {
    const drive = thoughtful(["a"]);
    drive.accept("replan", { feedback: "better" });
    answers(drive, { problem: "no_json" });
    proposes(drive, [priority("a", 9)]);
    expect(proposal(drive).proposal.lines).toHaveLength(1);
    expect(drive.plan.state.replan?.calls).toHaveLength(2);
  });

  test("that it will not is told to a person", () => {
    const drive = failed();
    answers(drive, { problem: "refused" }, "I will not.");
    expect(drive.hold("a").message).toContain("I will not.");
  });
});

describe("a plan whose policy applies proposals", () => {
  test("asks a person all the same for what somebody asked for: that may have been a model", () => {
    const drive = thoughtful(["a"], { replan_policy: "apply" });
    drive.accept("replan", { feedback: "faster" });
    proposes(drive, [priority("a", 9)]);
    expect(drive.todo("a").priority).toBe(5);
    expect(drive.plan.proposals.size).toBe(1);
  });

  test("asks a person all the same after ten of them, until one is decided", () => {
    const ids = Array.from({ length: LIMITS.applied_proposals + 2 }, (_, n) => `s${n}`);
    const settings = { replan_policy: "apply", max_parallel: 100 } as const;
    const todos = ids.map((id) => ({ id, review_result: true }));
    const drive = thoughtful([{ id: "a", requires_approval: true }, ...todos], settings);
    const asks = ids.map((id, round) => {
      drive.complete(id);
      proposes(drive, [priority("a", round % 2)]);
      const isAsking = drive.plan.proposals.size > 0;
      if (isAsking) decide(drive, { decision: "approve" });
      return isAsking;
    });
    expect(asks).toEqual([...Array<boolean>(LIMITS.applied_proposals).fill(false), true, false]);
    expect(drive.plan.state.replan?.applied).toBe(1);
  });
});
