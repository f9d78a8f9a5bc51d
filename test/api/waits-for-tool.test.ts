import { expect, inject, onTestFinished, test, vi } from "vitest";
import type { Board } from "../../src/contract/plan/board.ts";
import type { TodoDetail } from "../../src/contract/plan/plan.ts";
import { textOf } from "../../src/contract/sentences/sentence.ts";
import { loadConfig } from "../../src/runtime/config.ts";
import { startWorker } from "../../src/runtime/workers/worker.ts";
import { useApi } from "../support/api-harness.ts";
import { anyTool } from "../support/plan-tools.ts";

const api = useApi({ worker: false, tools: [anyTool("late", () => "done")] });

test("a todo that came to a worker without its tool says on the board and on its page what it waits for", async () => {
  // Of the code before: it has no tool of that name.
  const old = await startWorker({
    config: await loadConfig(api().folder),
    place: { address: inject("temporalAddress") },
    taskQueue: api().taskQueue,
  });
  onTestFinished(() => old.stop());
  const todos = [{ id: "a", title: "A", tool_name: "late" }];
  const { id } = await api().create({ title: "While workers are replaced", todos });
  const english =
    'It came to a worker without the tool "late". For half a minute it is given to workers again, then it fails.';
  await vi.waitFor(
    async () => {
      const todo = await api().get<TodoDetail>(`/v1/plans/${id}/todos/a`);
      expect(todo).toMatchObject({ status: "in_progress", progress_message: english });
    },
    { timeout: 20_000 },
  );
  const [row] = (await api().get<Board>(`/v1/plans/${id}/board`)).todos;
  expect(row!.progress_message).toBe(english);
  expect(textOf(row!.progress_message_said!, "ko")).toMatch(/^맡은 워커에 도구 "late"가 없습니다/);
  await old.stop();
  await api().startWorker();
  const [ended] = (await api().untilEnded(id)).todos;
  expect(ended).toMatchObject({ status: "completed", result_data: "done", retry_count: 0 });
  expect(ended!.progress_message).toBeUndefined();
});
