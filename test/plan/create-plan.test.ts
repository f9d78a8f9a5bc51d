import { describe, expect, test } from "vitest";
import { loadPlan } from "../../src/plan/model/plan.ts";
import { viewTodo } from "../../src/plan/todos/flat-fields.ts";
import { newState, planOf, refusal, START } from "./support/drive.ts";

describe("a new plan", () => {
  test("has every field of S0's todo, with its defaults", () => {
    const plan = loadPlan(newState({ title: "T", todos: [{ title: "Collect" }] }));
    expect(viewTodo(plan, plan.state.todos[0]!)).toEqual({
      id: "todo_001",
      plan_id: "p1",
      blocks: [],
      kind: "manual",
      rank: "a0",
      title: "Collect",
      description: null,
      status: "pending",
      priority: 5,
      layer: "default",
      tool_name: null,
      tool_params: {},
      depends_on: [],
      timeout_seconds: 300,
      max_retries: 3,
      retry_count: 0,
      progress_percentage: 0,
      started_at: null,
      completed_at: null,
      completed_by: null,
      note: null,
      assignee: null,
      due_at: null,
      due_in: null,
      estimated_seconds: null,
      overdue: false,
      offered_at: null,
      claimed_by: null,
      error_message: null,
      error_type: null,
      skipped: null,
      requires_approval: false,
      approval: {},
      failure: {},
      optional: false,
      review_result: false,
      in_review: false,
      approved_by: null,
      approved_at: null,
      approved_digest: null,
      approved_args: null,
      input_data: null,
      input_request: null,
      output_path: null,
      result_data: null,
      result_references: [],
      agent_name: null,
      agent_purpose: null,
      expected_output: null,
      agent: null,
      blocker: null,
      run: 0,
      task_queue: null,
      created_at: START,
      updated_at: START,
      tags: [],
      context: {},
    });
  });

  test("takes a todo as S0 writes one that belongs to no plan yet, with null for what is not said", () => {
    const nothing = {
      ...{ plan_id: null, description: null, tool_name: null, input_data: null, output_path: null },
      ...{ started_at: null, completed_at: null, error_message: null, approved_by: null },
      ...{ approved_at: null, result_data: null },
    };
    const plan = loadPlan(newState({ title: "T", todos: [{ title: "Collect", ...nothing }] }));
    expect(viewTodo(plan, plan.state.todos[0]!)).toMatchObject({ plan_id: "p1", title: "Collect" });
  });

  test("says of each todo what its work is, and takes the word for it where it fits", () => {
    const todos = [
      { id: "a", title: "A", tool_name: "work", kind: "tool" },
      { id: "b", title: "B", input_request: { question: "Go on?" } },
      { id: "c", title: "C", kind: "milestone" },
      { id: "d", title: "D" },
      { id: "e", title: "E", kind: "manual" },
    ] as const;
    const plan = loadPlan(newState({ title: "T", todos: [...todos] }));
    expect(plan.state.todos.map((todo) => viewTodo(plan, todo).kind)).toEqual([
      "tool",
      "question",
      "milestone",
      "manual",
      "manual",
    ]);
  });

  test.each([
    [{ kind: "tool" }, 'A todo of kind "tool" needs "tool_name".'],
    [{ kind: "question", tool_name: "work" }, 'A todo of kind "question" needs "input_request"'],
    [{ kind: "milestone", tool_name: "work" }, 'A todo of kind "milestone" has neither a tool nor'],
  ] as const)("is refused where a todo's kind contradicts its fields: %j", (fields, detail) => {
    const problem = refusal({ title: "T", todos: [{ title: "A", ...fields }] });
    expect(problem.code).toBe("validation_failed");
    expect(problem.errors?.[0]).toMatchObject({
      pointer: "/todos/0/kind",
      detail: expect.stringContaining(detail),
    });
  });

  test("is pending, of its owner, and its log begins with its creation", () => {
    expect(newState(planOf(["a", "b"], { title: "Report", tags: ["q1"] }))).toMatchObject({
      id: "p1",
      title: "Report",
      status: "pending",
      version: 1,
      owner: "ana",
      tags: ["q1"],
      max_parallel: 5,
      approval: "marked",
      plan_review: false,
      approval_timeout_seconds: 3_600,
      seq: 1,
      events: [
        {
          seq: 1,
          type: "plan.created",
          at: START,
          by: "ana",
          data: { title: "Report", todo_count: 2 },
        },
      ],
    });
  });

  test("calls todos without an id after their place, past ids that are taken", () => {
    const todos = [{ title: "a" }, { title: "b", id: "todo_003" }, { title: "c" }, { title: "d" }];
    const ids = newState({ title: "T", todos }).todos.map((todo) => todo.id);
    expect(ids).toEqual(["todo_001", "todo_003", "todo_003_", "todo_004"]);
  });

  test("may refer to a todo by the name that its place gives it", () => {
    const todos = [{ title: "a" }, { title: "b", depends_on: ["todo_001"] }];
    expect(newState({ title: "T", todos }).todos[1]!.status).toBe("blocked");
  });
});

describe("a plan is refused", () => {
  test("when two todos have the same id, naming the first", () => {
    expect(refusal(planOf(["a", "b", "a", "a"]))).toEqual({
      code: "duplicate_todo",
      detail: "2 values are not valid.",
      hint: 'Nothing was created. Correct the values in "errors" and send the plan again.',
      errors: [
        {
          pointer: "/todos/2/id",
          code: "duplicate_todo",
          detail: '"a" is already the id of todo 1; give each todo its own.',
        },
        {
          pointer: "/todos/3/id",
          code: "duplicate_todo",
          detail: '"a" is already the id of todo 1; give each todo its own.',
        },
      ],
    });
  });

  test.each<[string, object, string]>([
    ["depends_on", { depends_on: ["b", "ghost"] }, "/todos/0/depends_on/1"],
    ["blocks", { blocks: ["ghost"] }, "/todos/0/blocks/0"],
    ["$from", { tool_params: { "a/b": [{ $from: "ghost" }] } }, "/todos/0/tool_params/a~1b/0"],
    ["{{…}}", { tool_params: { x: "{{todo.ghost.result}}" } }, "/todos/0/tool_params/x"],
    ["$from in input_data", { input_data: { x: { $from: "ghost" } } }, "/todos/0/input_data/x"],
  ])("when its %s names a todo that is not there, and where", (_, more, pointer) => {
    const problem = refusal(planOf([{ id: "a", ...more }, "b"]));
    expect(problem).toMatchObject({
      code: "unknown_dependency",
      detail: 'There is no todo "ghost" in this plan.',
      errors: [{ pointer, code: "unknown_dependency" }],
    });
  });

  const IGNORE = '"unknown_dependencies": "ignore"';

  test.each(["depends_on", "blocks"])("and says how to ignore a %s that names no todo", (field) => {
    expect(refusal(planOf([{ id: "a", [field]: ["ghost"] }])).hint).toContain(IGNORE);
  });

  test.each(["depends_on", "blocks"])("and no %s is said to mean the todo itself", (field) => {
    const todos = [
      { id: "todo_001", title: "a", [field]: ["todo_002"] },
      { id: "send", title: "b" },
    ];
    expect(refusal({ title: "T", todos }).detail).toMatch(/There is no todo "todo_002" [^?]+$/);
  });

  test.each<[string, object]>([
    ["a reference that names no todo", { tool_params: { x: "{{todo.ghost.result}}" } }],
    [
      "a reference beside a dependency",
      { depends_on: ["ghost"], input_data: { x: { $from: "g" } } },
    ],
  ])("and does not say so of %s, which would be refused all the same", (_, more) => {
    const { hint } = refusal(planOf([{ id: "a", ...more }]));
    expect(hint).not.toContain(IGNORE);
    expect(hint).toContain("Correct the values");
  });

  test.each<[string, object]>([
    ["$from", { tool_params: { x: { $from: "ghost" } } }],
    ["{{…}}", { tool_params: { x: "{{todo.ghost.result}}" } }],
    [
      "$from below a key that is called depends_on",
      { tool_params: { depends_on: [{ $from: "ghost" }] } },
    ],
  ])(
    "when its %s names no todo even if unknown dependencies are ignored: nothing could fill it in",
    (_, more) => {
      const input = planOf([{ id: "a", ...more }], { unknown_dependencies: "ignore" });
      expect(refusal(input).code).toBe("unknown_dependency");
    },
  );

  test.each<[string, object, string]>([
    [
      "an unknown key",
      { $from: "b", pth: "/x" },
      'allows only "$from", "path" and "default", not "pth"',
    ],
    ["no id", { $from: 7 }, '"$from" must be the id of a todo'],
    ["an empty id", { $from: "" }, '"$from" must be the id of a todo'],
    ["a path that is no pointer", { $from: "b", path: "x.y" }, '"path" must be a JSON Pointer'],
    ["a path with a wrong escape", { $from: "b", path: "/a~2" }, '"path" must be a JSON Pointer'],
    ["a path that is no text", { $from: "b", path: ["x"] }, '"path" must be a JSON Pointer'],
  ])("when a $from has %s, and says what is wrong", (_, reference, detail) => {
    const problem = refusal(
      planOf([{ id: "a", tool_params: { deep: [reference as never] } }, "b"]),
    );
    expect(problem).toMatchObject({
      code: "validation_failed",
      errors: [{ pointer: "/todos/0/tool_params/deep/0" }],
    });
    expect(problem.detail).toContain(detail);
  });

  test.each(["tool_params", "input_data"])(
    "when all of its %s is a reference: each argument has a name",
    (field) => {
      const problem = refusal(planOf(["b", { id: "a", [field]: { $from: "b", path: "/x" } }]));
      expect(problem).toMatchObject({
        code: "validation_failed",
        errors: [{ pointer: `/todos/1/${field}`, code: "validation_failed" }],
      });
      expect(problem.detail).toContain('{"input": {"$from": "b"}}');
    },
  );

  test("when todos wait for each other in a circle, and names the path", () => {
    const todos = [
      "x",
      { id: "a", depends_on: ["b"] },
      { id: "b", depends_on: ["c"] },
      { id: "c", depends_on: ["a"] },
    ];
    expect(refusal(planOf(todos))).toEqual({
      code: "dependency_cycle",
      detail: "These todos wait for each other: a → b → c → a.",
      hint: "Remove one of these dependencies.",
      errors: [
        { pointer: "/todos/1/depends_on", code: "dependency_cycle", detail: '"a" waits for "b".' },
        { pointer: "/todos/2/depends_on", code: "dependency_cycle", detail: '"b" waits for "c".' },
        { pointer: "/todos/3/depends_on", code: "dependency_cycle", detail: '"c" waits for "a".' },
      ],
    });
  });

  test.each<[string, object[]]>([
    ["itself", [{ id: "a", depends_on: ["a"] }]],
    ["itself by what it blocks", [{ id: "a", blocks: ["a"] }]],
    ["its own result", [{ id: "a", tool_params: { x: { $from: "a" } } }]],
    [
      "one that uses its result",
      [
        { id: "a", depends_on: ["b"] },
        { id: "b", tool_params: { x: "{{todo.a.result}}" } },
      ],
    ],
    ["one that it blocks", [{ id: "a", blocks: ["b"], depends_on: ["b"] }, { id: "b" }]],
  ])("when a todo waits for %s", (_, todos) => {
    expect(refusal(planOf(todos as { id: string }[])).code).toBe("dependency_cycle");
  });

  test("with every mistake at once, fifty at most", () => {
    const mixed = refusal(planOf(["a", { id: "a", depends_on: ["ghost"] }]));
    expect(mixed.code).toBe("validation_failed");
    expect(mixed.errors!.map(({ code }) => code)).toEqual(["duplicate_todo", "unknown_dependency"]);
    const many = Array.from({ length: 80 }, () => "same");
    const problem = refusal(planOf(many));
    expect(problem.detail).toBe("79 values are not valid.");
    expect(problem.errors).toHaveLength(50);
  });
});

describe("a plan of 10,000 todos", () => {
  const chain = Array.from({ length: 10_000 }, (_, place) => ({
    id: `t${place}`,
    depends_on: place === 0 ? [] : [`t${place - 1}`],
  }));

  test("is made, a chain of them too", () => {
    expect(newState(planOf(chain)).todos).toHaveLength(10_000);
  });

  test("is refused when its chain is a circle", () => {
    const problem = refusal(planOf([{ id: "t0", depends_on: ["t9999"] }, ...chain.slice(1)]));
    expect(problem.code).toBe("dependency_cycle");
    // The whole path would be 80 kB, with ten thousand places to change.
    expect(problem.detail).toMatch(/^These todos wait for each other: t0 → t9999 → /);
    expect(problem.detail).toMatch(/ → \(\+9951\) → t4 → t3 → t2 → t1 → t0\.$/);
    expect(problem.errors).toHaveLength(50);
  });
});
