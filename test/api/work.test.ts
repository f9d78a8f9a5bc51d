import { expect, test } from "vitest";
import type { WorkList } from "../../src/contract/list.ts";
import type { NewTodoInput } from "../../src/contract/plan/todo.ts";
import { pointersOf, problemOf, useApi } from "../support/api-harness.ts";

const api = useApi();
const press: NewTodoInput = { id: "press", title: "보도자료 검수", assignee: "kim", due_in: "2d" };
const send: NewTodoInput = {
  id: "send",
  title: "배포",
  tool_name: "echo",
  tool_params: { text: "{{todo.press.result}}" },
};

const say = (id: string, word: string, body: object = {}) =>
  api().post(`/v1/plans/${id}/todos/press/${word}`, body);
const planOf = (id: string) => api().plan(id);
const untilStatus = (id: string, status: string) =>
  api().watch.until(id, async () => {
    const plan = await planOf(id);
    return plan.todos[0]?.status === status && plan;
  });
const listed = (query: string) => api().get<WorkList>(`/v1/work?${query}`);

test("a todo with only a title waits in its person's inbox until that person has done it", async () => {
  const id = "work-done";
  await api().create({ id, title: "출시", todos: [press, send] });
  const waiting = await api().watch.until(id, async () => {
    const plan = await planOf(id);
    return plan.mode === "input_request" && plan;
  });
  expect(waiting).toMatchObject({
    open_holds: 0,
    todos: [{ kind: "manual", status: "pending", assignee: "kim", overdue: false }, {}],
  });
  await expect
    .poll(async () => (await listed(`plan_id=${id}&assignee=kim`)).work)
    .toMatchObject([{ todo_id: "press", plan_id: id, claimed_by: null, overdue: false }]);
  expect((await listed(`plan_id=${id}&assignee=lee`)).work).toEqual([]);

  expect((await say(id, "claim")).status).toBe(200);
  expect(await untilStatus(id, "in_progress")).toMatchObject({
    todos: [{ claimed_by: "local-operator" }, { status: "blocked" }],
  });
  await problemOf(say(id, "claim"), "illegal_transition");
  await expect
    .poll(async () => (await listed(`plan_id=${id}&assignee=me`)).work)
    .toMatchObject([{ todo_id: "press", claimed_by: "local-operator" }]);

  expect((await say(id, "done", { note: "오탈자 두 곳을 고쳤습니다" })).status).toBe(200);
  expect(await api().untilEnded(id)).toMatchObject({
    status: "completed",
    todos: [
      { completed_by: "local-operator", note: "오탈자 두 곳을 고쳤습니다" },
      { result_data: { text: "오탈자 두 곳을 고쳤습니다" } },
    ],
  });
});

test("what a person cannot do is a failure, and a person says how the plan goes on", async () => {
  const id = "work-cannot";
  await api().create({ id, title: "출시", todos: [press, send] });
  await problemOf(say(id, "cannot"), "validation_failed");
  expect((await say(id, "cannot", { reason: "자료가 없습니다" })).status).toBe(200);
  const [hold] = await api().untilHolds(id);
  expect(hold).toMatchObject({ kind: "recovery", todo_id: "press" });
  expect(hold!.message).toContain("자료가 없습니다");
  const edit = { decision: "edit", args: {}, digest: hold!.digest };
  const decide = api().post(`/v1/holds/${hold!.id}/decision`, edit);
  expect(pointersOf(await problemOf(decide, "invalid_command"))).toEqual(["/decision"]);
});

test("files that show for it are read from the store, and are the result", async () => {
  const id = "work-files";
  await api().create({ id, title: "출시", todos: [press] });
  const path = `/v1/plans/${id}/files?name=a.csv`;
  const sent = await api().request("POST", path, {
    headers: { "content-type": "application/octet-stream" },
    body: "a,b\n1,2\n",
  });
  const file = (await sent.json()) as { $file: string };
  const forged = { ...file, $file: `sha256:${"0".repeat(64)}` };
  await problemOf(say(id, "done", { files: [forged] }), "invalid_answer");
  expect((await say(id, "done", { files: [file] })).status).toBe(200);
  const early = api().request("GET", `/v1/plans/${id}/todos/nobody/result`);
  await problemOf(early, "todo_not_found");
  expect(await api().untilEnded(id)).toMatchObject({ todos: [{ result_data: file }] });
  const kept = await api().request("GET", `/v1/plans/${id}/todos/press/result`);
  expect([kept.status, await kept.text()]).toEqual([200, "a,b\n1,2\n"]);
});

test("a due time that is over is told once, and nothing follows from it", async () => {
  const id = "work-due";
  const due = { id: "press", title: "검수", due_at: "2026-01-01T09:00:00+09:00" };
  await api().create({ id, title: "출시", todos: [due] });
  await api().watch.until(id, async () => (await planOf(id)).todos[0]?.overdue === true);
  expect((await planOf(id)).todos[0]).toMatchObject({ status: "pending", overdue: true });
  await expect
    .poll(async () => (await listed(`plan_id=${id}`)).work)
    .toMatchObject([{ overdue: true, due_at: "2026-01-01T00:00:00.000Z" }]);
  expect((await say(id, "done")).status).toBe(200);
  await api().untilEnded(id);
  const types = (await api().events(id)).map(({ type }) => type);
  expect(types.filter((type) => type === "todo.overdue")).toHaveLength(1);
});
