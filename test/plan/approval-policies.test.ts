import { describe, expect, test } from "vitest";
import type { ApprovalSettings } from "../../src/contract/plan/todo.ts";
import { drive, newState, planOf } from "./support/drive.ts";
import { change, mistakesOf, says, transfer, type More } from "./support/transfer.ts";

describe("a plan that says whose approval it takes", () => {
  const policy = { min_approvals: 2, prevent_self_approval: true };
  const asking = (id: string, approval: ApprovalSettings = {}) => ({
    id,
    tool_name: "transfer",
    requires_approval: true,
    approval,
  });

  test("asks so for its review, and for each todo that says nothing else", () => {
    const plan = drive(
      planOf([asking("pay"), asking("tell", { min_approvals: 1 })], {
        plan_review: true,
        approval_policy: policy,
      }),
    );
    const review = { hold_id: "h1", decision: "approve" };
    expect(plan.refuse("approval", { ...review, by: "ana" }).code).toBe("not_an_approver");
    plan.accept("approval", { ...review, by: "kim" });
    expect(plan.status("pay")).toBe("pending");
    plan.accept("approval", { ...review, by: "lee" });
    expect(plan.hold("pay").needs).toMatchObject({ approvals: 2, not_by: ["ana"] });
    expect(plan.hold("tell").needs).toBeUndefined();
  });

  test("has its review approved by nobody who has changed its settings, where no author may", () => {
    const plan = drive(
      planOf(["a"], { plan_review: true, approval_policy: { prevent_self_approval: true } }),
    );
    const changes = { title: "Another plan", max_parallel: 9 };
    plan.accept("edit", { ops: [{ edit_type: "modify_plan", params: { changes } }], by: "kim" });
    expect(plan.hold(null).needs?.not_by).toEqual(["ana", "kim"]);
    const review = { hold_id: plan.hold(null).id, decision: "approve", by: "kim" };
    expect(plan.refuse("approval", review).code).toBe("not_an_approver");
  });

  test("asks before each todo once anybody who approves it has asked for that", () => {
    const plan = drive(planOf(["a", "b"], { plan_review: true, approval_policy: policy }));
    const review = { hold_id: "h1", decision: "approve" };
    plan.accept("approval", { ...review, by: "kim", approval: "every_todo" });
    plan.accept("approval", { ...review, by: "lee" });
    expect(plan.plan.state.approval).toBe("every_todo");
    expect(plan.hold("a")).toMatchObject({ status: "open", needs: { approvals: 2 } });
  });

  test("has its questions answered by one person, and by anybody", () => {
    const question = { id: "ask", tool_name: null, input_request: { question: "Which?" } };
    const plan = drive(planOf([question], { approval_policy: policy }));
    plan.accept("input", { todo_id: "ask", value: "A", by: "ana" });
    expect(plan.status("ask")).toBe("completed");
  });

  test("is not made to take one answer instead by who may not decide", () => {
    const plan = drive(planOf([asking("pay")], { approval_policy: policy }));
    const changes = { tool_name: null, input_request: { question: "Go on?" } };
    const ops = [{ edit_type: "modify_todo", target_id: "pay", params: { changes } }];
    expect(plan.refuse("edit", { ops, by: "op", roles: ["operator"] }).code).toBe(
      "loosens_control",
    );
  });

  test("asks anew once it takes the approval of others", () => {
    const plan = drive(planOf([asking("pay")], { approval_policy: policy }));
    plan.accept("approval", says("kim", "approve"));
    const changes = { approval_policy: { min_approvals: 3 } };
    plan.accept("edit", { ops: [{ edit_type: "modify_plan", params: { changes } }], by: "ana" });
    expect(plan.hold("pay")).toMatchObject({ id: "p1.h2", needs: { approvals: 3, given: [] } });
  });

  test("is refused where it can never be met", () => {
    const never = { approval_policy: { approvers: ["kim"], min_approvals: 2 } };
    expect(() => newState(planOf(["a"], never))).toThrow("/approval_policy/min_approvals");
    const plan = drive(planOf([asking("pay")]));
    const edit = { edit_type: "modify_plan", params: { changes: never } };
    expect(plan.refuse("edit", { ops: [edit] }).errors).toMatchObject([
      { pointer: "/approval_policy/min_approvals" },
    ]);
  });
});

describe("approvers that could never do", () => {
  test.each<[string, ApprovalSettings, More, string]>([
    [
      "more approvals than approvers",
      { approvers: ["kim"], min_approvals: 2 },
      {},
      "min_approvals",
    ],
    ["an approver named twice", { approvers: ["kim", "kim"] }, {}, "approvers"],
    [
      "approvers of a todo that asks nobody",
      { approvers: ["kim"] },
      { requires_approval: false },
      "approvers",
    ],
  ])("are refused when they are written: %s", (_, approval, more, field) => {
    expect(mistakesOf(approval, more)).toContain(`/approval/${field}`);
  });

  test("come back as they were with a todo that asked nobody when it was removed", () => {
    const plan = transfer({ min_approvals: 2 });
    plan.accept("pause");
    change(plan, { requires_approval: false });
    plan.accept("edit", { ops: [{ edit_type: "remove_todo", target_id: "pay" }] });
    plan.accept("undo");
    expect(plan.todo("pay")).toMatchObject({ approval: { min_approvals: 2 } });
  });

  test("are refused where a question wants several answers", () => {
    const question = {
      tool_name: null,
      requires_approval: false,
      input_request: { question: "?" },
    };
    expect(mistakesOf({ min_approvals: 2 }, question)).toContain("/approval/min_approvals");
  });
});
