import { describe, expect, test } from "vitest";
import { LIMITS } from "../../src/contract/tables/limits.ts";
import { holdChoices } from "../../src/plan/choices.ts";
import { lookAtProposal } from "../../src/plan/look-at-proposal.ts";
import { inEnglish } from "../support/in-english.ts";
import type { Drive } from "./support/drive.ts";
import { add, decide, priority, proposal, proposes, thoughtful } from "./support/thoughtful.ts";

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
