import { describe, expect, test } from "vitest";
import { ImportInputSchema } from "../../src/compat/import-contract.ts";
import { importPlan } from "../../src/compat/import-plan.ts";
import { drive } from "./support/drive.ts";

type Step = Record<string, unknown>;

const TOOLS = new Set(["search_team", "analysis_team"]);
const read = (body: object) =>
  importPlan(ImportInputSchema.parse(body), {
    hasTool: (name) => TOOLS.has(name),
    hasAgent: () => false,
  });
const steps = (...given: Step[]) => read({ plan: { steps: given } });
const search: Step = { agent_name: "search_team", priority: 0, timeout: 60, retry_count: 1 };

describe("S2's ExecutionPlan becomes a plan", () => {
  test("in which agents wait for agents by name, with S2's ids, names and priorities", () => {
    const { plan, unmapped } = steps(search, {
      agent_name: "analysis_team",
      priority: 2,
      dependencies: ["search_team"],
      optional: true,
      input_mapping: { purpose: "compare", rows: "search_team.results.0", depth: "deep" },
    });
    expect(unmapped).toEqual([]);
    expect(plan.todos).toMatchObject([
      {
        id: "todo_001",
        title: "search_team 실행",
        tool_name: "search_team",
        priority: 8,
        timeout_seconds: 60,
        max_retries: 1,
      },
      {
        id: "todo_002",
        priority: 2,
        depends_on: ["todo_001"],
        description: "compare",
        optional: true,
        tool_params: { rows: { $from: "todo_001", path: "/results/0" }, depth: "deep" },
      },
    ]);
  });

  test("that runs, and hands results on", () => {
    const { plan } = steps(search, {
      agent_name: "analysis_team",
      dependencies: ["search_team"],
      input_mapping: { rows: "search_team.results" },
    });
    const running = drive(plan);
    running.complete("todo_001", { results: [1, 2] });
    expect(running.argsOf("todo_002")).toEqual({ rows: [1, 2] });
  });

  test("one after another when its strategy is sequential", () => {
    const { plan } = read({ plan: { strategy: "sequential", steps: [search] } });
    expect(plan.max_parallel).toBe(1);
  });

  test("whose agents are the tools that the caller names", () => {
    const { plan, unmapped } = read({
      plan: { steps: [{ agent_name: "writer" }] },
      agents: { writer: { tool_name: "write_file", tool_params: { path: "a.txt" } } },
    });
    expect(unmapped).toEqual([]);
    expect(plan.todos[0]).toMatchObject({
      tool_name: "write_file",
      tool_params: { path: "a.txt" },
    });
  });
});

describe("S1's execution steps become a plan", () => {
  const planning = {
    raw_query: "전세금 인상에\n어떻게 대응하나요?",
    execution_strategy: "parallel",
    execution_steps: [
      {
        step_id: "step_0",
        ...search,
        description: "판례 검색",
        priority: 10,
        dependencies: [],
        status: "pending",
        progress_percentage: 0,
        started_at: null,
        result: null,
        modified_by_user: false,
      },
      { step_id: "step_1", agent_name: "analysis_team", dependencies: ["step_0"] },
    ],
  };

  test("with their ids, descriptions and priorities, called after the question", () => {
    const { plan, unmapped } = read({ plan: planning });
    expect(unmapped).toEqual([]);
    expect(plan.title).toBe("전세금 인상에 어떻게 대응하나요?");
    expect(plan.todos).toMatchObject([
      { id: "step_0", title: "판례 검색", priority: 10 },
      { id: "step_1", depends_on: ["step_0"] },
    ]);
  });

  test("group after group", () => {
    const execution_steps = ["a", "b", "c"].map((name) => ({ agent_name: name }));
    const { plan } = read({
      plan: { execution_steps, parallel_groups: [["a", "b"], ["c"]] },
    });
    expect(plan.todos[2]).toMatchObject({ depends_on: ["todo_001", "todo_002"] });
  });
});

describe("what has no place here is listed", () => {
  test.each<[string, object, string]>([
    ["an agent without a tool", { steps: [{ agent_name: "poet" }] }, "/plan/steps/0/agent_name"],
    [
      "a dependency on nobody",
      { steps: [{ ...search, dependencies: ["nobody"] }] },
      "/plan/steps/0/dependencies/0",
    ],
    [
      "what has happened already",
      { execution_steps: [{ ...search, status: "completed" }] },
      "/plan/execution_steps/0/status",
    ],
    ["a field nobody knows", { steps: [{ ...search, colour: "red" }] }, "/plan/steps/0/colour"],
    [
      "a retry count out of bounds",
      { steps: [{ ...search, retry_count: 500 }] },
      "/plan/steps/0/retry_count",
    ],
    ["an unknown strategy", { steps: [search], strategy: "chaotic" }, "/plan/strategy"],
    [
      "a group of nobody",
      { steps: [search], parallel_groups: [["x"]] },
      "/plan/parallel_groups/0/0",
    ],
    ["what a plan does not keep", { steps: [search], intent: "x" }, "/plan/intent"],
  ])("%s", (_, plan, pointer) => {
    expect(read({ plan }).unmapped.map((each) => each.pointer)).toEqual([pointer]);
  });

  const LONG = "계약 갱신 요구권과 증액 한도를 찾아 표로 정리합니다. ".repeat(10).trim();
  test.each<[string, string, { title: string; description?: string }]>([
    ["a title", LONG.slice(0, 150), { title: LONG.slice(0, 150) }],
    ["more than a title", LONG, { title: `${LONG.slice(0, 199)}…`, description: LONG }],
    ["lines", "1. 찾기\n2. 표", { title: "1. 찾기 2. 표", description: "1. 찾기\n2. 표" }],
  ])(
    "and what its user is told of a step is kept whole, where it is %s",
    (_, description, kept) => {
      const step = { ...search, description };
      const { plan, unmapped } = read({ plan: { execution_steps: [step] } });
      const { title, description: more } = plan.todos[0]!;
      expect({ title, ...(more !== undefined && { description: more }) }).toEqual(kept);
      expect(unmapped).toEqual([]);
      const purpose = { ...step, input_mapping: { purpose: "법률 검색" } };
      const [todo] = read({ plan: { execution_steps: [purpose] } }).plan.todos;
      expect(todo).toMatchObject({ description: "법률 검색", ...kept, agent_purpose: "법률 검색" });
    },
  );

  test("and a priority beyond ten, with what became of it", () => {
    const { plan, unmapped } = read({ plan: { execution_steps: [{ ...search, priority: 40 }] } });
    expect(plan.todos[0]!.priority).toBe(10);
    expect(unmapped).toMatchObject([
      { pointer: "/plan/execution_steps/0/priority", detail: "40 became 10." },
    ]);
  });

  test("and a person who does a step is given what the agent would have been", () => {
    const { plan } = steps(search, {
      agent_name: "poet",
      dependencies: ["search_team"],
      input_mapping: { rows: "search_team.results", tone: "plain" },
    });
    const running = drive(plan);
    running.complete("todo_001", { results: [1, 2] });
    expect(running.todo("todo_002")).toMatchObject({
      kind: "manual",
      input_data: { rows: { $from: "todo_001", path: "/results" }, tone: "plain" },
    });
  });

  test("and an agent that nobody knows is a person's work, not done by itself", () => {
    const running = drive(steps({ agent_name: "poet" }).plan);
    expect(running.todo("todo_001")).toMatchObject({ kind: "manual", status: "pending" });
  });
});

test("neither S1's nor S2's form is refused with its place", () => {
  const parsed = ImportInputSchema.safeParse({ plan: { tasks: [] } });
  expect(parsed.error?.issues[0]?.path).toEqual(["plan", "steps"]);
});
