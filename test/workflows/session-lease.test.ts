import { expect, test } from "vitest";
import { echo } from "../support/plan-tools.ts";
import { useTimeSkippingServer } from "../support/time-skipping-plans.ts";

const server = useTimeSkippingServer();
const SECOND = 1_000;

test("a session that dies gives its todo back when its lease is over, and another one does it", async () => {
  const worker = await server().startWorker([echo]);
  const plan = await worker.start({
    title: "A lost lease",
    todos: [{ id: "fix", title: "Fix", assignee: "coder" }],
  });
  await plan.untilEvents(1, "todo.offered");
  await plan.send("register_session", { session_id: "s1", assignee: "coder" });
  await plan.send("register_session", { session_id: "s2", assignee: "coder" });
  await plan.send("claim_next", { session_id: "s1" });
  for (let beat = 0; beat < 4; beat += 1) {
    await server().pass(20 * SECOND);
    await plan.send("heartbeat", { session_id: "s1" });
  }
  expect(await plan.todo("fix")).toMatchObject({ claimed_by: "session:s1" });

  await server().pass(61 * SECOND);
  const [lost] = await plan.untilEvents(1, "session.lease_expired");
  expect(lost).toMatchObject({ data: { session_id: "s1", lost: "fix" } });
  expect(await plan.todo("fix")).toMatchObject({ status: "pending", claimed_by: null });

  await plan.send("claim_next", { session_id: "s2" });
  const late = { session_id: "s1", todo_id: "fix" };
  expect(await plan.refusalOf("done", late)).toMatchObject({ code: "lease_lost" });
  expect(await plan.refusalOf("heartbeat", { session_id: "s1" })).toMatchObject({
    code: "lease_lost",
  });
  await plan.send("done", { session_id: "s2", todo_id: "fix" });
  expect(await plan.ended()).toMatchObject({ todos: [{ completed_by: "session:s2", run: 2 }] });
  expect(await plan.brokenTasks()).toEqual([]);
});

test("what a session tells by signal counts, and what changes nothing is not logged as refused", async () => {
  const worker = await server().startWorker([echo]);
  const plan = await worker.start({
    title: "By signal",
    todos: [{ id: "fix", title: "Fix", assignee: "coder" }],
  });
  await plan.untilEvents(1, "todo.offered");
  const by = "harness";
  await plan.signal("register_session", { session_id: "s1", assignee: "coder", by });
  const tell = (type: string) =>
    plan.signal("session_event", { session_id: "s1", event: { type }, by });
  await tell("tool.execute.before");
  await tell("session.idle");
  await server().pass(3 * SECOND);
  await plan.untilEvents(1, "continuation.injected");
  const types = (await plan.events()).map(({ type }) => type);
  expect(types.filter((type) => type === "continuation.countdown")).toHaveLength(2);
  expect(types).not.toContain("command.refused");
});
