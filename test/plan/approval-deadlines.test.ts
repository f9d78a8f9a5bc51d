import { describe, expect, test } from "vitest";
import type { ApprovalSettings } from "../../src/contract/plan/todo.ts";
import { drive, planOf, type Drive } from "./support/drive.ts";

function asking(approval: ApprovalSettings, settings = {}): Drive {
  const ask = { id: "ask", requires_approval: true, approval, tool_params: { n: 1 } };
  return drive(planOf([ask, { id: "after", depends_on: ["ask"] }], settings));
}

describe("an approval that nobody decides", () => {
  test("waits an hour when nothing else is said, and then fails its todo", () => {
    const plan = asking({});
    expect(plan.hold("ask").deadline_at).toBe("2026-02-05T11:00:00.000Z");
    plan.pass(3_599.999);
    expect(plan.status("ask")).toBe("needs_approval");
    plan.pass(0.001);
    expect(plan.todo("ask")).toMatchObject({
      status: "failed",
      error_type: "timeout",
      error_message: "Nobody decided in time",
    });
    expect(plan.hold("ask")).toMatchObject({ status: "expired", decision: null });
    expect(plan.status("after")).toBe("cancelled");
    expect(plan.plan.state.status).toBe("failed");
  });

  test("waits as long as its todo says, else as long as the plan says", () => {
    expect(asking({ timeout_seconds: 30 }, { approval_timeout_seconds: 60 }).wakeAt).toBe(
      "2026-02-05T10:00:30.000Z",
    );
    expect(asking({}, { approval_timeout_seconds: 60 }).wakeAt).toBe("2026-02-05T10:01:00.000Z");
  });

  test("skips its todo with on_timeout skip, and what can only run after it", () => {
    const plan = asking({ on_timeout: "skip" });
    plan.pass(3_600);
    expect(plan.todo("ask")).toMatchObject({ status: "skipped", completed_at: plan.now });
    expect(plan.todo("after")).toMatchObject({
      status: "skipped",
      error_message: 'Nobody decided on "ask" in time',
      skipped: { cause: "timed_out", by: "policy:on_timeout", todo_id: "ask" },
    });
    expect(plan.started).toEqual([]);
  });

  test("runs its todo with on_timeout approve, on record as the policy's doing", () => {
    const plan = asking({ on_timeout: "approve" });
    plan.pass(3_600);
    expect(plan.running).toEqual(["ask"]);
    expect(plan.argsOf("ask")).toEqual({ n: 1 });
    expect(plan.todo("ask")).toMatchObject({
      approved_by: "policy:on_timeout",
      approved_digest: plan.hold("ask").digest,
    });
    expect(plan.hold("ask").status).toBe("expired");
  });

  test("asks anew when an edit changes how long it waits or what follows then, and only then", () => {
    const plan = asking({ on_timeout: "approve", timeout_seconds: 10 });
    plan.pass(8);
    const edit = (changes: object): void => {
      const op = { edit_type: "modify_todo", target_id: "ask", params: { changes } };
      plan.accept("edit", { ops: [op] });
    };
    edit({ title: "Ask again" });
    expect(plan.hold("ask").id).toBe("p1.h1");
    edit({ approval: { on_timeout: "wait" } });
    expect(plan.hold("ask")).toMatchObject({ id: "p1.h2", status: "open", deadline_at: null });
    plan.pass(3_600);
    expect(plan.started).toEqual([]);
    edit({ approval: { on_timeout: "skip", timeout_seconds: 60 } });
    plan.pass(59);
    expect(plan.hold("ask")).toMatchObject({ id: "p1.h3", status: "open" });
    plan.pass(1);
    expect(plan.status("ask")).toBe("skipped");
  });

  test("waits for ever with on_timeout wait", () => {
    const plan = asking({ on_timeout: "wait", timeout_seconds: 1 });
    expect(plan.hold("ask").deadline_at).toBe(null);
    expect(plan.wakeAt).toBe(null);
    plan.pass(1e9);
    expect(plan.status("ask")).toBe("needs_approval");
    plan.approve("ask");
    expect(plan.running).toEqual(["ask"]);
  });

  test("is woken for the earliest of several deadlines first", () => {
    const ask = (id: string, timeout_seconds: number) => ({
      id,
      requires_approval: true,
      approval: { timeout_seconds, on_timeout: "skip" as const },
    });
    const plan = drive(planOf([ask("late", 90), ask("early", 30), ask("soon", 60)]));
    const woken: (string | null)[] = [];
    while (plan.wakeAt !== null) {
      woken.push(plan.wakeAt);
      plan.pass(30);
    }
    expect(woken.map((at) => at!.slice(14, 19))).toEqual(["00:30", "01:00", "01:30"]);
    expect(plan.plan.state.status).toBe("completed");
  });

  test("is over at its deadline even when the decision overtakes the timer", () => {
    const plan = asking({ timeout_seconds: 30 });
    plan.passUnnoticed(30);
    const problem = plan.refuse("approval", { todo_id: "ask", decision: "approve" });
    expect(problem).toMatchObject({
      code: "hold_expired",
      detail: 'The time for hold p1.h1 is over; its timeout action "fail" applies.',
    });
    plan.pass(0);
    expect(plan.status("ask")).toBe("failed");
  });

  test("is rejected in time as long as time has started nothing, however late its plan hears of it", () => {
    const plan = asking({ timeout_seconds: 30, on_timeout: "approve" });
    plan.passUnnoticed(40);
    plan.reject("ask");
    expect(plan.status("ask")).toBe("skipped");
    plan.pass(0);
    expect(plan.started).toEqual([]);
  });

  test("leads whoever comes too late to the retry that asks again", () => {
    const plan = drive(
      planOf([{ id: "ask", requires_approval: true, approval: { timeout_seconds: 30 } }, "other"]),
    );
    plan.pass(30);
    const { hint } = plan.refuse("approval", { hold_id: "h1", decision: "approve" });
    expect(hint).toContain('send the action "retry" for todo "ask"');
    plan.accept("control_todo", { todo_id: "ask", action: "retry" });
    expect(plan.hold("ask")).toMatchObject({ id: "p1.h2", status: "open" });
  });
});

describe("a pause", () => {
  test("stops the clock of every approval, and a resume gives back what was left", () => {
    const plan = asking({ timeout_seconds: 100 });
    plan.pass(40);
    plan.accept("pause");
    expect(plan.hold("ask")).toMatchObject({ deadline_at: null, remaining_ms: 60_000 });
    expect(plan.wakeAt).toBe(null);
    plan.pass(100_000);
    expect(plan.status("ask")).toBe("needs_approval");
    plan.accept("resume");
    const end = new Date(Date.parse(plan.now) + 60_000).toISOString();
    expect(plan.hold("ask")).toMatchObject({ deadline_at: end, remaining_ms: null });
    plan.pass(59.999);
    expect(plan.status("ask")).toBe("needs_approval");
    plan.pass(0.001);
    expect(plan.status("ask")).toBe("failed");
  });

  test("again and again takes and gives no time", () => {
    const plan = asking({ timeout_seconds: 100 });
    for (let round = 0; round < 3; round += 1) {
      plan.pass(10);
      plan.accept("pause");
      plan.pass(1_000);
      plan.accept("resume");
    }
    plan.pass(69.999);
    expect(plan.status("ask")).toBe("needs_approval");
    plan.pass(0.001);
    expect(plan.status("ask")).toBe("failed");
  });

  test("lets people decide all the same; the todo runs after the resume", () => {
    const plan = asking({});
    plan.accept("pause");
    plan.approve("ask");
    expect(plan.status("ask")).toBe("pending");
    expect(plan.running).toEqual([]);
    plan.accept("resume");
    expect(plan.running).toEqual(["ask"]);
  });

  test("does not make an approval endless that already had no deadline", () => {
    const plan = asking({ on_timeout: "wait" });
    plan.accept("pause");
    plan.accept("resume");
    expect(plan.hold("ask")).toMatchObject({ deadline_at: null, remaining_ms: null });
  });

  test("after the deadline and before its timer leaves nothing: the approval expires on resume", () => {
    const plan = asking({ timeout_seconds: 30 });
    plan.passUnnoticed(31);
    plan.accept("pause");
    expect(plan.hold("ask").remaining_ms).toBe(0);
    plan.accept("resume");
    plan.pass(0);
    expect(plan.status("ask")).toBe("failed");
  });

  test("does not reopen an approval whose time was over: nobody can decide it meanwhile", () => {
    const plan = asking({ timeout_seconds: 30 });
    plan.passUnnoticed(30);
    plan.accept("pause");
    const problem = plan.refuse("approval", { todo_id: "ask", decision: "approve" });
    expect(problem.code).toBe("hold_expired");
  });
});

test("whoever comes too late is told what the timeout does to this todo", () => {
  const plan = drive(planOf([{ id: "a", requires_approval: true, optional: true }, { id: "b" }]));
  plan.passUnnoticed(3_600);
  const tooLate = () => plan.refuse("approval", { todo_id: "a", decision: "approve" });
  const { detail } = tooLate();
  expect(detail).toMatch(/action "skip" applies/);
  plan.pass(0);
  expect(plan.status("a")).toBe("skipped");
  expect(plan.refuse("approval", { hold_id: "h1", decision: "approve" }).detail).toBe(detail);
});

test("an optional todo that nobody approves in time is skipped", () => {
  const plan = drive(
    planOf([
      { id: "a", requires_approval: true, optional: true },
      { id: "b", depends_on: ["a"] },
    ]),
  );
  plan.pass(3_600);
  expect(plan.status("a")).toBe("skipped");
  expect(plan.running).toEqual(["b"]);
});

test("an optional todo's hold says that it skips, also where somebody wrote that it fails: it does not (S2)", () => {
  const approval = { on_timeout: "fail" as const };
  const plan = drive(planOf([{ id: "a", requires_approval: true, optional: true, approval }]));
  expect(plan.hold("a").on_timeout).toBe("skip");
  plan.pass(3_600);
  expect(plan.status("a")).toBe("skipped");
});
