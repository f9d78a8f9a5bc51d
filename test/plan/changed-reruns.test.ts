import { describe, expect, test } from "vitest";
import type { NewPlanInput } from "../../src/contract/plan/plan.ts";
import { english } from "../../src/contract/sentences/sentence.ts";
import { legalCommands } from "../../src/plan/legal-commands.ts";
import { drive, planOf, type Drive } from "./support/drive.ts";

/** A plan in which `rates` is done, `sum` used its result, and `other` still waits to be approved. */
function done(rates: object = {}, settings: Partial<NewPlanInput> = {}): Drive {
  const todos = [
    { id: "rates", tool_params: { of: "usd" }, ...rates },
    { id: "sum", depends_on: ["rates"], tool_params: { of: { $from: "rates" } } },
    { id: "other", requires_approval: true },
  ];
  const plan = drive(planOf(todos, settings));
  if (plan.status("rates") === "needs_approval") plan.approve("rates");
  plan.complete("rates", 1);
  plan.complete("sum", "one");
  return plan;
}

const rerun = (changes: object, more: object = {}) => ({
  todo_id: "rates",
  action: "rerun",
  changes,
  ...more,
});
const inEuro = { tool_params: { of: "eur" } };

describe("a todo that is done runs again with other arguments", () => {
  test("in one step, and what used its result only as far as that has changed", () => {
    const plan = done();
    const runs = plan.runs.length;
    const { seq } = plan.accept("control_todo", rerun(inEuro, { reason: "euro" }));
    expect(plan.runs.slice(runs)).toMatchObject([
      { todo_id: "rates", run: 2, args: inEuro.tool_params },
    ]);
    expect(plan.plan.state.versions.at(-1)).toMatchObject({
      version: 2,
      change_type: "edit",
      by: "kim",
      reason: "euro",
      seq,
    });
    plan.reload();
    plan.complete("rates", 2);
    expect(plan.runs.at(-1)).toMatchObject({ todo_id: "sum", run: 2, args: { of: 2 } });
  });

  test("and what used its result is kept where the result is the same", () => {
    const plan = done();
    plan.accept("control_todo", rerun(inEuro));
    plan.complete("rates", 1);
    expect(plan.todo("sum")).toMatchObject({ status: "completed", run: 1 });
  });

  test("also after its plan has ended", () => {
    const plan = done();
    plan.accept("cancel", {});
    expect(plan.plan.state.status).toBe("cancelled");
    plan.accept("control_todo", rerun(inEuro));
    expect(plan.events.filter(({ by }) => by === "kim").map(({ type }) => type)).toEqual([
      "plan.cancel_requested",
      "plan.reopened",
      "plan.edited",
      "todo.rerun",
    ]);
    expect(plan.runs.at(-1)).toMatchObject({ todo_id: "rates", args: inEuro.tool_params });
  });

  test("and asks for its approval again, which was for what ran", () => {
    const plan = done({ requires_approval: true });
    const runs = plan.runs.length;
    plan.accept("control_todo", rerun(inEuro));
    expect(plan.runs).toHaveLength(runs);
    expect(plan.hold("rates")).toMatchObject({ status: "open", args: inEuro.tool_params });
  });

  test("after what it waits for from now on", () => {
    const plan = done();
    plan.accept("control_todo", rerun({ depends_on: ["other"] }));
    expect(plan.statuses()).toMatchObject({ rates: "blocked", sum: "blocked" });
    plan.approve("other");
    plan.complete("other");
    expect(plan.runs.at(-1)).toMatchObject({ todo_id: "rates", run: 2 });
  });

  test("as it is where the changes are none", () => {
    const plan = done();
    plan.accept("control_todo", rerun({ tool_params: { of: "usd" } }));
    expect(plan.runs.at(-1)).toMatchObject({ todo_id: "rates", run: 2, args: { of: "usd" } });
    expect(plan.plan.state.version).toBe(1);
  });

  test("once, however often it is sent", () => {
    const plan = done();
    const command = rerun(inEuro, { command_id: "again", by: "kim" });
    const first = plan.accept("control_todo", command);
    plan.complete("rates", 2);
    const runs = plan.runs.length;
    expect(plan.accept("control_todo", command)).toEqual(first);
    expect(plan.runs).toHaveLength(runs);
  });

  test("and its change is undone as any other, while it waits", () => {
    const plan = done({ requires_approval: true });
    plan.accept("control_todo", rerun(inEuro));
    plan.accept("undo", {});
    expect(plan.hold("rates")).toMatchObject({ status: "open", args: { of: "usd" } });
  });

  test("which is what an edit of it advises", () => {
    const plan = done();
    const { edit, rerun: again } = legalCommands(plan.plan, plan.now, "rates").todo!;
    expect(again).toMatchObject({ possible: true });
    expect(edit).toMatchObject({
      possible: false,
      detail: expect.stringContaining("Rerun it with the changes"),
    });
  });
});

describe("a rerun with changes is refused, and everything stays as it is,", () => {
  test.each([
    ["that make a circle", { depends_on: ["sum"] }, "dependency_cycle"],
    ["that wait for nobody", { depends_on: ["nobody"] }, "unknown_dependency"],
  ])("%s", (_, changes, code) => {
    const plan = done();
    const { seq } = plan.plan.state;
    expect(plan.refuse("control_todo", rerun(changes)).code).toBe(code);
    expect(plan.plan.state).toMatchObject({ seq, version: 1 });
    expect(plan.status("rates")).toBe("completed");
  });

  test("from who may not loosen, where they let it run without the approval", () => {
    const plan = done({ requires_approval: true });
    const changes = { requires_approval: false };
    const { code } = plan.refuse("control_todo", rerun(changes, { roles: ["operator"] }));
    expect(code).toBe("loosens_control");
    plan.accept("control_todo", rerun(changes, { roles: ["operator", "approver"] }));
    expect(plan.runs.at(-1)).toMatchObject({ todo_id: "rates", run: 2 });
  });

  test("while something runs with its result", () => {
    const plan = drive(planOf(["rates", { id: "sum", depends_on: ["rates"] }]));
    plan.complete("rates", 1);
    const problem = plan.refuse("control_todo", rerun(inEuro));
    expect(english(problem.detail)).toContain('"sum" is running');
  });
});
