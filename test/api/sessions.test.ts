import { describe, expect, test } from "vitest";
import { createClient, type Client } from "../../src/client/client.ts";
import type { SessionEvent } from "../../src/contract/plan/agents/session.ts";
import type { NewPlanInput } from "../../src/contract/plan/plan.ts";
import { TEMPORAL_NAMES } from "../../src/contract/tables/temporal-names.ts";
import { problemOf, useApi } from "../support/api-harness.ts";
import { serveApi } from "./stream/support/served-api.ts";

const api = useApi();
const mine = (id: string, more: object = {}) => ({ id, title: id, assignee: "coder", ...more });
const idle: SessionEvent = { type: "session.idle" };

async function working(plan: NewPlanInput, registration: object = {}): Promise<Client> {
  const client = createClient((await serveApi(api().deps)).url);
  await client.plans.create(plan);
  await client.sessions.register(plan.id!, {
    session_id: "s1",
    assignee: "coder",
    agent: "build",
    language: "ko",
    ...registration,
  });
  return client;
}

/** Lets the session have the first todo that is on offer to it. */
async function claimed({ next, claim }: Client["sessions"], planId: string): Promise<void> {
  await next(planId, "s1", { wait: 20 });
  expect(await claim(planId, "s1")).toMatchObject({ recorded: true });
}

async function typesOf(planId: string): Promise<string[]> {
  const types = (await api().events(planId)).map(({ type }) => type);
  return types.filter((type) => /^(session|continuation)\./.test(type));
}

describe("an agent's session", () => {
  test("claims its todos one by one, stops, is told to go on, and finishes the plan", async () => {
    const id = "sessions-life";
    const { sessions, todos } = await working({
      id,
      title: "고치기",
      todos: [mine("first", { priority: 9 }), mine("second")],
    });
    const work = await sessions.next(id, "s1", { wait: 20 });
    expect(work).toMatchObject({ kind: "work", todo: { id: "first", assignee: "coder" } });
    expect(await sessions.claim(id, "s1")).toMatchObject({
      recorded: true,
      todo: { id: "first", status: "in_progress", claimed_by: "session:s1" },
      session: { lease: { todo_id: "first" } },
    });
    // It holds what it held, and nothing is written down.
    expect(await sessions.claim(id, "s1")).toMatchObject({
      recorded: false,
      todo: { id: "first" },
    });
    expect(await sessions.heartbeat(id, "s1")).toMatchObject({ recorded: false });

    expect(await sessions.tell(id, "s1", { event: idle })).toMatchObject({
      recorded: true,
      session: { countdown: { seconds_left: 2 } },
    });
    const told = await sessions.next(id, "s1", { wait: 20 });
    expect(told).toMatchObject({
      kind: "prompt",
      prompt: { id: "s1.p1", agent: "build", done: 0, total: 2, left: 2 },
    });
    // Until it says that it has them, it is told the same words again.
    expect(await sessions.next(id, "s1")).toEqual(told);
    expect(await sessions.ack(id, "s1", { prompt_id: "s1.p1" })).toMatchObject({ recorded: true });
    expect(await sessions.ack(id, "s1", { prompt_id: "s1.p1" })).toMatchObject({ recorded: false });
    expect(await sessions.next(id, "s1")).toEqual({ kind: "nothing" });

    await todos.done(id, "first", { session_id: "s1", note: "고쳤습니다" });
    expect(await sessions.next(id, "s1", { wait: 20 })).toMatchObject({ todo: { id: "second" } });
    await sessions.claim(id, "s1");
    await todos.done(id, "second", { session_id: "s1" });
    expect(await api().untilEnded(id)).toMatchObject({
      status: "completed",
      todos: [{ completed_by: "session:s1", note: "고쳤습니다" }, {}],
    });
    // What it tells after the plan's end makes nothing go on.
    expect(await sessions.tell(id, "s1", { event: idle })).toMatchObject({ recorded: false });
    expect(await typesOf(id)).toEqual([
      "session.registered",
      "session.leased",
      "continuation.countdown",
      "continuation.countdown",
      "continuation.injected",
      "continuation.acknowledged",
      "session.leased",
    ]);
  });

  test("is told what a person changed in the todo that it has claimed, and reports on that", async () => {
    const id = "sessions-changed";
    const { sessions, todos, plans } = await working({
      id,
      title: "바뀐 일",
      todos: [mine("first")],
    });
    await claimed(sessions, id);
    const changes = { description: "로고도 고쳐 주세요." };
    await plans.edit(id, {
      ops: [{ edit_type: "modify_todo", target_id: "first", params: { changes } }],
    });
    const { session } = await sessions.heartbeat(id, "s1");
    expect(session!.lease!.changed).toMatchObject({
      version: 2,
      fields: [{ field: "description", before: null, after: changes.description }],
    });
    const done = { session_id: "s1", note: "고쳤습니다" };
    const problem = await problemOf(
      await api().post(`/v1/plans/${id}/todos/first/done`, done),
      "stale_plan_version",
    );
    expect(problem).toMatchObject({
      errors: [{ pointer: "/todos/first/description", detail: `is now: ${changes.description}` }],
    });
    await todos.done(id, "first", { ...done, base_version: 2 });
    expect((await api().untilEnded(id)).todos[0]).toMatchObject({ status: "completed" });
  });

  test("waits with its request for a todo that is not there yet", async () => {
    const id = "sessions-waits";
    const { sessions, todos } = await working({
      id,
      title: "나중에",
      todos: [{ id: "design", title: "설계" }, mine("build", { depends_on: ["design"] })],
    });
    expect(await sessions.next(id, "s1")).toEqual({ kind: "nothing" });
    const waiting = sessions.next(id, "s1", { wait: 30 });
    await todos.done(id, "design");
    expect(await waiting).toMatchObject({ kind: "work", todo: { id: "build" } });
  });

  test("is told once, though the worker was away when its countdown ended", async () => {
    const id = "sessions-worker-gone";
    const { sessions } = await working({ id, title: "재시작", todos: [mine("first")] });
    await claimed(sessions, id);
    await sessions.tell(id, "s1", { event: idle });
    await api().stopWorker();
    await api().startWorker();
    const told = await sessions.next(id, "s1", { wait: 30 });
    expect(told).toMatchObject({ kind: "prompt", prompt: { id: "s1.p1" } });
    await sessions.ack(id, "s1", { prompt_id: "s1.p1" });
    await api().stopWorker();
    await api().startWorker();
    expect(await sessions.next(id, "s1")).toEqual({ kind: "nothing" });
    const types = await typesOf(id);
    expect(types.filter((type) => type === "continuation.injected")).toHaveLength(1);
  });

  test("is not told to go on while tasks run in its background", async () => {
    const id = "sessions-background";
    const { sessions } = await working({ id, title: "백그라운드", todos: [mine("first")] });
    await claimed(sessions, id);
    const background_task_id = "explore-1";
    await sessions.tell(id, "s1", {
      event: { type: "background_task.started", background_task_id },
    });
    expect(await sessions.tell(id, "s1", { event: idle })).toMatchObject({
      session: { skipped: "background_tasks", countdown: null },
    });
    await sessions.tell(id, "s1", { event: { type: "background_task.ended", background_task_id } });
    await sessions.tell(id, "s1", { event: idle });
    expect(await sessions.next(id, "s1", { wait: 20 })).toMatchObject({ kind: "prompt" });
  });

  test("that tells what changes nothing adds nothing to Temporal's history", async () => {
    const id = "sessions-quiet";
    const { sessions } = await working({ id, title: "조용히", todos: [mine("first")] });
    const handle = api().client.workflow.getHandle(TEMPORAL_NAMES.plan_prefix + id);
    await sessions.next(id, "s1", { wait: 20 });
    const { historyLength } = await handle.describe();
    for (let n = 0; n < 5; n += 1) {
      for (const type of ["tool.execute.before", "tool.execute.after"] as const) {
        const answer = await sessions.tell(id, "s1", { event: { type, tool: "bash" } });
        expect(answer.recorded).toBe(false);
      }
    }
    expect((await handle.describe()).historyLength).toBe(historyLength);
  });

  test("that is deleted gives its todo back, and is known no more", async () => {
    const id = "sessions-deleted";
    const { sessions, todos } = await working({ id, title: "삭제", todos: [mine("first")] });
    await claimed(sessions, id);
    await sessions.delete(id, "s1");
    expect(await todos.get(id, "first")).toMatchObject({ status: "pending", claimed_by: null });
    expect((await sessions.list(id)).sessions).toEqual([]);
    const path = `/v1/plans/${id}/sessions/s1`;
    await problemOf(api().request("GET", path), "session_not_found");
    await problemOf(api().request("GET", `${path}/next?wait=5s`), "session_not_found");
    await problemOf(api().post(`${path}/heartbeat`, {}), "session_not_found");
  });

  test("cannot say that a todo is done which it does not hold", async () => {
    const id = "sessions-not-held";
    const { sessions } = await working({ id, title: "남의 것", todos: [mine("first")] });
    await sessions.next(id, "s1", { wait: 20 });
    const about = `/v1/plans/${id}/todos/first`;
    await problemOf(api().post(`${about}/done`, { session_id: "s1" }), "lease_lost");
    await problemOf(api().post(`${about}/cannot`, { session_id: "s1", reason: "x" }), "lease_lost");
    await problemOf(api().post(`${about}/done`, { session_id: "s2" }), "session_not_found");
  });

  test.each<[string, object]>([
    ["", { session_id: "s1" }],
    ["", { session_id: "/etc", assignee: "coder" }],
    ["/s1/events", {}],
    ["/s1/events", { event: { type: "session.exploded" } }],
    ["/s1/events", { event: { type: "message.updated", role: "system" } }],
    ["/s1/ack", {}],
  ])("is refused what it cannot be or tell: POST sessions%s %j", async (path, body) => {
    const id = "sessions-refused";
    const made = await api().post("/v1/plans", { id, title: "거절", todos: [mine("first")] });
    expect([201, 409]).toContain(made.status);
    await problemOf(api().post(`/v1/plans/${id}/sessions${path}`, body), "validation_failed");
  });
});
