import { expect, test } from "vitest";
import type { LogPage } from "../../src/contract/plan/todo-log.ts";
import { ToolError } from "../../src/tools/tool-error.ts";
import { problemOf, useApi } from "../support/api-harness.ts";
import { anyTool, defer } from "../support/plan-tools.ts";

const mayEnd = defer<void>();
const tools = [
  anyTool("fetch", async (_, { log, attempt }) => {
    log.info(`Attempt ${attempt} begins.`, { rows: 3 });
    if (attempt === 1) throw new ToolError("api_error", "The line is busy.");
    log.warn("\u001b[2J\u001b[31mOne row is empty.\u001b[0m\u001b[1;1H", { circular: undefined });
    await mayEnd.promise;
    log.error("두 줄을 버렸습니다.");
    return "done";
  }),
  anyTool("chatty", (_, { log }) => {
    for (let line = 0; line < 400; line += 1) log.info("x".repeat(5_000));
    return "done";
  }),
  anyTool("odd", (_, { log }) => {
    const circular: Record<string, unknown> = {};
    circular["self"] = circular;
    log.info(undefined as unknown as string, circular);
    log.info("big", { value: 1n, map: new Map(), long: "x".repeat(5_000), id: 7 });
    log.error("failed", { error: new Error("outer", { cause: new TypeError("inner") }), id: 7 });
    log.info(`half ${"\ud83d"}`);
    return "done";
  }),
];
const api = useApi({ tools });
const logOf = (id: string, query = ""): Promise<LogPage> =>
  api().get<LogPage>(`/v1/plans/${id}/todos/a/log${query}`);
const planOf = (tool: string) => ({
  title: "Log",
  failure: { api_error: { action: "RETRY", max_retries: 1, retry_delay: 0, fallback: "FAIL" } },
  todos: [{ id: "a", title: "A", tool_name: tool }],
});

test("what a tool logs is read while it runs, line by line, and stays after its end", async () => {
  const { id } = await api().create(planOf("fetch") as never);
  const brief = ({ lines }: LogPage) =>
    lines.map(({ attempt, level, message }) => `${attempt} ${level} ${message}`);
  await expect
    .poll(async () => brief(await logOf(id)))
    .toEqual([
      "1 info Attempt 1 begins.",
      "2 info Attempt 2 begins.",
      "2 warn \u001b[31mOne row is empty.\u001b[0m",
    ]);
  const first = await logOf(id, "?limit=1");
  expect(first).toMatchObject({ next: 1, total: 3, full: false });
  expect(first.lines[0]!.fields).toEqual({ rows: 3 });
  mayEnd.resolve();
  await api().untilEnded(id);
  const rest = await logOf(id, "?after=3");
  expect(brief(rest)).toEqual(["2 error 두 줄을 버렸습니다."]);
  expect(await logOf(id, `?after=${rest.next}`)).toMatchObject({ lines: [], next: 4, total: 4 });
  expect(await logOf(id, "?run=2")).toMatchObject({ lines: [], total: 0 });
});

test("a log that is full says so, and its tool goes on", async () => {
  const { id } = await api().create(planOf("chatty") as never);
  expect((await api().untilEnded(id)).status).toBe("completed");
  const { lines, full, total } = await logOf(id, "?limit=1000");
  expect(full).toBe(true);
  expect(lines).toHaveLength(total);
  expect(lines[0]!.message).toHaveLength(4_000);
  expect(JSON.stringify(lines).length).toBeLessThan(1_100_000);
});

test("of a line's fields only what cannot be written is a word for it", async () => {
  const { id } = await api().create(planOf("odd") as never);
  expect((await api().untilEnded(id)).status).toBe("completed");
  expect((await logOf(id)).lines.map(({ message, fields }) => [message, fields])).toEqual([
    ["undefined", { self: { self: "[circular]" } }],
    ["big", { value: "1", map: "[Map]", long: "[too long]", id: 7 }],
    ["failed", { error: "Error: outer: inner", id: 7 }],
    ["half \ufffd", null],
  ]);
});

test("a todo that is not there has no log", async () => {
  const { id } = await api().create(planOf("odd") as never);
  await problemOf(api().request("GET", `/v1/plans/${id}/todos/none/log`), "todo_not_found");
});
