import { randomUUID } from "node:crypto";
import { Context } from "@temporalio/activity";
import { NativeConnection, Worker } from "@temporalio/worker";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import type { Progress } from "../../src/contract/plan/plan.ts";
import type { Todo } from "../../src/contract/plan/todo.ts";
import { useApi } from "../support/api-harness.ts";
import { defer } from "../support/plan-tools.ts";

const api = useApi();
const taskQueue = `foreign-${randomUUID()}`;
const goOn = defer<void>();
let stop = (): Promise<void> => Promise.resolve();

/** As a worker in another language would be: it knows Temporal and nothing of Holdpoint. */
beforeAll(async () => {
  const connection = await NativeConnection.connect({ address: inject("temporalAddress") });
  const beats = async (details: unknown): Promise<{ trained: boolean }> => {
    Context.current().heartbeat(details);
    await goOn.promise;
    return { trained: true };
  };
  const worker = await Worker.create({
    connection,
    taskQueue,
    activities: {
      too_much: () => beats({ percentage: 1e9 }),
      too_little: () => beats({ percentage: -5 }),
      half: () => beats({ percentage: 50 }),
      no_number: () => beats({ percentage: "50" }),
      no_object: () => beats(null),
    },
  });
  const stopped = worker.run();
  stop = async () => {
    worker.shutdown();
    await stopped;
    await connection.close();
  };
});
afterAll(() => stop());

describe("todos of a worker that knows nothing of Holdpoint", () => {
  test("run, and whatever they report is a percentage", async () => {
    const tools = ["too_much", "too_little", "half", "no_number", "no_object"];
    const { id } = await api().create({
      title: "다른 언어",
      todos: tools.map((tool) => ({
        id: tool,
        title: tool,
        tool_name: tool,
        task_queue: taskQueue,
      })),
    });
    await expect
      .poll(() => api().get<Progress>(`/v1/plans/${id}/progress`), { timeout: 20_000 })
      .toMatchObject({ percentage: 30, counts: { in_progress: 5 } });
    const plan = await api().plan(id);
    const percents = plan.todos.map((todo) => [todo.id, todo.progress_percentage]);
    expect(percents).toEqual([
      ["too_much", 100],
      ["too_little", 0],
      ["half", 50],
      ["no_number", 0],
      ["no_object", 0],
    ]);
    goOn.resolve();
    expect((await api().untilEnded(id)).status).toBe("completed");
    const todo = await api().get<Todo>(`/v1/plans/${id}/todos/half`);
    expect(todo.result_data).toEqual({ trained: true });
  });
});
