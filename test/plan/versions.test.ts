import { describe, expect, test } from "vitest";
import { checkpointsOf } from "../../src/plan/checkpoints.ts";
import { compareVersions } from "../../src/plan/versions.ts";
import { drive, planOf, type Drive } from "./support/drive.ts";

const retitle = (plan: Drive, target_id: string, title: string): void => {
  const params = { changes: { title } };
  plan.accept("edit", { ops: [{ edit_type: "modify_todo", target_id, params }] });
};
const remove = (target_id: string) => ({ ops: [{ edit_type: "remove_todo", target_id }] });
const title = (plan: Drive): string => plan.todo("b").title;

describe("the versions of a plan", () => {
  test("differ by todo and field", () => {
    const plan = drive(planOf(["a", "b", "c"], { max_parallel: 1 }));
    retitle(plan, "b", "Second");
    plan.accept("edit", remove("c"));
    expect(compareVersions(plan.plan.state, 1, 3)).toMatchObject({
      added: [],
      removed: [{ id: "c" }],
      changed: [{ todo_id: "b", fields: [{ field: "title", before: "b", after: "Second" }] }],
    });
  });

  test("are undone one after another, the newest first, also when they are about one todo", () => {
    const plan = drive(planOf(["a", "b"], { max_parallel: 1 }));
    retitle(plan, "b", "Second");
    retitle(plan, "b", "Third");
    plan.accept("undo");
    expect(title(plan)).toBe("Second");
    plan.accept("undo");
    expect(title(plan)).toBe("b");
    expect(plan.refuse("undo").code).toBe("nothing_changed");
  });

  test("are not undone by somebody who has not seen the newest", () => {
    const plan = drive(planOf(["a", "b"], { max_parallel: 1 }));
    retitle(plan, "b", "Second");
    retitle(plan, "b", "Somebody else's");
    expect(plan.refuse("undo", { base_version: 2 }).code).toBe("stale_plan_version");
    expect(title(plan)).toBe("Somebody else's");
  });

  test("that a restore took back already are not undone a second time", () => {
    const plan = drive(planOf(["a", "b"], { max_parallel: 1 }));
    const [created] = checkpointsOf(plan.plan.state);
    retitle(plan, "b", "Second");
    plan.accept("pause", { mode: "interrupt" });
    plan.stopped("a");
    plan.accept("rollback", { checkpoint_id: created!.checkpoint_id });
    expect(plan.refuse("undo").code).toBe("stale_plan_version");
    expect(title(plan)).toBe("b");
  });

  test("come back by a rollback, which keeps what is done", () => {
    const plan = drive(planOf(["a", "b", "c"], { max_parallel: 1 }));
    retitle(plan, "b", "Second");
    plan.accept("edit", remove("c"));
    plan.complete("a", "done");
    plan.accept("rollback", { version: 2 });
    expect(plan.statuses()).toEqual({ a: "completed", b: "in_progress", c: "pending" });
    expect(title(plan)).toBe("Second");
  });

  test("that do not exist are not gone to", () => {
    const plan = drive(planOf(["a"]));
    expect(plan.refuse("rollback", { version: 9 })).toMatchObject({ code: "version_not_found" });
  });

  test("never use the number of a run twice when a todo comes back", () => {
    const plan = drive(planOf(["a", "b"]));
    plan.fail("b");
    plan.accept("edit", remove("b"));
    plan.accept("undo");
    expect(plan.todo("b")).toMatchObject({ status: "in_progress", run: 2 });
  });
});

describe("a checkpoint", () => {
  test("is at every version and every todo that ended, rejected ones too", () => {
    const plan = drive(planOf(["a", { id: "b", requires_approval: true }, "c"]));
    plan.complete("a");
    plan.reject("b");
    const moments = checkpointsOf(plan.plan.state).map(({ phase, todo_id }) => [phase, todo_id]);
    expect(moments).toEqual([
      ["created", null],
      ["completed", "a"],
      ["skipped", "b"],
    ]);
  });

  test("brings back what was, and only what came after runs again", () => {
    const plan = drive(planOf(["a", "b", "c"], { max_parallel: 1 }));
    plan.complete("a", 1);
    const [, first] = checkpointsOf(plan.plan.state);
    plan.accept("pause");
    plan.complete("b", 2);
    plan.accept("rollback", { checkpoint_id: first!.checkpoint_id });
    expect(plan.statuses()).toEqual({ a: "completed", b: "pending", c: "pending" });
    plan.accept("resume");
    expect(plan.running).toEqual(["b"]);
    expect(plan.todo("b").run).toBe(2);
  });
});

test("a restore asks no more about a failure that comes after its checkpoint", () => {
  const plan = drive(planOf([{ id: "a", failure: { api_error: { action: "MANUAL" } } }]));
  const [created] = checkpointsOf(plan.plan.state);
  plan.fail("a");
  expect(plan.hold("a")).toMatchObject({ kind: "recovery", status: "open" });
  plan.accept("rollback", { checkpoint_id: created!.checkpoint_id });
  expect(plan.hold("a").status).toBe("withdrawn");
  expect(plan.runs).toMatchObject([{ todo_id: "a", run: 2 }]);
});

test("a restore takes back approvals that were given after its checkpoint", () => {
  const plan = drive(
    planOf([{ id: "a" }, { id: "b", depends_on: ["a"], requires_approval: true }]),
  );
  plan.complete("a");
  const afterA = checkpointsOf(plan.plan.state).find(({ todo_id }) => todo_id === "a")!;
  plan.pass(1);
  plan.accept("pause");
  plan.approve("b");
  plan.accept("rollback", { checkpoint_id: afterA.checkpoint_id });
  plan.accept("resume");
  expect(plan.running).toEqual([]);
  expect(plan.hold("b")).toMatchObject({ status: "open", id: "p1.h2" });
});
