import { describe, expect, test } from "vitest";
import type { NewPlanInput } from "../../src/contract/plan/plan.ts";
import { problemOf, useApi } from "../support/api-harness.ts";
import { echo, gatedPlan, letEnd } from "../support/gated-plan.ts";

const api = useApi();
const planOf = (id: string) => api().plan(id);

test("a pause that interrupts sends running todos back, and they run again after it", async () => {
  const id = "interrupt";
  await gatedPlan(api(), id);
  const paused = await api().post(`/v1/plans/${id}/pause`, { mode: "interrupt", reason: "잠깐" });
  expect(paused.status).toBe(200);
  await api().watch.until(id, async () => (await planOf(id)).todos[0]?.status === "pending");
  api().tools.open(id);
  expect((await api().post(`/v1/plans/${id}/resume`, {})).status).toBe(200);
  expect(await api().untilEnded(id)).toMatchObject({
    status: "completed",
    todos: [{ id: "gate", run: 1, retry_count: 0 }, {}],
  });
});

describe("an operator", () => {
  test("skips a todo that waits, and what depends on it goes on", async () => {
    const id = "op-skip";
    await gatedPlan(api(), id, [{ ...echo("last"), depends_on: ["after"] }]);
    expect((await api().post(`/v1/plans/${id}/todos/after/skip`, {})).status).toBe(200);
    const retry = api().post(`/v1/plans/${id}/todos/after/retry`, {});
    expect((await problemOf(retry, "illegal_transition")).legal).toEqual(["rerun"]);
    expect(await letEnd(api(), id)).toMatchObject({
      status: "completed",
      progress: { counts: { skipped: 1, completed: 2 } },
    });
  });

  test("skips a running todo: its tool is stopped, and what waits for it runs", async () => {
    const id = "op-skip-running";
    await gatedPlan(api(), id, [{ ...echo("last"), depends_on: ["gate"] }]);
    const body = { reason: "필요 없어졌습니다" };
    expect((await api().post(`/v1/plans/${id}/todos/gate/skip`, body)).status).toBe(200);
    const ended = await api().untilEnded(id);
    expect(ended).toMatchObject({ status: "completed", progress: { counts: { skipped: 1 } } });
    expect(ended.todos.find((todo) => todo.id === "gate")).toMatchObject({
      status: "skipped",
      error_message: body.reason,
      skipped: { cause: "operator", by: "local-operator", stops: false },
    });
    const told = (await api().events(id)).filter(({ todo_id }) => todo_id === "gate");
    expect(told.map(({ type }) => type)).toEqual([
      "todo.started",
      "todo.skip_requested",
      "todo.skipped",
    ]);
  });

  test("skips a long todo that runs beside its plan", async () => {
    const id = "op-skip-long";
    const gate = { tool_name: "gate", tool_params: { name: id }, timeout_seconds: 3_600 };
    const todos = [
      { id: "gate", title: "문", ...gate },
      { ...echo("last"), depends_on: ["gate"] },
    ];
    await api().create({ id, title: "긴 할 일", todos });
    await api().watch.until(id, async () => {
      const { todos: now } = await planOf(id);
      return now[0]!.status === "in_progress";
    });
    expect((await api().post(`/v1/plans/${id}/todos/gate/skip`, {})).status).toBe(200);
    expect(await api().untilEnded(id)).toMatchObject({
      status: "completed",
      todos: [
        { id: "gate", status: "skipped" },
        { id: "last", status: "completed" },
      ],
    });
  });

  test("reruns a todo, and only those run again whose input changed", async () => {
    const id = "op-rerun";
    const user = { ...echo("user"), tool_params: {} };
    await api().create({
      id,
      title: "rerun",
      todos: [
        echo("source", "same"),
        { ...user, tool_params: { text: { $from: "source", path: "/text" } } },
        { ...echo("last"), depends_on: ["user"], requires_approval: true },
      ],
    });
    const [before] = await api().untilHolds(id);
    expect((await api().post(`/v1/plans/${id}/todos/source/rerun`, {})).status).toBe(200);
    const hold = await api().watch.until(id, async () => {
      const open = await api().holds(id);
      return open.find((each) => each.id !== before!.id);
    });
    await api().post(`/v1/holds/${hold.id}/decision`, { decision: "approve" });
    const ended = await api().untilEnded(id);
    expect(ended.todos.map((todo) => [todo.id, todo.run])).toEqual([
      ["source", 2],
      ["user", 1],
      ["last", 1],
    ]);
    expect((await api().events(id)).map(({ type }) => type)).toContain("todo.kept");
  });
});

describe("a todo that fails", () => {
  const refusing = {
    id: "no",
    title: "no",
    tool_name: "refuse",
    tool_params: { sentence: "아니요" },
  };

  test("asks a person, who tries again with other arguments", async () => {
    const id = "recover-edit";
    const tool_params = { text: { $from: "src", path: "/nothing" } };
    const bad = { id: "bad", title: "bad", tool_name: "echo", tool_params };
    const schema = { type: "object", properties: { nothing: { type: "string" } } };
    const src = { id: "src", title: "s", input_request: { question: "?", schema } };
    const form = { ...src.input_request, input_type: "form" as const };
    await api().create({ id, title: "recovery", todos: [bad, { ...src, input_request: form }] });
    const [asked] = await api().untilHolds(id);
    await api().post(`/v1/holds/${asked!.id}/decision`, { decision: "answer", value: {} });
    const [hold] = await api().untilHolds(id);
    expect(hold).toMatchObject({ kind: "recovery", todo_id: "bad", deadline_at: null });
    expect(hold!.message).toContain("/nothing");
    expect(await planOf(id)).toMatchObject({ mode: "input_request" });
    const answer = { decision: "edit", args: { text: "good" } };
    expect((await api().post(`/v1/holds/${hold!.id}/decision`, answer)).status).toBe(200);
    expect(await api().untilEnded(id)).toMatchObject({
      status: "completed",
      todos: [{ id: "bad", result_data: { text: "good" } }, {}],
    });
  });

  test.each([
    ["skip", "completed"],
    ["fail", "failed"],
    ["abort", "failed"],
  ])("is answered with %s, and the plan is %s", async (then, status) => {
    const id = `recover-${then}`;
    await api().create({ id, title: id, todos: [refusing] });
    const [hold] = await api().untilHolds(id);
    await api().post(`/v1/holds/${hold!.id}/decision`, { decision: "reject", then });
    expect(await api().untilEnded(id)).toMatchObject({ status });
  });

  test("asks nobody when it is optional, or when its plan says what to do", async () => {
    await api().create({ id: "optional", title: "o", todos: [{ ...refusing, optional: true }] });
    expect(await api().untilEnded("optional")).toMatchObject({ status: "completed" });
    const failure: NewPlanInput["failure"] = { validation_error: { action: "FAIL" } };
    await api().create({ id: "strategy", title: "s", failure, todos: [refusing] });
    expect(await api().untilEnded("strategy")).toMatchObject({ status: "failed" });
  });
});
