import { randomBytes } from "node:crypto";
import proto from "@temporalio/proto";
import { expect, test } from "vitest";
import { LIMITS } from "../../src/contract/tables/limits.ts";
import { problemOf, useApi } from "../support/api-harness.ts";

const { COMMAND_TYPE_RECORD_MARKER: RECORD_MARKER } = proto.temporal.api.enums.v1.CommandType;

const api = useApi({ worker: false });
const AT_ONCE = 8;
/** Temporal does without a deadline in no poll. */
const POLL_MS = 60_000;
/** Of one command, not so many that Temporal gets only a reference to it. */
const BYTES = 40_000;

const later = (path: string, body: object) =>
  api().request("POST", path, {
    headers: { "content-type": "application/json", prefer: "respond-async" },
    body: JSON.stringify(body),
  });
const handleOf = (id: string) => api().client.workflow.getHandle(`plan-${id}`);
const lengthOf = async (id: string) => (await handleOf(id).describe()).historyLength;

/** A plan with a hold, which nobody has looked at yet. */
async function unseen(id: string): Promise<string> {
  const echo = { tool_name: "echo", tool_params: { text: "x" } };
  await api().create({
    id,
    title: id,
    todos: [{ id: "one", title: "One", ...echo, requires_approval: true }],
  });
  return `/v1/plans/${id}`;
}

test("of a run with as many events as it may have, whoever would not wait for the plan has to wait, but for a cancel", async () => {
  const path = await unseen("async-events");
  const { connection, workflowService, options } = api().client;
  const { namespace } = options;
  const taskQueue = { name: api().taskQueue };
  const poll = () => workflowService.pollWorkflowTaskQueue({ namespace, taskQueue });
  const polled = await connection.withDeadline(Date.now() + POLL_MS, poll);
  expect(polled.workflowExecution?.workflowId).toBe("plan-async-events");
  // Thousands of signals take long, and all of these are written at once.
  const commands = Array.from({ length: LIMITS.run_events }, () => ({
    commandType: RECORD_MARKER,
    recordMarkerCommandAttributes: { markerName: "m" },
  }));
  const { taskToken } = polled;
  await workflowService.respondWorkflowTaskCompleted({ namespace, taskToken, commands });

  await problemOf(later(`${path}/pause`, {}), "worker_unavailable");
  expect((await later(`${path}/cancel`, {})).status).toBe(202);
  // No workflow of ours writes such a history, and what tests leave must replay.
  const workflowExecution = { workflowId: "plan-async-events" };
  await workflowService.deleteWorkflowExecution({ namespace, workflowExecution });
});

test("the same holds of a run that has got as many bytes of commands as it may", async () => {
  const path = await unseen("async-room");
  // As the API sends them, and sooner than it would one by one; nothing makes them smaller on their way.
  let left = Math.ceil(LIMITS.run_bytes / BYTES);
  const fill = async (): Promise<void> => {
    while ((left -= 1) >= 0) {
      const reason = randomBytes(BYTES).toString("base64");
      await handleOf("async-room").signal("resume", { by: "ann", reason });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, fill));
  const full = await lengthOf("async-room");

  await problemOf(later(`${path}/pause`, {}), "worker_unavailable");
  expect((await later(`${path}/cancel`, { reason: "enough" })).status).toBe(202);
  expect(await lengthOf("async-room")).toBe(full + 1);
  await api().startWorker();
  expect(await api().untilEnded("async-room")).toMatchObject({
    status: "cancelled",
    ended_because: "enough",
  });
  await api().stopWorker();
});

test("a command that is too large for Temporal is waited for, whatever its sender prefers", async () => {
  const path = await unseen("async-large");
  const edit = (todos: number) => {
    const todo = { title: "More", kind: "milestone", description: "x".repeat(2_500) };
    const op = { edit_type: "add_todo", params: { todo } };
    return later(`${path}/edits`, { ops: Array.from({ length: todos }, () => op) });
  };
  expect((await edit(4)).status).toBe(202);
  await problemOf(edit(40), "worker_unavailable");
  await api().startWorker();
  const taken = await edit(40);
  expect([taken.status, taken.headers.get("preference-applied")]).toEqual([200, null]);
  await api().stopWorker();
});
