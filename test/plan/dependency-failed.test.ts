import { describe, expect, test } from "vitest";
import type { FailureStrategies } from "../../src/contract/plan/todo.ts";
import { holdChoices } from "../../src/plan/choices.ts";
import { newestHoldOf } from "../../src/plan/holds/holds.ts";
import { inEnglish } from "../support/in-english.ts";
import { drive, planOf, type Drive } from "./support/drive.ts";

/** `a` has failed for good; `b` and then `c` come after it, `d` has nothing to do with it. */
function failed(strategy?: FailureStrategies["dependency_failed"]): Drive {
  const failure = { api_error: { action: "FAIL" as const } };
  const todos = ["a", { id: "b", depends_on: ["a"] }, { id: "c", depends_on: ["b"] }, "d"];
  const written = { ...failure, ...(strategy && { dependency_failed: strategy }) };
  const plan = drive(planOf(todos, { failure: written }));
  plan.fail("a", "api_error", "503");
  return plan;
}

describe("what waits for a todo that failed", () => {
  test("with SKIP is skipped, with what comes after it, and says why", () => {
    const plan = failed({ action: "SKIP" });
    expect(plan.statuses()).toEqual({ a: "failed", b: "skipped", c: "skipped", d: "in_progress" });
    expect(plan.todo("c")).toMatchObject({
      error_message: '"a" failed: 503',
      skipped: { cause: "failed", todo_id: "a", reason: "503" },
    });
  });

  test("with ABORT ends the plan", () => {
    const plan = failed({ action: "ABORT" });
    plan.stopped("d");
    expect(inEnglish(plan.plan.state)).toMatchObject({
      status: "failed",
      ended_because: '"b" cannot run: "a" failed: 503',
    });
  });

  test.each(["MANUAL", "REPLAN"] as const)("with %s asks a person", (action) => {
    const plan = failed({ action });
    expect(plan.statuses()).toEqual({ a: "failed", b: "failed", c: "blocked", d: "in_progress" });
    expect(plan.hold("b")).toMatchObject({ kind: "recovery", status: "open" });
    expect(plan.hold("b").message).toContain('"a" failed: 503');
  });

  test("without a word stays where it is, and the plan fails in the end", () => {
    const plan = failed();
    plan.complete("d");
    expect(plan.plan.state.status).toBe("failed");
    expect(plan.todo("b")).toMatchObject({ status: "cancelled", error_type: "dependency_failed" });
  });

  test("waits as long as a person is asked about the one that failed", () => {
    const failure = {
      api_error: { action: "MANUAL" as const },
      dependency_failed: { action: "SKIP" as const },
    };
    const plan = drive(planOf(["a", { id: "b", depends_on: ["a"] }], { failure }));
    plan.fail("a");
    expect(plan.status("b")).toBe("blocked");
    plan.reject("a", { then: "fail" });
    expect(plan.status("b")).toBe("skipped");
  });
});

describe("a person who is asked about it", () => {
  const asked = (): Drive => failed({ action: "MANUAL" });

  test("has the choices that there are: trying again is none of them", () => {
    const plan = asked();
    const found = holdChoices(plan.plan, newestHoldOf(plan.plan, "b")!, plan.now);
    const words = "choices" in found ? found.choices.map(({ choice, then }) => [choice, then]) : [];
    expect(words).toEqual([
      ...["skip", "go_on", "fail", "abort"].map((then) => ["reject", then]),
      ["withdraw", null],
    ]);
    expect(plan.refuse("approval", { todo_id: "b", decision: "approve" })).toMatchObject({
      code: "illegal_transition",
      detail: 'Todo "b" cannot run without "a", which has failed.',
    });
  });

  test("says go_on, and what waits for the todo runs", () => {
    const plan = asked();
    plan.reject("b", { then: "go_on" });
    expect(plan.running).toEqual(["d", "c"]);
  });

  test("retries the one that failed, and the others go on after it", () => {
    const plan = asked();
    plan.accept("control_todo", { todo_id: "a", action: "retry" });
    expect(plan.statuses()).toMatchObject({ a: "in_progress", b: "blocked", c: "blocked" });
    expect(plan.hold("b").status).toBe("withdrawn");
    plan.complete("a");
    expect(plan.running).toContain("b");
  });

  test("excludes the one that failed by removing the dependency", () => {
    const plan = asked();
    const params = { depends_on: "a" };
    plan.accept("edit", { ops: [{ edit_type: "remove_dependency", target_id: "b", params }] });
    expect(plan.running).toContain("b");
  });

  test("is asked once, also after a reload", () => {
    const plan = asked();
    plan.reload();
    expect(plan.plan.state.holds).toHaveLength(1);
  });
});
