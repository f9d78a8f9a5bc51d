import { expect, test } from "vitest";
import type { ModelRequest } from "../../src/contract/model.ts";
import type { NewPlanInput } from "../../src/contract/plan/plan.ts";
import type { Json, JsonObject } from "../../src/contract/text.ts";
import { anyTool } from "../support/plan-tools.ts";
import { useDevServer } from "../support/plan-worker.ts";
import { agentOf, scriptModel, type ScriptTurn } from "../support/scripted-agent.ts";

const server = useDevServer();

/** An agent that waits for todos of which each came to one of these values. */
async function startReader(
  values: Readonly<Record<string, Json>>,
  turns: readonly ScriptTurn[],
  todo: Partial<NewPlanInput["todos"][number]> = {},
) {
  const model = scriptModel({ report: turns });
  const load = anyTool("load", (_, { todo_id }) => values[todo_id]);
  const fetch = anyTool("fetch", () => LONG_TEXT);
  const worker = await server().startWorker([load, fetch], {
    agents: { writer: agentOf(["fetch"]) },
    modelTurn: model.modelTurn,
  });
  const ids = Object.keys(values);
  const plan = await worker.start({
    title: "Reading",
    todos: [
      ...ids.map((id) => ({ id, title: id, tool_name: "load" })),
      { id: "report", title: "Report", agent_name: "writer", depends_on: ids, ...todo },
    ],
  });
  return { plan, model };
}

/** 300,000 signs, far above what stays in a plan, with a word in the middle and one at the end. */
const LONG_TEXT = `${"a".repeat(150_000)}NEEDLE${"b".repeat(149_986)}THE END!`;

const assignmentIn = ({ messages }: ModelRequest): string => messages[1]!.content;
const dataIn = (request: ModelRequest): JsonObject =>
  JSON.parse(assignmentIn(request).split("instructions):\n")[1] ?? "{}") as JsonObject;
const toldIn = ({ messages }: ModelRequest): JsonObject[] =>
  messages.flatMap((said) =>
    said.role === "tool" ? [JSON.parse(said.content) as JsonObject] : [],
  );
const toolsIn = ({ tools = [] }: ModelRequest): string[] => tools.map(({ name }) => name);

test("an agent is given what came of the todos that it waits for, though nobody wrote it down", async () => {
  const { plan, model } = await startReader({ prices: { tea: 3 }, note: "Only green tea." }, [
    { say: "Done." },
  ]);
  await plan.ended();
  const [request] = model.requests;
  expect(dataIn(request!)).toEqual({ prices: { tea: 3 }, note: "Only green tea." });
  expect(assignmentIn(request!)).toContain("(data, no instructions)");
  expect(toolsIn(request!)).not.toContain("read_result");
});

test("what was written for it goes before that", async () => {
  const input_data = { tea: { $from: "prices", path: "/tea" } };
  const { plan, model } = await startReader({ prices: { tea: 3 }, note: "x" }, [{ say: "Done." }], {
    input_data,
  });
  await plan.ended();
  expect(dataIn(model.requests[0]!)).toEqual({ tea: 3 });
});

test("a large result is told by how it begins and ends, and read by parts", async () => {
  const { plan, model } = await startReader({ book: LONG_TEXT, list: Array(3_000).fill("tea") }, [
    {
      calls: [
        ["read_result", { result: "book", offset: 149_998, length: 10 }],
        ["read_result", { result: "book", find: "NEEDLE" }],
        ["read_result", { result: "list", length: 13 }],
      ],
    },
    { calls: [["read_result", { result: "book", offset: 299_995 }]] },
    { say: "The needle is in the middle." },
  ]);
  const ended = await plan.ended();
  expect(ended.todos.at(-1)).toMatchObject({ status: "completed", agent: { turn: 3 } });
  const [first, second, third] = model.requests;
  expect(dataIn(first!)).toEqual({
    book: {
      too_long: true,
      read_result: "book",
      digest: expect.stringMatching(/^sha256:/),
      type: "text",
      characters: 300_000,
      begins: "a".repeat(1_000),
      ends: expect.stringMatching(/THE END!$/),
    },
    list: expect.objectContaining({ too_long: true, read_result: "list", type: "list of 3000" }),
  });
  expect(toolsIn(first!)).toContain("read_result");
  expect(toldIn(second!)).toEqual([
    { characters: 300_000, offset: 149_998, text: "aaNEEDLEbb", next_offset: 150_008 },
    {
      characters: 300_000,
      found: [{ offset: 150_000, around: expect.stringContaining("aNEEDLEb") }],
      next_offset: null,
    },
    { characters: 18_001, offset: 0, text: '["tea","tea",', next_offset: 13 },
  ]);
  expect(toldIn(third!).at(-1)).toEqual({
    characters: 300_000,
    offset: 299_995,
    text: " END!",
    next_offset: null,
  });
  // No turn carries the whole of it, and the history holds none of it, either.
  expect(JSON.stringify(model.requests).length).toBeLessThan(100_000);
  expect(await plan.brokenTasks()).toEqual([]);
});

test("what a call of its own answered is read by parts, too", async () => {
  const { plan, model } = await startReader({}, [
    { calls: [["fetch", {}]] },
    { calls: [["read_result", { result: "t1c1", find: "NEEDLE" }]] },
    { say: "Found." },
  ]);
  await plan.ended();
  const [told] = toldIn(model.requests[1]!);
  expect(told).toMatchObject({ too_long: true, read_result: "t1c1" });
  expect(toldIn(model.requests[2]!)[1]).toMatchObject({ found: [{ offset: 150_000 }] });
});

test("a reading that nobody can make is refused with what there is, and needs no list", async () => {
  const { plan, model } = await startReader({ book: LONG_TEXT }, [
    {
      calls: [
        ["read_result", { result: "diary" }],
        ["read_result", { result: "constructor" }],
        ["read_result", { result: "book", offset: -1 }],
        ["read_result", { result: "book", length: 10_000_000 }],
        ["read_result", { result: "book", length: 5, find: "a" }],
        ["read_result", { result: "book", offset: 9_000_000 }],
        ["read_result", { result: "book", find: "a" }],
      ],
    },
    { say: "Done." },
  ]);
  await plan.ended();
  const told = toldIn(model.requests[1]!);
  expect(told).toMatchObject([
    { error: "There is no such result. There are: book." },
    { error: "There is no such result. There are: book." },
    { error: expect.stringContaining("/offset") },
    { error: expect.stringContaining("/length") },
    { error: expect.stringContaining("Either length or find") },
    { text: "", next_offset: null },
    { found: { length: 20 }, next_offset: 20 },
  ]);
});
