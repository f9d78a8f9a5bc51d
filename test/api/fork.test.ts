import { expect, test } from "vitest";
import type { Checkpoint } from "../../src/contract/plan/edit.ts";
import type { PlanView } from "../../src/contract/plan/plan.ts";
import { problemOf, useApi } from "../support/api-harness.ts";
import { echo } from "../support/echo-todo.ts";

const api = useApi();
const fork = (id: string, body: object = {}) => api().post(`/v1/plans/${id}/fork`, body);

test("a plan that has ended is forked from a checkpoint and goes on from there", async () => {
  const todos = [echo("a"), echo("b", { depends_on: ["a"] })];
  const source = await api().create({ title: "Source", todos });
  await api().untilEnded(source.id);
  const { checkpoints } = await api().get<{ checkpoints: Checkpoint[] }>(
    `/v1/plans/${source.id}/checkpoints`,
  );
  const afterA = checkpoints.find(({ todo_id }) => todo_id === "a")!;
  const response = await fork(source.id, { checkpoint_id: afterA.checkpoint_id, title: "Fork" });
  expect(response.status).toBe(201);
  const forked = (await response.json()) as PlanView;
  expect(response.headers.get("location")).toBe(`/v1/plans/${forked.id}`);
  expect(forked.forked_from).toMatchObject({ plan_id: source.id, version: 1 });
  const ended = await api().untilEnded(forked.id);
  expect(ended).toMatchObject({ title: "Fork", status: "completed" });
  const started = (await api().events(forked.id)).filter(({ type }) => type === "todo.started");
  expect(started.map(({ todo_id }) => todo_id)).toEqual(["b"]);
});

test("a fork can be edited before it starts, and the source goes on as it was", async () => {
  const todos = [echo("ask", { requires_approval: true })];
  const source = await api().create({ title: "Source", todos });
  await api().untilHolds(source.id);
  const forked = (await (await fork(source.id, { plan_review: true })).json()) as PlanView;
  const ops = [
    { edit_type: "modify_todo", target_id: "ask", params: { changes: { title: "Other" } } },
  ];
  expect((await api().post(`/v1/plans/${forked.id}/edits`, { ops })).status).toBe(200);
  expect((await api().holds(source.id)).map(({ title }) => title)).toEqual(["ask"]);
});

test("a moment that the plan never had is refused", async () => {
  const source = await api().create({ title: "Source", todos: [echo("a")] });
  const unknown = await problemOf(await fork(source.id, { version: 9 }), "version_not_found");
  expect(unknown.errors).toMatchObject([{ pointer: "/version" }]);
  await problemOf(await fork("nowhere"), "plan_not_found");
});
