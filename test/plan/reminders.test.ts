import { describe, expect, test } from "vitest";
import { decideReport } from "../../src/plan/decide.ts";
import { drive, planOf } from "./support/drive.ts";

const HOUR = 3_600;

function asking(timeout_seconds: number) {
  return drive(
    planOf([
      { id: "ask", requires_approval: true, approval: { timeout_seconds }, tool_params: {} },
    ]),
  );
}

const reminders = (plan: ReturnType<typeof drive>) =>
  plan.plan.state.events.filter(({ type }) => type.endsWith(".due_soon"));

describe("a reminder", () => {
  test("comes once, when a tenth of a hold's time is left, and the hold still decides itself", () => {
    const plan = asking(HOUR);
    expect(plan.wakeAt).toBe("2026-02-05T10:54:00.000Z");
    plan.pass(54 * 60 - 1);
    expect(reminders(plan)).toEqual([]);
    plan.pass(1);
    expect(reminders(plan)).toMatchObject([
      { type: "hold.due_soon", todo_id: "ask", data: { deadline_at: "2026-02-05T11:00:00.000Z" } },
    ]);
    expect(plan.wakeAt).toBe("2026-02-05T11:00:00.000Z");
    plan.pass(6 * 60);
    expect(reminders(plan)).toHaveLength(1);
    expect(plan.hold("ask").status).toBe("expired");
  });

  test("does not come for a short time, nor for one that is over by then", () => {
    const short = asking(9 * 60);
    expect(short.wakeAt).toBe("2026-02-05T10:09:00.000Z");
    // Nobody looked for two hours, as when every worker was down.
    const late = decideReport(
      asking(HOUR).plan,
      { type: "time_passed" },
      "2026-02-05T12:00:00.000Z",
    );
    expect(late.map(({ type }) => type)).toEqual(["hold.expired"]);
  });

  test("does not come once somebody has decided, though that takes effect later", () => {
    const plan = asking(HOUR);
    plan.pass(54 * 60 - 1);
    const decision = { hold_id: "h1", decision: "approve", grace_seconds: 60 };
    plan.accept("approval", decision);
    plan.pass(10);
    expect(reminders(plan)).toEqual([]);
  });

  test("wakes the plan for no deadline that was over when somebody said no", () => {
    const ask = { timeout_seconds: HOUR, on_timeout: "approve" } as const;
    const plan = drive(planOf([{ id: "ask", requires_approval: true, approval: ask }]));
    plan.passUnnoticed(HOUR + 1);
    plan.accept("approval", { hold_id: "h1", decision: "reject", grace_seconds: 60 });
    expect(plan.wakeAt).toBe("2026-02-05T11:01:01.000Z");
  });

  test("comes for work before it is due, and then that it is overdue", () => {
    const plan = drive(planOf([{ id: "print", kind: "manual", tool_name: null, due_in: "10h" }]));
    plan.pass(9 * HOUR);
    expect(reminders(plan)).toMatchObject([{ type: "todo.due_soon", todo_id: "print" }]);
    plan.pass(HOUR);
    expect(plan.plan.state.events.at(-1)).toMatchObject({ type: "todo.overdue" });
    expect(reminders(plan)).toHaveLength(1);
    expect(plan.wakeAt).toBe(null);
  });
});
