import { describe, expect, test } from "vitest";
import { viewHold } from "../../src/plan/todos/flat-fields.ts";
import { drive, planOf, type Drive } from "./support/drive.ts";
import { ownDigest } from "./support/own-digest.ts";

function asking(): Drive {
  const ask = (id: string) => ({ id, requires_approval: true, tool_params: { n: 1 } });
  return drive(planOf([ask("a"), ask("b"), { id: "later", depends_on: ["a"] }, "plain"]));
}
const decide = (decision: string, more: object = {}) => ({ todo_id: "a", decision, ...more });

describe("a decision that comes too late", () => {
  test("on a decided hold is told who decided what, when and why", () => {
    const plan = asking();
    plan.reject("a", { by: "bo", reason: "No.", comment: "Sorry." });
    const decided = {
      decision: "reject",
      by: "bo",
      at: plan.now,
      reason: "No.",
      comment: "Sorry.",
    };
    plan.passUnnoticed(60);
    const problem = plan.refuse("approval", decide("approve", { by: "chi" }));
    expect(problem).toMatchObject({
      code: "hold_already_decided",
      detail: `Hold p1.h1 was decided before: reject by bo at ${decided.at}.`,
      decided,
    });
  });

  test("even with the same words and person needs the same command id to be a repeat", () => {
    const plan = asking();
    plan.approve("a", { by: "bo" });
    expect(plan.refuse("approval", decide("approve", { by: "bo" })).code).toBe(
      "hold_already_decided",
    );
  });

  test("on an expired hold is told so, and what happened instead", () => {
    const plan = asking();
    plan.pass(3_600);
    const problem = plan.refuse("approval", decide("approve"));
    expect(problem).toMatchObject({ code: "hold_expired" });
    expect(problem.detail).toContain('its timeout action "fail" applies');
  });

  test("on a hold of a cancelled plan is told that it was withdrawn", () => {
    const plan = asking();
    plan.accept("cancel", { reason: "Wrong month." });
    expect(plan.refuse("approval", decide("approve"))).toMatchObject({
      code: "hold_withdrawn",
      detail: "Hold p1.h1 was withdrawn: Wrong month.",
    });
  });
});

describe("a decision on something that is not there", () => {
  test.each([
    [{ hold_id: "h9" }, "hold_not_found", 'There is no hold "h9".'],
    [{ hold_id: "p2.h1" }, "hold_not_found", 'There is no hold "p2.h1".'],
    [{ hold_id: "constructor" }, "hold_not_found", 'There is no hold "constructor".'],
    [{ todo_id: "x" }, "todo_not_found", 'There is no todo "x".'],
    [{ todo_id: "plain" }, "hold_not_found", 'Todo "plain" waits for no approval.'],
    [{ todo_id: "later" }, "hold_not_found", 'Todo "later" waits for no approval.'],
  ])("%j is refused, and the open holds are named", (where, code, detail) => {
    const problem = asking().refuse("approval", { ...where, decision: "approve" });
    expect(problem).toEqual({ code, detail, hint: "Open holds: p1.h1, p1.h2." });
  });

  test("names ten open holds at most", () => {
    const many = Array.from({ length: 12 }, (_, place) => ({
      id: `t${place}`,
      requires_approval: true,
    }));
    const problem = drive(planOf(many)).refuse("approval", { hold_id: "h99", decision: "approve" });
    expect(problem.hint).toMatch(/^Open holds: p1\.h1, .*, p1\.h10, …$/);
  });

  test("says so when nothing waits for a decision", () => {
    const problem = drive(planOf(["a"])).refuse("approval", { hold_id: "h1", decision: "approve" });
    expect(problem.hint).toBe("The plan has no open hold.");
  });

  test("is said of input too, and an approval asks for no input", () => {
    const plan = asking();
    expect(plan.refuse("input", { hold_id: "h9", value: 1 }).code).toBe("hold_not_found");
    expect(plan.refuse("input", { hold_id: "h1", value: 1 })).toMatchObject({
      code: "invalid_command",
      detail: "Hold p1.h1 asks for a decision, not for an answer.",
    });
  });
});

describe("a decision that does not fit its hold", () => {
  test.each([
    ["approve", { args: { n: 2 } }, "/args", '"args" goes only with decision "edit".'],
    ["reject", { args: { n: 2 } }, "/args", '"args" goes only with decision "edit".'],
    ["edit", {}, "/args", 'Decision "edit" needs the arguments that change.'],
    ["approve", { then: "skip" }, "/then", '"then" goes only with decision "reject".'],
    ["edit", { args: {}, then: "fail" }, "/then", '"then" goes only with decision "reject".'],
  ])("%s with %j is refused at %s", (decision, more, pointer, detail) => {
    const plan = asking();
    const problem = plan.refuse("approval", decide(decision, more));
    expect(problem).toMatchObject({ code: "invalid_command", errors: [{ pointer, detail }] });
    expect(plan.hold("a").status).toBe("open");
  });

  test("about other bytes than the hold shows is refused: the person saw something else", () => {
    const plan = asking();
    const digest = ownDigest({ something: "else" });
    const problem = plan.refuse("approval", decide("approve", { digest }));
    expect(problem).toMatchObject({ code: "hold_stale" });
    expect(problem.detail).toContain(digest);
    expect(problem.detail).toContain(plan.hold("a").digest);
    expect(plan.status("a")).toBe("needs_approval");
  });
});

describe("an approval whose arguments changed before the todo started", () => {
  /** Approved while the only place is taken, and changed then, as an edit of the plan would. */
  function changed(): Drive {
    const asking = { id: "ask", requires_approval: true, tool_params: { n: 1 } };
    const plan = drive(planOf([{ id: "busy", priority: 9 }, asking], { max_parallel: 1 }));
    plan.approve("ask", { by: "bo" });
    const ask = plan.plan.todos.get("ask")!;
    ask.work = { kind: "tool", tool_name: "work", tool_params: { n: 2 }, task_queue: null };
    plan.complete("busy");
    return plan;
  }

  test("is void: the todo does not run and another hold asks about the new bytes", () => {
    const plan = changed();
    expect(plan.running).toEqual([]);
    expect(plan.todo("ask")).toMatchObject({ status: "needs_approval", approved_digest: null });
    expect(
      plan.plan.state.holds.map(viewHold).map(({ id, status, args }) => ({ id, status, args })),
    ).toEqual([
      { id: "p1.h1", status: "stale", args: { n: 1 } },
      { id: "p1.h2", status: "open", args: { n: 2 } },
    ]);
    plan.approve("ask");
    expect(plan.argsOf("ask")).toEqual({ n: 2 });
  });

  test("can no more be decided; the answer names the hold that asks instead", () => {
    const problem = changed().refuse("approval", { hold_id: "h1", decision: "approve" });
    expect(problem).toMatchObject({ code: "hold_stale", successor: "p1.h2" });
    expect(problem.hint).toContain("p1.h2");
  });

  test("names no other hold when that one is decided too", () => {
    const plan = changed();
    plan.reject("ask");
    const problem = plan.refuse("approval", { hold_id: "h1", decision: "approve" });
    expect(problem).not.toHaveProperty("successor");
    expect(problem.hint).toBe("Look at the plan's open holds.");
  });
});

test("an operator's skip ends a todo that has not started and frees what waits for it", () => {
  const plan = drive(planOf(["a", { id: "b", depends_on: ["a"] }, { id: "c", depends_on: ["b"] }]));
  const skip = { todo_id: "b", by: "ana", action: "skip", reason: "Not needed." };
  plan.accept("control_todo", skip);
  expect(plan.todo("b")).toMatchObject({ status: "skipped", error_message: "Not needed." });
  expect(plan.running).toEqual(["a", "c"]);
});
