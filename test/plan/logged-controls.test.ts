import { describe, expect, test } from "vitest";
import type { LoggedEvent } from "../../src/contract/plan/event.ts";
import { drive, planOf, type Drive } from "./support/drive.ts";

/** Ana's plan with one transfer of money that two people approve. */
const transfer = (): Drive =>
  drive(
    planOf([
      {
        id: "pay",
        tool_name: "transfer",
        requires_approval: true,
        approval: { approvers: ["kim", "lee"], min_approvals: 2, message: "Look twice" },
      },
      { id: "tell", tool_name: "send_mail", depends_on: ["pay"] },
    ]),
  );
const edit = (plan: Drive, ...ops: object[]) => plan.accept("edit", { ops, by: "ana" });
const change = (changes: object) => ({
  edit_type: "modify_todo",
  target_id: "pay",
  params: { changes },
});
const last = (plan: Drive, type: LoggedEvent["type"]): LoggedEvent["data"] =>
  plan.plan.state.events.findLast((event) => event.type === type)?.data;

describe("the log of a plan", () => {
  test("says whose approval was asked, each time that it is", () => {
    const plan = transfer();
    const two = { approvals: 2, approvers: ["kim", "lee"], not_by: null };
    expect(last(plan, "hold.requested")).toMatchObject({ needs: two });
    edit(plan, change({ approval: { approvers: ["kim"] } }));
    const one = { approvals: 1, approvers: ["kim"], not_by: null };
    expect(last(plan, "hold.requested")).toMatchObject({ needs: one });
  });

  test("says nothing of that where one who may decide is enough", () => {
    const plan = transfer();
    edit(plan, change({ approval: {} }));
    expect(last(plan, "hold.requested")).not.toHaveProperty("needs");
  });

  test("says how an edit has changed what people decide, as it was and as it is", () => {
    const plan = transfer();
    edit(plan, change({ approval: { approvers: ["kim", "lee"], on_timeout: "approve" } }));
    expect(last(plan, "plan.edited")).toMatchObject({
      changed: ["pay"],
      controls: [
        { todo_id: "pay", field: "approval/on_timeout", before: null, after: "approve" },
        { todo_id: "pay", field: "approval/min_approvals", before: 2, after: null },
      ],
    });
    edit(plan, change({ requires_approval: false, approval: {} }));
    expect(last(plan, "plan.edited")?.["controls"]).toContainEqual({
      todo_id: "pay",
      field: "requires_approval",
      before: true,
      after: false,
    });
  });

  test("says so of the plan's own settings, too, by edits and when they are taken back", () => {
    const plan = transfer();
    const policy = (min_approvals: number) => ({
      edit_type: "modify_plan",
      params: { changes: { approval_policy: { min_approvals }, title: "Another" } },
    });
    edit(plan, policy(2));
    const before = { min_approvals: 2 };
    expect(last(plan, "plan.edited")?.["controls"]).toEqual([
      { field: "approval_policy", before: {}, after: before },
    ]);
    plan.accept("undo", { by: "ana" });
    expect(last(plan, "plan.edited")?.["controls"]).toEqual([
      { field: "approval_policy", before, after: {} },
    ]);
  });

  test("says nothing of that for a change of something else", () => {
    const plan = transfer();
    const approval = { approvers: ["kim", "lee"], min_approvals: 2, message: "Look once" };
    edit(plan, change({ title: "Pay them", priority: 9, approval }));
    expect(last(plan, "plan.edited")).not.toHaveProperty("controls");
  });
});
