import { describe, expect, test } from "vitest";
import { drive, planOf } from "./support/drive.ts";

describe("a plan in step mode", () => {
  test("asks before every todo, one hold for each that is ready", () => {
    const plan = drive(
      planOf(["a", "b", { id: "c", depends_on: ["a"] }], { approval: "every_todo" }),
    );
    expect(plan.running).toEqual([]);
    expect(plan.statuses()).toEqual({ a: "needs_approval", b: "needs_approval", c: "blocked" });
    plan.approve("b");
    expect(plan.running).toEqual(["b"]);
    plan.approve("a");
    plan.complete("a");
    expect(plan.status("c")).toBe("needs_approval");
  });

  test("asks for the more important todo first", () => {
    const todos = ["usual", { id: "urgent", priority: 9 }];
    const plan = drive(planOf(todos, { approval: "every_todo" }));
    expect([...plan.plan.openHolds.values()].map((hold) => hold.todo_id)).toEqual([
      "urgent",
      "usual",
    ]);
  });

  test("asks before a milestone too, which completes once it is approved", () => {
    const todos = [{ id: "milestone", tool_name: null }];
    const plan = drive(planOf(todos, { approval: "every_todo" }));
    expect(plan.hold("milestone")).toMatchObject({ tool_name: null, args: {} });
    plan.approve("milestone");
    expect(plan.plan.state.status).toBe("completed");
  });
});

describe("a todo without a tool", () => {
  test("is a milestone: it completes as soon as it is ready, and takes no place", () => {
    const todos = [
      { id: "start", tool_name: null },
      { id: "work", depends_on: ["start"] },
      { id: "done", tool_name: null, depends_on: ["work"] },
    ];
    const plan = drive(planOf(todos, { max_parallel: 1 }));
    expect(plan.statuses()).toEqual({ start: "completed", work: "in_progress", done: "blocked" });
    expect(plan.todo("start")).toMatchObject({
      run: 1,
      result_data: null,
      progress_percentage: 100,
    });
    plan.complete("work");
    expect(plan.plan.state.status).toBe("completed");
  });

  test("is a sign-off when it requires approval", () => {
    const plan = drive(planOf([{ id: "sign", tool_name: null, requires_approval: true }]));
    expect(plan.status("sign")).toBe("needs_approval");
    plan.approve("sign", { by: "bo" });
    expect(plan.todo("sign")).toMatchObject({ status: "completed", approved_by: "bo" });
  });

  test("waits for its place while the plan is full", () => {
    const plan = drive(planOf(["busy", { id: "milestone", tool_name: null }], { max_parallel: 1 }));
    expect(plan.status("milestone")).toBe("pending");
    plan.complete("busy");
    expect(plan.status("milestone")).toBe("completed");
  });

  test("makes a plan of milestones only complete at once, however long the chain", () => {
    const todos = Array.from({ length: 3_000 }, (_, place) => ({
      id: `m${place}`,
      tool_name: null,
      depends_on: place === 0 ? [] : [`m${place - 1}`],
    }));
    const plan = drive(planOf(todos));
    expect(plan.plan.state.status).toBe("completed");
    expect(plan.started).toEqual(todos.map(({ id }) => id));
  });
});
