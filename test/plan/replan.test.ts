import { describe, expect, test } from "vitest";
import type { NewPlanInput } from "../../src/contract/plan/plan.ts";
import { english } from "../../src/contract/sentences/sentence.ts";
import { checkpointsOf } from "../../src/plan/edits/checkpoints.ts";
import { legalCommands } from "../../src/plan/legal-commands.ts";
import { why } from "../../src/plan/views/why.ts";
import type { Drive } from "./support/drive.ts";
import {
  add,
  answers,
  asked,
  decide,
  priority,
  proposal,
  proposes,
  thoughtful,
  types,
} from "./support/thoughtful.ts";

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

  test("and it is told what the plan is for, also where that was not made from a goal", () => {
    const drive = thoughtful(["a"], { description: "강남구 아파트 시세 조회" });
    drive.accept("replan", { feedback: "is it good?" });
    expect(asked(drive).input.plan.goal).toBe("강남구 아파트 시세 조회");
    const silent = thoughtful(["a"]);
    silent.accept("replan", { feedback: "is it good?" });
    expect(asked(silent).input.plan.goal).toBeNull();
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

  test("goes on as planned once the budget is spent, and no model is asked", () => {
    const drive = search({ budget_usd: 0 });
    expect(drive.running).toEqual(["report"]);
    expect(drive.plan.state.replan?.waiting).toEqual([]);
    expect(drive.plan.state.events.at(-2)).toMatchObject({
      type: "plan.replan_failed",
      todo_id: "search",
      data: { call: null, message: "The plan's budget for models is spent." },
    });
  });

  test("is not looked at where the look before has cost the last of the budget", () => {
    const drive = thoughtful(
      ["a", "b"].map((id) => ({ id, review_result: true })),
      { budget_usd: 0.01 },
    );
    drive.complete("a");
    drive.complete("b");
    expect(drive.plan.state.replan?.waiting).toHaveLength(2);
    // What it wrote cannot be read: it may not mend it, either.
    answers(drive, { problem: "no_json" });
    expect(drive.plan.state).toMatchObject({ spent: { turns: 1 }, status: "completed" });
    expect(types(drive).slice(2)).toEqual(["plan.replan_failed", "plan.replan_failed"]);
  });

  test("is looked at once more, and what waits for it still waits, when a rerun that changes nothing broke that off", () => {
    const drive = thoughtful([
      "collect",
      {
        id: "search",
        depends_on: ["collect"],
        tool_params: { of: { $from: "collect" } },
        review_result: true,
      },
      { id: "report", depends_on: ["search"] },
    ]);
    drive.complete("collect", 1);
    drive.complete("search");
    drive.accept("control_todo", { todo_id: "collect", action: "rerun" });
    expect(drive.plan.state.replan?.waiting).toEqual([]);
    drive.complete("collect", 1);
    expect(drive.statuses()).toMatchObject({ search: "completed", report: "blocked" });
    expect(asked(drive).input.cause).toMatchObject({ kind: "review", todo_id: "search" });
    proposes(drive, []);
    expect(drive.running).toEqual(["report"]);
  });

  test("is looked at once more when a restore brings back what had been done, and the look had not ended", () => {
    const drive = search();
    const { checkpoint_id } = checkpointsOf(drive.plan.state).at(-1)!;
    drive.accept("control_todo", { todo_id: "search", action: "rerun" });
    drive.complete("search", { hits: 2 });
    proposes(drive, []);
    drive.accept("pause", { mode: "interrupt" });
    drive.stopped("report");
    drive.accept("rollback", { checkpoint_id });
    drive.accept("resume");
    expect(drive.todo("search").result_data).toEqual({ hits: 1 });
    expect(drive.status("report")).toBe("blocked");
    expect(asked(drive).input.cause).toMatchObject({ kind: "review" });
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
