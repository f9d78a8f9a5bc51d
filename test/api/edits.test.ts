import { inEnglish } from "../support/in-english.ts";
import { describe, expect, test } from "vitest";
import type { Checkpoint, Comparison, PlanVersion } from "../../src/contract/plan/edit.ts";
import type { Hold } from "../../src/contract/plan/holds/hold.ts";
import type { NewPlanInput, PlanView } from "../../src/contract/plan/plan.ts";
import type { NewTodoInput } from "../../src/contract/plan/todo.ts";
import { problemOf, useApi } from "../support/api-harness.ts";

const api = useApi();
const echo = (id: string, text = id): NewTodoInput & { id: string } => ({
  id,
  title: id,
  tool_name: "echo",
  tool_params: { text },
});

/** A plan that runs its gate, with `after` waiting behind it. */
async function gatedPlan(id: string, more: NewPlanInput["todos"] = []): Promise<void> {
  const gate = { id: "gate", title: "gate", tool_name: "gate", tool_params: { name: id } };
  const after = { ...echo("after"), depends_on: ["gate"] };
  await api().create({ id, title: id, todos: [gate, after, ...more] });
  await api().watch.until(id, async () => {
    const plan = await api().get<PlanView>(`/v1/plans/${id}`);
    return plan.todos[0]?.status === "in_progress";
  });
}

const planOf = (id: string) => api().get<PlanView>(`/v1/plans/${id}`);
const send = (id: string, ops: object[], more: object = {}) =>
  api().post(`/v1/plans/${id}/edits`, { ops, ...more });

async function edit(id: string, ops: object[], more: object = {}): Promise<void> {
  const response = await send(id, ops, more);
  if (response.status !== 200) throw new Error(await response.text());
}

async function letEnd(id: string): Promise<PlanView> {
  api().tools.open(id);
  return api().untilEnded(id);
}

const retitle = (target_id: string, title: string) => ({
  edit_type: "modify_todo",
  target_id,
  params: { changes: { title } },
});

describe("while a plan runs, a person", () => {
  test("adds a todo in the middle, and it runs there", async () => {
    const id = "edit-add";
    await gatedPlan(id);
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

    expect(await letEnd(id)).toMatchObject({ status: "completed" });
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
    await gatedPlan(id);
    const ops = [{ edit_type: "remove_todo", target_id: "after" }];
    const response = await api().post(`/v1/plans/${id}/edits?validate_only=true`, { ops });
    expect(await response.json()).toMatchObject({
      validate_only: true,
      changes: { todos: [{ todo_id: "after", after: null }] },
    });
    expect(await planOf(id)).toMatchObject({ version: 1, todo_count: 2 });
    await letEnd(id);
  });

  test("takes an edit back, compares versions, and rolls back to one", async () => {
    const id = "edit-undo";
    await gatedPlan(id);
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
    expect(await letEnd(id)).toMatchObject({ status: "completed" });
  });

  test("merges with edits of other todos, and is told what changed in the same one", async () => {
    const id = "edit-merge";
    await gatedPlan(id, [echo("other")]);
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
    await letEnd(id);
  });

  test("gets nothing changed when one operation of many is wrong", async () => {
    const id = "edit-atomic";
    await gatedPlan(id);
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
    await letEnd(id);
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

test("a pause that interrupts sends running todos back, and they run again after it", async () => {
  const id = "interrupt";
  await gatedPlan(id);
  const paused = await api().post(`/v1/plans/${id}/pause`, { mode: "interrupt", reason: "잠깐" });
  expect(paused.status).toBe(200);
  await api().watch.until(id, async () => (await planOf(id)).todos[0]?.status === "pending");
  api().tools.open(id);
  expect((await api().post(`/v1/plans/${id}/resume`, {})).status).toBe(200);
  expect(await api().untilEnded(id)).toMatchObject({
    status: "completed",
    todos: [{ id: "gate", run: 2 }, {}],
  });
});

describe("an operator", () => {
  test("skips a todo that waits, and what depends on it goes on", async () => {
    const id = "op-skip";
    await gatedPlan(id, [{ ...echo("last"), depends_on: ["after"] }]);
    expect((await api().post(`/v1/plans/${id}/todos/after/skip`, {})).status).toBe(200);
    const retry = api().post(`/v1/plans/${id}/todos/after/retry`, {});
    expect((await problemOf(retry, "illegal_transition")).legal).toEqual(["rerun"]);
    expect(await letEnd(id)).toMatchObject({
      status: "completed",
      progress: { counts: { skipped: 1, completed: 2 } },
    });
  });

  test("skips a running todo: its tool is stopped, and what waits for it runs", async () => {
    const id = "op-skip-running";
    await gatedPlan(id, [{ ...echo("last"), depends_on: ["gate"] }]);
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

describe("a reference to a result", () => {
  const where: NewTodoInput = { id: "where", title: "어디서?", input_request: { question: "?" } };
  const source: NewTodoInput = { ...echo("source"), depends_on: ["where"] };
  const patch = (path: string, changes: object) =>
    api().request("PATCH", path, {
      headers: { "content-type": "application/json" },
      body: JSON.stringify(changes),
    });
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

describe("a todo that asks a person", () => {
  const ask = (id: string, input_request: NewTodoInput["input_request"]): NewTodoInput => ({
    id,
    title: id,
    input_request,
  });

  test("goes on with the answer, and only with an acceptable one", async () => {
    const id = "ask-choice";
    const question = { question: "어느 기간을 쓸까요?", input_type: "choice" as const };
    await api().create({
      id,
      title: "ask",
      todos: [
        ask("period", { ...question, options: ["3개월", "1년"] }),
        { ...echo("use"), tool_params: { text: "{{todo.period.result}}" } },
      ],
    });
    const [hold] = await api().untilHolds(id);
    expect(hold).toMatchObject({ kind: "input", message: "어느 기간을 쓸까요?" });
    const say = (value: unknown) =>
      api().post(`/v1/holds/${hold!.id}/decision`, { decision: "answer", value });
    expect(await problemOf(say("2주"), "invalid_answer")).toMatchObject({
      errors: [{ pointer: "/value", detail: "The answer must be one of: 3개월, 1년." }],
    });
    expect((await say("1년")).status).toBe(200);
    expect(await problemOf(say("3개월"), "hold_already_decided")).toMatchObject({
      decided: { decision: "answer", by: "local-operator" },
    });
    expect(await api().untilEnded(id)).toMatchObject({
      todos: [
        { result_data: "1년", completed_by: "local-operator" },
        { result_data: { text: "1년" } },
      ],
    });
  });

  test("names the field of a form that is wrong", async () => {
    const id = "ask-form";
    const schema = {
      type: "object",
      properties: { count: { type: "integer", minimum: 1 }, note: { type: "string" } },
      required: ["count"],
      additionalProperties: false,
    };
    const form = { question: "Fill in", input_type: "form" as const, schema };
    await api().create({ id, title: "form", todos: [ask("form", form)] });
    const [hold] = await api().untilHolds(id);
    const say = (value: unknown) =>
      api().post(`/v1/holds/${hold!.id}/decision`, { decision: "answer", value });
    const { errors } = await problemOf(say({ count: 0 }), "invalid_answer");
    expect(errors?.map(({ pointer }) => pointer)).toEqual(["/value/count"]);
    await problemOf(say({ count: 1, other: 1 }), "invalid_answer");
    expect((await say({ count: 3, note: "메모" })).status).toBe(200);
    expect(await api().untilEnded(id)).toMatchObject({
      todos: [{ result_data: { count: 3, note: "메모" } }],
    });
  });

  test("takes the answer to what was asked, keeps what is said with it, and drops nothing", async () => {
    const id = "ask-bound";
    await api().create({ id, title: "ask", todos: [ask("who", { question: "For whom?" })] });
    const [hold] = await api().untilHolds(id);
    const say = (more: object) =>
      api().post(`/v1/holds/${hold!.id}/decision`, { decision: "answer", value: "mina", ...more });
    await problemOf(say({ digest: `sha256:${"0".repeat(64)}` }), "hold_stale");
    for (const [field, value] of Object.entries({
      lines: [1],
      then: "skip",
      args: {},
      approval: "every_todo",
    })) {
      const { errors } = await problemOf(say({ [field]: value }), "invalid_command");
      expect(errors).toMatchObject([{ pointer: `/${field}` }]);
    }
    const told = { comment: "She asked for it.", digest: hold!.digest };
    expect((await say(told)).status).toBe(200);
    await api().untilEnded(id);
    expect(await api().get<Hold>(`/v1/holds/${hold!.id}`)).toMatchObject({
      decision: { decision: "answer", value: "mina", comment: "She asked for it." },
    });
  });

  test("keeps a hundred questions apart, however they are answered", async () => {
    const id = "ask-many";
    const todos = Array.from({ length: 100 }, (_, n) =>
      ask(`q${n}`, { question: `How many is ${n}?`, input_type: "number" }),
    );
    await api().create({ id, title: "many", todos });
    const holds = await api().untilHolds(id, 100);
    const answers = holds.toReversed().map((hold) =>
      api().post(`/v1/holds/${hold.id}/decision`, {
        decision: "answer",
        value: Number(hold.todo_id?.slice(1)),
      }),
    );
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(todos.map(() => 200));
    await api().untilEnded(id);
    const plan = await api().get<PlanView>(`/v1/plans/${id}?limit=1000`);
    expect(plan.todos.map((todo) => todo.result_data)).toEqual(todos.map((_, n) => n));
  });

  test("is refused with a question that nobody could answer", async () => {
    const bad = [
      { question: "?", input_type: "choice" },
      {
        question: "?",
        input_type: "form",
        schema: { type: "object", properties: { a: { type: "string", pattern: "(a+)+$" } } },
      },
      { question: "?", input_type: "number", default: "many" },
    ];
    for (const input_request of bad) {
      const plan = { title: "bad", todos: [{ title: "ask", input_request }] };
      const { errors } = await problemOf(api().post("/v1/plans", plan), "validation_failed");
      expect(errors?.[0]?.pointer).toContain("/todos/0/input_request");
    }
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
  await gatedPlan(id);
  const tags = Array.from({ length: 32 }, (_, place) => `${place}`.padEnd(64, "x"));
  const response = await send(id, [{ edit_type: "modify_plan", params: { changes: { tags } } }]);
  const problem = await problemOf(response, "validation_failed");
  expect(problem.errors?.[0]?.pointer).toBe("/ops/0/params/changes/tags");
  await letEnd(id);
});
