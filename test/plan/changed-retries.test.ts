import { describe, expect, test } from "vitest";
import type { NewPlanInput } from "../../src/contract/plan/plan.ts";
import { legalCommands } from "../../src/plan/legal-commands.ts";
import { drive, planOf, type Drive } from "./support/drive.ts";

/** A plan that failed because `pay` did, with `mail` after it and `sum` before it. */
function failed(pay: object = {}, settings: Partial<NewPlanInput> = {}): Drive {
  const todos = [
    "sum",
    { id: "pay", depends_on: ["sum"], tool_params: { eur: "9", to: "kim" }, ...pay },
    { id: "mail", depends_on: ["pay"] },
  ];
  const plan = drive(planOf(todos, settings));
  plan.complete("sum", 9);
  if (plan.status("pay") === "needs_approval") plan.approve("pay");
  plan.failAttempt("pay", "validation_error");
  expect(plan.plan.state.status).toBe("failed");
  return plan;
}

const retry = (changes: object, more: object = {}) => ({
  todo_id: "pay",
  action: "retry",
  changes,
  ...more,
});
const corrected = { tool_params: { eur: 9, to: "kim" } };

describe("a todo that failed for good because of its arguments", () => {
  test("is tried again with others after its plan has failed, and the plan goes on to its end", () => {
    const plan = failed();
    const { seq } = plan.accept("control_todo", retry(corrected, { reason: "a number" }));
    expect(plan.runs).toMatchObject([{ todo_id: "pay", run: 2, args: corrected.tool_params }]);
    expect(plan.plan.state.versions.at(-1)).toMatchObject({
      version: 2,
      change_type: "edit",
      by: "kim",
      reason: "a number",
      seq,
    });
    expect(plan.events.filter(({ by }) => by === "kim").map(({ type }) => type)).toEqual([
      "plan.reopened",
      "plan.edited",
      "todo.retried",
    ]);
    plan.reload();
    plan.complete("pay");
    plan.complete("mail");
    expect(plan.plan.state.status).toBe("completed");
  });

  test("is tried again as it is where the changes are none", () => {
    const plan = failed();
    plan.accept("control_todo", retry({ title: "pay" }));
    expect(plan.runs).toMatchObject([{ todo_id: "pay", run: 2, args: { eur: "9", to: "kim" } }]);
    expect(plan.plan.state.version).toBe(1);
  });

  test("counts once, however often it is sent", () => {
    const plan = failed();
    const command = retry(corrected, { command_id: "mend", by: "kim" });
    const first = plan.accept("control_todo", command);
    expect(plan.accept("control_todo", command)).toEqual(first);
    expect(plan.runs).toHaveLength(1);
  });

  test("asks for its approval again: the one before was for what ran", () => {
    const plan = failed({ requires_approval: true });
    plan.accept("control_todo", retry(corrected));
    expect(plan.runs).toEqual([]);
    expect(plan.hold("pay")).toMatchObject({ status: "open", args: corrected.tool_params });
    plan.approve("pay");
    expect(plan.runs).toMatchObject([{ todo_id: "pay", run: 2, args: corrected.tool_params }]);
  });

  test("asks again, too, when nobody knows how far the run before came", () => {
    const plan = drive(
      planOf([{ id: "pay", requires_approval: true, tool_params: { eur: 1 }, max_retries: 0 }]),
    );
    plan.approve("pay");
    plan.failAttempt("pay", "timeout");
    expect(plan.plan.state.status).toBe("failed");
    plan.accept("control_todo", retry({ tool_params: { eur: 2 } }));
    expect(plan.runs).toEqual([]);
    expect(plan.hold("pay")).toMatchObject({ status: "open", args: { eur: 2 } });
  });

  test("drops what a person wrote when approving it: the new arguments are the whole", () => {
    const plan = drive(planOf([{ id: "pay", requires_approval: true, tool_params: { eur: 1 } }]));
    plan.approve("pay", { decision: "edit", args: { eur: 3, to: "lee" } });
    plan.failAttempt("pay", "validation_error");
    plan.accept("control_todo", retry({ tool_params: { eur: 2 } }));
    expect(plan.hold("pay")).toMatchObject({ status: "open", args: { eur: 2 } });
  });

  test("is changed and tried at once where its recovery asks a person", () => {
    const manual = { validation_error: { action: "MANUAL" as const } };
    const plan = drive(planOf([{ id: "pay", tool_params: { eur: "9" } }], { failure: manual }));
    plan.failAttempt("pay", "validation_error");
    const hold = plan.hold("pay")!;
    plan.accept("control_todo", retry(corrected));
    expect(plan.runs).toMatchObject([{ todo_id: "pay", run: 2, args: corrected.tool_params }]);
    expect(plan.plan.holds.get(hold.id)?.status).toBe("withdrawn");
  });
});

describe("a retry with changes is refused, and the plan stays as it ended,", () => {
  test.each([
    ["that make a circle", { depends_on: ["mail"] }, "dependency_cycle"],
    ["that wait for nobody", { depends_on: ["nobody"] }, "unknown_dependency"],
    [
      "that use a result that is none",
      { tool_params: { eur: { $from: "none" } } },
      "unknown_dependency",
    ],
  ])("%s", (_, changes, code) => {
    const plan = failed();
    const seq = plan.plan.state.seq;
    const problem = plan.refuse("control_todo", retry(changes));
    expect(problem.code).toBe(code);
    expect(plan.plan.state).toMatchObject({ seq, status: "failed", version: 1 });
  });

  test("from who may not loosen, where they let it run without the approval", () => {
    const plan = failed({ requires_approval: true });
    const changes = { requires_approval: false };
    const { code } = plan.refuse("control_todo", retry(changes, { roles: ["operator"] }));
    expect(code).toBe("loosens_control");
    plan.accept("control_todo", retry(changes, { roles: ["operator", "approver"] }));
    expect(plan.runs).toHaveLength(1);
  });

  test("when the plan is not at the version that was looked at", () => {
    const plan = failed();
    plan.accept("control_todo", retry({ tool_params: { eur: 8 } }));
    plan.failAttempt("pay", "validation_error");
    const problem = plan.refuse("control_todo", retry(corrected, { expected_version: 1 }));
    expect(problem).toMatchObject({ code: "stale_plan_version", current_version: 2 });
  });

  test("where the action is another one", () => {
    const plan = failed();
    const command = { todo_id: "pay", action: "skip", changes: corrected };
    const problem = plan.refuse("control_todo", command);
    expect(problem).toMatchObject({ code: "invalid_command", errors: [{ pointer: "/changes" }] });
    expect(problem.hint).toContain('Only "retry" and "rerun"');
  });

  test("where the todo has not failed: then it is edited", () => {
    const plan = failed();
    const command = { ...retry(corrected), todo_id: "sum" };
    expect(plan.refuse("control_todo", command)).toMatchObject({
      code: "illegal_transition",
      legal: ["rerun"],
    });
    expect(legalCommands(plan.plan, plan.now, "pay").todo).toMatchObject({
      retry: { possible: true },
      edit: { possible: false, hint: expect.stringContaining("with other arguments") },
    });
  });
});
