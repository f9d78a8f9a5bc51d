import { describe, expect, test } from "vitest";
import { S1StepSchema } from "../../src/compat/s1-contract.ts";
import { toAddOp, toModifyOp } from "../../src/compat/s1-edits.ts";
import {
  toS1Checkpoints,
  toS1Modifications,
  toS1Phase,
  toS1Step,
} from "../../src/compat/s1-view.ts";
import type { EditOp } from "../../src/contract/plan/edit.ts";
import { EditOpSchema } from "../../src/contract/plan/edit.ts";
import type { NewPlanInput } from "../../src/contract/plan/plan.ts";
import { NewPlanSchema } from "../../src/contract/plan/plan.ts";
import { english } from "../../src/contract/sentences/sentence.ts";
import { apply } from "../../src/plan/apply.ts";
import { createPlan } from "../../src/plan/create/create.ts";
import { decide } from "../../src/plan/decide.ts";
import { checkpointsOf } from "../../src/plan/edits/checkpoints.ts";
import { loadPlan, type Plan } from "../../src/plan/model/plan.ts";
import { viewTodo } from "../../src/plan/todos/flat-fields.ts";

/** Every name is a tool's, an agent's, or nobody's. */
const TOOLS = { hasTool: () => true, hasAgent: () => false };
const AGENTS = { hasTool: () => false, hasAgent: () => true };
const NOBODY = { hasTool: () => false, hasAgent: () => false };
const AT = "2026-02-05T10:00:00.000Z";
const LATER = "2026-02-05T10:05:00.000Z";
const TODOS: NewPlanInput["todos"] = [
  { id: "step_0", title: "검색", tool_name: "search_team", tags: ["agent:search_team"] },
  {
    id: "step_1",
    title: "문서 작성",
    tool_name: "write",
    depends_on: ["step_0"],
    priority: 7,
    timeout_seconds: 30,
    max_retries: 1,
    optional: true,
    tool_params: { data: { $from: "step_0", path: "/results/0" }, tone: "formal", count: 3 },
  },
];

function planOf(todos = TODOS): Plan {
  const made = createPlan(NewPlanSchema.parse({ title: "p", todos }), {
    id: "s",
    owner: "kim",
    at: AT,
  });
  if ("problem" in made) throw new Error(english(made.problem.detail));
  return loadPlan(made.state);
}

function edit(plan: Plan, ops: readonly unknown[], reason?: string): void {
  send(plan, {
    type: "edit",
    by: "lee",
    command_id: `c${plan.state.version}`,
    ops: ops.map((op): EditOp => EditOpSchema.parse(op)),
    ...(reason !== undefined && { reason }),
  });
}

function send(plan: Plan, command: Parameters<typeof decide>[1]): void {
  const verdict = decide(plan, command, LATER);
  if (!("events" in verdict)) throw new Error(JSON.stringify(verdict));
  for (const event of verdict.events) apply(plan, event, LATER);
}

const shownTodo = (plan: Plan, id: string) => viewTodo(plan, plan.todos.get(id)!);
const stepOf = (plan: Plan, id: string) => {
  return toS1Step(shownTodo(plan, id), plan.state.versions);
};

const changesOf = ({ state }: Plan) => toS1Modifications(state.versions, state.todos);

describe("a todo as S1 shows it", () => {
  test("has every field of ExecutionStepState and no other", () => {
    expect(stepOf(planOf(), "step_1")).toEqual({
      step_id: "step_1",
      agent_name: "write",
      description: "문서 작성",
      priority: 7,
      dependencies: ["step_0"],
      timeout: 30,
      retry_count: 1,
      optional: true,
      input_mapping: { data: "step_0.results.0", tone: "formal", count: "3" },
      status: "pending",
      progress_percentage: 0,
      started_at: null,
      completed_at: null,
      execution_time_ms: null,
      result: null,
      error: null,
      error_details: null,
      modified_by_user: false,
      original_values: null,
    });
  });

  test.each([
    ["pending", "pending"],
    ["blocked", "pending"],
    ["needs_approval", "pending"],
    ["in_progress", "in_progress"],
    ["completed", "completed"],
    ["failed", "failed"],
    ["skipped", "skipped"],
    ["cancelled", "cancelled"],
  ] as const)("that is %s has S1's status %s", (status, shown) => {
    const todo = { ...shownTodo(planOf(), "step_0"), status };
    expect(toS1Step(todo, []).status).toBe(shown);
  });

  test("tells how long it took, and its result as an object", () => {
    const done = {
      ...shownTodo(planOf(), "step_0"),
      status: "completed" as const,
      started_at: AT,
      completed_at: "2026-02-05T10:00:01.500Z",
    };
    const shown = toS1Step({ ...done, result_data: { a: 1 } }, []);
    expect(shown).toMatchObject({
      execution_time_ms: 1_500,
      progress_percentage: 100,
      result: { a: 1 },
    });
    expect(toS1Step({ ...done, result_data: [1] }, []).result).toEqual({ value: [1] });
    expect(toS1Step({ ...done, result_data: "x" }, []).result).toEqual({ value: "x" });
    expect(toS1Step({ ...done, result_data: null }, []).result).toBeNull();
  });

  test("is done by a person when it has neither agent nor tool", () => {
    const plan = planOf([{ id: "q", title: "q", input_request: { question: "?" } }]);
    expect(stepOf(plan, "q").agent_name).toBe("human");
  });

  test("has percents without decimals", () => {
    const running = { ...shownTodo(planOf(), "step_0"), status: "in_progress" as const };
    expect(toS1Step({ ...running, progress_percentage: 99.9 }, []).progress_percentage).toBe(99);
  });
});

describe("what users changed", () => {
  test("is nothing in a plan as it was created", () => {
    expect(changesOf(planOf())).toEqual([]);
  });

  test("has a record for each field, in S1's words, with old and new value and the reason", () => {
    const plan = planOf();
    const changes = { priority: 10, optional: false, title: "새 문서" };
    edit(
      plan,
      [{ edit_type: "modify_todo", target_id: "step_1", params: { changes } }],
      "우선순위 변경",
    );
    const records = changesOf(plan);
    expect(
      records.map((record) => [record.field_changed, record.old_value, record.new_value]),
    ).toEqual(
      expect.arrayContaining([
        ["priority", 7, 10],
        ["optional", true, false],
        ["description", "문서 작성", "새 문서"],
      ]),
    );
    expect(records).toHaveLength(3);
    expect(records[0]).toMatchObject({
      modification_id: "mod_2_1",
      timestamp: LATER,
      step_id: "step_1",
      modification_type: "modify",
      reason: "우선순위 변경",
    });
    expect(new Set(records.map(({ modification_id }) => modification_id)).size).toBe(3);
  });

  test("marks the step, with the values that it had first", () => {
    const plan = planOf();
    const set = (priority: number) =>
      edit(plan, [{ edit_type: "change_priority", target_id: "step_1", params: { priority } }]);
    set(9);
    set(2);
    expect(stepOf(plan, "step_1")).toMatchObject({
      priority: 2,
      modified_by_user: true,
      original_values: { priority: 7 },
    });
    expect(stepOf(plan, "step_0")).toMatchObject({
      modified_by_user: false,
      original_values: null,
    });
  });

  test("is nothing of a new step that has the id of a removed one", () => {
    const plan = planOf();
    const changes = { priority: 9 };
    edit(plan, [{ edit_type: "modify_todo", target_id: "step_1", params: { changes } }]);
    edit(plan, [{ edit_type: "remove_todo", target_id: "step_1" }]);
    edit(plan, [{ edit_type: "add_todo", params: { todo: { id: "step_1", title: "new" } } }]);
    const step = { modified_by_user: false, original_values: null };
    expect(stepOf(plan, "step_1")).toMatchObject(step);
  });

  test("stays what it was when an undo brings a removed step back", () => {
    const plan = planOf();
    const changes = { priority: 9 };
    edit(plan, [{ edit_type: "modify_todo", target_id: "step_1", params: { changes } }]);
    edit(plan, [{ edit_type: "remove_todo", target_id: "step_1" }]);
    send(plan, { type: "undo", by: "lee", command_id: "back" });
    expect(stepOf(plan, "step_1").original_values).toEqual({ priority: 7 });
  });

  test("shows whole steps that were added and removed", () => {
    const plan = planOf();
    edit(plan, [
      { edit_type: "add_todo", params: { todo: { id: "n", title: "neu", tool_name: "t" } } },
    ]);
    edit(plan, [{ edit_type: "remove_todo", target_id: "n" }], "weg");
    const [added, removed] = changesOf(plan);
    expect(added).toMatchObject({
      modification_type: "add",
      step_id: "n",
      old_value: null,
      reason: null,
    });
    expect(S1StepSchema.parse(added!.new_value).description).toBe("neu");
    expect(removed).toMatchObject({ modification_type: "remove", new_value: null, reason: "weg" });
    expect(removed!.old_value).toEqual(added!.new_value);
  });

  test("calls a move reorder, and does not count it as a change of the step", () => {
    const plan = planOf();
    edit(plan, [{ edit_type: "reorder", target_id: "step_1", params: { position: "first" } }]);
    const [record] = changesOf(plan);
    expect(record).toMatchObject({ modification_type: "reorder", field_changed: "position" });
    expect(stepOf(plan, "step_1").modified_by_user).toBe(false);
  });

  test("tells of a move how many steps stood before it then, and how many after the move", () => {
    const plan = planOf(["a", "b", "c", "d"].map((id) => ({ id, title: id, tool_name: "t" })));
    const move = (target_id: string, position: unknown) =>
      edit(plan, [{ edit_type: "reorder", target_id, params: { position } }]);
    move("d", "first");
    edit(plan, [{ edit_type: "remove_todo", target_id: "b" }]);
    move("d", { after: "c" });
    const todo = { id: "e", title: "e", tool_name: "t" };
    edit(plan, [{ edit_type: "add_todo", params: { todo, position: 0 } }]);
    edit(plan, [{ edit_type: "reorder", params: { order: ["d", "c"] } }]);
    send(plan, { type: "undo", by: "lee", command_id: "back" });
    const moves = changesOf(plan)
      .filter((one) => one.modification_type === "reorder")
      .map(({ step_id, old_value, new_value }) => [step_id, old_value, new_value]);
    expect(moves).toEqual([
      ["d", 3, 0],
      ["d", 0, 2],
      ["d", 3, 2],
      ["c", 2, 3],
      ["d", 2, 3],
      ["c", 3, 2],
    ]);
  });

  test("calls another agent agent_name, once", () => {
    const plan = planOf();
    const todo = plan.todos.get("step_0")!;
    edit(plan, [
      toModifyOp(viewTodo(plan, todo), { agent_name: "document_team" }, () => true, TOOLS),
    ]);
    const records = changesOf(plan);
    expect(records.map((one) => [one.field_changed, one.old_value, one.new_value])).toEqual([
      ["agent_name", "search_team", "document_team"],
    ]);
    expect(stepOf(plan, "step_0").agent_name).toBe("document_team");
  });
});

describe("S1's requests as operations", () => {
  test("a new step is done by the tool of its agent's name, or by a person", () => {
    const input = {
      agent_name: "search_team",
      description: "찾기",
      priority: 3,
      dependencies: ["step_0"],
      optional: true,
    };
    const plan = planOf();
    edit(plan, [toAddOp(input, "step_2", TOOLS), toAddOp(input, "step_3", NOBODY)]);
    expect(shownTodo(plan, "step_2")).toMatchObject({ tool_name: "search_team", optional: true });
    expect(shownTodo(plan, "step_3")).toMatchObject({ tool_name: null, status: "blocked" });
    expect(shownTodo(plan, "step_3").kind).toBe("manual");
    expect(stepOf(plan, "step_3").agent_name).toBe("search_team");
  });

  test("a new step is done by the agent of the name it gives", () => {
    const plan = planOf();
    const input = { agent_name: "scout", description: "찾기", priority: 3, dependencies: [] };
    edit(plan, [toAddOp({ ...input, optional: false }, "step_2", AGENTS)]);
    expect(shownTodo(plan, "step_2")).toMatchObject({ kind: "agent", agent_name: "scout" });
  });

  test.each([
    ["a tool", TOOLS, { kind: "tool", tool_name: "next", agent_name: null }],
    ["an agent", AGENTS, { kind: "agent", tool_name: null, agent_name: "next" }],
    ["a person", NOBODY, { kind: "manual", tool_name: null, agent_name: null }],
  ] as const)("a step goes from a tool, an agent and a person to %s", (_, next, shown) => {
    const plan = planOf();
    for (const was of [TOOLS, AGENTS, NOBODY]) {
      for (const [agent_name, known] of [
        ["before", was],
        ["next", next],
      ] as const) {
        const todo = viewTodo(plan, plan.todos.get("step_0")!);
        edit(plan, [toModifyOp(todo, { agent_name }, () => true, known)]);
      }
      expect(shownTodo(plan, "step_0")).toMatchObject(shown);
      expect(stepOf(plan, "step_0").agent_name).toBe("next");
    }
  });

  test.each([
    ["a tool's", { id: "t", title: "t", tool_name: "work", tags: ["agent:search_team"] }],
    ["an agent's", { id: "t", title: "t", agent_name: "writer" }],
    ["a question's", { id: "t", title: "t", input_request: { question: "?" } }],
  ])("the agent name that S1 shows leaves %s step whose it is", (_, todo) => {
    const plan = planOf([todo]);
    const before = shownTodo(plan, "t");
    const { agent_name } = stepOf(plan, "t");
    edit(plan, [toModifyOp(before, { agent_name, priority: 9 }, () => true, NOBODY)]);
    expect(shownTodo(plan, "t")).toMatchObject({
      kind: before.kind,
      tool_name: before.tool_name,
      agent_name: before.agent_name,
      input_request: before.input_request,
      tags: before.tags,
      priority: 9,
    });
    expect(stepOf(plan, "t").original_values).toEqual({ priority: 5 });
  });

  test("a mapping to another step's result is read back as it was written", () => {
    const plan = planOf();
    const todo = plan.todos.get("step_1")!;
    const input_mapping = { data: "step_0.items.2", plain: "no.step here", text: "hello" };
    edit(plan, [
      toModifyOp(viewTodo(plan, todo), { input_mapping }, (name) => name === "step_0", TOOLS),
    ]);
    expect(stepOf(plan, "step_1").input_mapping).toEqual(input_mapping);
    expect(plan.todos.get("step_1")!.work).toMatchObject({
      tool_params: { data: { $from: "step_0", path: "/items/2" } },
    });
  });

  test("a mapping changes what it says anew, and leaves every other value and its place as they are", () => {
    const tool_params = {
      data: { $from: "step_0", path: "/a", default: "none" },
      dotted: "step_0.b",
      count: 3,
      deep: false,
      words: ["a"],
      purpose: "find",
      gone: "x",
    };
    const input_data = { count: 4, limit: 10, tone: "formal" };
    const work = { id: "t", title: "t", tool_name: "work", depends_on: ["step_0"] };
    const plan = planOf([TODOS[0]!, { ...work, tool_params, input_data }]);
    const { gone: _shown, ...shown } = stepOf(plan, "t").input_mapping;
    const input_mapping = { ...shown, tone: "plain", words: "none", more: "step_0.c" };
    const isStep = (name: string) => name === "step_0";
    edit(plan, [toModifyOp(shownTodo(plan, "t"), { input_mapping }, isStep, TOOLS)]);
    const { gone: _removed, ...kept } = tool_params;
    const todo = shownTodo(plan, "t");
    const more = { $from: "step_0", path: "/c" };
    expect(todo.tool_params).toEqual({ ...kept, words: "none", more });
    expect(todo.input_data).toEqual({ ...input_data, tone: "plain" });
    expect(stepOf(plan, "t").input_mapping).toEqual(input_mapping);
  });

  const MAPPING = { data: { $from: "step_0", path: "/a", default: 0 }, count: 3 };
  test.each([
    ["a tool's step", "an agent", { tool_name: "work", tool_params: MAPPING }, AGENTS],
    ["a tool's step", "a person", { tool_name: "work", tool_params: MAPPING }, NOBODY],
    ["an agent's step", "a tool", { agent_name: "writer", input_data: MAPPING }, TOOLS],
    ["a person's step", "a tool", { input_data: MAPPING }, TOOLS],
    ["an agent's step", "a person", { agent_name: "writer", input_data: MAPPING }, NOBODY],
  ])("%s that goes to %s keeps its mapping", (_was, _becomes, work, known) => {
    const plan = planOf([TODOS[0]!, { id: "t", title: "t", depends_on: ["step_0"], ...work }]);
    const shown = stepOf(plan, "t");
    edit(plan, [toModifyOp(shownTodo(plan, "t"), { agent_name: "next" }, () => true, known)]);
    const { tool_params, input_data } = shownTodo(plan, "t");
    expect({ tool_params, input_data }).toEqual(
      known === TOOLS
        ? { tool_params: MAPPING, input_data: null }
        : { tool_params: {}, input_data: MAPPING },
    );
    expect(stepOf(plan, "t").input_mapping).toEqual(shown.input_mapping);
    const changed = changesOf(plan).map((one) => one.field_changed);
    expect(changed).toEqual(["agent_name"]);
  });

  test("a step that goes to somebody else with a mapping keeps the values that are said again", () => {
    const plan = planOf([{ id: "t", title: "t", tool_name: "work", tool_params: { a: 1, b: 2 } }]);
    const said = { agent_name: "writer", input_mapping: { a: "1", c: "x" } };
    edit(plan, [toModifyOp(shownTodo(plan, "t"), said, () => false, AGENTS)]);
    expect(shownTodo(plan, "t")).toMatchObject({ kind: "agent", input_data: { a: 1, c: "x" } });
  });

  test("an agent without a mapping goes on getting the results before it, when it is told so again", () => {
    const plan = planOf([{ id: "t", title: "t", agent_name: "writer" }]);
    const said = { input_mapping: {}, priority: 9 };
    edit(plan, [toModifyOp(shownTodo(plan, "t"), said, () => false, AGENTS)]);
    expect(shownTodo(plan, "t")).toMatchObject({ input_data: null, priority: 9 });
  });

  test("all fields that S1 lets a user change are taken", () => {
    const plan = planOf();
    const changes = {
      description: "d",
      priority: 1,
      dependencies: [],
      timeout: 5,
      retry_count: 0,
      optional: true,
    };
    edit(plan, [
      toModifyOp(viewTodo(plan, plan.todos.get("step_0")!), changes, () => false, TOOLS),
    ]);
    expect(stepOf(plan, "step_0")).toMatchObject(changes);
  });
});

test("checkpoints have S1's four fields, the newest first", () => {
  const plan = planOf();
  edit(plan, [{ edit_type: "change_priority", target_id: "step_0", params: { priority: 1 } }]);
  const shown = toS1Checkpoints(checkpointsOf(plan.state));
  expect(shown.map(({ phase }) => phase)).toEqual(["edit", "created"]);
  expect(Object.keys(shown[0]!)).toEqual([
    "checkpoint_id",
    "timestamp",
    "phase",
    "overall_progress",
  ]);
});

test.each([
  ["pending", "planning"],
  ["running", "executing"],
  ["completed", "completed"],
] as const)("a plan that is %s is in S1's phase %s", (status, phase) => {
  expect(toS1Phase(status)).toBe(phase);
});
