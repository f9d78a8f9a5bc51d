import { describe, expect, test } from "vitest";
import type { NewPlanInput } from "../../src/contract/plan/plan.ts";
import { toLogged } from "../../src/plan/model/state/to-logged.ts";
import { attemptsOf } from "../../src/plan/views/log/attempts.ts";
import { drive, planOf, type Drive } from "./support/drive.ts";

/** `a` may be tried twice more, five seconds after each failure; `b` waits for it. */
const flaky = (settings: Partial<NewPlanInput> = {}): Drive =>
  drive(
    planOf(["a", { id: "b", depends_on: ["a"] }], {
      failure: { timeout: { action: "RETRY", max_retries: 2, retry_delay: 5, fallback: "FAIL" } },
      ...settings,
    }),
  );

describe("a strategy without retries", () => {
  test.each(["FAIL", "SKIP", "MANUAL", "ABORT"] as const)(
    "%s never starts a todo again, whatever its own max_retries say",
    (action) => {
      const plan = flaky({ failure: { timeout: { action } } });
      plan.failAttempt("a", "timeout");
      plan.pass(3_600);
      expect(plan.started.filter((id) => id === "a")).toEqual(["a"]);
      expect(plan.events.map(({ type }) => type)).not.toContain("todo.attempt_started");
      expect(plan.todo("a").retry_count).toBe(0);
    },
  );
});

describe("retry_count", () => {
  test("counts the further attempts while the todo runs and after it completed", () => {
    const plan = flaky();
    for (const again of [1, 2]) {
      plan.failAttempt("a", "timeout");
      expect(plan.todo("a")).toMatchObject({ status: "in_progress", retry_count: again - 1 });
      plan.pass(5);
      expect(plan.todo("a").retry_count).toBe(again);
    }
    expect(plan.todo("a")).toMatchObject({ error_type: "timeout", error_message: "no answer" });
    plan.complete("a");
    expect(plan.todo("a")).toMatchObject({
      status: "completed",
      retry_count: 2,
      error_type: null,
      error_message: null,
    });
  });

  test("counts a person's retry as well, which gives the todo all its attempts anew", () => {
    const plan = flaky({ failure: { timeout: { action: "RETRY", max_retries: 1 } } });
    const failAll = (): void => {
      plan.failAttempt("a", "timeout");
      plan.pass(1);
      plan.failAttempt("a", "timeout");
    };
    failAll();
    expect(plan.todo("a")).toMatchObject({ status: "failed", retry_count: 1 });
    plan.accept("control_todo", { todo_id: "a", action: "retry" });
    expect(plan.todo("a")).toMatchObject({ status: "in_progress", run: 1, retry_count: 2 });
    failAll();
    expect(plan.todo("a")).toMatchObject({ status: "failed", retry_count: 3 });
    plan.approve("a");
    expect(plan.todo("a")).toMatchObject({ status: "in_progress", run: 1, retry_count: 4 });
  });
});

describe("while the plan is paused", () => {
  test.each(["drain", "interrupt"])("(%s) a todo between two attempts is not started", (mode) => {
    const plan = flaky();
    plan.failAttempt("a", "timeout");
    plan.accept("pause", { mode });
    plan.pass(3_600);
    expect(plan.running).toEqual([]);
    expect(plan.wakeAt).toBeNull();
    plan.accept("resume");
    plan.pass(0);
    expect(plan.runs).toMatchObject([{ todo_id: "a", run: 1, attempt: 2 }]);
  });

  test.each(["at once", "once it is paused"])(
    "an interrupt %s sends a todo between two attempts back, and it can be changed or taken back",
    (when) => {
      const plan = flaky();
      plan.failAttempt("a", "timeout");
      if (when === "once it is paused") plan.accept("pause");
      plan.accept("pause", { mode: "interrupt" });
      expect(plan.todo("a")).toMatchObject({ status: "pending", error_type: null });
      expect(plan.stopping.size).toBe(0);
      plan.reload();
      const params = { changes: { title: "A" } };
      plan.accept("edit", { ops: [{ edit_type: "modify_todo", target_id: "a", params }] });
      plan.accept("rollback", { version: 1 });
      plan.accept("resume");
      expect(plan.runs).toMatchObject([{ todo_id: "a" }]);
    },
  );

  test("an attempt that fails is followed by none before the plan is resumed", () => {
    const plan = flaky();
    plan.accept("pause");
    plan.failAttempt("a", "timeout");
    plan.pass(3_600);
    expect(plan.running).toEqual([]);
    plan.accept("resume");
    plan.pass(0);
    expect(plan.running).toEqual(["a"]);
  });
});

test("a cancel ends a todo between two attempts at once", () => {
  const plan = flaky();
  plan.failAttempt("a", "timeout");
  plan.accept("cancel", { reason: "enough" });
  expect(plan.statuses()).toEqual({ a: "cancelled", b: "cancelled" });
  expect(plan.finished).toBe(true);
});

test("a todo between two attempts keeps its place", () => {
  const plan = flaky({ max_parallel: 1 });
  plan.failAttempt("a", "timeout");
  expect(plan.todo("a").status).toBe("in_progress");
  plan.reload();
  expect(plan.running).toEqual([]);
  plan.pass(5);
  expect(plan.runs).toMatchObject([{ todo_id: "a", attempt: 2 }]);
});

test("what an attempt reports after it was given up changes nothing", () => {
  const plan = flaky();
  const first = { todo_id: "a", run: 1, attempt: 1 };
  plan.failAttempt("a", "timeout");
  expect(plan.report({ type: "todo_completed", ...first, result: "late" })).toEqual([]);
  plan.pass(5);
  expect(plan.report({ type: "todo_completed", ...first, result: "late" })).toEqual([]);
  expect(plan.complete("a", "in time")).toHaveLength(1);
});

describe("an attempt whose worker was told to stop", () => {
  test("is made again and not counted", () => {
    const plan = flaky({ failure: { api_error: { action: "FAIL" } } });
    for (let restart = 0; restart < 5; restart += 1) {
      plan.requeue("a");
      plan.pass(0);
      expect(plan.runs).toMatchObject([{ todo_id: "a", run: 1, attempt: 1 }]);
    }
    expect(plan.todo("a").retry_count).toBe(0);
  });

  test("is not made again while the plan is paused", () => {
    const plan = flaky();
    plan.accept("pause");
    plan.requeue("a");
    expect(plan.running).toEqual([]);
    plan.accept("resume");
    plan.pass(0);
    expect(plan.running).toEqual(["a"]);
  });

  test("has stopped when its plan is cancelled", () => {
    const plan = flaky();
    plan.accept("cancel");
    plan.requeue("a");
    expect(plan.statuses()).toEqual({ a: "cancelled", b: "cancelled" });
  });
});

describe("the attempts at a todo", () => {
  const listed = (plan: Drive): string[] => {
    const events = plan.events.map((event) => toLogged(event));
    const own = events.filter(({ todo_id }) => todo_id === "a");
    return attemptsOf(own).map(
      ({ run, attempt, ended }) => `${run}.${attempt} ${ended?.type ?? "goes on"}`,
    );
  };

  test("are told with what ended each", () => {
    const plan = flaky();
    expect(listed(plan)).toEqual(["1.1 goes on"]);
    plan.failAttempt("a", "timeout");
    expect(listed(plan)).toEqual(["1.1 todo.attempt_failed"]);
    plan.pass(5);
    plan.requeue("a");
    plan.pass(0);
    plan.complete("a");
    expect(listed(plan)).toEqual([
      "1.1 todo.attempt_failed",
      "1.2 todo.attempt_requeued",
      "1.2 todo.completed",
    ]);
    plan.complete("b");
    plan.accept("control_todo", { todo_id: "a", action: "rerun" });
    expect(listed(plan).at(-1)).toBe("2.1 goes on");
  });

  test("end with the failure that no retry follows", () => {
    const plan = flaky({ failure: { timeout: { action: "FAIL" } } });
    plan.failAttempt("a", "timeout");
    expect(listed(plan)).toEqual(["1.1 todo.failed"]);
  });
});
