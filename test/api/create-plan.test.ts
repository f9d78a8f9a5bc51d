import { describe, expect, test } from "vitest";
import type { PlanView } from "../../src/contract/plan/plan.ts";
import type { Todo } from "../../src/contract/plan/todo.ts";
import { problemOf, useApi } from "../support/api-harness.ts";

const api = useApi();
const echo = (text: string) => ({ tool_name: "echo", tool_params: { text } });

/** Seed S0 §3.2, letter by letter. */
const S0_TODO = {
  id: "todo_001",
  plan_id: "plan_abc123",
  title: "라네즈 리뷰 수집",
  description: "올리브영에서 라네즈 제품 리뷰 수집",
  status: "pending",
  priority: 10,
  layer: "data",
  tool_name: "data_collector",
  tool_params: { brand: "라네즈", platform: "oliveyoung", limit: 1000 },
  depends_on: [],
  blocks: ["todo_002", "todo_003"],
  timeout_seconds: 300,
  max_retries: 3,
  retry_count: 0,
  progress_percentage: 0,
  requires_approval: false,
  created_at: "2026-02-05T10:00:00Z",
  updated_at: "2026-02-05T10:00:00Z",
};

describe("a plan is created", () => {
  test("from JSON with Korean text, and says where it is", async () => {
    const plan = {
      id: "review-report-1",
      title: "라네즈 리뷰 보고서",
      description: "첫 줄\n둘째 줄 🙂",
      tags: ["리뷰", "라네즈"],
      context: { 요청자: "김민수" },
      todos: [{ id: "collect", title: "리뷰 수집", ...echo("수집") }],
    };
    const response = await api().post("/v1/plans", plan);
    expect(response.status).toBe(201);
    expect(response.headers.get("location")).toBe("/v1/plans/review-report-1");
    const created = (await response.json()) as PlanView;
    expect(created).toMatchObject({
      id: "review-report-1",
      title: plan.title,
      description: plan.description,
      status: "pending",
      owner: "local-operator",
      tags: plan.tags,
      seq: 1,
      todo_count: 1,
      next_offset: null,
    });

    const ended = await api().untilEnded("review-report-1");
    expect(ended).toMatchObject({ status: "completed", title: plan.title, tags: plan.tags });
    expect(ended.todos[0]).toMatchObject({ title: "리뷰 수집", result_data: { text: "수집" } });
  });

  test.each(["application/yaml", "text/yaml; charset=utf-8", "application/x-yaml", "TEXT/X-YAML"])(
    "from YAML sent as %s",
    async (type) => {
      const yaml = [
        "# 주간 보고",
        "title: 주간 보고",
        "todos:",
        "  - id: write",
        "    title: '보고서: 쓰기'",
        "    tool_name: echo",
        "    tool_params:",
        "      text: |-",
        "        첫 줄",
        "        둘째 줄",
      ];
      const response = await api().post("/v1/plans", yaml.join("\n"), type);
      expect(response.status).toBe(201);
      const { id } = (await response.json()) as PlanView;
      const ended = await api().untilEnded(id);
      expect(ended.title).toBe("주간 보고");
      expect(ended.todos[0]).toMatchObject({
        title: "보고서: 쓰기",
        result_data: { text: "첫 줄\n둘째 줄" },
      });
    },
  );

  test("from a body that begins with a byte order mark", async () => {
    const text = `\uFEFF${JSON.stringify({ title: "표시", todos: [{ title: "하나", kind: "milestone" }] })}`;
    expect((await api().post("/v1/plans", text)).status).toBe(201);
  });

  test("with generated ids for the plan and its todos, which sort by time and place", async () => {
    const first = await api().create({
      title: "하나",
      todos: [
        { title: "a", kind: "milestone" },
        { title: "b", kind: "milestone" },
      ],
    });
    const second = await api().create({ title: "둘", todos: [{ title: "a", kind: "milestone" }] });
    expect(first.id).toMatch(/^[0-9a-z]{26}$/);
    expect(second.id).not.toBe(first.id);
    expect(first.todos.map(({ id }) => id)).toEqual(["todo_001", "todo_002"]);
  });

  test("from the todo that S0 shows, as it stands there", async () => {
    const others = ["todo_002", "todo_003"].map((id) => ({ id, title: id, ...echo(id) }));
    const { id } = await api().create({
      title: "S0",
      todos: [S0_TODO as never, ...others],
    });
    const ended = await api().untilEnded(id);
    expect(ended.status).toBe("completed");
    const { plan_id: _, status: __, updated_at: ___, progress_percentage: ____, ...kept } = S0_TODO;
    expect(ended.todos.find((todo) => todo.id === "todo_001")).toMatchObject({
      ...kept,
      plan_id: id,
      status: "completed",
      result_data: { collected: 1000 },
    });
    expect(ended.todos.find((todo) => todo.id === "todo_002")!.depends_on).toEqual(["todo_001"]);
  });

  test("with the longest texts, most tags and dependencies that are allowed", async () => {
    const ids = Array.from({ length: 200 }, (_, position) => `t${position}`.padEnd(64, "x"));
    const { id } = await api().create({
      id: "p".repeat(64),
      title: "😀".repeat(100),
      description: "가".repeat(4_000),
      tags: Array.from({ length: 32 }, (_, position) => `${position}`.padEnd(60, "t")),
      todos: [
        ...ids.map((todoId) => ({
          id: todoId,
          title: "😀".repeat(100),
          kind: "milestone" as const,
        })),
        {
          title: "나".repeat(200),
          description: "가".repeat(4_000),
          depends_on: ids,
          ...echo("끝"),
        },
      ],
    });
    const ended = await api().untilEnded(id);
    expect(ended).toMatchObject({ status: "completed", todo_count: 201 });
    const last = await api().get<Todo>(`/v1/plans/${id}/todos/todo_201`);
    expect(last).toMatchObject({ status: "completed", depends_on: ids });
  });

  test("whose arguments are references, which are checked when they are known", async () => {
    const { id } = await api().create({
      title: "참조",
      failure: { validation_error: { action: "FAIL" } },
      todos: [
        { id: "first", title: "첫째", ...echo("하나") },
        {
          id: "second",
          title: "둘째",
          tool_name: "echo",
          tool_params: { text: { $from: "first", path: "/text" }, times: 2 },
        },
        {
          id: "third",
          title: "셋째",
          tool_name: "echo",
          tool_params: { text: "<{{todo.second.result/text}}>" },
        },
        {
          id: "wrong",
          title: "맞지 않음",
          tool_name: "echo",
          tool_params: { text: { $from: "first" } },
        },
      ],
    });
    const ended = await api().untilEnded(id);
    const byId = new Map(ended.todos.map((todo) => [todo.id, todo]));
    expect(byId.get("third")!.result_data).toEqual({ text: "<하나하나>" });
    expect(byId.get("wrong")).toMatchObject({ status: "failed", error_type: "validation_error" });
    expect(byId.get("wrong")!.error_message).toContain("/text");
  });

  test("whose unknown dependencies are ignored where that is asked for", async () => {
    const { id } = await api().create({
      title: "S0의 규칙",
      unknown_dependencies: "ignore",
      todos: [{ title: "하나", depends_on: ["elsewhere"], ...echo("x") }],
    });
    expect((await api().untilEnded(id)).status).toBe("completed");
  });

  test("with a tool of another task queue, which this process does not know", async () => {
    const { id } = await api().create({
      title: "다른 곳",
      todos: [{ title: "하나", tool_name: "python.train", task_queue: "gpu" }],
    });
    const cancelled = await api().post(`/v1/plans/${id}/cancel`);
    expect(cancelled.status).toBe(200);
    expect((await api().untilEnded(id)).status).toBe("cancelled");
  });
});

test("a second plan with the id of another is refused, also after that one has ended", async () => {
  const plan = { id: "once", title: "한 번", todos: [{ title: "하나", ...echo("처음") }] };
  await api().create(plan);
  const again = { ...plan, todos: [{ title: "다른 것", ...echo("둘째") }] };
  const problem = await problemOf(api().post("/v1/plans", again), "plan_exists");
  expect(problem.detail).toContain('"once"');
  expect(problem.hint).toContain('"id"');

  const ended = await api().untilEnded("once");
  expect(ended.todos[0]!.result_data).toEqual({ text: "처음" });
  await problemOf(api().post("/v1/plans", again), "plan_exists");
});

test("of two plans created at once with one id, one is made and the other is refused", async () => {
  const plan = { id: "race", title: "경주", todos: [{ title: "하나", kind: "milestone" }] };
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => api().post("/v1/plans", plan)),
  );
  const made = answers.filter(({ status }) => status === 201);
  expect(made).toHaveLength(1);
  for (const answer of answers) {
    if (answer.status !== 201) await problemOf(answer, "plan_exists");
  }
});
