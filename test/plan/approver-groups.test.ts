import { describe, expect, test } from "vitest";
import type { ApprovalSettings } from "../../src/contract/plan/todo.ts";
import { legalCommands } from "../../src/plan/legal-commands.ts";
import { newState, planOf, START, type Drive } from "./support/drive.ts";
import { transfer } from "./support/transfer.ts";

/** An approval by somebody in these groups. */
const says = (by: string, groups: readonly string[] | undefined, more: object = {}) => ({
  todo_id: "pay",
  decision: "approve",
  by,
  ...(groups && { groups }),
  ...more,
});

describe("a todo that somebody of a group has to approve", () => {
  test("takes the word of whoever is in it, and the hold says by which group", () => {
    const plan = transfer({ approvers: ["@finance", "lee"] });
    plan.accept("approval", says("kim", ["sre", "finance"]));
    expect(plan.running).toEqual(["pay"]);
    // Of the other groups that kim is in, nobody reads there.
    expect(plan.hold("pay").decisions).toMatchObject([{ by: "kim", groups: ["finance"] }]);
    const decided = plan.plan.state.events.find(({ type }) => type === "hold.decided");
    expect(decided?.data).toMatchObject({ by: "kim", groups: ["finance"] });
  });

  test("takes the word of a person who is named beside it, and says nothing of groups then", () => {
    const plan = transfer({ approvers: ["@finance", "lee"] });
    plan.accept("approval", says("lee", undefined));
    expect(plan.hold("pay").decisions[0]).not.toHaveProperty("groups");
  });

  test.each([
    ["another group", "kim", ["sre"]],
    ["no group", "kim", undefined],
    ["a group whose name begins alike", "kim", ["financeX"]],
    ["no group, and a name like that of the group", "finance", undefined],
    ["a group that is called like a person who may", "kim", ["lee"]],
  ])("refuses whoever is in %s", (_, by, groups) => {
    const plan = transfer({ approvers: ["@finance", "lee"] });
    expect(plan.refuse("approval", says(by, groups))).toMatchObject({ code: "not_an_approver" });
    expect(plan.running).toEqual([]);
  });

  test("does not take a rejection of anybody else, either", () => {
    const plan = transfer({ approvers: ["@finance"] });
    const no = says("kim", ["sre"], { decision: "reject" });
    expect(plan.refuse("approval", no)).toMatchObject({ code: "not_an_approver" });
    plan.accept("approval", { ...no, groups: ["finance"] });
    expect(plan.hold("pay").status).toBe("rejected");
  });

  test("counts people, and not groups: somebody who is in two gives one approval", () => {
    const plan = transfer({ approvers: ["@finance", "@legal"], min_approvals: 2 });
    plan.accept("approval", says("kim", ["finance", "legal"]));
    expect(plan.refuse("approval", says("kim", ["legal"]))).toMatchObject({
      code: "already_approved",
    });
    expect(plan.running).toEqual([]);
    plan.accept("approval", says("lee", ["finance"]));
    expect(plan.running).toEqual(["pay"]);
  });

  test("is not approved by its author, though in the group", () => {
    const plan = transfer({ approvers: ["@finance"], prevent_self_approval: true });
    const own = says(plan.plan.state.owner, ["finance"]);
    expect(plan.refuse("approval", own)).toMatchObject({ code: "not_an_approver" });
    plan.accept("approval", says("kim", ["finance"]));
    expect(plan.running).toEqual(["pay"]);
  });

  test("is decided after a grace time by whoever was in the group when they decided", () => {
    const plan = transfer({ approvers: ["@finance"] });
    plan.accept("approval", says("kim", ["finance"], { grace_seconds: 10 }));
    plan.pass(11);
    expect(plan.hold("pay")).toMatchObject({ status: "approved" });
    expect(plan.running).toEqual(["pay"]);
  });

  test("can be approved at all, as far as anybody is told who asks", () => {
    const plan = transfer({ approvers: ["@finance"] });
    const [hold] = legalCommands(plan.plan, START, "pay").holds;
    expect(hold?.actions.approve).toEqual({ possible: true });
    expect(hold?.actions.delegate).toEqual({ possible: true });
  });
});

describe("an approval that somebody of a group gave", () => {
  const change = (plan: Drive, approvers: string[]) =>
    plan.accept("edit", {
      ops: [
        {
          edit_type: "modify_todo",
          target_id: "pay",
          params: { changes: { approval: { approvers } } },
        },
      ],
      by: "ana",
    });
  /** Approved by kim of finance, and not started yet: the plan is paused. */
  const approved = (): Drive => {
    const plan = transfer({ approvers: ["@finance"] });
    plan.accept("pause");
    plan.accept("approval", says("kim", ["finance"]));
    expect(plan.plan.todos.get("pay")?.approved_digest).not.toBeNull();
    return plan;
  };

  test("is enough after an edit that takes that group still", () => {
    const plan = approved();
    change(plan, ["@finance", "@legal"]);
    expect(plan.plan.todos.get("pay")?.approved_digest).not.toBeNull();
  });

  test("is taken back by an edit that takes another group", () => {
    const plan = approved();
    change(plan, ["@legal"]);
    expect(plan.plan.todos.get("pay")?.approved_digest).toBeNull();
  });
});

describe("a plan that names groups", () => {
  const mistakesOf = (approval: ApprovalSettings): string => {
    try {
      newState(planOf([{ id: "pay", tool_name: "transfer", requires_approval: true, approval }]));
      return "";
    } catch (error) {
      return String(error);
    }
  };

  test("may need more approvals than it names groups: several people are in one", () => {
    expect(mistakesOf({ approvers: ["@finance"], min_approvals: 3 })).toBe("");
    expect(mistakesOf({ approvers: ["kim"], min_approvals: 3 })).not.toBe("");
  });

  test("may ask people next whom it does not name: they may be in the group", () => {
    expect(mistakesOf({ approvers: ["@finance"], escalate_to: ["lee"] })).toBe("");
    expect(mistakesOf({ approvers: ["kim"], escalate_to: ["lee"] })).not.toBe("");
  });

  test("names no group twice", () => {
    expect(mistakesOf({ approvers: ["@finance", "@finance"] })).not.toBe("");
  });
});
