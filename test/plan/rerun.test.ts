import { describe, expect, test } from "vitest";
import { todoChoices } from "../../src/plan/choices.ts";
import { drive, planOf, type Drive } from "./support/drive.ts";

const chain = () =>
  drive(
    planOf([
      "a",
      { id: "b", depends_on: ["a"], tool_params: { of: { $from: "a" } } },
      { id: "c", depends_on: ["b"], tool_params: { of: { $from: "b" } } },
      "other",
    ]),
  );
const control = (action: string, todo_id = "a") => ({ todo_id, action });

describe("running a completed todo again", () => {
  test("runs what comes after it again only as far as inputs really changed", () => {
    const plan = chain();
    plan.complete("a", 1);
    plan.complete("b", "same");
    plan.complete("c", "end");
    plan.accept("control_todo", control("rerun"));
    expect(plan.statuses()).toMatchObject({ a: "in_progress", b: "blocked", c: "blocked" });
    plan.complete("a", 2);
    expect(plan.argsOf("b")).toEqual({ of: 2 });
    plan.complete("b", "same");
    // c has what it had: it is kept, whole, and does not run.
    expect(plan.todo("c")).toMatchObject({
      status: "completed",
      run: 1,
      progress_percentage: 100,
      completed_at: plan.now,
      result_data: "end",
    });
    expect(plan.todo("b").run).toBe(2);
  });

  test("keeps what was done behind a todo that was skipped since", () => {
    const plan = drive(
      planOf(["a", { id: "m", depends_on: ["a"] }, { id: "c", depends_on: ["m"] }]),
    );
    plan.complete("a", 1);
    plan.accept("control_todo", control("skip", "m"));
    plan.stopped("m");
    plan.complete("c", "end");
    plan.accept("control_todo", control("rerun"));
    plan.complete("a", 2);
    expect(plan.statuses()).toEqual({ a: "completed", m: "skipped", c: "completed" });
    expect(plan.todo("c")).toMatchObject({ run: 1, result_data: "end" });
    expect(plan.plan.state.status).toBe("completed");
  });

  test("waits until nothing runs on its old result", () => {
    const plan = chain();
    plan.complete("a", 1);
    const problem = plan.refuse("control_todo", control("rerun"));
    expect(problem.detail).toBe('Todo "b" is running with the result of "a".');
  });

  test("keeps no result of a todo that failed on another input since", () => {
    const plan = chain();
    plan.complete("a", 1);
    plan.complete("b", "first");
    plan.complete("c", "end");
    plan.accept("control_todo", control("rerun"));
    plan.complete("a", 2);
    plan.fail("b");
    plan.accept("control_todo", control("rerun"));
    plan.complete("a", 1);
    plan.accept("control_todo", control("retry", "b"));
    expect(plan.argsOf("b")).toEqual({ of: 1 });
  });

  test("asks for another approval, also for the very same bytes: each is given for one run", () => {
    const plan = drive(planOf([{ id: "a", requires_approval: true }, "other"]));
    plan.approve("a", { decision: "edit", args: { x: 1 } });
    plan.complete("a", 1);
    const choices = todoChoices(plan.plan, plan.plan.todos.get("a")!, plan.now);
    expect(choices.choices.find(({ choice }) => choice === "rerun")).toMatchObject({
      starts: [],
      asks: [{ id: "a" }],
    });
    plan.accept("control_todo", { ...control("rerun"), roles: ["operator"] });
    expect(plan.running).not.toContain("a");
    expect(plan.todo("a")).toMatchObject({ status: "needs_approval", approved_by: null });
    expect(plan.hold("a")).toMatchObject({ kind: "approval", status: "open", args: {} });
    plan.approve("a");
    expect(plan.runs).toMatchObject([{ todo_id: "other" }, { todo_id: "a", run: 2, args: {} }]);
  });

  test("keeps the approval of what only runs again if it is given something else", () => {
    const after = { id: "b", depends_on: ["a"], requires_approval: true };
    const plan = drive(planOf(["a", after, "other"]));
    plan.complete("a", 1);
    plan.approve("b");
    plan.complete("b", 1);
    plan.accept("control_todo", control("rerun"));
    plan.complete("a", 2);
    expect(plan.todo("b")).toMatchObject({ status: "completed", approved_by: expect.any(String) });
  });

  describe("that gives something else to what was approved with other arguments", () => {
    const edited = (): Drive => {
      const tool_params = { text: { $from: "a" } };
      const plan = drive(
        planOf([
          "a",
          { id: "b", depends_on: ["a"], tool_params, requires_approval: true },
          "other",
        ]),
      );
      plan.complete("a", "Hello");
      plan.approve("b", { decision: "edit", args: { text: "Hello, Kim" } });
      plan.complete("b", "sent");
      plan.accept("control_todo", control("rerun"));
      return plan;
    };

    test("asks again about what it is given now", () => {
      const plan = edited();
      plan.complete("a", "Good evening");
      expect(plan.hold("b")).toMatchObject({ status: "open", args: { text: "Good evening" } });
      plan.approve("b", { decision: "edit", args: { text: "Good evening, Kim" } });
      expect(plan.argsOf("b")).toEqual({ text: "Good evening, Kim" });
      plan.complete("b", "sent again");
      expect(plan.todo("b")).toMatchObject({ status: "completed", run: 2 });
    });

    test("keeps it where it is given the same", () => {
      const plan = edited();
      plan.complete("a", "Hello");
      expect(plan.todo("b")).toMatchObject({ status: "completed", run: 1, result_data: "sent" });
    });
  });

  test("asks a person again when the question changed meanwhile, and not otherwise", () => {
    const human = { id: "b", depends_on: ["a"], tool_name: null };
    const asking = { ...human, input_request: { question: "Good?" } };
    for (const changed of [false, true]) {
      const plan = drive(planOf(["a", asking, "other"]));
      plan.complete("a");
      plan.accept("input", { hold_id: "h1", value: "yes" });
      plan.accept("control_todo", control("rerun"));
      const changes = { input_request: { question: changed ? "Better?" : "Good?" }, title: "B" };
      const op = { edit_type: "modify_todo", target_id: "b", params: { changes } };
      plan.accept("edit", { ops: [op] });
      plan.complete("a");
      expect(plan.status("b")).toBe(changed ? "needs_approval" : "completed");
    }
  });
});

describe("an operator", () => {
  test("skips a todo that has not started, and what waits for it goes on", () => {
    const plan = drive(
      planOf([
        { id: "a", requires_approval: true },
        { id: "b", depends_on: ["a"] },
      ]),
    );
    plan.accept("control_todo", control("skip"));
    expect(plan.status("a")).toBe("skipped");
    expect(plan.hold("a").status).toBe("withdrawn");
    expect(plan.running).toEqual(["b"]);
  });

  test("skips a running todo: what waits for it runs once it has stopped, and not before", () => {
    const plan = drive(planOf(["a", { id: "b", depends_on: ["a"] }]));
    plan.accept("control_todo", { ...control("skip"), reason: "Not needed any more." });
    expect(plan.statuses()).toEqual({ a: "in_progress", b: "blocked" });
    expect([...plan.stopping]).toEqual(["a"]);
    expect(plan.refuse("control_todo", control("skip"))).toMatchObject({
      code: "illegal_transition",
      detail: 'Todo "a" is being skipped by kim.',
    });
    plan.stopped("a");
    expect(plan.todo("a")).toMatchObject({
      status: "skipped",
      error_message: "Not needed any more.",
      skipped: { cause: "operator", by: "kim", stops: false },
    });
    expect(plan.running).toEqual(["b"]);
  });

  test.each<[string, (plan: Drive) => unknown]>([
    ["completes all the same", (plan) => plan.complete("a", 1)],
    ["fails on the way", (plan) => plan.failAttempt("a")],
    ["goes back to the queue", (plan) => plan.requeue("a")],
  ])("has skipped a running todo that %s", (_, ends) => {
    const plan = drive(planOf(["a"]));
    plan.accept("control_todo", control("skip"));
    plan.reload();
    ends(plan);
    expect(plan.todo("a")).toMatchObject({ status: "skipped", result_data: null });
    expect(plan.plan.state.status).toBe("completed");
  });

  test("skips at once what is between two attempts, and what somebody has claimed", () => {
    const plan = drive(planOf(["a", { id: "m", tool_name: null }]));
    plan.failAttempt("a");
    plan.accept("claim", { todo_id: "m" });
    for (const id of ["a", "m"]) plan.accept("control_todo", control("skip", id));
    expect(plan.statuses()).toEqual({ a: "skipped", m: "skipped" });
  });

  test("runs a skipped todo after all", () => {
    const plan = drive(planOf(["a", "b"], { max_parallel: 1 }));
    plan.accept("control_todo", control("skip", "b"));
    plan.accept("control_todo", control("rerun", "b"));
    plan.complete("a");
    expect(plan.running).toEqual(["b"]);
  });

  test("retries a failed todo, which first waits for what it was told to wait for since", () => {
    const plan = drive(planOf(["a", "b"]));
    plan.fail("a");
    const params = { depends_on: "b" };
    plan.accept("edit", { ops: [{ edit_type: "add_dependency", target_id: "a", params }] });
    plan.accept("control_todo", control("retry"));
    expect(plan.status("a")).toBe("blocked");
    plan.complete("b");
    expect(plan.running).toEqual(["a"]);
    expect(plan.todo("a").retry_count).toBe(1);
  });

  test("is told what a todo takes instead", () => {
    const plan = drive(planOf(["a"]));
    expect(plan.refuse("control_todo", control("retry"))).toMatchObject({
      code: "illegal_transition",
      detail: 'Todo "a" is in_progress and cannot take the action "retry".',
      legal: ["skip"],
    });
    expect(plan.refuse("control_todo", control("skip", "nobody")).code).toBe("todo_not_found");
  });
});

test("who approved one run with other arguments approved no second one, whoever writes them into the todo", () => {
  const plan = drive(
    planOf([
      "a",
      { id: "b", depends_on: ["a"], tool_params: { of: { $from: "a" } }, requires_approval: true },
      "other",
    ]),
  );
  plan.complete("a", 1);
  plan.accept("approval", { todo_id: "b", decision: "edit", args: { of: 5 } });
  plan.complete("b", "done once");
  plan.accept("control_todo", control("rerun"));
  const changes = { tool_params: { of: 5 } };
  const ops = [{ edit_type: "modify_todo", target_id: "b", params: { changes } }];
  plan.accept("edit", { ops });
  plan.complete("a", 1);
  expect(plan.status("b")).toBe("needs_approval");
  expect(plan.started.filter((id) => id === "b")).toHaveLength(1);
});
