import { describe, expect, test } from "vitest";
import { modeOf } from "../../src/plan/views/board/mode.ts";
import { drive, planOf, type Drive } from "./support/drive.ts";

const HOUR = 3_600;
const waiting = (approval: object = {}): Drive =>
  drive(
    planOf([
      { id: "a", requires_approval: true, approval },
      { id: "b", depends_on: ["a"] },
    ]),
  );
const extend = (plan: Drive, seconds: number) =>
  plan.accept("control_hold", { hold_id: "h1", action: "extend", seconds });

describe("more time for a hold", () => {
  test("moves its deadline, as often as a person asks", () => {
    const plan = waiting();
    extend(plan, HOUR);
    extend(plan, HOUR);
    plan.pass(2 * HOUR);
    expect(plan.hold("a").status).toBe("open");
    plan.pass(HOUR);
    expect(plan.status("a")).toBe("failed");
  });

  test("counts from what is left while the plan is paused", () => {
    const plan = waiting();
    plan.pass(HOUR - 60);
    plan.accept("pause");
    extend(plan, HOUR);
    expect(plan.hold("a")).toMatchObject({ deadline_at: null, remaining_ms: (HOUR + 60) * 1_000 });
    plan.accept("resume");
    plan.pass(HOUR);
    expect(plan.hold("a").status).toBe("open");
    plan.pass(60);
    expect(plan.hold("a").status).toBe("expired");
  });

  test("is refused once the time is over, and for a hold that waits for ever", () => {
    const late = waiting();
    late.passUnnoticed(HOUR);
    const message = { hold_id: "h1", action: "extend", seconds: 60 };
    expect(late.refuse("control_hold", message).code).toBe("hold_expired");
    const patient = waiting({ on_timeout: "wait" });
    expect(patient.refuse("control_hold", message)).toMatchObject({
      code: "illegal_transition",
      legal: ["delegate", "withdraw"],
    });
  });

  test("cannot reach further than the longest wait", () => {
    const plan = waiting();
    const seconds = 30 * 24 * HOUR;
    const problem = plan.refuse("control_hold", { hold_id: "h1", action: "extend", seconds });
    expect(problem.errors?.[0]?.pointer).toBe("/seconds");
    expect(plan.hold("a").deadline_at).toBe("2026-02-05T11:00:00.000Z");
  });
});

describe("another person for a hold", () => {
  test("is named on it, and anyone who may decide still can", () => {
    const plan = waiting();
    plan.accept("control_hold", { hold_id: "h1", action: "delegate", to: "lee" });
    expect(plan.hold("a").assignee).toBe("lee");
    plan.approve("a", { by: "kim" });
    expect(plan.running).toEqual(["a"]);
  });

  test("must be named", () => {
    const problem = waiting().refuse("control_hold", { hold_id: "h1", action: "delegate" });
    expect(problem.errors?.[0]?.pointer).toBe("/to");
  });
});

describe("a hold that is withdrawn", () => {
  test("asks nobody any more: its todo is skipped and others go on", () => {
    const plan = waiting();
    plan.accept("control_hold", { hold_id: "h1", action: "withdraw", reason: "not needed" });
    expect(plan.hold("a")).toMatchObject({ status: "withdrawn", closed_reason: "not needed" });
    expect(plan.todo("a")).toMatchObject({ status: "skipped", error_message: "not needed" });
    expect(plan.running).toEqual(["b"]);
    const late = plan.refuse("approval", { hold_id: "h1", decision: "approve" });
    expect(late.code).toBe("hold_withdrawn");
  });

  test("leaves a failed todo failed", () => {
    const plan = drive(planOf([{ id: "a", failure: { api_error: { action: "MANUAL" } } }]));
    plan.fail("a");
    plan.accept("control_hold", { hold_id: "h1", action: "withdraw" });
    expect(plan.status("a")).toBe("failed");
    expect(plan.plan.state.status).toBe("failed");
  });

  test("cannot be the plan's own review", () => {
    const plan = drive(planOf(["a"], { plan_review: true }));
    const problem = plan.refuse("control_hold", { hold_id: "h1", action: "withdraw" });
    expect(problem.code).toBe("illegal_transition");
  });
});

test("a repeated word about a hold counts once", () => {
  const plan = waiting();
  const message = { hold_id: "h1", action: "extend", seconds: 60, command_id: "once", by: "kim" };
  const first = plan.accept("control_hold", message);
  expect(plan.accept("control_hold", message)).toEqual(first);
  expect(plan.hold("a").deadline_at).toBe("2026-02-05T11:01:00.000Z");
});

test("a plan that somebody paused to edit it says so, and edits work meanwhile", () => {
  const plan = waiting();
  plan.accept("pause", { purpose: "edit" });
  expect(modeOf(plan.plan)).toBe("plan_edit");
  const op = { edit_type: "change_priority", target_id: "b", params: { priority: 9 } };
  plan.accept("edit", { ops: [op] });
  plan.accept("resume");
  expect(modeOf(plan.plan)).toBe("approval_wait");
});
