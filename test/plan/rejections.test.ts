import { describe, expect, test } from "vitest";
import type { NewTodoInput } from "../../src/contract/plan/todo.ts";
import { forkPlan } from "../../src/plan/create/fork.ts";
import { inEnglish } from "../support/in-english.ts";
import { copyOf, drive, Drive, planOf } from "./support/drive.ts";

const asking = (id: string, more: Omit<Partial<NewTodoInput>, "id"> = {}) => ({
  id,
  requires_approval: true,
  ...more,
});
const after = (id: string, ...depends_on: string[]) => ({ id, depends_on });

/** A press release that is approved before it is sent, and work that has nothing to do with it. */
const launch = (release: Omit<Partial<NewTodoInput>, "id"> = {}): Drive =>
  drive(
    planOf([
      asking("release", { title: "Press release", ...release }),
      after("send", "release"),
      after("measure", "send"),
      "booth",
      after("dismantle", "booth"),
    ]),
  );

describe("a rejection starts nothing", () => {
  test("what can only run after the rejected todo is skipped with it; other branches go on", () => {
    const plan = launch();
    plan.reject("release", { by: "minji", reason: "typo" });
    expect(plan.statuses()).toMatchObject({
      release: "skipped",
      send: "skipped",
      measure: "skipped",
      booth: "in_progress",
      dismantle: "blocked",
    });
    plan.complete("booth");
    plan.complete("dismantle");
    expect(plan.started).toEqual(["booth", "dismantle"]);
    expect(inEnglish(plan.plan.state)).toMatchObject({
      status: "completed",
      ended_because: '"Press release" was rejected by minji: typo.',
    });
  });

  test("each of them says which todo was rejected, by whom and why", () => {
    const plan = launch();
    plan.reject("release", { by: "minji", reason: "typo" });
    const skipped = {
      cause: "rejected",
      by: "minji",
      reason: "typo",
      todo_id: "release",
      stops: true,
    };
    for (const id of ["send", "measure"]) {
      expect(plan.todo(id)).toMatchObject({
        skipped,
        error_message: '"Press release" was rejected by minji: typo',
        completed_at: plan.now,
      });
    }
    const told = plan.plan.state.events.filter(({ type }) => type === "todo.skipped");
    expect(told.map(({ todo_id, data }) => [todo_id, data?.["skip"]])).toEqual([
      ["send", skipped],
      ["measure", skipped],
    ]);
  });

  test("a todo that waits for others as well is skipped, too: it can never run", () => {
    const plan = drive(planOf([asking("a"), "b", after("both", "a", "b")]));
    plan.reject("a");
    expect(plan.statuses()).toEqual({ a: "skipped", b: "in_progress", both: "skipped" });
  });

  test("while the plan is paused, what follows is skipped at once", () => {
    const plan = launch();
    plan.accept("pause");
    plan.reject("release");
    expect(plan.status("measure")).toBe("skipped");
  });

  test("not even what follows an optional todo that cannot run any more", () => {
    const plan = drive(
      planOf([
        asking("contract"),
        { ...after("translate", "contract"), optional: true },
        after("publish", "translate"),
      ]),
    );
    plan.reject("contract");
    expect(plan.started).toEqual([]);
    expect(plan.plan.state.status).toBe("completed");
  });

  test("a milestone after it is not reached", () => {
    const plan = drive(planOf([asking("a"), { ...after("done", "a"), tool_name: null }]));
    plan.reject("a");
    expect(plan.status("done")).toBe("skipped");
  });

  test("a declined question stops what needs its answer", () => {
    const input_request = { question: "Which day?" };
    const question = { id: "day", tool_name: null, input_request };
    const plan = drive(planOf([question, after("book", "day")]));
    plan.reject("day");
    expect(plan.statuses()).toEqual({ day: "skipped", book: "skipped" });
  });
});

describe("what waits for it runs all the same", () => {
  const SENT = { release: "skipped", send: "in_progress" };

  test("when the person says go_on", () => {
    const plan = launch();
    plan.reject("release", { then: "go_on" });
    expect(plan.statuses()).toMatchObject(SENT);
  });

  test("when its author said go_on", () => {
    const plan = launch({ approval: { on_reject: "go_on" } });
    expect(plan.hold("release").on_reject).toBe("go_on");
    plan.reject("release");
    expect(plan.statuses()).toMatchObject(SENT);
  });

  test("when it is optional (S2): its hold shows so; the person may still stop it", () => {
    const plan = launch({ optional: true });
    expect(plan.hold("release").on_reject).toBe("go_on");
    plan.reject("release");
    expect(plan.statuses()).toMatchObject(SENT);
    const other = launch({ optional: true });
    other.reject("release", { then: "skip" });
    expect(other.status("send")).toBe("skipped");
  });

  test("when it is optional and nobody decides in time", () => {
    const plan = launch({ optional: true, approval: { on_timeout: "skip", timeout_seconds: 9 } });
    plan.pass(9);
    expect(plan.statuses()).toMatchObject(SENT);
  });

  test("when an operator skips it", () => {
    const plan = launch();
    plan.accept("control_todo", { todo_id: "release", action: "skip", by: "lee" });
    expect(plan.statuses()).toMatchObject(SENT);
    expect(plan.todo("release").skipped).toMatchObject({ cause: "operator", by: "lee" });
  });
});

describe("a rejection may say otherwise", () => {
  test("abort ends the plan", () => {
    const plan = launch();
    plan.reject("release", { then: "abort", reason: "all wrong" });
    plan.stopped("booth");
    expect(inEnglish(plan.plan.state)).toMatchObject({
      status: "failed",
      ended_because: "all wrong",
    });
    expect(plan.statuses()).toMatchObject({ release: "failed", send: "cancelled" });
  });
});

describe("what was skipped because of a rejected todo comes back", () => {
  const rejected = (): Drive => {
    const plan = launch();
    plan.reject("release", { by: "minji", reason: "typo" });
    return plan;
  };

  test("when that todo is run again, and runs once it is approved", () => {
    const plan = rejected();
    plan.accept("control_todo", { todo_id: "release", action: "rerun" });
    expect(plan.statuses()).toMatchObject({
      release: "needs_approval",
      send: "blocked",
      measure: "blocked",
    });
    expect(plan.todo("send")).toMatchObject({
      skipped: null,
      error_message: null,
      completed_at: null,
    });
    plan.approve("release");
    plan.complete("release");
    expect(plan.running).toContain("send");
  });

  test("and goes again when it is rejected again", () => {
    const plan = rejected();
    plan.accept("control_todo", { todo_id: "release", action: "rerun" });
    plan.reject("release", { by: "lee" });
    expect(plan.todo("measure")).toMatchObject({ status: "skipped", skipped: { by: "lee" } });
  });

  test("when an edit takes the dependency away, with what comes after it", () => {
    const plan = rejected();
    const op = {
      edit_type: "remove_dependency",
      target_id: "send",
      params: { depends_on: "release" },
    };
    plan.accept("edit", { ops: [op] });
    expect(plan.statuses()).toMatchObject({ send: "in_progress", measure: "blocked" });
  });

  test("and goes again when that edit is undone before it started", () => {
    const plan = rejected();
    plan.accept("pause");
    const op = {
      edit_type: "remove_dependency",
      target_id: "send",
      params: { depends_on: "release" },
    };
    plan.accept("edit", { ops: [op] });
    expect(plan.statuses()).toMatchObject({ send: "pending", measure: "blocked" });
    plan.accept("undo");
    expect(plan.statuses()).toMatchObject({ send: "skipped", measure: "skipped" });
  });

  test("when a restore goes back to before the rejection", () => {
    const plan = launch();
    plan.complete("booth");
    plan.accept("pause");
    const booth = plan.plan.state.events.find(({ type }) => type === "todo.completed")!;
    plan.reject("release");
    plan.stopped("dismantle");
    plan.accept("rollback", { checkpoint_id: `cp_${booth.seq}` });
    plan.accept("resume");
    expect(plan.statuses()).toMatchObject({ release: "needs_approval", send: "blocked" });
  });

  test("not by itself: running it again is refused, and the way is named", () => {
    const problem = rejected().refuse("control_todo", { todo_id: "send", action: "rerun" });
    expect(problem).toMatchObject({
      code: "illegal_transition",
      detail: 'Todo "send" cannot run: "Press release" was rejected by minji: typo.',
      hint: 'Run todo "release" again, or remove the dependency on it.',
    });
  });

  test("in a fork the rejected todo asks again", () => {
    const source = rejected();
    const forked = forkPlan(source.plan, {}, { id: "p2", owner: "ana", at: source.now });
    if ("problem" in forked) throw new Error(JSON.stringify(forked.problem));
    const plan = new Drive(forked.state);
    expect(plan.statuses()).toMatchObject({ release: "needs_approval", send: "blocked" });
  });

  test("after a reload everything stands as it did", () => {
    const plan = rejected();
    const before = copyOf(plan.plan.state);
    plan.reload();
    expect(plan.plan.state).toEqual(before);
  });

  test("a todo that is added behind it is skipped as well", () => {
    const plan = rejected();
    const todo = { id: "late", title: "late", tool_name: "work", depends_on: ["release"] };
    plan.accept("edit", { ops: [{ edit_type: "add_todo", params: { todo } }] });
    expect(plan.status("late")).toBe("skipped");
  });
});
