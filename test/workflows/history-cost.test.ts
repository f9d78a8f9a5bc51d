import { expect, test } from "vitest";
import type { NewPlanInput } from "../../src/contract/plan.ts";
import { echo } from "../support/plan-tools.ts";
import { useDevServer } from "../support/plan-worker.ts";

const server = useDevServer();

/**
 * Workflow started; search attributes written at the start and at the end; the first workflow task
 * (scheduled, started, completed); workflow completed.
 */
const FIXED = 7;

function chain(length: number): NewPlanInput {
  return {
    title: `chain of ${length}`,
    todos: Array.from({ length }, (_, position) => ({
      id: `t${position}`,
      title: `Todo ${position}`,
      tool_name: "echo",
      depends_on: position === 0 ? [] : [`t${position - 1}`],
    })),
  };
}

test.each([10, 60])(
  "a chain of %i todos costs Temporal's least, 6 history events a todo, and 7 for the plan",
  async (length) => {
    const worker = await server().startWorker([echo]);
    const plan = await worker.start(chain(length));
    await plan.result();
    const [events, ...more] = await plan.runs();
    expect(more).toEqual([]);
    expect(events).toHaveLength(6 * length + FIXED);
  },
);
