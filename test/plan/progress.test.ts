import { describe, expect, test } from "vitest";
import { percentageOf, progressOf } from "../../src/plan/progress.ts";
import { drive, planOf } from "./support/drive.ts";

describe("progress", () => {
  test("is completed todos of all todos, with one decimal", () => {
    const plan = drive(planOf(["a", "b", "c"]));
    const seen = [progressOf(plan.plan).percentage];
    for (const id of ["a", "b", "c"]) {
      plan.complete(id);
      seen.push(progressOf(plan.plan).percentage);
    }
    expect(seen).toEqual([0, 33.3, 66.7, 100]);
  });

  test("counts a skipped todo as done", () => {
    const plan = drive(planOf([{ id: "a", requires_approval: true }, "b"]));
    plan.reject("a");
    expect(progressOf(plan.plan)).toMatchObject({ percentage: 50, total: 2 });
  });

  test("does not count a failed todo as done", () => {
    const plan = drive(planOf(["a", "b"]));
    plan.fail("a");
    plan.complete("b");
    expect(progressOf(plan.plan)).toMatchObject({ percentage: 50, total: 2 });
  });

  test("leaves cancelled todos out of the total", () => {
    const plan = drive(planOf(["a", "b", { id: "c", depends_on: ["b"] }]));
    plan.complete("a");
    plan.fail("b");
    expect(progressOf(plan.plan)).toMatchObject({ percentage: 50, total: 2 });
  });

  test("is nothing of nothing when every todo was cancelled", () => {
    const plan = drive(planOf(["a"], { plan_review: true }));
    plan.accept("cancel");
    expect(progressOf(plan.plan)).toMatchObject({ percentage: 0, total: 0 });
  });

  test("says how many todos stand in each status", () => {
    const plan = drive(
      planOf(["a", { id: "b", requires_approval: true }, { id: "c", depends_on: ["a"] }], {
        max_parallel: 1,
      }),
    );
    expect(progressOf(plan.plan).counts).toEqual({
      pending: 0,
      blocked: 1,
      needs_approval: 1,
      in_progress: 1,
      completed: 0,
      failed: 0,
      skipped: 0,
      cancelled: 0,
    });
  });

  test.each([
    [{ completed: 1 }, 4, 50, 37.5],
    [{ completed: 1, skipped: 1 }, 4, 150, 87.5],
    [{ completed: 0 }, 3, 100, 33.3],
    [{}, 0, 0, 0],
  ])(
    "adds what running todos report: %j of %d and %d % is %d",
    (counts, total, running, percent) => {
      expect(percentageOf(counts, total, running)).toBe(percent);
    },
  );

  test("is 100 only when all is done, however large the plan", () => {
    expect(percentageOf({ completed: 9_999 }, 10_000, 0)).toBe(99.9);
    expect(percentageOf({ completed: 9_999 }, 10_000, 99)).toBe(99.9);
    expect(percentageOf({ completed: 10_000 }, 10_000, 0)).toBe(100);
    expect(percentageOf({ completed: 1 }, 10_000, 0)).toBe(0);
  });
});
