import { describe, expect, test } from "vitest";
import { legalCommands } from "../../src/plan/legal-commands.ts";
import { change, says, transfer } from "./support/transfer.ts";

describe("a todo that nobody may approve for themselves", () => {
  test("is not approved by who created the plan, who may still reject it", () => {
    const plan = transfer({ prevent_self_approval: true });
    expect(plan.hold("pay").needs).toMatchObject({ approvals: 1, not_by: ["ana"] });
    expect(plan.refuse("approval", says("ana", "approve"))).toMatchObject({
      code: "not_an_approver",
    });
    plan.accept("approval", says("ana", "reject"));
    expect(plan.status("pay")).toBe("skipped");
  });

  test("is not approved by who changed what it does, nor changed by who approves it", () => {
    const plan = transfer({ prevent_self_approval: true });
    change(plan, { tool_params: { to: "kim" } }, "kim");
    expect(plan.hold("pay").needs?.not_by).toEqual(["ana", "kim"]);
    expect(plan.refuse("approval", says("kim", "approve"))).toMatchObject({
      code: "not_an_approver",
    });
    expect(plan.refuse("approval", says("lee", "edit", { args: { to: "lee" } }))).toMatchObject({
      code: "invalid_command",
    });
    plan.accept("approval", says("lee", "approve"));
    expect(plan.running).toEqual(["pay"]);
  });
});

describe("whoever changes a todo while it asks", () => {
  const both = { min_approvals: 2, prevent_self_approval: true };

  test("is its author from then on, whatever the change", () => {
    const plan = transfer(both);
    change(plan, { max_retries: 9 }, "kim");
    expect(plan.hold("pay")).toMatchObject({ id: "p1.h1", needs: { not_by: ["ana", "kim"] } });
    expect(plan.refuse("approval", says("kim", "approve")).code).toBe("not_an_approver");
  });

  test("has not approved it any more", () => {
    const plan = transfer(both);
    plan.accept("approval", says("kim", "approve"));
    plan.accept("approval", says("lee", "approve", { grace_seconds: 30 }));
    change(plan, { title: "Pay the supplier" }, "kim");
    plan.pass(31);
    expect(plan.running).toEqual([]);
    expect(plan.hold("pay")).toMatchObject({
      status: "open",
      deciding: null,
      needs: { given: ["lee"] },
      decisions: [{ by: "lee" }],
    });
    plan.accept("approval", says("park", "approve"));
    expect(plan.running).toEqual(["pay"]);
  });

  test("no longer approves it either where a grace time still runs", () => {
    const plan = transfer({ prevent_self_approval: true });
    plan.accept("approval", says("kim", "approve", { grace_seconds: 30 }));
    change(plan, { title: "Pay the supplier" }, "kim");
    plan.pass(31);
    expect(plan.running).toEqual([]);
    expect(plan.hold("pay")).toMatchObject({ status: "open", deciding: null });
  });

  test("is not a plan that changes itself by its policy", () => {
    const plan = transfer({ prevent_self_approval: true });
    change(plan, { max_retries: 9 }, "policy:replan");
    expect(plan.hold("pay").needs?.not_by).toEqual(["ana"]);
  });
});

test("a todo whose approvers have all become its authors can still be rejected, and is shown so", () => {
  const plan = transfer({ approvers: ["kim", "lee"], prevent_self_approval: true });
  for (const by of ["kim", "lee"]) change(plan, { title: `As ${by} wants it` }, by);
  const [hold] = legalCommands(plan.plan, plan.now).holds;
  expect(hold?.actions).toMatchObject({ approve: { possible: false }, reject: { possible: true } });
  plan.accept("approval", says("kim", "reject"));
});

test("an agent's todo that nobody may approve for themselves is not approved by who said what its plan is for", () => {
  const agent = { tool_name: null, agent_name: "writer", description: "Write to them." };
  const plan = transfer({ prevent_self_approval: true }, agent);
  const changes = { description: "Everybody gets paid twice." };
  const ops = [{ edit_type: "modify_plan", params: { changes } }];
  plan.accept("edit", { ops, by: "kim" });
  expect(plan.hold("pay")).toMatchObject({
    args: { plan_description: "Everybody gets paid twice." },
    needs: { not_by: ["ana", "kim"] },
  });
  expect(plan.refuse("approval", says("kim", "approve")).code).toBe("not_an_approver");
});
