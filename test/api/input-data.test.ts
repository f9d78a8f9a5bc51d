import { expect, test } from "vitest";
import type { Todo } from "../../src/contract/plan/todo.ts";
import { useApi } from "../support/api-harness.ts";
import { anyTool } from "../support/plan-tools.ts";

/** Answers what it got. */
const tell = anyTool("tell", (args, { input_data }) => ({ args, input_data }));
const api = useApi({ tools: [tell] });
const source = { id: "source", title: "수집", tool_name: "echo", tool_params: { text: "리뷰" } };

test("input_data takes any keys, which the tool gets beside its arguments", async () => {
  const strict = { tool_name: "echo", tool_params: { text: "글" }, input_data: { 무엇이든: [1] } };
  const input_data = {
    본문: { $from: "source", path: "/text" },
    제목: "{{todo.source.result/text}}!",
  };
  const { id } = await api().create({
    title: "입력",
    todos: [
      source,
      { id: "strict", title: "엄격한 도구", ...strict },
      { id: "told", title: "전달", tool_name: "tell", tool_params: { 본문: "인수" }, input_data },
      { id: "none", title: "없음", tool_name: "tell" },
    ],
  });
  const { status, todos } = await api().untilEnded(id);
  expect(status).toBe("completed");
  expect(todos.map(({ result_data }) => result_data)).toEqual([
    { text: "리뷰" },
    { text: "글" },
    { args: { 본문: "인수" }, input_data: { 본문: "리뷰", 제목: "리뷰!" } },
    { args: {}, input_data: {} },
  ]);
});

test("who approves sees it, and an edit that changes it asks again", async () => {
  const input_data = { 본문: { $from: "source", path: "/text" } };
  const told = {
    id: "told",
    title: "전달",
    tool_name: "tell",
    requires_approval: true,
    input_data,
  };
  const { id } = await api().create({ title: "승인", todos: [source, told] });
  const [first] = await api().untilHolds(id);
  expect(first).toMatchObject({ args: {}, input_data: { 본문: "리뷰" } });
  const changes = { input_data: { 본문: "다른 글" } };
  const ops = [{ edit_type: "modify_todo", target_id: "told", params: { changes } }];
  expect((await api().post(`/v1/plans/${id}/edits`, { ops })).status).toBe(200);
  const [second] = await api().holds(id);
  expect(second).toMatchObject({ args: {}, input_data: { 본문: "다른 글" } });
  expect(second!.digest).not.toBe(first!.digest);
  const approve = { decision: "approve", digest: second!.digest };
  expect((await api().post(`/v1/holds/${second!.id}/decision`, approve)).status).toBe(200);
  await api().untilEnded(id);
  const { result_data, approved_digest } = await api().get<Todo>(`/v1/plans/${id}/todos/told`);
  expect(result_data).toEqual({ args: {}, input_data: { 본문: "다른 글" } });
  expect(approved_digest).toBe(second!.digest);
});
