import { describe, expect, test } from "vitest";
import type { NewPlanInput } from "../../src/contract/plan/plan.ts";
import { LANGUAGES } from "../../src/contract/sentences/catalog.ts";
import { textOf } from "../../src/contract/sentences/sentence.ts";
import { ERROR_TYPES, type ErrorType } from "../../src/contract/tables/vocabulary.ts";
import { inEnglish } from "../support/in-english.ts";
import { drive, planOf, type Drive } from "./support/drive.ts";

/** With S0's strategies, unless others are given. */
const failing = (failure: NewPlanInput["failure"] = {}, more: object = {}): Drive =>
  drive(
    planOf(
      [
        { id: "a", tool_params: { n: 1 }, ...more },
        { id: "b", depends_on: ["a"] },
      ],
      { failure },
    ),
  );

describe("a failure, by S0's strategies", () => {
  test("of an API asks a person once no attempt is left, with what it tried", () => {
    const plan = failing();
    plan.fail("a", "api_error", "503");
    expect(plan.status("a")).toBe("failed");
    expect(plan.hold("a")).toMatchObject({
      kind: "recovery",
      message: "It failed (error while running): 503",
      args: { n: 1 },
    });
    expect(plan.finished).toBe(false);
  });

  test.each([
    ["timeout", [1, 2]],
    ["api_error", [5, 5, 5]],
    ["validation_error", []],
    ["critical_error", []],
  ] as const)("of kind %s is followed by attempts after %j seconds", (type, pauses) => {
    const plan = failing();
    for (const [again, pause] of pauses.entries()) {
      plan.failAttempt("a", type);
      expect(plan.running).toEqual([]);
      plan.pass(pause - 0.001);
      expect(plan.running).toEqual([]);
      plan.pass(0.001);
      expect(plan.runs).toMatchObject([{ todo_id: "a", run: 1, attempt: again + 2 }]);
    }
    plan.failAttempt("a", type);
    plan.pass(3_600);
    expect(plan.events.filter((event) => event.type === "todo.attempt_started")).toHaveLength(
      pauses.length,
    );
    expect(plan.events).toContainEqual(
      expect.objectContaining({
        type: "todo.failed",
        data: expect.objectContaining({ attempts: pauses.length + 1 }),
      }),
    );
  });

  test.each(ERROR_TYPES)("of kind %s is told to people in words, not by its code", (type) => {
    const plan = failing({ [type]: { action: "MANUAL" } });
    plan.fail("a", type, "503");
    const { message_said: said } = plan.hold("a");
    for (const language of LANGUAGES) {
      const told = textOf(said!, language);
      expect(told).toMatch(
        language === "ko" ? /^실패했습니다\([^(){}_]+\): 503$/ : /^It failed \([^(){}_]+\): 503$/,
      );
      expect(told).not.toContain(`(${type})`);
    }
    expect(plan.todo("a").error_type).toBe(type);
  });

  test("by timeout skips the todo, and what can only run after it", () => {
    const plan = failing();
    plan.fail("a", "timeout", "too slow");
    expect(plan.statuses()).toEqual({ a: "skipped", b: "skipped" });
    expect(plan.started).toEqual(["a"]);
    expect(plan.todo("b").error_message).toBe('"a" failed: too slow');
  });

  test("that is critical ends the plan, even of an optional todo", () => {
    const plan = failing({}, { optional: true });
    plan.fail("a", "critical_error", "disk full");
    expect(inEnglish(plan.plan.state)).toMatchObject({
      status: "failed",
      ended_because: '"a" failed critically: disk full',
    });
  });

  test("of an optional todo skips it", () => {
    const plan = failing({}, { optional: true });
    plan.fail("a", "validation_error");
    expect(plan.statuses()).toEqual({ a: "skipped", b: "in_progress" });
  });
});

describe("a strategy", () => {
  test("of the todo goes before the plan's, and the plan's before S0's", () => {
    const plan = failing(
      { api_error: { action: "SKIP" } },
      { failure: { api_error: { action: "FAIL" } } },
    );
    plan.fail("a", "api_error");
    expect(plan.plan.state.status).toBe("failed");
    const other = failing({ api_error: { action: "SKIP" } });
    other.fail("a", "api_error");
    expect(other.status("a")).toBe("skipped");
  });

  test("that ends the plan when an input is missing starts nothing any more", () => {
    const lost = { id: "lost", depends_on: ["a"], input_data: { of: { $from: "a", path: "/x" } } };
    const plan = drive(
      planOf(["a", { ...lost, priority: 9 }, { id: "c", depends_on: ["a"] }], {
        failure: { validation_error: { action: "ABORT" } },
      }),
    );
    plan.complete("a", {});
    expect(plan.started).toEqual(["a"]);
    expect(plan.plan.state.status).toBe("failed");
    expect(plan.statuses()).toEqual({ a: "completed", lost: "failed", c: "cancelled" });
  });
});

describe("a person who is asked about a failure", () => {
  const asked = (): Drive => {
    const plan = failing();
    plan.fail("a", "validation_error");
    return plan;
  };

  test("has it tried again", () => {
    const plan = asked();
    plan.approve("a");
    expect(plan.argsOf("a")).toEqual({ n: 1 });
    expect(plan.todo("a").run).toBe(2);
  });

  test("has it tried again with other arguments", () => {
    const plan = asked();
    plan.accept("approval", { todo_id: "a", decision: "edit", args: { n: 2 } });
    expect(plan.argsOf("a")).toEqual({ n: 2 });
  });

  test("gives the argument that is missing, and the others stay", () => {
    const headers = { "idempotency-key": "k1" };
    const tool_params = {
      url: "https://example.org",
      headers,
      body: { $from: "a", path: "/text" },
    };
    const plan = drive(
      planOf(["a", { id: "put", depends_on: ["a"], tool_params }], {
        failure: { validation_error: { action: "MANUAL" } },
      }),
    );
    plan.complete("a", {});
    const { kind, args } = plan.hold("put");
    expect({ kind, args }).toEqual({
      kind: "recovery",
      args: { url: "https://example.org", headers },
    });
    plan.accept("approval", { todo_id: "put", decision: "edit", args: { body: "Hello" } });
    expect(plan.argsOf("put")).toEqual({ url: "https://example.org", headers, body: "Hello" });
  });

  test.each([
    ["skip", "skipped", "completed"],
    ["go_on", "skipped", "running"],
    ["fail", "failed", "failed"],
    ["abort", "failed", "failed"],
  ])("says %s, and the todo is %s and the plan %s", (then, todo, status) => {
    const plan = asked();
    plan.reject("a", { then });
    expect(plan.status("a")).toBe(todo);
    expect(plan.plan.state.status).toBe(status);
  });

  test("is asked for an approval, and only that, when an edit changed what they wrote", () => {
    const plan = asked();
    plan.accept("pause");
    plan.accept("approval", { todo_id: "a", decision: "edit", args: { n: 2 } });
    const params = { changes: { tool_params: { n: 3 } } };
    plan.accept("edit", { ops: [{ edit_type: "modify_todo", target_id: "a", params }] });
    plan.accept("resume");
    expect([...plan.plan.openHolds.values()]).toMatchObject([{ kind: "approval", args: { n: 3 } }]);
  });

  test("is asked once the plan goes on, when it failed during a pause", () => {
    const plan = failing();
    plan.accept("pause");
    plan.fail("a", "validation_error");
    expect(plan.plan.openHolds.size).toBe(0);
    plan.accept("resume");
    expect(plan.hold("a").kind).toBe("recovery");
  });
});

describe("a rejection that wants another plan (S0 §5.4)", () => {
  const rejected = (): Drive => {
    const plan = drive(
      planOf([
        { id: "send", requires_approval: true },
        { id: "after", depends_on: ["send"] },
      ]),
    );
    plan.reject("send", { then: "replan", reason: "wrong list" });
    return plan;
  };

  test("asks a person how to go on, and the plan waits", () => {
    const plan = rejected();
    expect(plan.hold("send")).toMatchObject({ kind: "recovery", status: "open" });
    expect(plan.hold("send").message).toContain("wrong list");
    expect(plan.finished).toBe(false);
  });

  test("goes on with the plan that the person made of it", () => {
    const plan = rejected();
    plan.accept("edit", { ops: [{ edit_type: "remove_todo", target_id: "send" }] });
    expect(plan.running).toEqual(["after"]);
  });

  test("asks for the approval again when the person tries it again", () => {
    const plan = rejected();
    plan.approve("send");
    expect(plan.hold("send")).toMatchObject({ kind: "approval", status: "open" });
  });

  test("is no answer to a failure", () => {
    const plan = drive(planOf(["a"], { failure: { api_error: { action: "MANUAL" } } }));
    plan.fail("a");
    const body = { todo_id: "a", decision: "reject", then: "replan" };
    expect(plan.refuse("approval", body).errors?.[0]?.pointer).toBe("/then");
  });
});

describe("an approval that was given before the failure", () => {
  const failedAfterApproval = (type: ErrorType, action: "MANUAL" | "FAIL"): Drive => {
    const plan = failing({ [type]: { action } }, { requires_approval: true });
    plan.approve("a");
    plan.fail("a", type);
    return plan;
  };

  test.each(["validation_error", "timeout"] as const)(
    "counts no more once a person has said no after a %s: whoever tries again asks",
    (type) => {
      const plan = failedAfterApproval(type, "MANUAL");
      plan.approve("a", { decision: "reject", then: "fail" });
      plan.accept("control_todo", { todo_id: "a", action: "retry", roles: ["operator"] });
      expect(plan.todo("a")).toMatchObject({ status: "needs_approval", approved_by: null });
      expect(plan.runs).toEqual([]);
      plan.approve("a");
      expect(plan.runs).toMatchObject([{ todo_id: "a", args: { n: 1 } }]);
    },
  );

  test("does not stand for another run: trying again after the tool has said no asks", () => {
    const plan = failedAfterApproval("validation_error", "FAIL");
    plan.accept("control_todo", { todo_id: "a", action: "retry", roles: ["operator"] });
    expect(plan.status("a")).toBe("needs_approval");
    plan.approve("a");
    expect(plan.runs).toMatchObject([{ todo_id: "a", run: 2, attempt: 1 }]);
  });

  test("stands for the next attempt of the run that it was given for", () => {
    const plan = failedAfterApproval("timeout", "FAIL");
    plan.accept("control_todo", { todo_id: "a", action: "retry", roles: ["operator"] });
    expect(plan.runs).toMatchObject([{ todo_id: "a", run: 1, attempt: 2 }]);
  });
});
