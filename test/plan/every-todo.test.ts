import { describe, expect, test } from "vitest";
import { why } from "../../src/plan/views/why.ts";
import { drive, planOf } from "./support/drive.ts";
import { add, decide, proposes, thoughtful } from "./support/thoughtful.ts";

const milestone = { tool_name: null, kind: "milestone" as const };

describe("a plan in step mode", () => {
  test("asks about one todo at a time, and about the next when the approved one has ended", () => {
    const plan = drive(
      planOf(["a", "b", { id: "c", depends_on: ["a"] }], { approval: "every_todo" }),
    );
    expect(plan.statuses()).toEqual({ a: "needs_approval", b: "pending", c: "blocked" });
    plan.approve("a");
    expect(plan.running).toEqual(["a"]);
    expect(plan.status("b")).toBe("pending");
    plan.complete("a");
    expect(plan.statuses()).toEqual({ a: "completed", b: "needs_approval", c: "pending" });
    plan.reject("b");
    expect(plan.status("c")).toBe("needs_approval");
  });

  test("the clock of a todo starts when it is asked about", () => {
    const approval = { timeout_seconds: 3 };
    const todos = ["one", "two", "three"].map((id) => ({ id, approval }));
    const plan = drive(planOf(todos, { approval: "every_todo" }));
    plan.passUnnoticed(2);
    plan.approve("one");
    plan.pass(60);
    plan.complete("one");
    const { opened_at, deadline_at } = plan.hold("two");
    expect(opened_at).toBe(plan.now);
    expect(Date.parse(deadline_at!) - Date.parse(opened_at)).toBe(3_000);
    expect(plan.statuses()).toEqual({ one: "completed", two: "needs_approval", three: "pending" });
  });

  test("asks for the more important todo first", () => {
    const todos = ["usual", { id: "urgent", priority: 9 }];
    const plan = drive(planOf(todos, { approval: "every_todo" }));
    expect([...plan.plan.openHolds.values()].map((hold) => hold.todo_id)).toEqual(["urgent"]);
    plan.reject("urgent");
    expect(plan.status("usual")).toBe("needs_approval");
  });

  test("asks about the next one when an approved one is skipped that had no chance to start", () => {
    const plan = drive(planOf(["a", "b"], { approval: "every_todo" }));
    // The shell is about to continue as new.
    plan.mayStart = false;
    plan.approve("a");
    expect(plan.statuses()).toEqual({ a: "pending", b: "pending" });
    plan.accept("control_todo", { action: "skip", todo_id: "a" });
    expect(plan.statuses()).toEqual({ a: "skipped", b: "needs_approval" });
  });

  test("a question takes its turn like the others", () => {
    const question = { id: "ask", tool_name: null, input_request: { question: "Good?" } };
    const plan = drive(planOf(["a", question], { approval: "every_todo" }));
    expect(plan.status("ask")).toBe("pending");
    plan.approve("a");
    plan.complete("a");
    expect(plan.hold("ask").kind).toBe("input");
  });

  test("people's work stands beside: somebody does it while the others are asked about", () => {
    const work = { id: "paint", tool_name: null };
    const plan = drive(planOf([work, "a", "b"], { approval: "every_todo" }));
    expect(plan.statuses()).toEqual({ paint: "pending", a: "needs_approval", b: "pending" });
    plan.accept("claim", { todo_id: "paint" });
    plan.approve("a");
    plan.complete("a");
    expect(plan.statuses()).toEqual({
      paint: "in_progress",
      a: "completed",
      b: "needs_approval",
    });
  });

  test("a failure is settled before the next todo is asked about", () => {
    const todos = [{ id: "a", failure: { api_error: { action: "MANUAL" as const } } }, "b"];
    const plan = drive(planOf(todos, { approval: "every_todo" }));
    plan.approve("a");
    plan.fail("a");
    expect(plan.hold("a").kind).toBe("recovery");
    expect(plan.status("b")).toBe("pending");
    plan.reject("a", { then: "skip" });
    expect(plan.status("b")).toBe("needs_approval");
  });

  test.each(["fails", "is rejected", "is looked at"])(
    "a todo that %s and that a model thinks about is settled before the next one is asked about",
    (how) => {
      const plan = thoughtful([{ id: "a", review_result: true }, "b"], {
        approval: "every_todo",
        failure: { validation_error: { action: "REPLAN" } },
      });
      if (how === "is rejected") plan.reject("a", { then: "replan" });
      else plan.approve("a");
      if (how === "fails") plan.fail("a", "validation_error");
      if (how === "is looked at") plan.complete("a");
      expect(plan.plan.openHolds.size).toBe(0);
      proposes(plan, [add("c")]);
      expect([...plan.plan.openHolds.values()].map(({ kind }) => kind)).toEqual(["proposal"]);
      decide(plan, { decision: "approve" });
      expect(plan.plan.openHolds.size).toBe(1);
      expect(plan.hold("b")).toMatchObject({ kind: "approval", status: "open" });
    },
  );

  test("a todo that is added while one is asked about waits for its turn", () => {
    const plan = drive(planOf(["a"], { approval: "every_todo" }));
    const todo = { id: "b", title: "b", tool_name: "work" };
    plan.accept("edit", { ops: [{ edit_type: "add_todo", params: { todo } }] });
    expect([...plan.plan.openHolds.values()].map(({ todo_id }) => todo_id)).toEqual(["a"]);
    plan.reload();
    plan.approve("a");
    plan.complete("a");
    expect(plan.status("b")).toBe("needs_approval");
  });

  test("asks about one todo at a time, too, where a rerun gives several something else", () => {
    const uses = { depends_on: ["a"], tool_params: { of: { $from: "a" } } };
    const plan = drive(
      planOf(["a", { id: "b", ...uses }, { id: "c", ...uses }, "z"], { approval: "every_todo" }),
    );
    for (const id of ["a", "b", "c"]) {
      plan.approve(id);
      plan.complete(id, 1);
    }
    plan.accept("control_todo", { todo_id: "a", action: "rerun" });
    plan.approve("z");
    plan.complete("z");
    plan.accept("approval", { hold_id: plan.hold("a").id, decision: "approve" });
    plan.complete("a", 2);
    for (const id of ["b", "c"]) {
      expect([...plan.plan.openHolds.values()].map(({ todo_id }) => todo_id)).toEqual([id]);
      plan.accept("approval", { hold_id: plan.hold(id).id, decision: "approve" });
      expect(plan.running).toEqual([id]);
      plan.complete(id, 2);
    }
    expect(plan.plan.state.status).toBe("completed");
  });

  test("switched off, what waits for its turn starts; switched on, what runs ends first", () => {
    const step = (approval: string) => ({
      ops: [{ edit_type: "modify_plan", params: { changes: { approval } } }],
    });
    const plan = drive(planOf(["a", "b", "c", "d"], { approval: "every_todo", max_parallel: 2 }));
    plan.accept("edit", step("marked"));
    expect(plan.statuses()).toMatchObject({ a: "needs_approval", b: "in_progress" });
    plan.accept("edit", step("every_todo"));
    plan.reject("a");
    plan.complete("b");
    expect(plan.status("c")).toBe("in_progress");
    plan.complete("c");
    expect(plan.status("d")).toBe("needs_approval");
  });

  test("says why a todo that is ready is not asked about yet", () => {
    const plan = drive(planOf(["a", "b"], { approval: "every_todo" }));
    expect(why(plan.plan, "b")).toMatchObject([{ code: "turn" }]);
  });

  test("asks before a milestone too, which completes once it is approved", () => {
    const todos = [{ ...milestone, id: "milestone" }];
    const plan = drive(planOf(todos, { approval: "every_todo" }));
    expect(plan.hold("milestone")).toMatchObject({ tool_name: null, args: {} });
    plan.approve("milestone");
    expect(plan.plan.state.status).toBe("completed");
  });
});

describe("a milestone", () => {
  test("completes as soon as it is ready, and takes no place", () => {
    const todos = [
      { ...milestone, id: "start" },
      { id: "work", depends_on: ["start"] },
      { ...milestone, id: "done", depends_on: ["work"] },
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
    const plan = drive(planOf([{ ...milestone, id: "sign", requires_approval: true }]));
    expect(plan.status("sign")).toBe("needs_approval");
    plan.approve("sign", { by: "bo" });
    expect(plan.todo("sign")).toMatchObject({ status: "completed", approved_by: "bo" });
  });

  test("waits for its place while the plan is full", () => {
    const plan = drive(planOf(["busy", { ...milestone, id: "milestone" }], { max_parallel: 1 }));
    expect(plan.status("milestone")).toBe("pending");
    plan.complete("busy");
    expect(plan.status("milestone")).toBe("completed");
  });

  test("makes a plan of milestones only complete at once, however long the chain", () => {
    const todos = Array.from({ length: 3_000 }, (_, place) => ({
      ...milestone,
      id: `m${place}`,
      depends_on: place === 0 ? [] : [`m${place - 1}`],
    }));
    const plan = drive(planOf(todos));
    expect(plan.plan.state.status).toBe("completed");
    expect(plan.started).toEqual(todos.map(({ id }) => id));
  });
});
