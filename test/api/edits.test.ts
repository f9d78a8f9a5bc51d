import { describe, expect, test } from "vitest";
import type { Checkpoint, Comparison, PlanVersion } from "../../src/contract/plan/edit.ts";
import type { NewTodoInput } from "../../src/contract/plan/todo.ts";
import { problemOf, useApi } from "../support/api-harness.ts";
import { echo, gatedPlan, letEnd } from "../support/gated-plan.ts";
import { inEnglish } from "../support/in-english.ts";

const api = useApi();
const planOf = (id: string) => api().plan(id);
const send = (id: string, ops: object[], more: object = {}) =>
  api().post(`/v1/plans/${id}/edits`, { ops, ...more });

async function edit(id: string, ops: object[], more: object = {}): Promise<void> {
  const response = await send(id, ops, more);
  if (response.status !== 200) throw new Error(await response.text());
}

const retitle = (target_id: string, title: string) => ({
  edit_type: "modify_todo",
  target_id,
  params: { changes: { title } },
});

describe("while a plan runs, a person", () => {
  test("adds a todo in the middle, and it runs there", async () => {
    const id = "edit-add";
    await gatedPlan(api(), id);
    const todo = { ...echo("between"), depends_on: ["gate"], priority: "high" };
    const ops = [
      { edit_type: "add_todo", params: { todo, position: { after: "gate" } } },
      { edit_type: "add_dependency", target_id: "after", params: { depends_on: "between" } },
    ];
    await edit(id, ops, { reason: "경쟁사 분석도 필요해요" });
    const plan = await planOf(id);
    expect(plan.version).toBe(2);
    expect(plan.todos.map((each) => each.id)).toEqual(["gate", "between", "after"]);
    expect(plan.todos[1]).toMatchObject({ status: "blocked", priority: 8 });

    expect(await letEnd(api(), id)).toMatchObject({ status: "completed" });
    const started = (await api().events(id)).filter(({ type }) => type === "todo.started");
    expect(started.map(({ todo_id }) => todo_id)).toEqual(["gate", "between", "after"]);
    const { versions } = await api().get<{ versions: PlanVersion[] }>(`/v1/plans/${id}/versions`);
    expect(versions).toMatchObject([
      { version: 1, change_type: "created" },
      { version: 2, change_type: "edit", by: "local-operator", reason: "경쟁사 분석도 필요해요" },
    ]);
  });

  test("sees what an edit would change before making it", async () => {
    const id = "edit-preview";
    await gatedPlan(api(), id);
    const ops = [{ edit_type: "remove_todo", target_id: "after" }];
    const response = await api().post(`/v1/plans/${id}/edits?validate_only=true`, { ops });
    expect(await response.json()).toMatchObject({
      validate_only: true,
      base_version: 1,
      changes: { todos: [{ todo_id: "after", after: null }] },
    });
    expect(await planOf(id)).toMatchObject({ version: 1, todo_count: 2 });
    await letEnd(api(), id);
  });

  test("writes S0's edits out in full, with null and {} where an operation has nothing to say", async () => {
    const id = "edit-in-full";
    await gatedPlan(api(), id);
    const settings = { changes: { max_parallel: 2 } };
    const ops = [
      { edit_type: "add_todo", target_id: null, params: { todo: echo("new") }, description: "a" },
      {
        edit_type: "reorder",
        target_id: null,
        params: { order: ["new", "gate", "after"] },
        description: "b",
      },
      { edit_type: "remove_todo", target_id: "after", params: {}, description: "c" },
      { edit_type: "modify_plan", target_id: null, params: settings, description: "d" },
    ];
    const seen = await api().post(`/v1/plans/${id}/edits?validate_only=true`, { ops });
    expect(seen.status, await seen.clone().text()).toBe(200);
    await edit(id, ops);
    const { todos, ...plan } = await planOf(id);
    expect(plan).toMatchObject({ version: 2, max_parallel: 2 });
    expect(todos.map((todo) => todo.id)).toEqual(["new", "gate"]);

    // What would be dropped is refused.
    const filled = [{ edit_type: "remove_todo", target_id: "new", params: { todo: "x" } }];
    await problemOf(send(id, filled), "validation_failed");
    const named = { edit_type: "add_todo", target_id: "new", params: { todo: echo("more") } };
    await problemOf(send(id, [named]), "validation_failed");
    await letEnd(api(), id);
  });

  test("takes an edit back, compares versions, and rolls back to one", async () => {
    const id = "edit-undo";
    await gatedPlan(api(), id);
    await edit(id, [retitle("after", "뒤")]);
    await edit(id, [{ edit_type: "remove_todo", target_id: "after" }]);
    expect((await api().post(`/v1/plans/${id}/undo`, {})).status).toBe(200);
    expect(await planOf(id)).toMatchObject({
      version: 4,
      todos: [{}, { id: "after", title: "뒤" }],
    });
    const compare = (to: number) =>
      api().get<Comparison>(`/v1/plans/${id}/compare?from=1&to=${to}`);
    expect(await compare(4)).toMatchObject({
      added: [],
      removed: [],
      changed: [{ todo_id: "after", fields: [{ field: "title", before: "after", after: "뒤" }] }],
    });
    expect((await api().post(`/v1/plans/${id}/rollback`, { version: 1 })).status).toBe(200);
    expect(await compare(5)).toMatchObject({ added: [], removed: [], changed: [], settings: [] });
    await problemOf(api().post(`/v1/plans/${id}/rollback`, { version: 99 }), "version_not_found");
    expect(
      await problemOf(
        api().request("GET", `/v1/plans/${id}/compare?from=9&to=1`),
        "version_not_found",
      ),
    ).toMatchObject({ detail: `There is no version 9 of plan "${id}".` });
    expect(await letEnd(api(), id)).toMatchObject({ status: "completed" });
  });

  test("merges with edits of other todos, and is told what changed in the same one", async () => {
    const id = "edit-merge";
    await gatedPlan(api(), id, [echo("other")]);
    await edit(id, [retitle("after", "하나")], { base_version: 1 });
    const answer = send(id, [retitle("after", "둘")], { base_version: 1 });
    expect(await problemOf(answer, "stale_plan_version")).toMatchObject({
      current_version: 2,
      changes_since: [{ version: 2 }],
    });
    await edit(id, [{ edit_type: "add_todo", params: { todo: echo("new") } }], { base_version: 1 });
    const plan = await planOf(id);
    expect(plan).toMatchObject({ version: 3 });
    expect(plan.todos.map(({ title }) => title)).toContain("하나");
    await letEnd(api(), id);
  });

  test("gets nothing changed when one operation of many is wrong", async () => {
    const id = "edit-atomic";
    await gatedPlan(api(), id);
    const nobody = send(id, [
      { edit_type: "change_priority", target_id: "after", params: { priority: "critical" } },
      { edit_type: "add_dependency", target_id: "after", params: { depends_on: "nobody" } },
    ]);
    expect((await problemOf(nobody, "unknown_dependency")).hint).toContain("Nothing was changed");
    const running = send(id, [
      { edit_type: "modify_todo", target_id: "gate", params: { changes: { tool_params: {} } } },
    ]);
    await problemOf(running, "todo_not_editable");
    const circle = send(id, [
      { edit_type: "add_todo", params: { todo: { ...echo("x"), depends_on: ["after"] } } },
      { edit_type: "add_dependency", target_id: "after", params: { depends_on: "x" } },
    ]);
    expect((await problemOf(circle, "dependency_cycle")).detail).toMatch(/after → x → after/);
    expect(await planOf(id)).toMatchObject({ version: 1, todos: [{}, { priority: 5 }] });
    await letEnd(api(), id);
  });

  test("changes what a hold asks about, and it asks again about the new bytes", async () => {
    const id = "edit-hold";
    const todos = [{ ...echo("publish", "one"), requires_approval: true }];
    await api().create({ id, title: "hold", todos });
    const [asked] = await api().untilHolds(id);
    const changes = { tool_params: { text: "two" } };
    await edit(id, [{ edit_type: "modify_todo", target_id: "publish", params: { changes } }]);
    const late = api().post(`/v1/holds/${asked!.id}/decision`, { decision: "approve" });
    const stale = await problemOf(late, "hold_stale");
    const [again] = await api().holds(id);
    expect(stale.successor).toBe(again!.id);
    expect(again!.args).toEqual({ text: "two" });
    await api().post(`/v1/holds/${again!.id}/decision`, { decision: "approve" });
    expect(await api().untilEnded(id)).toMatchObject({
      todos: [{ result_data: { text: "two" } }],
    });
  });
});

describe("a reference to a result", () => {
  const where: NewTodoInput = { id: "where", title: "어디서?", input_request: { question: "?" } };
  const source: NewTodoInput = { ...echo("source"), depends_on: ["where"] };
  const patch = (path: string, changes: object) => api().send("PATCH", path, changes);
  const writing = (text: string): NewTodoInput => ({ ...echo("use"), tool_params: { text } });

  test("is checked when a todo is added or changed, against what tools give as well", async () => {
    const path = "/v1/plans/refer/todos";
    await api().create({ id: "refer", title: "r", todos: [where, source] });
    const missing = await problemOf(
      api().post(path, writing("{{todo.source.result/txt}}")),
      "invalid_edit",
    );
    expect(inEnglish(missing.errors)).toEqual([
      {
        pointer: "/tool_params/text",
        code: "invalid_edit",
        detail: 'The result of "source" has no "/txt". Did you mean "/text"? It has /text.',
      },
    ]);
    const added = await api().post(path, writing("{{todo.source.result/text}}"));
    expect(added.status).toBe(201);
    const change = { tool_params: { text: "{{todo.where.result/city}}" } };
    const changed = patch(`${path}/use`, change);
    expect((await problemOf(changed, "invalid_edit")).errors?.[0]?.detail).toBe(
      'The result of "where" has no parts: there is no "/city" in it.',
    );
  });

  test("is checked against its todo as the whole edit leaves it", async () => {
    const id = "together";
    const asks = { type: "object", properties: { city: { type: "string" } } };
    const input_request = { question: "?", input_type: "form", schema: asks };
    const changes = { input_request };
    const todo = writing("{{todo.where.result/city}}");
    const later = { ...echo("later"), input_request: null };
    await api().create({ id, title: "t", todos: [where, source] });
    await edit(id, [
      { edit_type: "add_todo", params: { todo } },
      { edit_type: "modify_todo", target_id: "where", params: { changes } },
    ]);
    const forward = [
      {
        edit_type: "add_todo",
        params: {
          todo: { ...writing("{{todo.later.result/txt}}"), id: "first", depends_on: ["later"] },
        },
      },
      { edit_type: "add_todo", params: { todo: later } },
    ];
    const refused = await problemOf(send(id, forward), "invalid_edit");
    expect(refused.errors?.map(({ pointer }) => pointer)).toEqual([
      "/ops/0/params/todo/tool_params/text",
    ]);
  });

  test("keeps what it names: a change may not take it away", async () => {
    const schema = { type: "object", properties: { city: { type: "string" } } };
    const form = { question: "?", input_type: "form" as const, schema };
    const text = "{{todo.where.result/city}}";
    const todos = [{ ...where, input_request: form }, writing(text)];
    await api().create({ id: "kept", title: "k", todos });
    const plain = { input_request: { question: "어디서?" } };
    const changed = patch("/v1/plans/kept/todos/where", plain);
    expect((await problemOf(changed, "invalid_edit")).detail).toContain(
      'The result of "where" has no parts: there is no "/city" in it.',
    );
  });
});

test("a plan is restored to a checkpoint, and only what came after runs again", async () => {
  const id = "restore";
  await api().create({
    id,
    title: "restore",
    todos: [
      echo("collect"),
      { ...echo("analyse"), depends_on: ["collect"] },
      { ...echo("publish"), depends_on: ["analyse"], requires_approval: true },
    ],
  });
  const [hold] = await api().untilHolds(id);
  await edit(id, [retitle("publish", "게시")]);
  const { checkpoints } = await api().get<{ checkpoints: Checkpoint[] }>(
    `/v1/plans/${id}/checkpoints`,
  );
  expect(checkpoints.map((each) => [each.phase, each.todo_id, each.overall_progress])).toEqual([
    ["created", null, 0],
    ["completed", "collect", 33.3],
    ["completed", "analyse", 66.7],
    ["edit", null, 66.7],
  ]);
  const after = checkpoints[1]!.checkpoint_id;
  expect((await api().post(`/v1/plans/${id}/rollback`, { checkpoint_id: after })).status).toBe(200);
  const asked = await api().watch.until(id, async () => {
    const open = await api().holds(id);
    return open.find((each) => each.id !== hold!.id);
  });
  expect(asked).toMatchObject({ todo_id: "publish", title: "publish" });
  await api().post(`/v1/holds/${asked.id}/decision`, { decision: "approve" });
  const ended = await api().untilEnded(id);
  expect(ended.todos.map((todo) => [todo.id, todo.run])).toEqual([
    ["collect", 1],
    ["analyse", 2],
    ["publish", 1],
  ]);
});

test("tags that Temporal's lists cannot keep are refused by an edit, as by a new plan", async () => {
  const id = "edit-tags";
  await gatedPlan(api(), id);
  const tags = Array.from({ length: 32 }, (_, place) => `${place}`.padEnd(64, "x"));
  const response = await send(id, [{ edit_type: "modify_plan", params: { changes: { tags } } }]);
  const problem = await problemOf(response, "validation_failed");
  expect(problem.errors?.[0]?.pointer).toBe("/ops/0/params/changes/tags");
  await letEnd(api(), id);
});
