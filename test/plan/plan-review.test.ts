import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/contract/text.ts";
import { holdChoices } from "../../src/plan/choices.ts";
import { viewTodo } from "../../src/plan/todos/flat-fields.ts";
import { modeOf } from "../../src/plan/views/board/mode.ts";
import { inEnglish } from "../support/in-english.ts";
import { drive, planOf, START, type Drive } from "./support/drive.ts";
import { ownDigest } from "./support/own-digest.ts";

/** What becomes of a todo, as opposed to what it is. */
const BECAME = new Set(
  `plan_id blocks status retry_count progress_percentage started_at completed_at error_message error_type skipped
   approved_by approved_at approved_digest approved_args result_data result_references run updated_at
   completed_by note overdue offered_at claimed_by agent blocker in_review`.split(/\s+/),
);

function reviewed(more: object = {}): Drive {
  const todos = [
    { id: "a", tool_params: { n: 1 } },
    { id: "b", depends_on: ["a"], tool_name: null, kind: "milestone" as const, ...more },
  ];
  return drive(planOf(todos, { plan_review: true, description: "All of it." }));
}

describe("a plan that wants a review", () => {
  test("starts nothing before a person approved it as a whole", () => {
    const plan = reviewed();
    expect(plan.running).toEqual([]);
    expect(inEnglish(plan.plan.state)).toMatchObject({ status: "pending", started_at: null });
    expect(modeOf(plan.plan)).toBe("approval_wait");
    expect(plan.hold()).toMatchObject({
      id: "p1.h1",
      kind: "plan_review",
      todo_id: null,
      status: "open",
      title: "A plan",
      message: "All of it.",
      tool_name: null,
      args: null,
      opened_at: START,
      deadline_at: null,
      on_timeout: "wait",
    });
  });

  test("binds the review to what it would run", () => {
    const { digest } = reviewed().hold();
    const { plan } = reviewed();
    const todos = plan.state.todos.map((todo) => viewTodo(plan, todo));
    // Everything that a person wrote or could change, and nothing that became of it.
    const written = todos.map((todo) =>
      Object.fromEntries(Object.entries(todo).filter(([key]) => !BECAME.has(key))),
    );
    expect(digest).toBe(ownDigest(written as JsonObject[]));
    expect(reviewed({ context: { n: 2 } }).hold().digest).not.toBe(reviewed().hold().digest);
  });

  test("waits without an end", () => {
    const plan = reviewed();
    plan.pass(1e9);
    expect(plan.wakeAt).toBe(null);
    expect(plan.hold().status).toBe("open");
  });

  test("starts when it is approved", () => {
    const plan = reviewed();
    plan.pass(60);
    plan.accept("approval", { hold_id: "h1", decision: "approve", by: "bo" });
    expect(inEnglish(plan.plan.state)).toMatchObject({ status: "running", started_at: plan.now });
    expect(plan.running).toEqual(["a"]);
    expect(plan.hold()).toMatchObject({ status: "approved", decision: { by: "bo" } });
  });

  test("starts and asks before each todo when that is approved, as one version that can be taken back", () => {
    const plan = reviewed({ kind: "tool" as const, tool_name: "echo" });
    const steps = { hold_id: "h1", decision: "approve", approval: "every_todo", by: "bo" };
    plan.accept("approval", steps);
    expect(plan.running).toEqual([]);
    expect(plan.plan.state).toMatchObject({
      status: "running",
      approval: "every_todo",
      version: 2,
    });
    expect(plan.plan.state.versions.at(-1)).toMatchObject({ by: "bo", change_type: "edit" });
    expect(plan.hold("a")).toMatchObject({ kind: "approval", todo_id: "a" });
    expect(plan.plan.state.holds[0]).toMatchObject({
      status: "approved",
      decisions: [{ decision: "approve", by: "bo", approval: "every_todo" }],
    });
    plan.accept("undo");
    plan.accept("approval", { todo_id: "a", decision: "approve" });
    plan.complete("a");
    expect(plan.running).toEqual(["b"]);
  });

  test("asks before each todo once its grace time is over, and not before", () => {
    const plan = reviewed();
    const steps = { hold_id: "h1", decision: "approve", approval: "every_todo", grace_seconds: 5 };
    plan.accept("approval", steps);
    expect(plan.plan.state).toMatchObject({ version: 1, approval: "marked" });
    plan.pass(5);
    expect(plan.plan.state).toMatchObject({ version: 2, approval: "every_todo" });
    expect(plan.status("a")).toBe("needs_approval");
  });

  test("that already asks before each todo starts as it is", () => {
    const plan = reviewed();
    const changes = { approval: "every_todo" };
    plan.accept("edit", { ops: [{ edit_type: "modify_plan", params: { changes } }] });
    plan.accept("approval", { hold_id: "h2", decision: "approve", approval: "every_todo" });
    expect(plan.plan.state).toMatchObject({ status: "running", version: 2 });
    expect(plan.status("a")).toBe("needs_approval");
  });

  test("asks again for what is changed after an approval step by step, while it is paused", () => {
    const plan = reviewed();
    plan.accept("pause");
    plan.accept("approval", { hold_id: "h1", decision: "approve", approval: "every_todo" });
    plan.reload();
    plan.accept("undo");
    plan.accept("resume");
    expect(plan.plan.state.status).toBe("pending");
    expect(plan.hold()).toMatchObject({ kind: "plan_review", status: "open", plan_version: 3 });
  });

  test("offers both approvals with what each starts and asks", () => {
    const { plan } = reviewed();
    const offered = holdChoices(plan, plan.holds.get("p1.h1")!, START);
    expect("choices" in offered && offered.choices).toMatchObject([
      { choice: "approve", approval: null, starts: [{ id: "a" }], asks: [] },
      { choice: "approve", approval: "every_todo", starts: [], asks: [{ id: "a" }] },
      { choice: "reject", approval: null },
    ]);
  });

  test.each([
    ["a rejection of the plan", false, { hold_id: "h1", decision: "reject" }],
    ["an approval of a todo", true, { todo_id: "a", decision: "approve" }],
  ])("does not ask before each todo because of %s", (_, isStarted, said) => {
    const plan = reviewed();
    if (isStarted) {
      plan.accept("approval", { hold_id: "h1", decision: "approve", approval: "every_todo" });
    }
    const problem = plan.refuse("approval", { ...said, approval: "every_todo" });
    expect(inEnglish(problem)).toMatchObject({
      code: "invalid_command",
      detail: '"approval" goes only with decision "approve" on the review of a plan.',
      errors: [{ pointer: "/approval" }],
    });
  });

  test("is cancelled when it is rejected, with who and why, and nothing ever ran", () => {
    const plan = reviewed();
    const answer = { hold_id: "h1", decision: "reject", by: "bo", reason: "Too dear." };
    plan.accept("approval", answer);
    expect(inEnglish(plan.plan.state)).toMatchObject({
      status: "cancelled",
      ended_because: "The plan was not approved by bo: Too dear.",
    });
    expect(plan.statuses()).toEqual({ a: "cancelled", b: "cancelled" });
    expect(plan.started).toEqual([]);
  });

  test.each(["go_on", "replan", "abort"])("cannot be rejected with %s, and is told how", (then) => {
    const problem = reviewed().refuse("approval", { hold_id: "h1", decision: "reject", then });
    expect(inEnglish(problem)).toMatchObject({
      detail: `This hold cannot be rejected with "${then}".`,
      hint: '"then" takes skip, fail here.',
      errors: [{ pointer: "/then" }],
    });
  });

  test("takes no edited arguments", () => {
    const plan = reviewed();
    const problem = plan.refuse("approval", { hold_id: "h1", decision: "edit", args: {} });
    expect(problem).toMatchObject({ code: "invalid_command", errors: [{ pointer: "/decision" }] });
  });

  test("can be paused before it is approved, and then starts at the resume", () => {
    const plan = reviewed();
    plan.accept("pause");
    plan.accept("approval", { hold_id: "h1", decision: "approve" });
    expect(plan.running).toEqual([]);
    plan.accept("resume");
    expect(plan.running).toEqual(["a"]);
  });

  test("asks for its review after a reload as before, not twice", () => {
    const plan = reviewed();
    plan.reload();
    plan.settle();
    expect(plan.plan.state.holds).toHaveLength(1);
  });

  test("still asks for each todo that requires approval", () => {
    const plan = reviewed({ requires_approval: true });
    plan.accept("approval", { hold_id: "h1", decision: "approve" });
    plan.complete("a");
    expect(plan.status("b")).toBe("needs_approval");
  });
});
