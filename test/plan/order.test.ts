import { describe, expect, test } from "vitest";
import { drive, planOf } from "./support/drive.ts";

/** Lets every todo that runs complete, one by one, and tells the order in which they started. */
function orderOf(input: Parameters<typeof drive>[0]): string[] {
  const plan = drive(input);
  while (!plan.finished) plan.complete(plan.running[0]!);
  return plan.started;
}

describe("the order in which todos start", () => {
  test("is by priority, higher first", () => {
    const todos = [
      { id: "low", priority: 1 },
      { id: "high", priority: 10 },
      { id: "usual" },
      { id: "none", priority: 0 },
    ];
    expect(orderOf(planOf(todos, { max_parallel: 1 }))).toEqual(["high", "usual", "low", "none"]);
  });

  test("is by age when priorities are equal, whatever time zone it was written in", () => {
    const todos = [
      { id: "noon", created_at: "2026-02-01T12:00:00Z" },
      { id: "seoul_noon", created_at: "2026-02-01T12:00:00+09:00" },
      { id: "later_today" },
      { id: "morning", created_at: "2026-02-01T09:30:00.250Z" },
    ];
    const order = ["seoul_noon", "morning", "noon", "later_today"];
    expect(orderOf(planOf(todos, { max_parallel: 1 }))).toEqual(order);
  });

  test("puts priority before age", () => {
    const todos = [
      { id: "old", priority: 4, created_at: "2020-01-01T00:00:00Z" },
      { id: "new", priority: 6, created_at: "2026-02-05T00:00:00Z" },
    ];
    expect(orderOf(planOf(todos, { max_parallel: 1 }))).toEqual(["new", "old"]);
  });

  test("is as written when priority and age are equal", () => {
    expect(orderOf(planOf(["c", "a", "b"], { max_parallel: 1 }))).toEqual(["c", "a", "b"]);
  });

  test("is the order in which the plan lists its todos: the oldest first", () => {
    const plan = drive(planOf(["today", { id: "old", created_at: "2020-01-01T00:00:00Z" }]));
    expect(Object.keys(plan.statuses())).toEqual(["old", "today"]);
  });

  test("counts a todo that a milestone set free before it takes the next place", () => {
    const todos = [
      { id: "milestone", priority: 9, tool_name: null, kind: "milestone" as const },
      { id: "small", priority: 1 },
      { id: "urgent", priority: 8, depends_on: ["milestone"] },
    ];
    const plan = drive(planOf(todos, { max_parallel: 1 }));
    expect(plan.running).toEqual(["urgent"]);
  });
});

describe("how many todos run at a time", () => {
  test("is five when the plan does not say", () => {
    const plan = drive(planOf(["a", "b", "c", "d", "e", "f", "g"]));
    expect(plan.running).toEqual(["a", "b", "c", "d", "e"]);
    plan.complete("c");
    expect(plan.running).toEqual(["a", "b", "d", "e", "f"]);
  });

  test("is one after another with max_parallel 1", () => {
    const plan = drive(planOf(["a", "b"], { max_parallel: 1 }));
    expect(plan.running).toEqual(["a"]);
    plan.complete("a");
    expect(plan.running).toEqual(["b"]);
  });

  test("does not count todos that wait for a person", () => {
    const asks = { requires_approval: true };
    const plan = drive(
      planOf([{ id: "a", ...asks }, { id: "b", ...asks }, "c"], { max_parallel: 1 }),
    );
    expect(plan.running).toEqual(["c"]);
    expect(plan.plan.openHolds.size).toBe(2);
  });

  test("stands still while the shell is about to continue as new, and then goes on in order", () => {
    const plan = drive(planOf(["a", { id: "low", priority: 1 }, "c"], { max_parallel: 1 }));
    plan.mayStart = false;
    plan.complete("a");
    expect(plan.running).toEqual([]);
    expect(plan.finished).toBe(false);
    plan.mayStart = true;
    plan.reload();
    expect(plan.running).toEqual(["c"]);
  });

  test("opens approvals even then: asking takes no place", () => {
    const plan = drive(planOf(["a", { id: "b", depends_on: ["a"], requires_approval: true }]));
    plan.mayStart = false;
    plan.complete("a");
    expect(plan.status("b")).toBe("needs_approval");
  });
});
