import { describe, expect, test } from "vitest";
import type { ApprovalPolicy, ApprovalSettings } from "../../src/contract/plan/todo.ts";
import { drive, planOf, type Drive } from "./support/drive.ts";
import { change, says, transfer, type More } from "./support/transfer.ts";

/* What becomes of approvals when an edit asks for more of them, or for those of others. */

const policy = (plan: Drive, approval_policy: ApprovalPolicy) =>
  plan.accept("edit", {
    ops: [{ edit_type: "modify_plan", params: { changes: { approval_policy } } }],
    by: "ana",
  });
const TWO_OTHERS = { approvers: ["lee", "park"], min_approvals: 2 };

describe("an approval that was given before more were needed", () => {
  const retried = { failure: { api_error: { action: "MANUAL" } } } as const;

  test("starts nothing that has not started", () => {
    const plan = transfer({});
    plan.accept("pause");
    plan.accept("approval", says("kim", "approve"));
    change(plan, { approval: { min_approvals: 2 } });
    expect(plan.todo("pay").approved_by).toBeNull();
    plan.accept("resume");
    expect(plan.running).toEqual([]);
    expect(plan.hold("pay")).toMatchObject({ status: "open", needs: { given: [] } });
  });

  test("starts nothing that failed and is tried again", () => {
    const plan = transfer({}, retried);
    plan.accept("approval", says("kim", "approve"));
    plan.fail("pay", "api_error");
    policy(plan, { min_approvals: 2 });
    plan.accept("approval", says("kim", "approve"));
    expect(plan.running).toEqual([]);
    expect(plan.hold("pay")).toMatchObject({ kind: "approval", needs: { approvals: 2 } });
  });

  test("stays where it is enough all the same", () => {
    const plan = transfer({}, retried);
    plan.accept("approval", says("kim", "approve"));
    plan.fail("pay", "api_error");
    change(plan, { approval: { approvers: ["kim", "lee"] } });
    plan.accept("approval", says("park", "approve"));
    expect(plan.running).toEqual(["pay"]);
  });
});

describe("an approval that stops being enough while its todo is at work", () => {
  /** Kim alone has approved it, and it runs when two others are asked for. */
  function running(more: More = {}): Drive {
    const plan = transfer({}, more);
    plan.accept("approval", says("kim", "approve"));
    policy(plan, TWO_OTHERS);
    expect(plan.todo("pay")).toMatchObject({ status: "in_progress", approved_by: "kim" });
    return plan;
  }
  const nowOf = (plan: Drive) => ({ todo: plan.todo("pay"), hold: plan.hold("pay") });
  const ASKS_OTHERS = {
    todo: { status: "needs_approval", approved_by: null },
    hold: { kind: "approval", status: "open", needs: { approvers: ["lee", "park"] } },
  };

  test("starts nothing again that a pause has stopped", () => {
    const plan = running();
    plan.accept("pause", { mode: "interrupt" });
    plan.stopped("pay");
    plan.accept("resume");
    expect(nowOf(plan)).toMatchObject(ASKS_OTHERS);
  });

  test("starts nothing again that has failed since", () => {
    const plan = running({ failure: { timeout: { action: "FAIL" } } });
    plan.fail("pay", "timeout");
    plan.accept("control_todo", { todo_id: "pay", action: "retry", by: "op" });
    expect(nowOf(plan)).toMatchObject(ASKS_OTHERS);
  });

  test("starts nothing again because somebody says how its failure goes on", () => {
    const plan = running({ failure: { timeout: { action: "MANUAL" } } });
    plan.fail("pay", "timeout");
    plan.accept("approval", says("zed", "approve"));
    expect(nowOf(plan)).toMatchObject(ASKS_OTHERS);
  });

  test("offers nothing again that somebody has put back", () => {
    const plan = transfer({}, { tool_name: null, kind: "manual" });
    plan.accept("approval", says("kim", "approve"));
    plan.accept("claim", { todo_id: "pay", by: "worker" });
    policy(plan, TWO_OTHERS);
    plan.accept("release", { todo_id: "pay", by: "worker" });
    expect(nowOf(plan)).toMatchObject(ASKS_OTHERS);
  });

  test("starts nothing again for whoever has become its author meanwhile", () => {
    const plan = transfer({ prevent_self_approval: true });
    plan.accept("approval", says("kim", "approve"));
    change(plan, { title: "Pay twice" }, "kim");
    plan.accept("pause", { mode: "interrupt" });
    plan.stopped("pay");
    plan.accept("resume");
    expect(plan.running).toEqual([]);
    expect(plan.hold("pay").needs?.not_by).toEqual(["ana", "kim"]);
  });

  test("lets the attempts go on that its strategy makes by itself", () => {
    const retries = { action: "RETRY", retry_delay: 60, fallback: "FAIL" } as const;
    const plan = running({ failure: { api_error: retries } });
    plan.failAttempt("pay", "api_error");
    plan.pass(60);
    expect(plan.running).toEqual(["pay"]);
    plan.complete("pay");
    expect(plan.status("pay")).toBe("completed");
  });

  test("stays with what is done under it", () => {
    const plan = running();
    plan.complete("pay");
    expect(plan.todo("pay")).toMatchObject({ status: "completed", approved_by: "kim" });
  });

  test("counts again once it is enough again", () => {
    const plan = running();
    policy(plan, {});
    plan.accept("pause", { mode: "interrupt" });
    plan.stopped("pay");
    plan.accept("resume");
    expect(plan.running).toEqual(["pay"]);
  });
});

test("an approval of an earlier run is no word for what time has let through since", () => {
  const plan = drive(
    planOf(
      [
        "slow",
        {
          id: "pay",
          requires_approval: true,
          approval: { on_timeout: "approve", timeout_seconds: 60 },
        },
      ],
      { max_parallel: 1 },
    ),
  );
  plan.approve("pay", { by: "kim" });
  plan.complete("slow");
  plan.complete("pay");
  for (const todo_id of ["slow", "pay"]) {
    plan.accept("control_todo", { todo_id, action: "rerun", by: "ana" });
  }
  plan.pass(61);
  expect(plan.todo("pay")).toMatchObject({ status: "pending", approved_by: "policy:on_timeout" });
  change(plan, { approval: { on_timeout: "fail", approvers: ["kim"] } });
  plan.complete("slow");
  expect(plan.running).toEqual([]);
  expect(plan.hold("pay")).toMatchObject({ status: "open", needs: { approvers: ["kim"] } });
});

/** Ana's plan with an agent that wants to transfer money twice. */
function calling(approval: ApprovalSettings, more: More = {}): Drive {
  const agent = { id: "pay", tool_name: null, agent_name: "payer", approval, ...more };
  const plan = drive(planOf([agent]));
  wantsToCall(plan);
  return plan;
}

function wantsToCall(plan: Drive, attempt = 1): void {
  plan.report({
    type: "agent_turn",
    ...{ todo_id: "pay", run: 1, attempt, turn: 1, model: "m" },
    usage: { input_tokens: 1, output_tokens: 1, cost_usd: null },
    ...{ goes_on: false, steps: [], questions: [], cost_limit_usd: null },
    calls: ["supplier", "landlord"].map((to, place) => ({
      call_id: `t1c${place + 1}`,
      tool_name: "transfer",
      args: { to },
      references: [],
    })),
  });
}

test("an agent's calls take the approvals that their plan says once it says more, and begin without any", () => {
  const plan = calling({});
  const repliesOf = () => plan.plan.todos.get("pay")?.agent?.replies ?? [];
  const approve = (by: string) =>
    plan.accept("approval", { hold_id: "h1", decision: "approve", by });
  policy(plan, { min_approvals: 2 });
  approve("kim");
  expect(repliesOf()).toEqual([]);
  policy(plan, { min_approvals: 2, prevent_self_approval: true });
  expect(plan.plan.holds.get("p1.h1")).toMatchObject({
    status: "open",
    decisions: [],
    needs: { given: [], not_by: ["ana"] },
  });
  approve("kim");
  approve("lee");
  expect(repliesOf()).toMatchObject([{ call_id: "t1c1", kind: "run" }]);
});

test("an agent that begins again asks again about a call that was allowed before more approvals were needed", () => {
  const again = { action: "RETRY", retry_delay: 5, fallback: "FAIL" } as const;
  const plan = calling({}, { failure: { timeout: again } });
  plan.accept("approval", { hold_id: "h1", decision: "approve", by: "kim" });
  plan.accept("approval", { hold_id: "h2", decision: "reject", by: "kim" });
  policy(plan, { min_approvals: 2 });
  plan.failAttempt("pay", "timeout");
  plan.pass(5);
  wantsToCall(plan, 2);
  // What was refused stays refused.
  expect(plan.plan.todos.get("pay")?.agent?.replies).toMatchObject([
    { call_id: "t1c2", kind: "refused" },
  ]);
  expect(plan.plan.holds.get("p1.h3")).toMatchObject({
    status: "open",
    needs: { approvals: 2, given: [] },
  });
});

test("an agent's calls take the approvals that its todo says, each call its own", () => {
  const plan = calling({ min_approvals: 2 });
  plan.accept("approval", { hold_id: "h1", decision: "approve", by: "kim" });
  plan.accept("approval", { hold_id: "h2", decision: "approve", by: "lee" });
  const repliesOf = () => plan.plan.todos.get("pay")?.agent?.replies ?? [];
  expect(repliesOf()).toEqual([]);
  const edit = { hold_id: "h1", decision: "edit", args: { to: "lee" }, by: "lee" };
  expect(plan.refuse("approval", edit).code).toBe("invalid_command");
  plan.accept("approval", { hold_id: "h1", decision: "approve", by: "lee" });
  expect(repliesOf()).toMatchObject([{ call_id: "t1c1", kind: "run", args: { to: "supplier" } }]);
});

test("an agent's call asks whom it needs by now once a decision about it is taken back", () => {
  const plan = calling({});
  policy(plan, { approvers: ["kim", "lee"] });
  const approve = { hold_id: "h1", decision: "approve", by: "kim" };
  plan.accept("approval", { ...approve, grace_seconds: 60 });
  policy(plan, TWO_OTHERS);
  expect(plan.plan.holds.get("p1.h1")).toMatchObject({ needs: { approvers: ["kim", "lee"] } });
  plan.accept("control_hold", { hold_id: "h1", action: "undo", by: "kim" });
  expect(plan.refuse("approval", approve).code).toBe("not_an_approver");
  for (const by of ["lee", "park"]) plan.accept("approval", { ...approve, by });
  expect(plan.plan.todos.get("pay")?.agent?.replies).toMatchObject([{ kind: "run" }]);
});

test("what time let through is not asked about again for a change of something else", () => {
  const plan = transfer({ approvers: ["kim"], on_timeout: "approve", timeout_seconds: 60 });
  plan.pass(61);
  expect(plan.todo("pay")).toMatchObject({ status: "in_progress" });
  change(plan, { tags: ["urgent"] });
  plan.accept("pause", { mode: "interrupt" });
  plan.stopped("pay");
  plan.accept("resume");
  expect(plan.todo("pay")).toMatchObject({
    status: "in_progress",
    approved_by: "policy:on_timeout",
  });
});
