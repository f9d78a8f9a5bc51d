import { describe, expect, test } from "vitest";
import type { ForkInput } from "../../src/contract/plan/plan.ts";
import { forkPlan } from "../../src/plan/create/fork.ts";
import { checkpointsOf } from "../../src/plan/edits/checkpoints.ts";
import { copyOf, Drive, drive, planOf } from "./support/drive.ts";

const CHAIN = planOf([
  { id: "collect" },
  { id: "count", depends_on: ["collect"], tool_params: { rows: { $from: "collect", path: "/n" } } },
  { id: "send", depends_on: ["count"], requires_approval: true },
]);

/** A plan that collected and counted, and waits for the approval to send. */
function counted(): Drive {
  const plan = drive(CHAIN);
  plan.complete("collect", { n: 1 });
  plan.complete("count", 10);
  return plan;
}

function fork(source: Drive, input: Omit<ForkInput, "id"> = {}): Drive {
  const before = copyOf(source.plan.state);
  const made = forkPlan(source.plan, input, { id: "p2", owner: "bo", at: source.now });
  expect(source.plan.state).toEqual(before);
  if ("problem" in made) throw new Error(JSON.stringify(made.problem));
  return new Drive(copyOf(made.state));
}

/** A version of the plan, and so a moment that one can name. */
const retitle = (plan: Drive): void =>
  void plan.accept("edit", {
    ops: [{ edit_type: "modify_plan", params: { changes: { title: "Again" } } }],
  });

const checkpointOf = ({ plan }: Drive, todoId: string): string =>
  checkpointsOf(plan.state).find(({ todo_id }) => todo_id === todoId)!.checkpoint_id;

describe("a fork", () => {
  test("keeps what was done, and names the plan that it comes from", () => {
    const forked = fork(counted());
    expect(forked.statuses()).toEqual({
      collect: "completed",
      count: "completed",
      send: "needs_approval",
    });
    expect(forked.todo("count").result_data).toBe(10);
    expect(forked.plan.state).toMatchObject({
      id: "p2",
      owner: "bo",
      version: 1,
      forked_from: { plan_id: "p1", version: 1 },
    });
    expect(forked.plan.state.events[0]).toMatchObject({
      type: "plan.created",
      data: { forked_from: { plan_id: "p1" } },
    });
  });

  test("of a fork keeps what that one kept", () => {
    const again = fork(fork(counted()));
    expect(again.statuses()).toMatchObject({ collect: "completed", count: "completed" });
    expect(again.todo("count").result_data).toBe(10);
  });

  test("goes back to its own beginning with what it kept", () => {
    const forked = fork(counted());
    forked.approve("send");
    forked.complete("send");
    forked.accept("control_todo", { todo_id: "collect", action: "rerun" });
    forked.complete("collect", { n: 2 });
    forked.complete("count", 20);
    const [beginning] = checkpointsOf(forked.plan.state);
    forked.accept("rollback", { checkpoint_id: beginning!.checkpoint_id });
    expect(forked.statuses()).toMatchObject({ collect: "completed", count: "completed" });
    expect(forked.todo("count").result_data).toBe(10);
  });

  test("of a checkpoint does again what came after it", () => {
    const source = counted();
    const forked = fork(source, { checkpoint_id: checkpointOf(source, "collect") });
    expect(forked.running).toEqual(["count"]);
    expect(forked.argsOf("count")).toEqual({ rows: 1 });
  });

  test("of a version has the structure of that version", () => {
    const source = counted();
    source.accept("edit", { ops: [{ edit_type: "remove_todo", target_id: "send" }] });
    expect(source.finished).toBe(true);
    const forked = fork(source, { version: 1 });
    expect(Object.keys(forked.statuses())).toEqual(["collect", "count", "send"]);
    expect(forked.running).toEqual(["collect"]);
  });

  test("asks with what its own plan gives, whatever a person wrote for a run of the other", () => {
    const tool_params = { text: { $from: "a" } };
    const source = drive(
      planOf(["z", "a", { id: "b", depends_on: ["a"], tool_params, requires_approval: true }]),
    );
    source.complete("a", "Hello");
    source.approve("b", { decision: "edit", args: { text: "Hello, Kim" } });
    source.complete("b", "sent");
    source.accept("control_todo", { todo_id: "a", action: "rerun" });
    source.complete("z");
    source.complete("a", "Hello");
    const forked = fork(source, { checkpoint_id: checkpointOf(source, "z") });
    expect(forked.statuses()).toMatchObject({ a: "in_progress", b: "blocked" });
    forked.complete("a", "Good evening");
    expect(forked.hold("b")).toMatchObject({ status: "open", args: { text: "Good evening" } });
  });

  test("of a version has the budget of that version", () => {
    const source = drive(planOf(["a"], { budget_usd: 1 }));
    source.accept("edit", {
      ops: [{ edit_type: "modify_plan", params: { changes: { budget_usd: 50 } } }],
    });
    expect(fork(source, { version: 1 }).plan.state.budget_usd).toBe(1);
    expect(fork(source).plan.state.budget_usd).toBe(50);
  });

  test("of a plan that has ended goes on where that one stopped", () => {
    const source = counted();
    source.accept("cancel");
    expect(fork(source).status("send")).toBe("needs_approval");
  });

  test("asks again for an approval: the first one was for one run", () => {
    const source = counted();
    source.accept("pause");
    source.approve("send");
    const forked = fork(source);
    expect(forked.hold("send")).toMatchObject({ status: "open", id: "p2.h1" });
  });

  test("keeps an answer that a person gave", () => {
    const source = drive(
      planOf([{ id: "ask", tool_name: null, input_request: { question: "Go?" } }, "b"], {
        max_parallel: 1,
      }),
    );
    source.accept("input", { hold_id: "h1", value: "yes" });
    expect(fork(source).todo("ask").result_data).toBe("yes");
  });

  test("can wait for a review, so that it is edited before it starts", () => {
    const forked = fork(counted(), { plan_review: true, title: "Another way" });
    expect(forked.hold().kind).toBe("plan_review");
    expect(forked.plan.state.title).toBe("Another way");
  });

  test.each([
    ["the same", { n: 1 }, "completed", []],
    ["something else", { n: 2 }, "in_progress", ["count"]],
  ])(
    "runs a todo on a result that is made again only if it is another: %s",
    (_, again, status, running) => {
      const source = counted();
      source.accept("control_todo", { todo_id: "collect", action: "rerun" });
      retitle(source);
      source.complete("collect", { n: 1 });
      expect(source.status("count")).toBe("completed");
      const forked = fork(source, { version: 2 });
      expect(forked.statuses()).toMatchObject({ collect: "in_progress", count: "blocked" });
      forked.complete("collect", again);
      expect(forked.status("count")).toBe(status);
      expect(forked.running).toEqual(running);
    },
  );

  test("does what it had approved again only when it is approved again", () => {
    const source = counted();
    source.approve("send");
    source.complete("send", "sent");
    const forked = fork(source);
    forked.accept("control_todo", { todo_id: "send", action: "rerun" });
    expect(forked.status("send")).toBe("needs_approval");
  });

  test("knows what a todo was done on, whatever the other plan has made of it since", () => {
    const source = counted();
    source.accept("control_todo", { todo_id: "collect", action: "rerun" });
    retitle(source);
    source.complete("collect", { n: 1 });
    source.accept("control_todo", { todo_id: "collect", action: "rerun" });
    source.complete("collect", { n: 7 });
    const forked = fork(source, { version: 2 });
    forked.complete("collect", { n: 7 });
    expect(forked.running).toEqual(["count"]);
  });

  test("looks again at all that follows what is made again, not only at what follows next", () => {
    const uses = (id: string) => ({ depends_on: [id], tool_params: { of: { $from: id } } });
    const todos = ["collect", { id: "count", ...uses("collect") }, { id: "sum", ...uses("count") }];
    const source = drive(planOf([...todos, "open"]));
    for (const id of ["collect", "count", "sum"]) source.complete(id, 1);
    source.accept("control_todo", { todo_id: "collect", action: "rerun" });
    retitle(source);
    source.complete("collect", 1);
    const forked = fork(source, { version: 2 });
    expect(forked.status("sum")).toBe("blocked");
    forked.complete("collect", 2);
    forked.complete("count", 20);
    expect(forked.argsOf("sum")).toEqual({ of: 20 });
  });

  test.each<Omit<ForkInput, "id">>([{ version: 9 }, { checkpoint_id: "cp_999" }])(
    "of %j is refused when the plan had no such moment",
    (input) => {
      const made = forkPlan(counted().plan, input, { id: "p2", owner: "bo", at: "" });
      expect(made).toMatchObject({ problem: { code: "version_not_found" } });
    },
  );

  test("names one moment only", () => {
    const made = forkPlan(
      counted().plan,
      { version: 1, checkpoint_id: "cp_1" },
      { id: "p2", owner: "bo", at: "" },
    );
    expect(made).toMatchObject({ problem: { code: "validation_failed" } });
  });
});
