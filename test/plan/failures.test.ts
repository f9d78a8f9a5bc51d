import { describe, expect, test } from "vitest";
import type { NewPlanInput } from "../../src/contract/plan/plan.ts";
import { ERROR_TYPES } from "../../src/contract/tables/vocabulary.ts";
import { boardOf } from "../../src/plan/views/board/board.ts";
import { inEnglish } from "../support/in-english.ts";
import { Drive, drive, newState, planOf } from "./support/drive.ts";

const branches = planOf([
  "a",
  { id: "a2", depends_on: ["a"] },
  { id: "a3", depends_on: ["a2"] },
  "b",
  { id: "b2", depends_on: ["b"] },
]);

describe("a todo that fails", () => {
  test("ends its own branch; the others go on, and then the plan fails", () => {
    const plan = drive(branches);
    plan.fail("a", "timeout", "It took too long.");
    expect(plan.todo("a")).toMatchObject({
      status: "failed",
      error_type: "timeout",
      error_message: "It took too long.",
    });
    expect(plan.finished).toBe(false);
    plan.complete("b");
    expect(plan.running).toEqual(["b2"]);
    plan.complete("b2");
    expect(inEnglish(plan.plan.state)).toMatchObject({
      status: "failed",
      ended_because: '"a" failed: It took too long.',
    });
    expect(plan.statuses()).toEqual({
      a: "failed",
      a2: "cancelled",
      a3: "cancelled",
      b: "completed",
      b2: "completed",
    });
    expect(plan.todo("a3").error_message).toBe("A todo that it waits for did not complete.");
  });

  test("does not end the plan while a person still has to decide on another branch", () => {
    const plan = drive(planOf(["a", { id: "b", requires_approval: true }]));
    plan.fail("a");
    expect(plan.finished).toBe(false);
    plan.approve("b");
    plan.complete("b");
    expect(plan.plan.state.status).toBe("failed");
  });

  test("is named in plan order when several failed", () => {
    const plan = drive(planOf(["a", "b"]));
    plan.fail("b", "api_error", "second");
    plan.fail("a", "api_error", "first");
    expect(inEnglish(plan.plan.state.ended_because)).toBe('"a" failed: first');
  });

  test("tells when it ended, whatever is changed in it later, and nothing once it is tried again", () => {
    const plan = drive(planOf(["a", "b"]));
    plan.pass(2);
    plan.fail("a");
    const ended = plan.now;
    expect(plan.todo("a").completed_at).toBe(ended);
    plan.pass(60);
    plan.accept("edit", {
      ops: [{ edit_type: "change_priority", target_id: "a", params: { priority: 9 } }],
    });
    expect(boardOf(plan.plan, 10).todos.map(({ completed_at }) => completed_at)).toEqual([
      ended,
      null,
    ]);
    plan.plan.state.events.splice(0);
    expect(plan.todo("a").completed_at).toBe(plan.now);
    plan.accept("control_todo", { todo_id: "a", action: "retry" });
    expect(plan.todo("a").completed_at).toBeNull();
  });

  test("for that nobody decided in time has ended then", () => {
    const approval = { timeout_seconds: 60, on_timeout: "fail" as const };
    const plan = drive(planOf([{ id: "a", requires_approval: true, approval }, "b"]));
    plan.pass(60);
    const ended = plan.now;
    plan.pass(60);
    expect(plan.todo("a")).toMatchObject({ status: "failed", completed_at: ended });
  });

  test.each(ERROR_TYPES)("with %s says so", (error_type) => {
    const plan = drive(planOf(["a"]));
    plan.fail("a", error_type, "m");
    expect(plan.todo("a").error_type).toBe(error_type);
    // No planner is configured, so what S0 would replan is asked of a person.
    const asked = error_type === "dependency_failed";
    expect(plan.plan.state.status).toBe(asked ? "running" : "failed");
    expect(plan.plan.openHolds.size).toBe(asked ? 1 : 0);
  });
});

describe("a todo whose tool was cancelled though nobody cancelled the plan", () => {
  test("is cancelled; its branch ends, and the plan is not called completed", () => {
    const plan = drive(branches);
    plan.stopped("a");
    expect(plan.status("a")).toBe("cancelled");
    plan.complete("b");
    plan.complete("b2");
    expect(plan.statuses()).toMatchObject({ a2: "cancelled", a3: "cancelled" });
    expect(inEnglish(plan.plan.state)).toMatchObject({
      status: "failed",
      ended_because: '"a" was cancelled.',
    });
  });

  test("fails the plan also when nothing waited for it", () => {
    const plan = drive(planOf(["a"]));
    plan.stopped("a");
    expect(plan.plan.state.status).toBe("failed");
  });
});

describe("a todo whose tool nobody can undo", () => {
  const pays = (settings: Partial<NewPlanInput>): Drive => {
    const state = newState(planOf([{ id: "pay", tool_name: "pay" }], settings));
    return new Drive({ ...state, irreversible_tools: ["pay"] });
  };

  test("asks a person when nobody knows whether it was done, and is not done again by itself", () => {
    const plan = pays({ failure: {} });
    plan.failAttempt("pay", "timeout");
    plan.pass(3_600);
    expect(plan.runs).toEqual([]);
    expect(plan.hold("pay")).toMatchObject({
      kind: "recovery",
      status: "open",
      irreversible: true,
    });
    plan.approve("pay");
    expect(plan.runs).toMatchObject([{ todo_id: "pay", run: 1, attempt: 2 }]);
  });

  test("does what its plan has written for a timeout", () => {
    const plan = pays({
      failure: { timeout: { action: "RETRY", max_retries: 1, retry_delay: 1 } },
    });
    plan.failAttempt("pay", "timeout");
    plan.pass(1);
    expect(plan.runs).toMatchObject([{ todo_id: "pay", run: 1, attempt: 2 }]);
  });
});

describe("a critical error", () => {
  test("aborts the plan: nothing starts any more, running todos are told to stop", () => {
    const plan = drive(
      planOf(["a", "b", { id: "c", requires_approval: true }, { id: "d", depends_on: ["b"] }]),
    );
    plan.fail("a", "critical_error", "The key was revoked.");
    expect(plan.plan.state.ending?.outcome).toBe("failed");
    expect([...plan.stopping]).toEqual(["b"]);
    expect(plan.statuses()).toEqual({
      a: "failed",
      b: "in_progress",
      c: "cancelled",
      d: "cancelled",
    });
    expect(plan.hold("c").status).toBe("withdrawn");
    plan.stopped("b");
    expect(inEnglish(plan.plan.state)).toMatchObject({
      status: "failed",
      ended_because: '"a" failed critically: The key was revoked.',
    });
  });

  test("ends the plan after the grace time when a todo does not stop", () => {
    const plan = drive(planOf(["a", "b"]));
    plan.fail("a", "critical_error");
    plan.pass(30);
    expect(plan.plan.state.status).toBe("failed");
    expect(plan.status("b")).toBe("cancelled");
  });

  test("aborts even a paused plan", () => {
    const plan = drive(planOf(["a", "b"], { max_parallel: 1 }));
    plan.accept("pause");
    plan.fail("a", "critical_error");
    expect(inEnglish(plan.plan.state)).toMatchObject({ status: "failed", paused: null });
    expect(plan.status("b")).toBe("cancelled");
  });
});

describe("a report", () => {
  test("of a run that is over changes nothing", () => {
    const plan = drive(planOf(["a", "b"]));
    plan.complete("a", "first");
    const before = JSON.stringify(plan.plan.state);
    expect(plan.complete("a", "second")).toEqual([]);
    expect(plan.fail("a", "critical_error")).toEqual([]);
    expect(plan.stopped("a")).toEqual([]);
    expect(JSON.stringify(plan.plan.state)).toBe(before);
  });

  test.each([0, 2])("of run %i of a todo that is in its first changes nothing", (run) => {
    const plan = drive(planOf(["a"]));
    const late = { type: "todo_completed", todo_id: "a", run, attempt: 1, result: 1 } as const;
    expect(plan.report(late)).toEqual([]);
    expect(plan.status("a")).toBe("in_progress");
  });

  test("of a todo that is not in the plan changes nothing", () => {
    const plan = drive(planOf(["a"]));
    const lost = {
      type: "todo_completed",
      todo_id: "toString",
      run: 1,
      attempt: 1,
      result: 1,
    } as const;
    expect(plan.report(lost)).toEqual([]);
  });

  test.each<[string, unknown, string]>([
    ["half a character", { text: ["\ud800"] }, "/text/0 holds half a character (a lone surrogate)"],
    ["a number without end", { n: Infinity }, "/n is not a finite number"],
    ["a key that is a trap", JSON.parse('{"__proto__": 1}'), 'it has a key "__proto__"'],
    ["a depth without end", deep(40), "is nested deeper than 32 levels"],
  ])("with %s in its result fails the todo, not the plan's log", (_, result, message) => {
    const plan = drive(planOf(["a", "b"]));
    plan.complete("a", result as null);
    expect(plan.todo("a")).toMatchObject({ status: "failed", error_type: "validation_error" });
    expect(plan.todo("a").error_message).toContain("Its result cannot be kept: ");
    expect(plan.todo("a").error_message).toContain(message);
    expect(plan.status("b")).toBe("in_progress");
  });
});

function deep(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
}

test("a todo that could not run because of another's failure says so", () => {
  const plan = drive(planOf(["a", { id: "b", depends_on: ["a"] }]));
  plan.fail("a");
  expect(plan.todo("b")).toMatchObject({ status: "cancelled", error_type: "dependency_failed" });
});
