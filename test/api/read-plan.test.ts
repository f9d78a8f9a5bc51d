import { beforeAll, describe, expect, test } from "vitest";
import type { Hold } from "../../src/contract/plan/holds/hold.ts";
import type { PlanView, Progress, Schedule } from "../../src/contract/plan/plan.ts";
import type { Todo } from "../../src/contract/plan/todo.ts";
import { pointersOf, problemOf, useApi } from "../support/api-harness.ts";

const api = useApi();

describe("a plan of 25 todos that waits for an approval", () => {
  const id = "reading";
  const ids = Array.from({ length: 25 }, (_, position) => `t${position}`);

  beforeAll(async () => {
    await api().create({
      id,
      title: "읽기",
      max_parallel: 1,
      todos: ids.map((todoId, position) => ({
        id: todoId,
        title: `할 일 ${position}`,
        priority: position === 3 ? 10 : 5,
        requires_approval: position === 0,
        tool_name: position === 0 ? "echo" : "gate",
        tool_params: position === 0 ? { text: "발행" } : { name: "reading", percent: 0 },
        depends_on: position === 2 ? ["t0"] : [],
      })),
    });
    await api().untilHolds(id);
  });

  test("is shown as a whole", async () => {
    const plan = await api().plan(id);
    expect(plan).toMatchObject({
      id,
      status: "running",
      mode: "approval_wait",
      version: 1,
      open_holds: 1,
      todo_count: 25,
      next_offset: null,
      paused: null,
      completed_at: null,
    });
    expect(plan.todos.map((todo) => todo.id)).toEqual(ids);
    expect(plan.progress.counts).toMatchObject({ needs_approval: 1, in_progress: 1, blocked: 1 });
  });

  test.each([
    [0, 10, ids.slice(0, 10), 10],
    [10, 10, ids.slice(10, 20), 20],
    [20, 10, ids.slice(20), null],
    [24, 1, ids.slice(24), null],
    [25, 10, [], null],
    [1_000_000, 1_000, [], null],
  ])("is shown from todo %i, %i at a time", async (offset, limit, expected, next) => {
    const path = `/v1/plans/${id}?offset=${offset}&limit=${limit}`;
    const page = await api().get<PlanView>(path);
    expect(page.todos.map((todo) => todo.id)).toEqual(expected);
    expect(page.next_offset).toBe(next);
    expect(page.todo_count).toBe(25);
  });

  test.each([
    ["limit=0", "/query/limit"],
    ["limit=1001", "/query/limit"],
    ["limit=ten", "/query/limit"],
    ["limit=", "/query/limit"],
    ["limit=1.5", "/query/limit"],
    ["limit=1&limit=2", "/query/limit"],
    ["offset=-1", "/query/offset"],
    ["offset=NaN", "/query/offset"],
    ["offset=1e400", "/query/offset"],
    ["offset=99999999999999999999", "/query/offset"],
  ])("is not shown for ?%s", async (query, pointer) => {
    const problem = await problemOf(
      api().request("GET", `/v1/plans/${id}?${query}`),
      "validation_failed",
    );
    expect(new Set(pointersOf(problem))).toEqual(new Set([pointer]));
  });

  test.each([
    [`/v1/plans/${id}?limit=1&limit=2`, "/query/limit"],
    [`/v1/plans/${id}/todos?search=a&search=b`, "/query/search"],
    [`/v1/plans/${id}/events?types=hold&types=todo`, "/query/types"],
  ])("says of a parameter that it is given twice: %s", async (path, pointer) => {
    for (const accept of ["application/json", "text/event-stream"]) {
      const asked = api().request("GET", path, { headers: { accept } });
      const problem = await problemOf(asked, "validation_failed");
      expect(problem.errors).toMatchObject([
        { pointer, detail: "is given more than once. Keep one of them." },
      ]);
    }
  });

  test("shows one todo with those that wait for it", async () => {
    const todo = await api().get<Todo>(`/v1/plans/${id}/todos/t0`);
    expect(todo).toMatchObject({ id: "t0", plan_id: id, status: "needs_approval", blocks: ["t2"] });
  });

  test("shows what runs, what is next and why the others wait", async () => {
    const schedule = await api().get<Schedule>(`/v1/plans/${id}/schedule`);
    expect(schedule.running).toEqual(["t3"]);
    expect(schedule.next[0]).toBe("t1");
    const reasons = new Map(schedule.waiting.map((entry) => [entry.todo_id, entry.reasons]));
    expect(reasons.size).toBe(24);
    expect(reasons.get("t0")).toMatchObject([{ code: "hold", hold_id: `${id}.h1` }]);
    expect(reasons.get("t1")).toMatchObject([{ code: "parallel_limit", todo_ids: ["t3"] }]);
    expect(reasons.get("t2")).toMatchObject([{ code: "dependency", todo_ids: ["t0"] }]);
    expect(reasons.get("t4")).toMatchObject([{ code: "priority" }]);

    const short = await api().get<Schedule>(`/v1/plans/${id}/schedule?limit=2`);
    expect(short.waiting.map((entry) => entry.todo_id)).toEqual(["t0", "t1"]);
    for (const limit of ["0", "1001", "x"]) {
      const path = `/v1/plans/${id}/schedule?limit=${limit}`;
      await problemOf(api().request("GET", path), "validation_failed");
    }
  });

  test("shows its open hold with exactly what will run", async () => {
    const [hold, ...others] = await api().holds(id);
    expect(others).toEqual([]);
    expect(hold).toMatchObject({
      id: `${id}.h1`,
      plan_id: id,
      kind: "approval",
      status: "open",
      todo_id: "t0",
      tool_name: "echo",
      args: { text: "발행" },
      decision: null,
    });
    expect(hold!.digest).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(await api().get<Hold>(`/v1/holds/${id}.h1`)).toEqual({
      ...hold,
      kept_values: [],
      secrets: [],
    });
    expect(await api().holds(id, "all")).toEqual([hold]);
    const path = `/v1/plans/${id}/holds?status=closed`;
    await problemOf(api().request("GET", path), "validation_failed");
  });

  test("answers HEAD as GET, without a body", async () => {
    const answer = await api().request("HEAD", `/v1/plans/${id}`);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe("");
  });
});

describe("closed holds", () => {
  test("are shown among all holds and not among the open ones", async () => {
    const { id } = await api().create({
      title: "zwei",
      todos: [
        { title: "a", requires_approval: true, tool_name: "echo", tool_params: { text: "a" } },
        { title: "b", requires_approval: true, tool_name: "echo", tool_params: { text: "b" } },
      ],
    });
    const [first, second] = await api().untilHolds(id, 2);
    expect(
      (await api().post(`/v1/holds/${first!.id}/decision`, { decision: "approve" })).status,
    ).toBe(200);
    expect(await api().holds(id)).toEqual([second]);
    const all = await api().holds(id, "all");
    expect(all.map(({ id: holdId, status }) => [holdId, status])).toEqual([
      [first!.id, "approved"],
      [second!.id, "open"],
    ]);
  });
});

describe("the progress of a running tool", () => {
  test.each([
    ["a todo of the plan's own", 300, "short"],
    ["a long todo, which has a workflow of its own", 3_600, "long"],
  ])("is shown live for %s", async (_title, timeout_seconds, name) => {
    const { id } = await api().create({
      title: "진행",
      todos: [
        { id: "done", title: "끝", priority: 10, tool_name: "echo", tool_params: { text: "x" } },
        {
          id: "runs",
          title: "가는 중",
          depends_on: ["done"],
          timeout_seconds,
          tool_name: "gate",
          tool_params: { name, percent: 40 },
        },
      ],
    });
    await expect
      .poll(() => api().get<Progress>(`/v1/plans/${id}/progress`), { timeout: 20_000 })
      .toMatchObject({ percentage: 70, counts: { completed: 1, in_progress: 1 } });
    const todo = await api().get<Todo>(`/v1/plans/${id}/todos/runs`);
    expect(todo).toMatchObject({ status: "in_progress", progress_percentage: 40 });
    const plan = await api().plan(id);
    expect(plan.progress.percentage).toBe(70);
    expect(plan.todos.map(({ progress_percentage }) => progress_percentage)).toEqual([100, 40]);

    api().tools.open(name);
    const ended = await api().untilEnded(id);
    expect(ended.progress.percentage).toBe(100);
  });

  test("counts a failed todo as not done", async () => {
    const { id } = await api().create({
      title: "실패",
      todos: [
        {
          id: "fails",
          title: "안 됨",
          failure: { validation_error: { action: "FAIL" } },
          tool_name: "refuse",
          tool_params: { sentence: "안 됩니다" },
        },
        { id: "works", title: "됨", tool_name: "echo", tool_params: { text: "x" } },
      ],
    });
    const ended = await api().untilEnded(id);
    expect(ended).toMatchObject({ status: "failed", progress: { percentage: 50, total: 2 } });
    expect(ended.ended_because).toContain("안 됩니다");
    expect(ended.todos[0]).toMatchObject({
      error_type: "validation_error",
      error_message: "안 됩니다",
    });
  });
});

describe("what is not there", () => {
  test.each(["", "/progress", "/schedule", "/holds", "/events", "/todos/t1"])(
    "is answered with plan_not_found for GET /v1/plans/nobody%s",
    async (rest) => {
      const problem = await problemOf(
        api().request("GET", `/v1/plans/nobody${rest}`),
        "plan_not_found",
      );
      expect(problem.detail).toContain('"nobody"');
    },
  );

  test.each(["pause", "resume", "cancel"])(
    "is answered with plan_not_found for POST /v1/plans/nobody/%s",
    async (word) => {
      const answer = api().post(`/v1/plans/nobody/${word}`);
      expect((await problemOf(answer, "plan_not_found")).detail).toContain('"nobody"');
    },
  );

  test("is answered with plan_not_found for a hold of no plan", async () => {
    await problemOf(api().request("GET", "/v1/holds/nobody.h1"), "plan_not_found");
    const decision = api().post("/v1/holds/nobody.h1/decision", { decision: "approve" });
    expect((await problemOf(decision, "plan_not_found")).detail).toContain('"nobody"');
  });

  test("is a todo or a hold that the plan does not have", async () => {
    const { id } = await api().create({
      title: "klein",
      todos: [{ id: "t", title: "t", kind: "milestone" }],
    });
    const todo = await problemOf(
      api().request("GET", `/v1/plans/${id}/todos/nobody`),
      "todo_not_found",
    );
    expect(todo.detail).toContain('"nobody"');
    const hold = await problemOf(api().request("GET", `/v1/holds/${id}.h9`), "hold_not_found");
    expect(hold.hint).toContain(`/v1/plans/${id}/holds`);
  });

  test("is a workflow of a plan's name that somebody else started", async () => {
    const { client, taskQueue } = api();
    await client.workflow.start("planWorkflow", {
      workflowId: "plan-foreign",
      taskQueue,
      args: [{ state: "no plan" }],
    });
    const problem = await problemOf(api().request("GET", "/v1/plans/foreign"), "plan_not_found");
    expect(problem.detail).toContain("is not a plan");
    await problemOf(api().post("/v1/plans/foreign/pause"), "plan_not_found");
  });
});

describe("an id that cannot be one is refused:", () => {
  test.each([
    ["/v1/plans/a%20b", "/param/plan_id"],
    ["/v1/plans/-a", "/param/plan_id"],
    ["/v1/plans/%00", "/param/plan_id"],
    ["/v1/plans/%zz", "/param/plan_id"],
    ["/v1/plans/..%2Fx", "/param/plan_id"],
    [`/v1/plans/${"x".repeat(65)}`, "/param/plan_id"],
    ["/v1/plans/x/todos/a.b", "/param/todo_id"],
    ["/v1/holds/h1", "/param/hold_id"],
    ["/v1/holds/x.h", "/param/hold_id"],
    ["/v1/holds/x.h1.h2", "/param/hold_id"],
    [`/v1/holds/${"x".repeat(100)}.h1`, "/param/hold_id"],
  ])("%.40s", async (path, pointer) => {
    const problem = await problemOf(api().request("GET", path), "validation_failed");
    expect(pointersOf(problem)).toContain(pointer);
  });
});
