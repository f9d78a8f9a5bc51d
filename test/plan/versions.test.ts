import { describe, expect, test } from "vitest";
import { checkpointsOf } from "../../src/plan/edits/checkpoints.ts";
import { compareVersions } from "../../src/plan/edits/versions.ts";
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

  test("keep what each operation says of itself, unless the edit has a reason", () => {
    const plan = drive(planOf(["a", "b"], { max_parallel: 1 }));
    const raise = { edit_type: "change_priority", target_id: "b", params: { priority: 9 } };
    const rename = {
      edit_type: "modify_todo",
      target_id: "b",
      params: { changes: { title: "B" } },
    };
    const ops = [
      { ...raise, description: "Customers wait" },
      { ...rename, description: "A clearer name" },
    ];
    plan.accept("edit", { ops });
    expect(plan.plan.state.versions.at(-1)?.reason).toBe("Customers wait\nA clearer name");
    plan.accept("edit", { ops: [{ ...raise, params: { priority: 1 } }] });
    expect(plan.plan.state.versions.at(-1)?.reason).toBeNull();
    plan.accept("edit", {
      ops: [{ ...rename, params: { changes: { title: "C" } }, description: "x" }],
      reason: "Asked",
    });
    expect(plan.plan.state.versions.at(-1)?.reason).toBe("Asked");
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

describe("the checkpoints after the one that was restored", () => {
  const ids = (plan: Drive): string[] =>
    checkpointsOf(plan.plan.state).map(({ checkpoint_id }) => checkpoint_id);
  const after = (plan: Drive, id: string): string =>
    checkpointsOf(plan.plan.state).findLast(({ todo_id }) => todo_id === id)!.checkpoint_id;

  /** a and b are done, and the plan stands still. */
  function halfDone(): Drive {
    const plan = drive(planOf(["a", "b", "c"], { max_parallel: 1 }));
    plan.complete("a", "first a");
    plan.accept("pause");
    plan.complete("b", "first b");
    return plan;
  }

  test("stay in the list", () => {
    const plan = halfDone();
    const before = ids(plan);
    plan.accept("rollback", { checkpoint_id: after(plan, "a") });
    expect(ids(plan).slice(0, -1)).toEqual(before);
  });

  test("bring back what had been done, with its result, and nothing runs again for it", () => {
    const plan = halfDone();
    const afterB = after(plan, "b");
    plan.accept("rollback", { checkpoint_id: after(plan, "a") });
    expect(plan.statuses()).toEqual({ a: "completed", b: "pending", c: "pending" });
    plan.accept("rollback", { checkpoint_id: afterB });
    expect(plan.statuses()).toEqual({ a: "completed", b: "completed", c: "pending" });
    expect(plan.todo("b")).toMatchObject({ result_data: "first b", run: 1 });
    plan.accept("resume");
    expect(plan.running).toEqual(["c"]);
  });

  test("give back the end of that time, and not the one since", () => {
    const plan = halfDone();
    const [created, , firstB] = ids(plan);
    plan.accept("rollback", { checkpoint_id: created });
    plan.accept("resume");
    plan.complete("a", "second a");
    plan.accept("pause");
    plan.complete("b", "second b");
    plan.accept("rollback", { checkpoint_id: firstB });
    expect(plan.todo("a").result_data).toBe("first a");
    expect(plan.todo("b").result_data).toBe("first b");
    plan.accept("rollback", { checkpoint_id: after(plan, "b") });
    expect(plan.todo("b").result_data).toBe("second b");
  });

  test("bring back todos that the plan did not have at the one before", () => {
    const plan = drive(planOf(["a"]));
    plan.accept("pause");
    plan.accept("edit", {
      ops: [
        { edit_type: "add_todo", params: { todo: { id: "x", title: "x", tool_name: "work" } } },
      ],
    });
    plan.accept("resume");
    plan.complete("x", "x");
    plan.accept("pause");
    plan.complete("a");
    const afterX = after(plan, "x");
    plan.accept("rollback", { checkpoint_id: ids(plan)[0] });
    expect(Object.keys(plan.statuses())).toEqual(["a"]);
    plan.accept("rollback", { checkpoint_id: afterX });
    expect(plan.todo("x")).toMatchObject({ status: "completed", result_data: "x" });
  });

  test("ask again about a failure of which a person was asked then", () => {
    const plan = drive(planOf([{ id: "a", failure: { api_error: { action: "MANUAL" } } }]));
    plan.fail("a");
    const failed = after(plan, "a");
    plan.accept("rollback", { checkpoint_id: ids(plan)[0] });
    plan.accept("pause", { mode: "interrupt" });
    plan.stopped("a");
    plan.accept("rollback", { checkpoint_id: failed });
    plan.accept("resume");
    expect(plan.hold("a")).toMatchObject({ kind: "recovery", status: "open" });
    expect(plan.running).toEqual([]);
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

test("a restore to a failure that somebody let stand asks about it again, and does not end the plan again", () => {
  const plan = drive(planOf([{ id: "a", failure: { api_error: { action: "MANUAL" } } }]));
  plan.fail("a");
  const { checkpoint_id } = checkpointsOf(plan.plan.state).at(-1)!;
  plan.pass(1);
  plan.reject("a", { then: "fail" });
  expect(plan.plan.state.status).toBe("failed");
  plan.accept("rollback", { checkpoint_id });
  expect(plan.plan.state.status).toBe("running");
  expect(plan.hold("a")).toMatchObject({ kind: "recovery", status: "open" });
  plan.approve("a");
  plan.complete("a");
  expect(plan.plan.state.status).toBe("completed");
});

test("a restore to a moment after a person let a failure stand asks nobody about it", () => {
  const plan = drive(planOf([{ id: "a", failure: { api_error: { action: "MANUAL" } } }, "b", "c"]));
  plan.fail("a");
  plan.reject("a", { then: "fail" });
  plan.pass(1);
  plan.complete("b");
  const { checkpoint_id } = checkpointsOf(plan.plan.state).at(-1)!;
  plan.complete("c");
  plan.accept("rollback", { checkpoint_id });
  expect(plan.statuses()).toEqual({ a: "failed", b: "completed", c: "in_progress" });
  expect(plan.plan.openHolds.size).toBe(0);
});

test("a restore in step mode asks about the todo whose turn it was then", () => {
  const plan = drive(planOf(["a", "b", "c"], { approval: "every_todo" }));
  plan.approve("a");
  plan.complete("a");
  const { checkpoint_id } = checkpointsOf(plan.plan.state).at(-1)!;
  plan.pass(1);
  plan.approve("b");
  plan.complete("b");
  expect(plan.hold("c").status).toBe("open");
  plan.accept("rollback", { checkpoint_id });
  expect(plan.statuses()).toEqual({ a: "completed", b: "needs_approval", c: "pending" });
  expect([...plan.plan.openHolds.values()].map(({ todo_id }) => todo_id)).toEqual(["b"]);
});

test("a restore in step mode leaves what was asked on a result that is undone as stale", () => {
  const plan = drive(planOf(["a", { id: "b", depends_on: ["a"] }], { approval: "every_todo" }));
  const [{ checkpoint_id } = { checkpoint_id: "" }] = checkpointsOf(plan.plan.state);
  plan.approve("a");
  plan.complete("a");
  const { id: hold_id } = plan.hold("b");
  plan.accept("rollback", { checkpoint_id });
  expect(plan.hold("b").status).toBe("stale");
  expect(plan.refuse("approval", { hold_id, decision: "approve" }).code).toBe("hold_stale");
  expect(plan.statuses()).toEqual({ a: "needs_approval", b: "blocked" });
});

describe("a restore, and work that somebody has claimed", () => {
  const byHand = { id: "sign", tool_name: null, depends_on: ["collect"] };
  const claimed = (settings = {}): Drive => {
    const plan = drive(planOf(["collect", byHand, "other"], settings));
    if (plan.plan.state.plan_review)
      plan.accept("approval", { hold_id: "h1", decision: "approve" });
    plan.complete("collect");
    plan.accept("claim", { todo_id: "sign", by: "lee" });
    plan.accept("pause", { mode: "interrupt" });
    plan.stopped("other");
    return plan;
  };
  const back = (plan: Drive): void => {
    const [{ checkpoint_id } = { checkpoint_id: "" }] = checkpointsOf(plan.plan.state);
    plan.accept("rollback", { checkpoint_id });
  };

  test("has it wait again where what it stands on is undone", () => {
    const plan = claimed();
    back(plan);
    plan.accept("resume");
    expect(plan.todo("sign")).toMatchObject({ status: "blocked", claimed_by: null });
    expect(plan.refuse("done", { todo_id: "sign", by: "lee" }).code).toBe("illegal_transition");
    plan.complete("collect");
    plan.complete("other");
    plan.accept("done", { todo_id: "sign", by: "lee" });
    expect(plan.plan.state.status).toBe("completed");
  });

  test("leaves it with them where it stands", () => {
    const plan = claimed();
    const { checkpoint_id } = checkpointsOf(plan.plan.state).at(-1)!;
    plan.accept("edit", {
      ops: [{ edit_type: "change_priority", target_id: "other", params: { priority: 9 } }],
    });
    plan.accept("rollback", { checkpoint_id });
    expect(plan.todo("sign")).toMatchObject({ status: "in_progress", claimed_by: "lee" });
  });

  test("offers nothing before the plan is approved again", () => {
    const free = { id: "free", tool_name: null };
    const plan = drive(planOf([free, { ...free, id: "taken" }], { plan_review: true }));
    plan.accept("approval", { hold_id: "h1", decision: "approve" });
    plan.accept("claim", { todo_id: "taken", by: "lee" });
    back(plan);
    expect(plan.hold()).toMatchObject({ kind: "plan_review", status: "open" });
    for (const todo_id of ["free", "taken"])
      expect(plan.refuse("done", { todo_id, by: "lee" }).code).toBe("illegal_transition");
    plan.accept("approval", { hold_id: plan.hold().id, decision: "approve" });
    for (const todo_id of ["free", "taken"]) plan.accept("done", { todo_id, by: "lee" });
    expect(plan.plan.state.status).toBe("completed");
  });
});

test("a restore to a moment of a rerun does again what waited to see its result", () => {
  const uses = { depends_on: ["collect"], tool_params: { rows: { $from: "collect" } } };
  const plan = drive(planOf(["collect", { id: "count", ...uses }, "other"]));
  plan.complete("collect", 1);
  plan.complete("count", "of 1");
  plan.accept("control_todo", { todo_id: "collect", action: "rerun" });
  plan.complete("other");
  const { checkpoint_id } = checkpointsOf(plan.plan.state).at(-1)!;
  plan.complete("collect", 1);
  expect(plan.status("count")).toBe("completed");
  plan.accept("rollback", { checkpoint_id });
  plan.complete("collect", 2);
  expect(plan.running).toEqual(["count"]);
  expect(plan.argsOf("count")).toEqual({ rows: 2 });
});

test("a restore takes back approvals that were given after its checkpoint, also where what was done then was moved since", () => {
  const plan = drive(planOf(["z", "a", { id: "b", depends_on: ["a"], requires_approval: true }]));
  plan.complete("z");
  plan.pass(1);
  plan.complete("a");
  const { checkpoint_id, timestamp } = checkpointsOf(plan.plan.state).find(
    ({ todo_id }) => todo_id === "a",
  )!;
  plan.pass(1);
  plan.accept("pause");
  plan.approve("b");
  plan.pass(1);
  const move = { edit_type: "reorder", target_id: "a", params: { position: "first" } };
  plan.accept("edit", { ops: [move] });
  expect(checkpointsOf(plan.plan.state)).toContainEqual(
    expect.objectContaining({ checkpoint_id, timestamp }),
  );
  plan.accept("rollback", { checkpoint_id });
  plan.accept("resume");
  expect(plan.statuses()).toMatchObject({ a: "completed", b: "needs_approval" });
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

describe("a restore to before the plan's approval", () => {
  function restored(): Drive {
    const todos = ["a", { id: "b", depends_on: ["a"] }, { id: "asks", requires_approval: true }];
    const plan = drive(planOf(todos, { plan_review: true }));
    const [created] = checkpointsOf(plan.plan.state);
    plan.pass(1);
    plan.accept("approval", { hold_id: "h1", decision: "approve" });
    plan.complete("a", 1);
    plan.accept("pause", { mode: "interrupt" });
    plan.stopped("b");
    plan.accept("rollback", { checkpoint_id: created!.checkpoint_id });
    plan.accept("resume");
    return plan;
  }

  test("asks for the review again, and nothing runs before it", () => {
    const plan = restored();
    expect(plan.running).toEqual([]);
    expect(plan.plan.state.status).toBe("pending");
    expect(plan.hold()).toMatchObject({ kind: "plan_review", status: "open", plan_version: 2 });
    expect(plan.hold("asks").status).toBe("withdrawn");
    expect(plan.statuses()).toEqual({ a: "pending", b: "blocked", asks: "pending" });
  });

  test("goes on once it is approved again", () => {
    const plan = restored();
    plan.accept("approval", { hold_id: plan.hold().id, decision: "approve" });
    expect(plan.plan.state.status).toBe("running");
    expect(plan.running).toEqual(["a"]);
    expect(plan.hold("asks").status).toBe("open");
  });

  test("is one to any moment since for a plan without a review", () => {
    const plan = drive(planOf(["a"]));
    const [created] = checkpointsOf(plan.plan.state);
    plan.accept("pause", { mode: "interrupt" });
    plan.stopped("a");
    plan.accept("rollback", { checkpoint_id: created!.checkpoint_id });
    plan.accept("resume");
    expect(plan.running).toEqual(["a"]);
  });
});

describe("a plan that has ended", () => {
  test("goes on when a checkpoint is restored", () => {
    const plan = drive(planOf(["a"]));
    const [created] = checkpointsOf(plan.plan.state);
    plan.complete("a", "first");
    plan.accept("rollback", { checkpoint_id: created!.checkpoint_id });
    expect(plan.plan.state).toMatchObject({ status: "running", completed_at: null });
    expect(plan.runs).toMatchObject([{ todo_id: "a", run: 2 }]);
  });

  test("takes no edit, and says what works", () => {
    const plan = drive(planOf(["a"]));
    plan.complete("a");
    expect(plan.refuse("undo")).toMatchObject({
      code: "plan_finished",
      hint: expect.stringContaining("restore a checkpoint"),
    });
  });

  test("is refused to the version that stands, while nothing would wait again", () => {
    const plan = drive(planOf(["a"]));
    expect(plan.refuse("rollback", { version: 1 })).toMatchObject({ code: "nothing_changed" });
    plan.complete("a");
    expect(plan.plan.state.status).toBe("completed");
    expect(plan.refuse("rollback", { version: 1 })).toMatchObject({ code: "nothing_changed" });
  });

  test("has what was cancelled wait again, and no checkpoint of it", () => {
    const plan = drive(planOf(["a", { id: "b", depends_on: ["a"] }]));
    plan.accept("cancel");
    plan.stopped("a");
    expect(plan.statuses()).toEqual({ a: "cancelled", b: "cancelled" });
    expect(checkpointsOf(plan.plan.state)).toHaveLength(1);
    plan.accept("rollback", { version: 1 });
    expect(plan.statuses()).toEqual({ a: "in_progress", b: "blocked" });
  });
});
