import { ApplicationFailure, RawValue } from "@temporalio/common";
import { Worker } from "@temporalio/worker";
import { expect, test } from "vitest";
import { z } from "zod";
import type { NewPlanInput } from "../../src/contract/plan/plan.ts";
import { LIMITS } from "../../src/contract/tables/limits.ts";
import type { Json } from "../../src/contract/text.ts";
import { defineTool, type Tool } from "../../src/tools/define-tool.ts";
import { anyTool, echo } from "../support/plan-tools.ts";
import { useDevServer } from "../support/plan-worker.ts";

const server = useDevServer();

/** What a worker in another language answers from a protobuf message. */
const PROTOBUF = {
  metadata: { encoding: Buffer.from("json/protobuf"), messageType: Buffer.from("a.B") },
  data: Buffer.from("{}"),
};

/** Every operation on it throws, so that nothing can be learned from it. */
function untouchable(): unknown {
  const refuse = (): never => {
    throw new TypeError("hands off");
  };
  const traps = ["get", "getPrototypeOf", "has", "ownKeys", "getOwnPropertyDescriptor", "apply"];
  return new Proxy(
    Object.freeze(() => undefined),
    Object.fromEntries(traps.map((trap) => [trap, refuse])),
  );
}

function circular(): object {
  const circle: { self?: object } = {};
  circle.self = circle;
  return circle;
}

function nested(depth: number): Json {
  let value: Json = "bottom";
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
}

const thrower = (name: string, make: () => unknown): Tool =>
  anyTool(name, () => {
    throw make();
  });

interface Odd {
  readonly tool: Tool;
  /** Part of the message that the todo must fail with. */
  readonly says: string;
  readonly error_type?: "validation_error";
}

const invalid = (name: string, make: () => unknown, says: string): Odd => ({
  tool: anyTool(name, make),
  says,
  error_type: "validation_error",
});

const ODD: readonly Odd[] = [
  { tool: thrower("throws_undefined", () => undefined), says: "threw undefined" },
  { tool: thrower("throws_null", () => null), says: "threw null" },
  { tool: thrower("throws_circle", circular), says: "threw [object Object]" },
  { tool: thrower("throws_symbol", () => Symbol("s")), says: "threw Symbol(s)" },
  { tool: thrower("throws_10_mb", () => new Error("x".repeat(10_000_000))), says: "xxxx" },
  { tool: thrower("throws_half", () => new Error("half \ud800")), says: "half \ufffd" },
  { tool: thrower("throws_untouchable", untouchable), says: "cannot be shown" },
  { tool: thrower("throws_nothing_said", () => new RangeError("")), says: "RangeError" },
  {
    tool: thrower("throws_fake_tool_error", () =>
      Object.assign(new Error("fake"), { name: "ToolError", type: { odd: true } }),
    ),
    says: "fake",
  },
  {
    tool: thrower("throws_large_failure", () =>
      ApplicationFailure.create({ message: "y".repeat(5_000_000), details: [circular()] }),
    ),
    says: "yyyy",
  },
  { tool: anyTool("rejects_late", () => Promise.reject(new Error("later"))), says: "later" },
  invalid("answers_bigint", () => ({ n: 1n }), 'At "/n" the result has a value of type bigint'),
  invalid(
    "answers_map",
    () => ({ a: [{ map: new Map([["a", 1]]) }] }),
    '"/a/0/map" the result has a value of type Map',
  ),
  invalid("answers_set", () => new Set([1]), "The result is of type Set"),
  invalid("answers_error", () => ({ error: new TypeError("x") }), "of type TypeError"),
  invalid("answers_bytes", () => ({ image: new Uint8Array([1]) }), '"/image" the result has'),
  invalid("answers_buffer", () => [Buffer.from("x")], "of type Buffer"),
  invalid("answers_floats", () => new Float32Array([0.5]), "write bytes to a file"),
  invalid("answers_pattern", () => ({ re: /x/ }), "of type RegExp"),
  invalid("answers_promise", () => ({ later: Promise.resolve(1) }), "of type Promise"),
  invalid(
    "answers_method",
    () => ({ f: () => 1 }),
    'At "/f" the result has a value of type function',
  ),
  invalid("answers_circle", circular, "property 'self' closes the circle"),
  invalid("answers_function", () => () => 1, "of type function"),
  invalid("answers_symbol", () => Symbol("s"), "of type symbol"),
  invalid(
    "answers_nan",
    () => ({ average: 0 / 0 }),
    'At "/average" the result has a value of type NaN',
  ),
  { tool: anyTool("answers_untouchable", untouchable), says: "hands off" },
  invalid("answers_deep", () => nested(500), "nested deeper than 32 levels"),
  invalid("answers_bottomless", () => nested(100_000), "cannot be written as JSON"),
  invalid("answers_half_a_key", () => ({ "\udfff": 1 }), "half a character"),
  invalid("answers_proto", () => JSON.parse('{"__proto__": 1}') as unknown, '"__proto__"'),
  invalid("answers_60_mb", () => "x".repeat(60_000_000), `at most ${LIMITS.result_bytes}`),
  {
    tool: defineTool({
      name: "answers_wrong_type",
      description: "Promises a number",
      input: z.looseObject({}),
      output: z.object({ total: z.number() }),
      run: () => ({ total: "many" }) as unknown as { total: number },
    }),
    says: "/total",
    error_type: "validation_error",
  },
  {
    tool: defineTool({
      name: "takes_something_else",
      description: "Wants a path",
      input: z.strictObject({ path: z.string() }),
      output: z.unknown(),
      run: () => null,
    }),
    says: "arguments are not accepted",
    error_type: "validation_error",
  },
];

/** Todos that do not wait for one another, one for each tool. */
function beside(tools: readonly Tool[]): NewPlanInput {
  return {
    title: "Odd tools",
    max_parallel: 4,
    todos: tools.map(({ name }) => ({ id: name, title: name, tool_name: name, max_retries: 0 })),
  };
}

test("whatever a tool throws or answers fails its own todo, with a sentence, and nothing else", async () => {
  const tools = [...ODD.map(({ tool }) => tool), echo];
  const worker = await server().startWorker(tools);
  const plan = await worker.start(beside(tools));
  const ended = await plan.ended();
  const todos = new Map(ended.todos.map((todo) => [todo.id, todo]));
  for (const { tool, says, error_type = "api_error" } of ODD) {
    const todo = todos.get(tool.name)!;
    expect(todo, tool.name).toMatchObject({ status: "failed", error_type, result_data: null });
    expect(todo.error_message, tool.name).toContain(says);
    expect(todo.error_message!.length, tool.name).toBeLessThanOrEqual(LIMITS.error_message);
    expect(todo.error_message!.isWellFormed(), tool.name).toBe(true);
  }
  expect(todos.get("echo")).toMatchObject({ status: "completed" });
  expect(await plan.brokenTasks()).toEqual([]);

  // The worker goes on.
  const next = await worker.start(beside([echo]));
  expect(await next.result()).toMatchObject({ status: "completed" });
});

test("answers that JSON can carry in its way are kept so", async () => {
  const kept: [string, () => unknown, Json][] = [
    ["nothing", () => undefined, null],
    ["a_date", () => ({ at: new Date(0) }), { at: "1970-01-01T00:00:00.000Z" }],
    [
      "a_class",
      () =>
        new (class Point {
          x = 1;
          read = undefined;
        })(),
      { x: 1 },
    ],
    ["an_undefined_field", () => ({ a: undefined, b: 1 }), { b: 1 }],
    ["half_a_character", () => ({ text: "a\ud800b" }), { text: "a\ufffdb" }],
    ["korean", () => "가나다 한국어", "가나다 한국어"],
    ["deep_enough", () => nested(32), nested(32)],
  ];
  const tools = kept.map(([name, make]) => anyTool(name, make));
  const worker = await server().startWorker(tools);
  const plan = await worker.start(beside(tools));
  expect(await plan.result()).toMatchObject({ status: "completed" });
  for (const [name, , result] of kept) {
    expect((await plan.todo(name)).result_data, name).toEqual(result);
  }
});

test("a result of 5 MB is kept beside the plan, and other todos read it whole or in part", async () => {
  const rows = Array.from({ length: 50_000 }, (_, row) => ({ row, text: "x".repeat(80) }));
  const large = anyTool("large", () => ({ rows, total: rows.length }));
  const length = anyTool("length", ({ rows: found }) => (found as unknown[]).length);
  const worker = await server().startWorker([large, length, echo]);
  const plan = await worker.start({
    title: "Large",
    todos: [
      { id: "large", title: "Large", tool_name: "large" },
      {
        id: "part",
        title: "Part",
        tool_name: "echo",
        tool_params: {
          row: { $from: "large", path: "/rows/49999" },
          total: { $from: "large", path: "/total" },
        },
      },
      {
        id: "whole",
        title: "Whole",
        tool_name: "length",
        tool_params: { rows: { $from: "large", path: "/rows" } },
      },
      {
        id: "missing",
        title: "Missing",
        tool_name: "echo",
        tool_params: { row: { $from: "large", path: "/rows/50000" } },
      },
    ],
  });
  const ended = await plan.ended();
  const [kept, part, whole, missing] = ended.todos;
  expect(kept!.result_data).toMatchObject({
    $artifact: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
    bytes: expect.any(Number),
    preview: expect.stringMatching(/^\{"rows":\[\{"row":0,/),
  });
  expect(part!.result_data).toEqual({ row: rows[49_999], total: 50_000 });
  expect(whole!.result_data).toBe(50_000);
  expect(missing).toMatchObject({ status: "failed", error_type: "validation_error" });
  expect(missing!.error_message).toContain("/rows/50000");
  // Only the reference is in Temporal.
  const [events] = await plan.runs();
  const bytes = events!.reduce((sum, event) => sum + JSON.stringify(event).length, 0);
  expect(bytes).toBeLessThan(200_000);
});

test("a worker of another queue may answer anything: what is no JSON fails its todo", async () => {
  const worker = await server().startWorker([echo]);
  const { native, namespace } = server();
  const elsewhere = `elsewhere-${worker.taskQueue}`;
  const foreign = await Worker.create({
    connection: native,
    namespace,
    taskQueue: elsewhere,
    activities: {
      bytes: () => Promise.resolve(new Uint8Array([1, 2, 3])),
      protobuf: () => Promise.resolve(RawValue.fromPayload(PROTOBUF)),
      json: () => Promise.resolve({ from: "elsewhere" }),
      nothing: () => Promise.resolve(undefined),
    },
  });
  const names = ["bytes", "protobuf", "json", "nothing"];
  const plan = await worker.start({
    title: "Elsewhere",
    todos: names.map((name) => ({
      id: name,
      title: name,
      tool_name: name,
      task_queue: elsewhere,
    })),
  });
  const ended = await foreign.runUntil(plan.ended());
  expect(ended.todos).toMatchObject([
    { status: "failed", error_type: "validation_error" },
    { status: "failed", error_type: "validation_error" },
    { status: "completed", result_data: { from: "elsewhere" } },
    { status: "completed", result_data: null },
  ]);
  expect(ended.todos[0]!.error_message).toBe("Its result is not valid JSON: it is binary data.");
});
