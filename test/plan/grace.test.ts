import { describe, expect, test } from "vitest";
import { holdChoices } from "../../src/plan/choices.ts";
import { legalCommands } from "../../src/plan/legal-commands.ts";
import { toLogged } from "../../src/plan/model/state/to-logged.ts";
import { summaryOf } from "../../src/plan/views/board/summary.ts";
import { inEnglish } from "../support/in-english.ts";
import { drive, planOf, type Drive } from "./support/drive.ts";

const asked = (approval: object = {}): Drive =>
  drive(
    planOf([
      { id: "send", requires_approval: true, approval, tool_params: { text: "Helo" } },
      { id: "count", depends_on: ["send"] },
    ]),
  );
const approve = { hold_id: "h1", decision: "approve", grace_seconds: 5 };
const undo = { hold_id: "h1", action: "undo" };

describe("a decision with a grace time", () => {
  test("stands on its hold, and takes effect by itself when the time is over", () => {
    const plan = asked();
    plan.accept("approval", { ...approve, comment: "read it" });
    const decided_at = plan.now;
    expect(plan.hold("send")).toMatchObject({
      status: "open",
      deciding: { decision: "approve", by: "kim", at: decided_at },
      decision: null,
    });
    expect(plan.status("send")).toBe("needs_approval");
    plan.pass(4);
    expect(plan.runs).toEqual([]);
    plan.pass(1);
    expect(plan.hold("send")).toMatchObject({
      status: "approved",
      deciding: null,
      decision: { decision: "approve", by: "kim", at: decided_at, comment: "read it" },
    });
    expect(plan.runs.map(({ todo_id }) => todo_id)).toEqual(["send"]);
  });

  test("shows on its hold with which arguments it will run, and in no list", () => {
    const plan = asked();
    plan.accept("approval", { ...approve, decision: "edit", args: { text: "Hello" } });
    expect(plan.hold("send").deciding).toMatchObject({ args: { text: "Hello" } });
    const [listed] = summaryOf(plan.plan).holds;
    expect(listed?.deciding).toMatchObject({ decision: "edit" });
    expect(listed?.deciding).not.toHaveProperty("args");
    plan.pass(5);
    expect(plan.hold("send")).toMatchObject({
      deciding: null,
      decision: { args: { text: "Hello" } },
    });
  });

  test("is as if it had not been made once it was taken back", () => {
    const plan = asked();
    plan.accept("approval", { ...approve, decision: "reject", then: "abort" });
    plan.pass(4);
    plan.accept("control_hold", { ...undo, reason: "wrong row" });
    plan.pass(60);
    expect(plan.hold("send")).toMatchObject({ status: "open", deciding: null, decisions: [] });
    plan.accept("approval", { hold_id: "h1", decision: "approve" });
    expect(plan.status("send")).toBe("in_progress");
    const told = plan.events.filter(({ type }) => type.startsWith("hold."));
    expect(told.map(({ type, by }) => `${type} ${by}`)).toEqual([
      "hold.requested holdpoint",
      "hold.deciding kim",
      "hold.undone kim",
      "hold.decided kim",
    ]);
  });

  test("takes effect at once when nothing is said of it, or 0", () => {
    const plan = asked();
    plan.accept("approval", { ...approve, grace_seconds: 0 });
    expect(plan.status("send")).toBe("in_progress");
    const late = plan.refuse("control_hold", undo);
    expect(late).toMatchObject({ code: "hold_already_decided" });
  });

  test("is at most a minute long", () => {
    const plan = asked();
    expect(plan.refuse("approval", { ...approve, grace_seconds: 61 }).code).toBe("invalid_command");
  });

  test("can be taken back by who made it and nobody else, who are told who was first", () => {
    const plan = asked();
    plan.accept("approval", approve);
    const others = plan.refuse("control_hold", { ...undo, by: "lee" });
    expect(others).toMatchObject({
      code: "hold_already_decided",
      decided: { decision: "approve", by: "kim" },
    });
    expect(inEnglish(others.hint)).toBe("Until then kim can take it back.");
    expect(plan.refuse("approval", { ...approve, by: "lee" })).toMatchObject({
      code: "hold_already_decided",
      decided: { by: "kim" },
    });
    for (const message of [{ action: "extend", seconds: 60 }, { action: "withdraw" }]) {
      const refused = plan.refuse("control_hold", { hold_id: "h1", ...message });
      expect(refused.code).toBe("hold_already_decided");
    }
  });

  test("cannot be taken back any more when its time is over and its timer has yet to ring", () => {
    const plan = asked();
    plan.accept("approval", approve);
    plan.passUnnoticed(5);
    expect(plan.refuse("control_hold", undo).code).toBe("hold_already_decided");
  });

  test("that its sender repeats is the same decision, before and after it took effect", () => {
    const plan = asked();
    const sent = { ...approve, command_id: "once" };
    const first = plan.accept("approval", sent);
    expect(plan.accept("approval", sent)).toEqual(first);
    plan.pass(5);
    expect(plan.accept("approval", sent)).toEqual(first);
  });

  test("lives on in the next run of its workflow", () => {
    const plan = asked();
    plan.accept("approval", approve);
    plan.reload();
    plan.pass(5);
    expect(plan.status("send")).toBe("in_progress");
  });

  test("counts before a deadline that passes meanwhile; taken back, what was left of it is left again", () => {
    const plan = asked({ timeout_seconds: 10 });
    plan.pass(8);
    plan.accept("approval", approve);
    plan.pass(5);
    expect(plan.hold("send").status).toBe("approved");

    const other = asked({ timeout_seconds: 10 });
    other.pass(8);
    other.accept("approval", approve);
    other.pass(4);
    expect(other.hold("send").status).toBe("open");
    other.accept("control_hold", undo);
    other.pass(1);
    expect(other.hold("send").status).toBe("open");
    other.pass(1);
    expect(other.hold("send").status).toBe("expired");
  });

  test("starts nothing when a rejection is taken back after its deadline", () => {
    const plan = asked({ timeout_seconds: 10, on_timeout: "approve" });
    plan.pass(8);
    plan.accept("approval", { ...approve, decision: "reject" });
    plan.pass(4);
    plan.accept("control_hold", undo);
    plan.pass(1);
    expect(plan.runs).toEqual([]);
    plan.accept("approval", { hold_id: "h1", decision: "reject" });
    expect(plan.status("send")).toBe("skipped");
  });

  test("leaves as much time when it is taken back while the plan is paused, or after a pause", () => {
    const paused = asked({ timeout_seconds: 10, on_timeout: "approve" });
    paused.pass(8);
    paused.accept("approval", { ...approve, decision: "reject" });
    paused.pass(3);
    paused.accept("pause");
    paused.accept("control_hold", undo);
    paused.accept("resume");
    paused.pass(1);
    expect(paused.runs).toEqual([]);
    paused.pass(1);
    expect(paused.runs).toHaveLength(1);

    const resumed = asked({ timeout_seconds: 10 });
    resumed.pass(8);
    resumed.accept("approval", { ...approve, grace_seconds: 60 });
    resumed.accept("pause");
    resumed.pass(30);
    resumed.accept("resume");
    resumed.accept("control_hold", undo);
    resumed.pass(1);
    expect(resumed.hold("send").status).toBe("open");
    resumed.pass(1);
    expect(resumed.hold("send").status).toBe("expired");
  });

  test("stands while an edit changes how long its hold asks; taken back, the hold asks anew", () => {
    const edit = (plan: Drive): void => {
      const changes = { approval: { on_timeout: "wait" } };
      const op = { edit_type: "modify_todo", target_id: "send", params: { changes } };
      plan.accept("edit", { ops: [op] });
    };
    const stands = asked({ timeout_seconds: 10, on_timeout: "approve" });
    stands.accept("approval", { ...approve, decision: "reject" });
    edit(stands);
    stands.pass(5);
    expect(stands.status("send")).toBe("skipped");

    const undone = asked({ timeout_seconds: 10, on_timeout: "approve" });
    undone.accept("approval", { ...approve, decision: "reject" });
    edit(undone);
    undone.accept("control_hold", undo);
    expect(undone.hold("send")).toMatchObject({ id: "p1.h2", deadline_at: null });
    undone.pass(3_600);
    expect(undone.runs).toEqual([]);
  });

  test("runs on while the plan is paused, and the todo starts when the plan goes on", () => {
    const plan = asked();
    plan.accept("approval", approve);
    plan.accept("pause");
    plan.pass(5);
    expect(plan.hold("send").status).toBe("approved");
    expect(plan.runs).toEqual([]);
    plan.accept("resume");
    expect(plan.runs).toHaveLength(1);
  });

  test("falls when what it is about changes, or the plan is cancelled", () => {
    const edited = asked();
    edited.accept("approval", approve);
    const changes = { tool_params: { text: "Hello" } };
    const op = { edit_type: "modify_todo", target_id: "send", params: { changes } };
    edited.accept("edit", { ops: [op] });
    edited.pass(5);
    expect(edited.plan.holds.get(`${edited.plan.state.id}.h1`)).toMatchObject({
      status: "stale",
      deciding: null,
    });
    expect(edited.status("send")).toBe("needs_approval");

    const cancelled = asked();
    cancelled.accept("approval", approve);
    cancelled.accept("cancel");
    cancelled.pass(5);
    expect(cancelled.hold("send").status).toBe("withdrawn");
    expect(cancelled.status("send")).toBe("cancelled");
  });

  test("may be a rejection, an answer, or an approval with other arguments", () => {
    const edited = asked();
    edited.accept("approval", { ...approve, decision: "edit", args: { text: "Hello" } });
    edited.pass(5);
    expect(edited.runs[0]?.args).toEqual({ text: "Hello" });

    const rejected = asked();
    rejected.accept("approval", { ...approve, decision: "reject", then: "skip" });
    rejected.pass(5);
    expect(rejected.status("count")).toBe("skipped");

    const answered = drive(
      planOf([{ id: "ask", tool_name: null, input_request: { question: "When?" } }]),
    );
    answered.accept("input", { hold_id: "h1", value: "July", grace_seconds: 5 });
    expect(answered.status("ask")).toBe("needs_approval");
    answered.pass(5);
    expect(answered.todo("ask").result_data).toBe("July");
  });

  test("of several holds ends for each, also at the same moment", () => {
    const plan = drive(
      planOf([
        { id: "a", requires_approval: true },
        { id: "b", requires_approval: true },
      ]),
    );
    plan.accept("approval", approve);
    plan.accept("approval", { ...approve, hold_id: "h2" });
    plan.pass(5);
    expect([plan.status("a"), plan.status("b")]).toEqual(["in_progress", "in_progress"]);
  });

  test("leaves nothing to choose meanwhile but to take it back", () => {
    const plan = asked();
    expect(possible(plan)).not.toContain("undo");
    plan.accept("approval", approve);
    expect(
      holdChoices(plan.plan, plan.plan.holds.get(`${plan.plan.state.id}.h1`)!, plan.now),
    ).toMatchObject({
      problem: { code: "hold_already_decided" },
    });
    expect(possible(plan)).toEqual(["undo"]);
  });

  test("is told in the log without the arguments that a person wrote", () => {
    const plan = asked();
    plan.accept("approval", { ...approve, decision: "edit", args: { text: "a secret" } });
    const event = plan.events.find(({ type }) => type === "hold.deciding")!;
    expect(JSON.stringify(toLogged(event))).not.toContain("a secret");
    expect(toLogged(event).data).toMatchObject({ decision: "edit", by: "kim" });
  });
});

/** What can be done about the plan's one hold. */
function possible(plan: Drive): string[] {
  const [hold] = legalCommands(plan.plan, plan.now).holds;
  const actions = Object.entries(hold!.actions);
  return actions.filter(([, { possible: can }]) => can).map(([word]) => word);
}
