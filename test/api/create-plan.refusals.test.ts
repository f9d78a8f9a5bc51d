import { afterAll, describe, expect, test } from "vitest";
import type { ProblemCode } from "../../src/contract/tables/problems.ts";
import { pointersOf, problemOf, useApi } from "../support/api-harness.ts";
import { inEnglish } from "../support/in-english.ts";

const api = useApi({ worker: false });
const todo = { id: "a", title: "하나" };
const echo = (tool_params: object) => ({ ...todo, tool_name: "echo", tool_params });
const chain = (...links: string[]) =>
  links.map((link) => {
    const [id, ...depends_on] = link.split("<");
    return { id, title: id, depends_on };
  });

afterAll(() => {
  expect(api().started, "plans that reached Temporal").toEqual([]);
});

/** What is sent (over a good plan), the problem's code, and every place that it must name. */
type Case = [title: string, plan: object, code: ProblemCode, pointers: string[]];

const SHAPES: Case[] = [
  ["an unknown field", { titel: "x" }, "validation_failed", ["/titel"]],
  [
    "an unknown field of a todo",
    { todos: [{ ...todo, tool: "echo" }] },
    "validation_failed",
    ["/todos/0/tool"],
  ],
  [
    "an unknown field of an approval",
    { todos: [{ ...todo, approval: { who: "me" } }] },
    "validation_failed",
    ["/todos/0/approval/who"],
  ],
  ["no title", { title: undefined }, "validation_failed", ["/title"]],
  ["a number for a title", { title: 5 }, "validation_failed", ["/title"]],
  ["an empty title", { title: "" }, "validation_failed", ["/title"]],
  ["a title of two lines", { title: "하나\n둘" }, "validation_failed", ["/title"]],
  ["a NUL character in a title", { title: "하나\0" }, "validation_failed", ["/title"]],
  [
    "a NUL character in a description",
    { description: "\0" },
    "validation_failed",
    ["/description"],
  ],
  ["a text for todos", { todos: "하나" }, "validation_failed", ["/todos"]],
  ["a list for a todo", { todos: [[]] }, "validation_failed", ["/todos/0"]],
  ["no todos", { todos: [] }, "validation_failed", ["/todos"]],
  ["todos missing", { todos: undefined }, "validation_failed", ["/todos"]],
  [
    "10,001 todos",
    { todos: Array.from({ length: 10_001 }, () => ({ title: "x" })) },
    "validation_failed",
    ["/todos"],
  ],
  [
    "a priority of 11",
    { todos: [{ ...todo, priority: 11 }] },
    "validation_failed",
    ["/todos/0/priority"],
  ],
  [
    "a priority of -1",
    { todos: [{ ...todo, priority: -1 }] },
    "validation_failed",
    ["/todos/0/priority"],
  ],
  [
    "a priority of 1.5",
    { todos: [{ ...todo, priority: 1.5 }] },
    "validation_failed",
    ["/todos/0/priority"],
  ],
  [
    "a priority in a word that is none",
    { todos: [{ ...todo, priority: "urgent" }] },
    "validation_failed",
    ["/todos/0/priority"],
  ],
  ["a title of 201 characters", { title: "가".repeat(201) }, "validation_failed", ["/title"]],
  [
    "a todo's title of 201 characters",
    { todos: [{ title: "x".repeat(201) }] },
    "validation_failed",
    ["/todos/0/title"],
  ],
  [
    "a description of 4,001 characters",
    { description: "x".repeat(4_001) },
    "validation_failed",
    ["/description"],
  ],
  ["an id of 65 characters", { id: "x".repeat(65) }, "validation_failed", ["/id"]],
  ["an id with a slash", { id: "../x" }, "validation_failed", ["/id"]],
  ["an id with a space", { todos: [{ ...todo, id: "a b" }] }, "validation_failed", ["/todos/0/id"]],
  ["33 tags", { tags: Array.from({ length: 33 }, String) }, "validation_failed", ["/tags"]],
  [
    "tags that Temporal cannot list",
    { tags: Array.from({ length: 32 }, () => "가".repeat(64)) },
    "validation_failed",
    ["/tags"],
  ],
  ["a tag of 65 characters", { tags: ["x".repeat(65)] }, "validation_failed", ["/tags/0"]],
  [
    "201 dependencies",
    { todos: [{ ...todo, depends_on: Array.from({ length: 201 }, (_, n) => `t${n}`) }] },
    "validation_failed",
    ["/todos/0/depends_on"],
  ],
  [
    "a timeout of 0",
    { todos: [{ ...todo, timeout_seconds: 0 }] },
    "validation_failed",
    ["/todos/0/timeout_seconds"],
  ],
  [
    "a timeout of 31 days",
    { todos: [{ ...todo, timeout_seconds: 31 * 24 * 3600 }] },
    "validation_failed",
    ["/todos/0/timeout_seconds"],
  ],
  [
    "101 retries",
    { todos: [{ ...todo, max_retries: 101 }] },
    "validation_failed",
    ["/todos/0/max_retries"],
  ],
  ["max_parallel of 0", { max_parallel: 0 }, "validation_failed", ["/max_parallel"]],
  ["max_parallel of 101", { max_parallel: 101 }, "validation_failed", ["/max_parallel"]],
  [
    "an approval rule that there is not",
    { approval: "sometimes" },
    "validation_failed",
    ["/approval"],
  ],
  [
    "a todo that is done before it began",
    { todos: [{ ...todo, status: "completed" }] },
    "validation_failed",
    ["/todos/0/status"],
  ],
  [
    "a time that is none",
    { todos: [{ ...todo, created_at: "gestern" }] },
    "validation_failed",
    ["/todos/0/created_at"],
  ],
  [
    "a list for arguments",
    { todos: [{ ...todo, tool_params: [] }] },
    "validation_failed",
    ["/todos/0/tool_params"],
  ],
  [
    "several mistakes at once",
    { title: 5, max_parallel: 0 },
    "validation_failed",
    ["/title", "/max_parallel"],
  ],
];

const STRUCTURE: Case[] = [
  [
    "two todos of one id",
    { todos: [todo, { id: "b", title: "b" }, todo] },
    "duplicate_todo",
    ["/todos/2/id"],
  ],
  [
    "a dependency that is not there",
    { todos: chain("a<b", "c<a<d") },
    "unknown_dependency",
    ["/todos/0/depends_on/0", "/todos/1/depends_on/1"],
  ],
  [
    "a todo that blocks nobody known",
    { todos: [{ ...todo, blocks: ["x"] }] },
    "unknown_dependency",
    ["/todos/0/blocks/0"],
  ],
  [
    "a reference to no todo",
    { todos: [echo({ text: { $from: "x" } })] },
    "unknown_dependency",
    ["/todos/0/tool_params/text"],
  ],
  [
    "a template that names no todo",
    { todos: [echo({ text: "{{todo.x.result}}" })] },
    "unknown_dependency",
    ["/todos/0/tool_params/text"],
  ],
  [
    "a reference to no todo, where unknown dependencies are ignored",
    { unknown_dependencies: "ignore", todos: [echo({ text: { $from: "x" } })] },
    "unknown_dependency",
    ["/todos/0/tool_params/text"],
  ],
  [
    "a reference with a path that is no pointer",
    { todos: [{ ...todo, input_data: { text: { $from: "a", path: "text" } } }] },
    "validation_failed",
    ["/todos/0/input_data/text"],
  ],
  [
    "a todo that waits for itself",
    { todos: chain("a<a") },
    "dependency_cycle",
    ["/todos/0/depends_on"],
  ],
  [
    "a todo that refers to itself",
    { todos: [echo({ text: { $from: "a" } })] },
    "dependency_cycle",
    ["/todos/0/depends_on"],
  ],
  [
    "mistakes of several kinds",
    { todos: [todo, todo, ...chain("c<d")] },
    "validation_failed",
    ["/todos/1/id", "/todos/2/depends_on/0"],
  ],
];

const TOOLS: Case[] = [
  [
    "a tool that nobody registered",
    { todos: [{ ...todo, tool_name: "launch_rocket" }] },
    "unknown_tool",
    ["/todos/0/tool_name"],
  ],
  [
    "a tool name with a space",
    { todos: [{ ...todo, tool_name: "a b" }] },
    "validation_failed",
    ["/todos/0/tool_name"],
  ],
  [
    "a missing argument",
    { todos: [echo({})] },
    "invalid_tool_input",
    ["/todos/0/tool_params/text"],
  ],
  [
    "an argument of the wrong type",
    { todos: [echo({ text: 5 })] },
    "invalid_tool_input",
    ["/todos/0/tool_params/text"],
  ],
  [
    "an argument that the tool does not have",
    { todos: [echo({ text: "x", tiems: 2 })] },
    "invalid_tool_input",
    ["/todos/0/tool_params/tiems"],
  ],
  [
    "an argument beside a reference",
    {
      todos: [
        todo,
        {
          id: "b",
          title: "b",
          tool_name: "echo",
          tool_params: { text: { $from: "a" }, times: 99 },
        },
      ],
    },
    "invalid_tool_input",
    ["/todos/1/tool_params/times"],
  ],
  [
    "arguments and a queue without a tool that gets them",
    {
      todos: [
        { ...todo, tool_params: { text: "x" } },
        { title: "b", task_queue: "gpu" },
      ],
    },
    "validation_failed",
    ["/todos/0/tool_params", "/todos/1/task_queue"],
  ],
  [
    "a result that would leave the workspace",
    { todos: [{ ...todo, output_path: "../elsewhere.md" }] },
    "validation_failed",
    ["/todos/0/output_path"],
  ],
  [
    "the result of a milestone",
    { todos: [{ ...todo, kind: "milestone", output_path: "out.md" }] },
    "validation_failed",
    ["/todos/0/output_path"],
  ],
  [
    "unknown tools before wrong arguments",
    { todos: [echo({}), { title: "b", tool_name: "ecko" }] },
    "unknown_tool",
    ["/todos/1/tool_name", "/todos/0/tool_params/text"],
  ],
];

const ask = (id: string, input_request: object) => ({
  id,
  title: id,
  input_request: { question: "?", ...input_request },
});
const schema = {
  type: "object",
  properties: { place: { type: "string" }, day: { type: "object", properties: { date: {} } } },
};
const EVENT = ask("event", { input_type: "form", schema });
const use = (text: unknown) => ({ ...echo({ text }), id: "use" });
const source = { ...echo({ text: "x" }), id: "source" };

const REFERENCES: [...Case, said: string][] = [
  [
    "a part of a form that the form does not ask for",
    { todos: [EVENT, use("in {{todo.event.result/plase}}")] },
    "validation_failed",
    ["/todos/1/tool_params/text"],
    'The result of "event" has no "/plase". Did you mean "/place"? It has /place, /day.',
  ],
  [
    "a part of a part that it does not ask for",
    { todos: [use({ $from: "event", path: "/day/hour" }), EVENT] },
    "validation_failed",
    ["/todos/0/tool_params/text"],
    '"/day" in the result of "event" has no "/hour". It has /date.',
  ],
  [
    "a part of an answer that is one text",
    { todos: [ask("goal", {}), use("{{todo.goal.result/value}}")] },
    "validation_failed",
    ["/todos/1/tool_params/text"],
    'The result of "goal" has no parts: there is no "/value" in it.',
  ],
  [
    "what a tool does not give",
    { todos: [source, { ...use("x"), input_data: { text: "{{todo.source.result/txt}}" } }] },
    "validation_failed",
    ["/todos/1/input_data/text"],
    'The result of "source" has no "/txt". Did you mean "/text"? It has /text.',
  ],
  [
    "the result of a milestone",
    { todos: [{ id: "m", title: "m", kind: "milestone" }, use({ $from: "m" })] },
    "validation_failed",
    ["/todos/1/tool_params/text"],
    '"m" is a milestone and has no result; refer to a todo that has one.',
  ],
  [
    "the result of a todo that is not there",
    { todos: [EVENT, use("{{todo.evnt.result}}")] },
    "unknown_dependency",
    ["/todos/1/tool_params/text"],
    'There is no todo "evnt" in this plan. Did you mean "event"?',
  ],
];

describe("a plan is refused for a reference to", () => {
  test.each(REFERENCES)("%s", async (_title, change, code, pointers, said) => {
    const problem = await problemOf(api().post("/v1/plans", { title: "참조", ...change }), code);
    expect(pointersOf(problem)).toEqual(pointers);
    expect(problem.detail).toBe(said);
  });
});

describe.each([
  ["its shape", SHAPES],
  ["how its todos hang together", STRUCTURE],
  ["its tools", TOOLS],
])("a plan is refused for %s:", (_, cases) => {
  test.each(cases)("%s", async (_title, change, code, pointers) => {
    const plan = { id: "refused", title: "계획", todos: [todo], ...change };
    const problem = await problemOf(api().post("/v1/plans", plan), code);
    expect([...new Set(pointersOf(problem))]).toEqual(pointers);
    expect(problem.detail.length).toBeLessThan(500);
    for (const { detail } of problem.errors ?? []) expect(detail).toMatch(/\.$|\?$/);
    await problemOf(api().request("GET", "/v1/plans/refused"), "plan_not_found");
  });
});

test("a circle is named as the path that leads around", async () => {
  const plan = { title: "원", todos: chain("x", "a<x<c", "b<a", "c<b") };
  const problem = await problemOf(api().post("/v1/plans", plan), "dependency_cycle");
  expect(problem.detail).toBe("These todos wait for each other: a → c → b → a.");
  expect(inEnglish(problem.errors)).toEqual([
    { pointer: "/todos/1/depends_on", code: "dependency_cycle", detail: '"a" waits for "c".' },
    { pointer: "/todos/3/depends_on", code: "dependency_cycle", detail: '"c" waits for "b".' },
    { pointer: "/todos/2/depends_on", code: "dependency_cycle", detail: '"b" waits for "a".' },
  ]);
});

test("a circle of 5,000 todos is found", async () => {
  const count = 5_000;
  const todos = Array.from({ length: count }, (_, n) => ({
    id: `t${n}`,
    title: "x",
    depends_on: [`t${(n + 1) % count}`],
  }));
  const plan = { title: "원", todos };
  const problem = await problemOf(api().post("/v1/plans", plan), "dependency_cycle");
  expect(problem.detail).toContain("t0 → t1 → t2 →");
});

test("a mistyped tool gets the name that was meant", async () => {
  const plan = { title: "오타", todos: [{ title: "a", tool_name: "data_colector" }] };
  const { detail } = await problemOf(api().post("/v1/plans", plan), "unknown_tool");
  expect(detail).toContain('did you mean "data_collector"?');
});

test("a mistyped field gets the name that was meant, as another language writes it, too", async () => {
  const plan = { title: "t", maxParallel: 2, todos: [{ ...todo, dependsOn: [], when: 1 }] };
  const problem = await problemOf(api().post("/v1/plans", plan), "validation_failed");
  expect(Object.fromEntries(problem.errors!.map((one) => [one.pointer, one.detail]))).toEqual({
    "/todos/0/dependsOn": 'is not a field here. Did you mean "depends_on"?',
    "/todos/0/when": "is not a field here.",
    "/maxParallel": 'is not a field here. Did you mean "max_parallel"?',
  });
});

test("a value of another type is told that, and not what it lacks as one of its own", async () => {
  const answer = api().post("/v1/keys", { name: "kim", roles: "viewer" });
  const { errors } = await problemOf(answer, "validation_failed");
  expect(errors).toMatchObject([{ pointer: "/roles", detail: "must be a list." }]);
});

test("a time without its offset is told what it lacks", async () => {
  const plan = { title: "t", todos: [{ ...todo, due_at: "2026-12-01T18:00:00" }] };
  const problem = await problemOf(api().post("/v1/plans", plan), "validation_failed");
  expect(problem.detail).toMatch(/^\/todos\/0\/due_at: must be a time with its offset, such as/);
});

test("a mistyped argument gets the name that was meant", async () => {
  const plan = { title: "오타", todos: [echo({ text: "x", tmes: 2 })] };
  const { detail } = await problemOf(api().post("/v1/plans", plan), "invalid_tool_input");
  expect(detail).toContain('Did you mean "times"?');
});

test("of many mistakes all are counted, and the first fifty named", async () => {
  const todos = Array.from({ length: 200 }, () => ({ title: 5 }));
  const problem = await problemOf(
    api().post("/v1/plans", { title: "x", todos }),
    "validation_failed",
  );
  expect(problem.errors).toHaveLength(50);
  expect(problem.detail).toContain("200");
});

test("of many unknown tools all are counted, and the first fifty named", async () => {
  const todos = Array.from({ length: 60 }, () => ({ title: "a", tool_name: "launch_rocket" }));
  const problem = await problemOf(api().post("/v1/plans", { title: "x", todos }), "unknown_tool");
  expect(problem.errors).toHaveLength(50);
  expect(problem.detail).toContain("60");
});
