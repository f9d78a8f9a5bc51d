import { expect, test } from "vitest";
import { echo } from "../support/plan-tools.ts";
import { useDevServer } from "../support/plan-worker.ts";

const server = useDevServer();

/** Two of three todos ask, so that every plan is left alone twice on its way. */
const todos = ["a", "b", "c"].map((id, place, all) => ({
  id,
  title: id.toUpperCase(),
  tool_name: "echo",
  requires_approval: place > 0,
  depends_on: place === 0 ? [] : [all[place - 1]!],
}));

test.each([
  [8, 1],
  [3, 0],
])(
  "%i plans at holds, with %i of them in the worker's memory, all go on from where they were",
  async (count, maxCachedWorkflows) => {
    const worker = await server().startWorker([echo], { maxCachedWorkflows });
    const plans = await Promise.all(
      Array.from({ length: count }, (_, number) => worker.start({ title: `P${number}`, todos })),
    );
    // Always another plan than the last one: each finds itself out of memory and is replayed.
    for (const todoId of ["b", "c"]) {
      for (const plan of plans) {
        const hold = await plan.untilHold(todoId);
        const digest = hold.digest;
        if (todoId === "b")
          await plan.send("approval", { hold_id: hold.id, decision: "approve", digest });
        else await plan.signal("approval", { hold_id: hold.id, decision: "approve", digest });
      }
      plans.reverse();
    }
    for (const plan of plans) {
      expect(await plan.result()).toMatchObject({ status: "completed" });
      expect(await plan.brokenTasks()).toEqual([]);
      const log = await plan.events();
      expect(log.map(({ seq }) => seq)).toEqual(log.map((_, place) => place + 1));
      expect(log.filter(({ type }) => type === "todo.started")).toHaveLength(3);
    }
  },
);
