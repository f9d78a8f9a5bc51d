import { expect, test, vi } from "vitest";
import { anyTool, echo } from "../support/plan-tools.ts";
import { useDevServer } from "../support/plan-worker.ts";
import type { StartedPlan } from "../support/started-plan.ts";
import { useTimeSkippingServer } from "../support/time-skipping-plans.ts";

const server = useTimeSkippingServer();
const dev = useDevServer();
const todos = [{ id: "a", title: "A", tool_name: "late", max_retries: 0 }];
const untilGivenBack = (plan: StartedPlan): Promise<void> =>
  vi.waitFor(
    async () => {
      const events = (await plan.runs()).flat();
      expect(events.some((one) => one.activityTaskFailedEventAttributes != null)).toBe(true);
    },
    { timeout: 20_000 },
  );

test("a worker that does not have the tool yet uses up no attempt of its todo", async () => {
  const late = anyTool("late", (_args, { attempt }) => Promise.resolve({ attempt }));
  const old = await dev().startWorker([echo]);
  const plan = await old.start({ title: "While workers are replaced", todos });
  await untilGivenBack(plan);
  expect(await plan.todo("a")).toMatchObject({ status: "in_progress", retry_count: 0 });
  await old.stop();
  await dev().startWorker([late], { taskQueue: old.taskQueue });
  expect(await plan.result()).toMatchObject({ status: "completed" });
  expect(await plan.todo("a")).toMatchObject({ retry_count: 0, result_data: { attempt: 1 } });
});

test("a tool that no worker has fails its todo at last, in its first attempt, and names those there are", async () => {
  const worker = await server().startWorker([echo]);
  const began = await server().now();
  const [todo] = todos;
  const plan = await worker.start({ title: "Nowhere", todos: [{ ...todo!, max_retries: 3 }] });
  await plan.result().catch(() => undefined);
  expect(await plan.todo("a")).toMatchObject({
    status: "failed",
    error_type: "api_error",
    error_message: 'This worker has no tool "late"; it has echo.',
    retry_count: 0,
  });
  expect((await server().now()) - began).toBeGreaterThanOrEqual(31_000);
});

test("a todo that waits for a worker with its tool can be cancelled", async () => {
  const worker = await server().startWorker([echo]);
  const plan = await worker.start({ title: "Called off", todos });
  await untilGivenBack(plan);
  await plan.signal("cancel", { reason: "Enough" });
  expect(await plan.ended()).toMatchObject({ status: "cancelled" });
  expect(await plan.todo("a")).toMatchObject({ status: "cancelled" });
});
