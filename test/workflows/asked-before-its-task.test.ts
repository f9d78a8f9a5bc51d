import { setTimeout as delay } from "node:timers/promises";
import { Worker } from "@temporalio/worker";
import { expect, test } from "vitest";
import { loadWorkflowBundle } from "../../src/runtime/workers/workflow-bundle.ts";
import { planQuery } from "../../src/workflows/wire/messages.ts";
import { echo } from "../support/plan-tools.ts";
import { useDevServer } from "../support/plan-worker.ts";

const server = useDevServer();

// Whoever watches a plan asks it again and again, also while its worker is away. A question that
// reaches the next worker before the plan's own task does, finds a deadline over that no task has seen.
test("a plan that is asked before the task of its deadline decides it as its history says", async () => {
  const queue = server().queue([echo]);
  const first = await queue.run();
  const asks = { tool_name: "echo", requires_approval: true };
  const plans = await Promise.all(
    Array.from({ length: 6 }, (_, number) =>
      queue.start({
        title: `Asked ${number}`,
        todos: [
          { id: "soon", title: "S", ...asks, approval: { timeout_seconds: 3, on_timeout: "skip" } },
          { id: "late", title: "L", ...asks, approval: { on_timeout: "wait" } },
        ],
      }),
    ),
  );
  for (const plan of plans) await plan.untilHold("soon");
  await first.stop();
  const stop = new AbortController();
  const { connection } = server().client;
  const asked = plans.flatMap(({ handle }) =>
    [1, 2, 3].map(async () => {
      while (!stop.signal.aborted) {
        const ask = () => handle.query(planQuery, { limit: 1 });
        await connection.withDeadline(Date.now() + 1_000, ask).catch(() => undefined);
      }
    }),
  );
  for (const { handle } of plans) {
    const isOver = async () =>
      (await handle.fetchHistory()).events?.some((event) => event.timerFiredEventAttributes);
    while (!(await isOver())) await delay(50);
  }
  await queue.run();
  for (const plan of plans) {
    await plan.until("the end of the first hold", ({ todos }) => todos[0]!.status === "skipped");
  }
  stop.abort();
  await Promise.all(asked);
  const workflowBundle = await loadWorkflowBundle();
  for (const plan of plans) {
    expect(await plan.brokenTasks()).toEqual([]);
    await Worker.runReplayHistory({ workflowBundle }, await plan.handle.fetchHistory());
  }
});
