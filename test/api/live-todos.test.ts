import { expect, test, vi } from "vitest";
import { z } from "zod";
import type { Todo } from "../../src/contract/plan/todo.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import { ToolError } from "../../src/tools/tool-error.ts";
import { useApi } from "../support/api-harness.ts";
import { defer } from "../support/plan-tools.ts";

const again = defer<void>();
const letGo = defer<void>();
const flaky = defineTool({
  name: "flaky",
  description: "Fails once, then waits until the test lets it go",
  input: z.strictObject({}),
  output: z.literal("done"),
  async run(_, { attempt }) {
    if (attempt === 1) throw new ToolError("api_error", "The line is busy.");
    again.resolve();
    await letGo.promise;
    return "done" as const;
  },
});
const api = useApi({ tools: [flaky] });

test("a todo that is tried again shows how often, and why the last attempt failed", async () => {
  const { id } = await api().create({
    title: "Tries again",
    failure: { api_error: { action: "RETRY", retry_delay: 0 } },
    todos: [{ id: "call", title: "call", tool_name: "flaky" }],
  });
  await again.promise;
  expect(await api().get<Todo>(`/v1/plans/${id}/todos/call`)).toMatchObject({
    status: "in_progress",
    retry_count: 1,
    error_type: "api_error",
    error_message: "The line is busy.",
  });
  letGo.resolve();
  const plan = await api().untilEnded(id);
  expect(plan.todos[0]).toMatchObject({ status: "completed", error_message: null });
});

test("a plan whose todos run is asked once to be shown", async () => {
  const gate = { tool_name: "gate", tool_params: { name: "once", percent: 40 } };
  const { id } = await api().create({ title: "Once", todos: [{ id: "a", title: "a", ...gate }] });
  // A heartbeat is no event of the plan's history: nothing tells of it.
  const percentage = async () => (await api().plan(id)).todos[0]!.progress_percentage;
  await expect.poll(percentage).toBe(40);
  const asked = vi.spyOn(api().client.workflowService, "queryWorkflow");
  const { progress } = await api().plan(id);
  const times = asked.mock.calls.length;
  asked.mockRestore();
  api().tools.open("once");
  expect([progress.percentage, times]).toEqual([40, 1]);
});
