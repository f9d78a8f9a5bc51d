import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { FileAnswer, NewTodoInput } from "../../src/contract/plan/todo.ts";
import { useApi } from "../support/api-harness.ts";
import { anyTool } from "../support/plan-tools.ts";

/** Answers the file at a path of the plan's workspace, or that there is none. */
const look = anyTool("look", ({ path }, { workspace }) =>
  readFile(join(workspace, String(path)), "utf8").catch(() => null),
);
const give = anyTool("give", ({ value }) => value);
const api = useApi({ tools: [look, give] });
const LONG = "가".repeat(60_000);

const looking = (path: string, after: string): NewTodoInput => ({
  id: "look",
  title: "보기",
  tool_name: "look",
  tool_params: { path },
  depends_on: [after],
});
const giving = (value: unknown, more: Partial<NewTodoInput> = {}): NewTodoInput => ({
  id: "give",
  title: "작성",
  tool_name: "give",
  tool_params: { value: value as string },
  output_path: "out/결과.txt",
  ...more,
});
const decide = (hold: string, body: object) => api().post(`/v1/holds/${hold}/decision`, body);

/** The plan with this todo, once a todo after it has looked at the file. */
const written = async (todo: NewTodoInput) =>
  api().create({ title: "결과", todos: [todo, looking(todo.output_path!, todo.id!)] });

describe("a todo's result is written to its output_path", () => {
  test.each<[string, unknown, string, unknown?]>([
    ["text as text", "보고서\n끝", "보고서\n끝"],
    ["anything else as JSON", { n: [1, "둘"] }, '{\n  "n": [\n    1,\n    "둘"\n  ]\n}\n'],
    ["a long text that is kept beside the plan", LONG, LONG, { bytes: 180_002 }],
    ["nothing as JSON's null", null, "null\n"],
  ])("%s", async (_, value, content, seen = content) => {
    const { id } = await written(giving(value));
    const { status, todos } = await api().untilEnded(id);
    expect(status).toBe("completed");
    expect(todos).toMatchObject([
      { status: "completed", progress_percentage: 100, run: 1 },
      { result_data: seen },
    ]);
    const types = (await api().events(id)).filter(({ todo_id }) => todo_id === "give");
    expect(types.map(({ type }) => type)).toEqual([
      "todo.started",
      "todo.delivered",
      "todo.completed",
    ]);
  });

  test("of a todo that runs long, beside its plan", async () => {
    const { id } = await written(giving("긴 글", { timeout_seconds: 3_600 }));
    expect((await api().untilEnded(id)).todos[1]).toMatchObject({ result_data: "긴 글" });
  });

  test("when it is somebody's answer, who stays the one that gave it", async () => {
    const ask = { id: "ask", title: "묻기", input_request: { question: "무엇을?" } };
    const { id } = await written({ ...ask, output_path: "answer.txt" });
    const [hold] = await api().untilHolds(id);
    expect(hold).toMatchObject({ kind: "input", output_path: "answer.txt" });
    expect((await decide(hold!.id, { decision: "answer", value: "이것" })).status).toBe(200);
    expect((await api().untilEnded(id)).todos).toMatchObject([
      { status: "completed", result_data: "이것", completed_by: "local-operator", run: 1 },
      { result_data: "이것" },
    ]);
  });

  test("when it is a file that somebody sent, byte by byte", async () => {
    const todo = { id: "press", title: "검수", output_path: "표.csv" };
    const { id } = await written(todo);
    const sent = await api().post(
      `/v1/plans/${id}/files?name=a.csv`,
      Buffer.from("가,1\n"),
      "application/octet-stream",
    );
    const file = (await sent.json()) as FileAnswer;
    const done = { files: [file], note: "여기 있습니다" };
    await api().watch.until(id, async () => {
      const plan = await api().plan(id);
      return plan.todos[0]!.offered_at !== null;
    });
    expect((await api().post(`/v1/plans/${id}/todos/press/done`, done)).status).toBe(200);
    expect((await api().untilEnded(id)).todos).toMatchObject([
      { status: "completed", result_data: file, note: done.note, completed_by: "local-operator" },
      { result_data: "가,1\n" },
    ]);
  });
});

test("who approves sees where the result goes, and the digest binds it", async () => {
  const { id } = await written(giving("글", { requires_approval: true }));
  const [first] = await api().untilHolds(id);
  expect(first).toMatchObject({ output_path: "out/결과.txt" });
  const ops = [
    { edit_type: "modify_todo", target_id: "give", params: { changes: { output_path: "b.txt" } } },
  ];
  expect((await api().post(`/v1/plans/${id}/edits`, { ops })).status).toBe(200);
  const [second] = await api().holds(id);
  expect(second).toMatchObject({ output_path: "b.txt" });
  expect(second!.id).not.toBe(first!.id);
  expect((await decide(second!.id, { decision: "reject", then: "fail" })).status).toBe(200);
});

test("what cannot be written fails the todo and says why", async () => {
  const failure = { validation_error: { action: "FAIL" as const } };
  const { id } = await api().create({
    title: "결과",
    todos: [
      giving("글", { id: "first", output_path: "out" }),
      giving("글", { output_path: "out/b.txt", depends_on: ["first"], failure }),
    ],
  });
  expect(await api().untilEnded(id)).toMatchObject({
    status: "failed",
    todos: [
      { status: "completed" },
      {
        status: "failed",
        error_type: "validation_error",
        error_message:
          'Its result could not be written to "out/b.txt": The file "out/b.txt" leads through a file or a symbolic link. Use real folders only.',
      },
    ],
  });
});
