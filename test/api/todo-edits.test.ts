import { describe, expect, test } from "vitest";
import { createApp } from "../../src/api/app.ts";
import type { Added, Receipt } from "../../src/contract/plan/plan.ts";
import type { Todo } from "../../src/contract/plan/todo.ts";
import { pointersOf, problemOf, useApi } from "../support/api-harness.ts";
import { echo } from "../support/echo-todo.ts";

const api = useApi();

async function heldPlan(): Promise<string> {
  const { id } = await api().create({
    title: "p",
    approval: "every_todo",
    todos: [echo("a"), echo("b")],
  });
  return id;
}
const send = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
  api().request(method, `/v1/plans/${path}`, {
    headers: { "content-type": "application/json", ...headers },
    body: body === undefined ? null : JSON.stringify(body),
  });
const order = async (id: string) => (await api().plan(id)).todos.map((todo) => todo.id);

describe("a todo", () => {
  test("is added where the caller wants it", async () => {
    const id = await heldPlan();
    const answer = await send("POST", `${id}/todos`, {
      ...echo("n"),
      position: { after: "a" },
      reason: "r",
    });
    expect(answer.status).toBe(201);
    const added = (await answer.json()) as Added;
    expect(added).toMatchObject({ plan_id: id, todo_id: "n", added: ["n"] });
    expect(await order(id)).toEqual(["a", "n", "b"]);
    const version = await api().get(`/v1/plans/${id}/versions/2`);
    expect(version).toMatchObject({ change_type: "edit", reason: "r" });
  });

  test("that is added is named, and where it is, also by who repeats the request", async () => {
    const id = await heldPlan();
    const { id: _, ...unnamed } = echo("n");
    const first = await send("POST", `${id}/todos`, unnamed);
    expect(first.status).toBe(201);
    const { todo_id } = (await first.json()) as Added;
    expect(first.headers.get("location")).toBe(`/v1/plans/${id}/todos/${todo_id}`);
    expect(await order(id)).toEqual(["a", "b", todo_id]);
    const made = await api().request("GET", first.headers.get("location")!);
    expect(((await made.json()) as Todo).title).toBe("n");

    const command = { ...unnamed, blocks: ["b"], command_id: "once" };
    const second = (await (await send("POST", `${id}/todos`, command)).json()) as Added;
    expect(second.todo_id).not.toBe(todo_id);
    await send("DELETE", `${id}/todos/${second.todo_id}`);
    const repeat = await send("POST", `${id}/todos`, command);
    expect(repeat.status).toBe(201);
    expect(repeat.headers.get("location")).toBe(`/v1/plans/${id}/todos/${second.todo_id}`);
    expect(await repeat.json()).toEqual(second);
    expect(await order(id)).toEqual(["a", "b", todo_id]);
  });

  test("that is added without waiting is not named yet", async () => {
    const id = await heldPlan();
    const answer = await send("POST", `${id}/todos`, echo("n"), { prefer: "respond-async" });
    expect(answer.status).toBe(202);
    expect(answer.headers.get("location")).toBeNull();
    expect(await answer.json()).toMatchObject({ accepted: null });
  });

  test("is changed and moved in one version", async () => {
    const id = await heldPlan();
    const body = { title: "neu", priority: "high", position: "first" };
    expect((await send("PATCH", `${id}/todos/b`, body)).status).toBe(200);
    expect(await order(id)).toEqual(["b", "a"]);
    const todo = await api().get<Todo>(`/v1/plans/${id}/todos/b`);
    expect([todo.title, todo.priority]).toEqual(["neu", 8]);
    expect((await api().plan(id)).version).toBe(2);
    expect((await send("PATCH", `${id}/todos/b`, { position: "last" })).status).toBe(200);
    expect(await order(id)).toEqual(["a", "b"]);
  });

  test("is removed", async () => {
    const id = await heldPlan();
    expect((await send("DELETE", `${id}/todos/b?reason=weg`)).status).toBe(200);
    expect(await order(id)).toEqual(["a"]);
    expect(await api().get(`/v1/plans/${id}/versions/2`)).toMatchObject({ reason: "weg" });
  });

  test("stays as it is when the caller only asks what would be", async () => {
    const id = await heldPlan();
    for (const [method, path, body] of [
      ["POST", "todos", echo("n")],
      ["PATCH", "todos/a", { title: "x" }],
      ["DELETE", "todos/a", undefined],
    ] as const) {
      const answer = await send(method, `${id}/${path}?validate_only=true`, body);
      expect(await answer.json()).toMatchObject({ validate_only: true, changes: { todos: [{}] } });
    }
    expect((await api().plan(id)).version).toBe(1);
  });

  test("is changed for one version only when the caller says so", async () => {
    const id = await heldPlan();
    await send("PATCH", `${id}/todos/a`, { title: "x" });
    const stale = { "if-match": '"v1"' };
    await problemOf(send("PATCH", `${id}/todos/b`, { title: "y" }, stale), "stale_plan_version");
    await problemOf(send("DELETE", `${id}/todos/b`, undefined, stale), "stale_plan_version");
    await problemOf(send("POST", `${id}/todos`, echo("n"), stale), "stale_plan_version");
    // A base version merges with what touched other todos.
    const merged = await send("PATCH", `${id}/todos/b`, { title: "y", base_version: 1 });
    expect(merged.status).toBe(200);
    const body = { title: "z", base_version: 1 };
    await problemOf(send("PATCH", `${id}/todos/a`, body), "stale_plan_version");
    await problemOf(send("DELETE", `${id}/todos/a?base_version=1`), "stale_plan_version");
  });
});

describe("the receipt of an edit", () => {
  const addTwo = {
    ops: [
      { edit_type: "add_todo", params: { todo: { title: "x" }, position: "first" } },
      { edit_type: "add_todo", params: { todo: { title: "y" } } },
      { edit_type: "modify_todo", target_id: "a", params: { changes: { title: "neu" } } },
    ],
  };
  const receiptOf = async (answer: Response) => (await answer.json()) as Receipt;

  test("names the todos that it added, in plan order, and no others", async () => {
    const id = await heldPlan();
    const { added = [] } = await receiptOf(await send("POST", `${id}/edits`, addTwo));
    expect(await order(id)).toEqual([added[0], "a", "b", added[1]]);
    const renamed = await receiptOf(await send("PATCH", `${id}/todos/a`, { title: "z" }));
    expect(renamed).not.toHaveProperty("added");
    const removed = await receiptOf(await send("DELETE", `${id}/todos/b`));
    expect(removed).not.toHaveProperty("added");
    const back = await receiptOf(await send("POST", `${id}/undo`, {}));
    expect(back.added).toEqual(["b"]);
  });
});

describe("a todo is refused, with the place in what the caller sent", () => {
  test.each([
    [{ ...echo("a") }, "duplicate_todo", ["/id"]],
    [{ ...echo("n"), depends_on: ["none"] }, "unknown_dependency", ["/depends_on"]],
    [{ ...echo("n"), tool_name: "ecko" }, "unknown_tool", ["/tool_name"]],
    [{ ...echo("n"), tool_params: {} }, "invalid_tool_input", ["/tool_params/text"]],
    [
      { ...echo("n"), tool_params: { text: "{{todo.a.result.text}}" } },
      "invalid_edit",
      ["/tool_params/text"],
    ],
    [{ ...echo("n"), input_data: { x: "{{todo.a.oops}}" } }, "invalid_edit", ["/input_data/x"]],
    [{ ...echo("n"), position: { after: "none" } }, "todo_not_found", ["/position"]],
    [{ title: 5 }, "validation_failed", ["/title"]],
    [{ ...echo("n"), nonsense: 1 }, "validation_failed", ["/nonsense"]],
  ] as const)("when it is new: %j", async (body, code, pointers) => {
    const id = await heldPlan();
    const problem = await problemOf(send("POST", `${id}/todos`, body), code);
    expect(problem.detail).not.toContain("/ops/");
    expect(pointersOf(problem)).toEqual(pointers);
  });

  test("when it is to be done by a tool that nobody has", async () => {
    const id = await heldPlan();
    const problem = await problemOf(
      send("PATCH", `${id}/todos/b`, { tool_name: "ecko" }),
      "unknown_tool",
    );
    expect(pointersOf(problem)).toEqual(["/tool_name"]);
    const op = {
      edit_type: "modify_todo",
      target_id: "b",
      params: { changes: { tool_name: "ecko" } },
    };
    const edit = await problemOf(
      send("POST", `${id}/edits?validate_only=true`, { ops: [op] }),
      "unknown_tool",
    );
    expect(pointersOf(edit)).toEqual(["/ops/0/params/changes/tool_name"]);
    // Another queue's workers have tools of their own.
    const elsewhere = await send("PATCH", `${id}/todos/b`, {
      tool_name: "ecko",
      task_queue: "gpu",
    });
    expect(elsewhere.status).toBe(200);
  });

  test("when there is no tool to get what is written for one", async () => {
    const id = await heldPlan();
    const params = { tool_params: { text: "x" } };
    const added = send("POST", `${id}/todos`, { title: "n", ...params });
    expect(pointersOf(await problemOf(added, "validation_failed"))).toEqual(["/tool_params"]);
    const changed = send("PATCH", `${id}/todos/b`, { tool_name: null, ...params });
    expect(pointersOf(await problemOf(changed, "validation_failed"))).toEqual(["/tool_params"]);
    // A person does it from now on: what its tool would have got goes with that.
    expect((await send("PATCH", `${id}/todos/b`, { tool_name: null })).status).toBe(200);
  });

  test("when its tool does not take what it is to get, however that is said", async () => {
    const id = await heldPlan();
    const refused = async (method: string, path: string, body: object) =>
      pointersOf(await problemOf(send(method, `${id}/${path}`, body), "invalid_tool_input"));
    const change = (changes: object) => ({
      edit_type: "modify_todo",
      target_id: "b",
      params: { changes },
    });
    expect(await refused("PATCH", "todos/b", { tool_params: { text: 5 } })).toEqual([
      "/tool_params/text",
    ]);
    const typo = await problemOf(
      send("PATCH", `${id}/todos/b`, { tool_params: { text: "b", txt: "b" } }),
      "invalid_tool_input",
    );
    expect(typo.detail).toBe('/tool_params/txt: Unknown key "txt". Did you mean "text"?');
    const ops = [
      { edit_type: "change_priority", target_id: "b", params: { priority: 9 } },
      change({ tool_params: {} }),
    ];
    const place = "/ops/1/params/changes/tool_params/text";
    expect(await refused("POST", "edits", { ops })).toEqual([place]);
    expect(await refused("POST", "edits?validate_only=true", { ops })).toEqual([place]);
    expect((await api().plan(id)).version).toBe(1);
    // What is only known once another todo is done is checked when it is.
    const later = { tool_params: { text: "{{todo.a.result/text}}" } };
    expect((await send("PATCH", `${id}/todos/b`, later)).status).toBe(200);
  });

  test.each([
    ["modify_todo", { changes: { blocks: ["a"] } }, "/changes/blocks", '"add_dependency"'],
    ["modify_todo", { changes: { dependencies: ["a"] } }, "/changes/dependencies", '"depends_on"'],
    ["modify_todo", { changes: { position: "first" } }, "/changes/position", '"reorder"'],
    ["remove_todo", { todo_id: "b" }, "/todo_id", "takes none"],
  ])("when %s says %j, and is told where that goes", async (edit_type, params, place, told) => {
    const id = await heldPlan();
    const ops = [{ edit_type, target_id: "b", params }];
    const problem = await problemOf(send("POST", `${id}/edits`, { ops }), "validation_failed");
    expect(pointersOf(problem)).toEqual([`/ops/0/params${place}`]);
    expect(problem.detail).toContain(told);
  });

  test("when an operation is none of those that there are", async () => {
    const id = await heldPlan();
    const ops = [{ edit_type: "rename", target_id: "b" }];
    const problem = await problemOf(send("POST", `${id}/edits`, { ops }), "validation_failed");
    expect(pointersOf(problem)).toEqual(["/ops/0/edit_type"]);
    expect(problem.detail).toContain("add_dependency, remove_dependency or modify_plan");
  });

  test("when another tool is to do it that does not take what it has, unless the same edit gives more", async () => {
    const id = await heldPlan();
    const change = (changes: object) => ({
      edit_type: "modify_todo",
      target_id: "b",
      params: { changes },
    });
    const other = { tool_name: "refuse" };
    const problem = await problemOf(send("PATCH", `${id}/todos/b`, other), "invalid_tool_input");
    expect(pointersOf(problem)).toEqual(["/tool_params/sentence", "/tool_params/text"]);
    const ops = [change({ tool_params: { sentence: "nein" } }), change(other)];
    const halves = { ops: [change({ tool_params: { sentence: 1 } }), change(other)] };
    const wrong = await problemOf(send("POST", `${id}/edits`, halves), "invalid_tool_input");
    expect(pointersOf(wrong)).toEqual(["/ops/0/params/changes/tool_params/sentence"]);
    expect((await send("POST", `${id}/edits`, { ops })).status).toBe(200);
    // A person does it now, so that nothing takes arguments.
    expect((await send("PATCH", `${id}/todos/b`, { tool_name: null })).status).toBe(200);
  });

  test("when it is not there, is to be nothing else, or is done", async () => {
    const id = await heldPlan();
    await problemOf(send("PATCH", `${id}/todos/none`, { title: "x" }), "todo_not_found");
    await problemOf(send("DELETE", `${id}/todos/none`), "todo_not_found");
    await problemOf(send("PATCH", `${id}/todos/a`, {}), "nothing_changed");
    await problemOf(send("PATCH", `${id}/todos/a`, { status: "completed" }), "validation_failed");
    await problemOf(send("PATCH", "none/todos/a", { title: "x" }), "plan_not_found");
    const [first, ...others] = await api().untilHolds(id);
    expect([first!.todo_id, others]).toEqual(["a", []]);
    await api().post(`/v1/holds/${first!.id}/decision`, { decision: "approve" });
    await api().watch.until(id, async () => {
      const todo = await api().get<Todo>(`/v1/plans/${id}/todos/a`);
      return todo.status === "completed";
    });
    await problemOf(send("PATCH", `${id}/todos/a`, { title: "x" }), "todo_not_editable");
  });
});

/** An API that counts how often plans are asked. */
function counting() {
  const { plans } = api().deps;
  const asked: string[] = [];
  const query: typeof plans.query = (...given) => {
    asked.push(given[1].name);
    return plans.query(...given);
  };
  return { app: createApp({ ...api().deps, plans: { ...plans, query } }), asked };
}

test("an edit of the arguments of 200 todos asks its plan a few times, not once for each", async () => {
  const ids = Array.from({ length: 200 }, (_, n) => `t${n}`);
  const { id } = await api().create({
    title: "p",
    approval: "every_todo",
    todos: ids.map((id) => echo(id)),
  });
  const { app, asked } = counting();
  const ops = ids.map((target_id, n) => ({
    edit_type: "modify_todo",
    target_id,
    params: {
      changes: { tool_params: { text: n === 0 ? "new" : `{{todo.t${n - 1}.result/text}}` } },
    },
  }));
  const linked = ids.slice(1).map((target_id, n) => ({
    edit_type: "add_dependency",
    target_id,
    params: { depends_on: `t${n}` },
  }));
  const answer = await app.request(`/v1/plans/${id}/edits`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ops: [...linked, ...ops] }),
  });
  expect(answer.status, await answer.text()).toBe(200);
  expect((await api().plan(id)).todos[199]!.tool_params).toEqual({
    text: "{{todo.t198.result/text}}",
  });
  expect(asked.length).toBeLessThanOrEqual(4);
  await api().post(`/v1/plans/${id}/cancel`, {});
});

test("an edit of who is asked next by 50 todos asks its plan a few times, not once for each", async () => {
  const ids = Array.from({ length: 50 }, (_, n) => `t${n}`);
  const { id } = await api().create({
    title: "p",
    approval: "every_todo",
    todos: ids.map((id) => echo(id)),
  });
  const { app, asked } = counting();
  const ops = ids.map((target_id) => ({
    edit_type: "modify_todo",
    target_id,
    params: { changes: { approval: { escalate_to: ["lee"] } } },
  }));
  const answer = await app.request(`/v1/plans/${id}/edits`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ops }),
  });
  expect(answer.status, await answer.text()).toBe(200);
  expect((await api().plan(id)).todos[49]!.approval.escalate_to).toEqual(["lee"]);
  expect(asked.length).toBeLessThanOrEqual(4);
  await api().post(`/v1/plans/${id}/cancel`, {});
});

test("a change of words, order or dependencies is sent to its plan at once: the plan is asked nothing before", async () => {
  const id = await heldPlan();
  const { app, asked } = counting();
  const edit = (op: object) =>
    app.request(`/v1/plans/${id}/edits`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ops: [op] }),
    });
  const modify = (changes: object) =>
    edit({ edit_type: "modify_todo", target_id: "b", params: { changes } });
  for (const sent of [
    modify({ title: "Second" }),
    modify({ priority: 7, input_data: { for: "b" } }),
    edit({ edit_type: "add_dependency", target_id: "b", params: { depends_on: "a" } }),
  ]) {
    const answer = await sent;
    expect(answer.status, await answer.text()).toBe(200);
  }
  expect(asked).toEqual([]);
  // Whose arguments they are has to be known.
  expect((await modify({ tool_params: { text: "other" } })).status).toBe(200);
  expect(asked).not.toEqual([]);
});
