import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { english } from "../../src/contract/sentences/sentence.ts";
import { LIMITS } from "../../src/contract/tables/limits.ts";
import { ERROR_TYPES } from "../../src/contract/tables/vocabulary.ts";
import { toTodoReport } from "../../src/plan/model/commands.ts";
import { copyOf, drive, planOf } from "./support/drive.ts";
import { always } from "./support/properties.ts";

const anything = fc.anything({ withBigInt: true, withDate: true, withMap: true });
const nearly = fc.record(
  {
    type: fc.constantFrom("todo_completed", "todo_failed", "todo_cancelled", "time_passed", "x"),
    todo_id: fc.oneof(fc.constantFrom("a", "b", "constructor"), anything),
    run: fc.oneof(fc.constantFrom(0, 1, 2, -1, 1.5, "1"), anything),
    attempt: fc.oneof(fc.constantFrom(0, 1, 2, -1, 1.5, "1"), anything),
    result: anything,
    error_type: fc.oneof(fc.constantFrom(...ERROR_TYPES), anything),
    message: fc.oneof(fc.string({ unit: "binary" }), anything),
  },
  { requiredKeys: ["type"] },
);

describe("whatever is signalled about a todo", () => {
  always(
    "is a report or nothing, and leaves a plan that can be kept",
    fc.oneof(anything, nearly),
    (raw) => {
      const report = toTodoReport(raw);
      if (report === null) return;
      const plan = drive(planOf(["a", { id: "b", depends_on: ["a"] }, "constructor"]));
      plan.report(report);
      const { state } = plan.plan;
      expect(state.todos.every((todo) => english(todo.error_message ?? "").isWellFormed())).toBe(
        true,
      );
      expect(copyOf(copyOf(state))).toEqual(copyOf(state));
    },
  );
});

describe("a report that was signalled", () => {
  const about = { todo_id: "a", run: 1, attempt: 1 };

  test("says what it must and nothing else", () => {
    const sent = { ...about, other: 1, type: "todo_completed", result: { n: 1 } };
    expect(toTodoReport(sent)).toEqual({ ...about, type: "todo_completed", result: { n: 1 } });
    expect(toTodoReport({ ...sent, type: "todo_cancelled" })).toEqual({
      ...about,
      type: "todo_cancelled",
    });
    const failed = { ...about, type: "todo_failed", error_type: "timeout", message: "m" };
    expect(toTodoReport(failed)).toEqual(failed);
  });

  test("without a result is one of nothing", () => {
    const report = toTodoReport({ ...about, type: "todo_completed" });
    expect(report).toEqual({ ...about, type: "todo_completed", result: null });
  });

  test("keeps a message short, and whole where an emoji stands at its end", () => {
    const message = `${"x".repeat(LIMITS.error_message - 1)}🎉 and more`;
    const raw = { ...about, type: "todo_failed", error_type: "api_error", message };
    const report = toTodoReport(raw);
    if (report?.type !== "todo_failed") throw new Error("It is no failure.");
    expect(report.message).toHaveLength(LIMITS.error_message);
    expect(english(report.message).slice(-2)).toBe("x\ufffd");
  });

  test.each<[string, unknown]>([
    ["nothing", undefined],
    ["a text", "todo_completed"],
    ["no todo", { type: "todo_completed", run: 1 }],
    ["a run that is no whole number", { ...about, type: "todo_completed", run: 1.5 }],
    ["no attempt", { type: "todo_completed", todo_id: "a", run: 1 }],
    ["an unknown type", { ...about, type: "time_passed" }],
    [
      "an unknown kind of failure",
      { ...about, type: "todo_failed", error_type: "oops", message: "m" },
    ],
    ["a failure without a message", { ...about, type: "todo_failed", error_type: "timeout" }],
  ])("of %s is none", (_, raw) => {
    expect(toTodoReport(raw)).toBe(null);
  });
});

describe("a todo whose workflow is gone", () => {
  const lost = {
    type: "todo_lost",
    todo_id: "a",
    run: 1,
    attempt: 1,
    message: "It is gone.",
  } as const;

  test("has failed, and what its failure leads to follows", () => {
    const failure = { api_error: { action: "RETRY", fallback: "MANUAL" } } as const;
    const plan = drive(planOf(["a", { id: "b", depends_on: ["a"] }], { failure }));
    plan.report(lost);
    expect(plan.todo("a")).toMatchObject({
      status: "failed",
      error_type: "api_error",
      error_message: "It is gone.",
    });
    expect([...plan.plan.openHolds.values()]).toMatchObject([{ kind: "recovery", todo_id: "a" }]);
  });

  test("was cancelled when its plan had told it to stop", () => {
    const plan = drive(planOf(["a"]));
    plan.accept("cancel", { reason: "enough" });
    plan.report(lost);
    expect(plan.todo("a")).toMatchObject({
      status: "cancelled",
      error_message: "enough",
    });
    expect(plan.plan.state.status).toBe("cancelled");
  });

  test("waits to start again when a pause had told it to stop", () => {
    const plan = drive(planOf(["a"]));
    plan.accept("pause", { mode: "interrupt" });
    plan.report(lost);
    expect(plan.todo("a")).toMatchObject({ status: "pending", run: 1 });
  });

  test("is no news when it had reported", () => {
    const plan = drive(planOf(["a", "b"]));
    plan.report({ type: "todo_completed", todo_id: "a", run: 1, attempt: 1, result: 1 });
    const { seq } = plan.plan.state;
    plan.report(lost);
    expect(plan.plan.state.seq).toBe(seq);
  });
});
