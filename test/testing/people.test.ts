import { startTestHoldpoint, type TestHoldpoint } from "holdpoint/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { timeSkippingServerPath } from "../support/time-skipping-server.ts";

let holdpoint: TestHoldpoint;
beforeAll(async () => {
  const path = await timeSkippingServerPath();
  if (path !== undefined) process.env["HOLDPOINT_TEST_SERVER_BINARY"] = path;
  const people = { ana: ["operator"], kim: ["approver"], lee: ["approver"] } as const;
  holdpoint = await startTestHoldpoint({ people });
});
afterAll(() => holdpoint.stop());

const pay = {
  id: "pay",
  title: "Pay the supplier",
  kind: "milestone" as const,
  requires_approval: true,
  approval: { min_approvals: 2, prevent_self_approval: true },
};

test("a test has two people approve what two have to", async () => {
  const plan = await holdpoint.start({ title: "Supplier", todos: [pay] }, "ana");
  expect((await plan.untilHold("pay")).needs).toMatchObject({ approvals: 2, not_by: ["ana"] });
  await plan.decide("pay", { decision: "approve" }, "kim");
  await expect(plan.decide("pay", { decision: "approve" }, "kim")).rejects.toMatchObject({
    problem: { code: "already_approved" },
  });
  await plan.decide("pay", { decision: "approve" }, "lee");
  const ended = await plan.untilEnded();
  expect(ended).toMatchObject({ status: "completed", owner: "ana" });
  expect(ended.todos[0]?.approved_by).toBe("kim, lee");
});

test("what a person says counts however far a test has put the clock forward", async () => {
  const approval = { on_timeout: "wait" as const };
  const later = { ...pay, id: "later", approval };
  const plan = await holdpoint.start({ title: "Next week", todos: [later] }, "ana");
  await plan.untilHold("later");
  await holdpoint.pass(8 * 86_400_000);
  await plan.decide("later", { decision: "approve" }, "kim");
  expect((await plan.untilEnded()).status).toBe("completed");
});

test("each person may do what their roles let them", async () => {
  await expect(
    holdpoint.as("kim").plans.create({ title: "T", todos: [pay] }),
  ).rejects.toMatchObject({ problem: { code: "forbidden" } });
  expect(() => holdpoint.as("park")).toThrow("park");
});
