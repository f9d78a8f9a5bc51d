import { expect, test } from "vitest";
import type { NewPlanInput } from "../../src/contract/plan/plan.ts";
import type { ApprovalSettings } from "../../src/contract/plan/todo.ts";
import { echo } from "../support/plan-tools.ts";
import { HOUR, MINUTE, useTimeSkippingServer } from "../support/time-skipping-plans.ts";

const server = useTimeSkippingServer();

/** Two todos; the first waits for an approval, the second for the first. */
function planWith(approval: ApprovalSettings): NewPlanInput {
  return {
    title: "An approval that nobody gives",
    todos: [
      { id: "publish", title: "Publish", tool_name: "echo", requires_approval: true, approval },
      { id: "tell", title: "Tell", tool_name: "echo", depends_on: ["publish"] },
    ],
  };
}

async function start(approval: ApprovalSettings) {
  const worker = await server().startWorker([echo]);
  const plan = await worker.start(planWith(approval));
  return { plan, hold: await plan.untilHold("publish") };
}

/** On the server's clock, which jumps from deadline to deadline: never early, and not at the next. */
function expectSoonAfter(at: string, deadline: string): void {
  const late = Date.parse(at) - Date.parse(deadline);
  expect(late).toBeGreaterThanOrEqual(0);
  expect(late).toBeLessThan(MINUTE);
}

test("an approval that nobody gives within its hour fails the todo and with it the plan", async () => {
  const { plan, hold } = await start({});
  expect(Date.parse(hold.deadline_at!) - Date.parse(hold.opened_at)).toBe(HOUR);

  await server().pass(HOUR - MINUTE);
  expect(await plan.view()).toMatchObject({ status: "running", mode: "approval_wait" });
  await server().pass(2 * MINUTE);

  const ended = await plan.ended();
  expect(ended).toMatchObject({
    status: "failed",
    open_holds: 0,
    todos: [{ status: "failed", error_type: "timeout", run: 0 }, { status: "cancelled" }],
  });
  expect(await plan.holds()).toMatchObject([{ status: "expired", decision: null }]);
  const expired = (await plan.events()).find(({ type }) => type === "hold.expired");
  expect(expired).toMatchObject({ by: "policy:on_timeout", data: { action: "fail" } });
  expectSoonAfter(expired!.at, hold.deadline_at!);
});

test("on_timeout skip ends the plan without the todo and what can only run after it", async () => {
  const { plan } = await start({ on_timeout: "skip" });
  const outcome = await plan.result();
  expect(outcome).toMatchObject({
    status: "completed",
    progress: { percentage: 0, counts: { skipped: 2 } },
  });
  expect((await plan.view()).todos).toMatchObject([
    { status: "skipped", run: 0 },
    { status: "skipped", run: 0, skipped: { cause: "timed_out", todo_id: "publish" } },
  ]);
});

test("on_timeout approve runs the todo, approved by the policy and not by a person", async () => {
  const { plan, hold } = await start({ on_timeout: "approve", timeout_seconds: 120 });
  expect(Date.parse(hold.deadline_at!) - Date.parse(hold.opened_at)).toBe(2 * MINUTE);
  expect(await plan.result()).toMatchObject({ status: "completed" });
  expect(await plan.todo("publish")).toMatchObject({
    status: "completed",
    approved_by: "policy:on_timeout",
    approved_digest: hold.digest,
  });
});

test("on_timeout wait still waits after 30 days, and a decision then counts", async () => {
  const { plan, hold } = await start({ on_timeout: "wait" });
  expect(hold.deadline_at).toBeNull();
  await server().pass(30 * 24 * HOUR);
  expect(await plan.holds()).toMatchObject([{ status: "open" }]);
  await plan.signal("approval", { hold_id: "h1", decision: "approve" });
  expect(await plan.result()).toMatchObject({ status: "completed" });
});

test("a decision after the deadline is refused, and the expiry stands", async () => {
  const worker = await server().startWorker([echo]);
  const plan = await worker.start({
    title: "Too late",
    todos: [
      {
        id: "publish",
        title: "Publish",
        tool_name: "echo",
        requires_approval: true,
        approval: { on_timeout: "skip" },
      },
      {
        id: "other",
        title: "Keeps the plan waiting",
        tool_name: "echo",
        requires_approval: true,
        approval: { on_timeout: "wait" },
      },
    ],
  });
  await plan.until("two holds", ({ open_holds }) => open_holds === 2);
  await server().pass(HOUR + MINUTE);
  await plan.until("an expiry", ({ open_holds }) => open_holds === 1);
  await plan.signal("approval", { todo_id: "publish", decision: "approve" });
  const [refused] = await plan.untilEvents(1, "command.refused");
  expect(refused).toMatchObject({ data: { command: "approval", code: "hold_expired" } });
  expect(await plan.todo("publish")).toMatchObject({ status: "skipped", approved_by: null });
});

test("a pause stops the clock of a hold: what was left is left when the plan resumes", async () => {
  const { plan, hold } = await start({ on_timeout: "skip" });
  await server().pass(10 * MINUTE);
  await plan.signal("pause", { reason: "lunch" });
  const paused = await plan.until("a pause", ({ mode }) => mode === "paused");
  const [frozen] = await plan.holds();
  expect(frozen).toMatchObject({ status: "open", deadline_at: null });
  const left = Date.parse(hold.deadline_at!) - Date.parse(paused.paused!.at);
  expect(frozen!.remaining_ms).toBe(left);
  expect(left).toBeGreaterThan(49 * MINUTE);
  expect(left).toBeLessThanOrEqual(50 * MINUTE);

  // Four hours after the first deadline, nothing has expired.
  await server().pass(5 * HOUR);
  expect(await plan.holds()).toMatchObject([{ status: "open", remaining_ms: left }]);

  await plan.signal("resume");
  await plan.until("a resume", ({ mode }) => mode === "approval_wait");
  const resumed = (await plan.events()).findLast(({ type }) => type === "plan.resumed")!;
  const [thawed] = await plan.holds();
  expect(Date.parse(thawed!.deadline_at!) - Date.parse(resumed.at)).toBe(left);

  await server().pass(49 * MINUTE);
  expect(await plan.holds()).toMatchObject([{ status: "open" }]);
  expect(await plan.result()).toMatchObject({ status: "completed" });
  const expired = (await plan.events()).find(({ type }) => type === "hold.expired");
  expectSoonAfter(expired!.at, thawed!.deadline_at!);
});

test("holds with different deadlines expire each at its own", async () => {
  const worker = await server().startWorker([echo]);
  const minutes = [30, 10, 20];
  const plan = await worker.start({
    title: "Three approvals",
    todos: minutes.map((limit) => ({
      id: `m${limit}`,
      title: `${limit} minutes`,
      tool_name: "echo",
      requires_approval: true,
      approval: { timeout_seconds: limit * 60, on_timeout: "skip" as const },
    })),
  });
  await plan.until("three holds", ({ open_holds }) => open_holds === 3);
  await plan.result();
  const events = await plan.events();
  const opened = Date.parse(events.find(({ type }) => type === "hold.requested")!.at);
  const expired = events.filter(({ type }) => type === "hold.expired");
  expect(expired.map(({ todo_id }) => todo_id)).toEqual(["m10", "m20", "m30"]);
  [10, 20, 30].forEach((limit, place) => {
    expectSoonAfter(expired[place]!.at, new Date(opened + limit * MINUTE).toISOString());
  });
});
