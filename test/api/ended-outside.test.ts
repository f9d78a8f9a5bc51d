import { describe, expect, test } from "vitest";
import type { PlanList } from "../../src/contract/list.ts";
import type { EditPreview } from "../../src/contract/plan/edit.ts";
import type { PlanView } from "../../src/contract/plan/plan.ts";
import type { NewTodoInput } from "../../src/contract/plan/todo.ts";
import { problemOf, useApi } from "../support/api-harness.ts";
import { echo } from "../support/echo-todo.ts";

const api = useApi();
const LISTED = { timeout: 20_000 };

const planOf = (id: string) => api().plan(id);
const statusesOf = ({ todos }: PlanView) =>
  Object.fromEntries(todos.map(({ id, status }) => [id, status]));
const typesOf = async (id: string, after = 0) =>
  (await api().events(id)).slice(after).map(({ type }) => type);
const runOf = (id: string) => api().client.workflow.getHandle(`plan-${id}`);
const newestRun = async (id: string) => (await runOf(id).describe()).runId;

/** A plan that has done something, runs something, and waits for an approval. */
async function busy(id: string, work: Partial<NewTodoInput> = {}) {
  const runs = echo("runs", { tool_name: "gate", tool_params: { name: id }, ...work });
  const todos = [echo("done"), runs, echo("send", { requires_approval: true })];
  await api().create({ id, title: id, todos });
  const [hold] = await api().untilHolds(id);
  await api().watch.until(id, async () => {
    const { done, runs: gate } = statusesOf(await planOf(id));
    return done === "completed" && gate === "in_progress";
  });
  return hold!;
}

/** The same, ended by an operator as by `temporal workflow terminate`. */
async function terminated(id: string, work: Partial<NewTodoInput> = {}) {
  const hold = await busy(id, work);
  await runOf(id).terminate("점검 때문에");
  return hold;
}

describe("a plan that an operator terminated in Temporal", () => {
  test("reads as cancelled, and says who ended it and why", async () => {
    const id = "outside-reads";
    await terminated(id);
    const plan = await planOf(id);
    expect(plan).toMatchObject({
      status: "cancelled",
      ended_because: expect.stringMatching(
        /^.+ terminated the workflow in Temporal \(점검 때문에\)\.$/,
      ),
      completed_at: expect.any(String),
    });
    expect(statusesOf(plan)).toEqual({ done: "completed", runs: "cancelled", send: "cancelled" });
    expect(await api().holds(id)).toEqual([]);
    expect((await typesOf(id)).slice(-5)).toEqual([
      "plan.cancel_requested",
      "hold.withdrawn",
      "todo.cancelled",
      "todo.cancelled",
      "plan.cancelled",
    ]);
    expect(await planOf(id)).toEqual(plan);
    await expect
      .poll(async () => (await api().get<PlanList>("/v1/plans?status=cancelled")).plans, LISTED)
      .toContainEqual(expect.objectContaining({ id, status: "cancelled" }));
  });

  test("ends for those who watch it", async () => {
    const id = "outside-watched";
    await busy(id);
    const headers = { accept: "text/event-stream", "last-event-id": "0" };
    const stream = await api().request("GET", `/v1/plans/${id}/events`, { headers });
    await runOf(id).terminate();
    const told = [...(await stream.text()).matchAll(/^event: (.*)$/gm)].map(([, type]) => type);
    expect(told.slice(-2)).toEqual(["plan.cancelled", "end"]);
  });

  test("refuses what an ended plan refuses, and nothing runs", async () => {
    const id = "outside-refuses";
    const hold = await terminated(id);
    const run = await newestRun(id);
    const decision = { decision: "approve" };
    await problemOf(api().post(`/v1/holds/${hold.id}/decision`, decision), "hold_withdrawn");
    const op = {
      edit_type: "modify_todo",
      target_id: "send",
      params: { changes: { title: "새 제목" } },
    };
    const ops = { ops: [op] };
    await problemOf(api().post(`/v1/plans/${id}/edits`, ops), "plan_finished");
    await problemOf(api().post(`/v1/plans/${id}/edits?validate_only=true`, ops), "plan_finished");
    await problemOf(api().post(`/v1/plans/${id}/pause`, {}), "plan_finished");
    await problemOf(api().post(`/v1/plans/${id}/terminate`, {}), "plan_finished");
    expect(await newestRun(id)).toBe(run);
    expect(statusesOf(await planOf(id))).toMatchObject({ send: "cancelled" });
  });

  test("is archived, and taken out of the archive", async () => {
    const id = "outside-archived";
    await terminated(id);
    const archived = await api().post(`/v1/plans/${id}/archive`, {});
    expect(archived.status, await archived.text()).toBe(200);
    expect(await api().untilEnded(id)).toMatchObject({
      status: "cancelled",
      archived_at: expect.any(String),
    });
    expect((await api().post(`/v1/plans/${id}/unarchive`, {})).status).toBe(200);
    expect(await planOf(id)).toMatchObject({ status: "cancelled", archived_at: null });
  });

  test("goes on by a rerun, and its log still says who had ended it", async () => {
    const id = "outside-rerun";
    await terminated(id);
    const { seq, ended_because } = await planOf(id);
    const rerun = await api().post(`/v1/plans/${id}/todos/done/rerun`, {});
    expect(rerun.status, await rerun.text()).toBe(200);
    const [again] = await api().untilHolds(id);
    expect((await typesOf(id, seq)).slice(0, 2)).toEqual(["plan.reopened", "todo.rerun"]);
    expect(JSON.stringify(await api().events(id))).toContain(ended_because!);
    await api().post(`/v1/holds/${again!.id}/decision`, { decision: "approve" });
    api().tools.open(id);
    expect(statusesOf(await api().untilEnded(id))).toEqual({
      done: "completed",
      runs: "completed",
      send: "completed",
    });
  });

  test("goes on by a rollback, which a preview foretells", async () => {
    const id = "outside-rollback";
    await terminated(id);
    const { seq } = await planOf(id);
    const address = `/v1/plans/${id}/rollback`;
    const preview = await api().post(`${address}?validate_only=true`, { version: 1 });
    expect((await preview.json()) as EditPreview).toMatchObject({ impact: { ends_plan: false } });
    const restored = await api().post(address, { version: 1 });
    expect(restored.status, await restored.text()).toBe(200);
    expect(await typesOf(id, seq)).toContain("plan.reopened");
    await api().untilHolds(id);
    await api().post(`/v1/plans/${id}/cancel`, {});
    await api().untilEnded(id);
  });

  test("has its long todos ended before they run again", async () => {
    const id = "outside-long";
    await terminated(id, { timeout_seconds: 3_600 });
    const todo = api().client.workflow.getHandle(`plan-${id}.runs`);
    const before = await todo.describe();
    expect(before.status.name).toBe("RUNNING");
    const { seq } = await planOf(id);
    expect((await api().post(`/v1/plans/${id}/todos/done/rerun`, {})).status).toBe(200);
    const first = api().client.workflow.getHandle(`plan-${id}.runs`, before.runId);
    expect((await first.describe()).status.name).toBe("TERMINATED");
    await api().watch.until(id, async () => (await typesOf(id, seq)).includes("todo.started"));
    await expect.poll(async () => (await todo.describe()).status.name, LISTED).toBe("RUNNING");
    await api().post(`/v1/plans/${id}/cancel`, {});
    await api().untilEnded(id);
  });
});

test("a plan whose time in Temporal is over has failed, and goes on by a rerun", async () => {
  const id = "outside-late";
  await api().client.workflow.start("planWorkflow", {
    workflowId: `plan-${id}`,
    taskQueue: api().taskQueue,
    args: [{ title: id, todos: [echo("one"), echo("send", { requires_approval: true })] }],
    workflowExecutionTimeout: "3s",
  });
  const [hold] = await api().untilHolds(id);
  await expect(runOf(id).result()).rejects.toThrow(/timed out/i);
  expect(await planOf(id)).toMatchObject({
    status: "failed",
    ended_because: "The workflow timed out in Temporal.",
  });
  const decision = { decision: "approve" };
  await problemOf(api().post(`/v1/holds/${hold!.id}/decision`, decision), "hold_withdrawn");
  const { seq } = await planOf(id);
  const rerun = await api().post(`/v1/plans/${id}/todos/one/rerun`, {});
  expect(rerun.status, await rerun.text()).toBe(200);
  await api().untilHolds(id);
  expect((await typesOf(id, seq))[0]).toBe("plan.reopened");
  await api().post(`/v1/plans/${id}/cancel`, {});
  await api().untilEnded(id);
});
