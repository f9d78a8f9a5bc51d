import { expect, test } from "vitest";
import type { NewPlanInput } from "../../src/contract/plan.ts";
import { echo } from "../support/plan-tools.ts";
import { useDevServer } from "../support/plan-worker.ts";
import type { HistoryEvent } from "../support/started-plan.ts";

const server = useDevServer();

/**
 * Workflow started; search attributes written at the start and at the end; the first workflow task
 * (scheduled, started, completed); a patch's marker and its search attribute; workflow completed.
 */
const FIXED = 9;

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
  "a chain of %i todos costs Temporal's least, 6 history events a todo, and little for the plan",
  async (length) => {
    const worker = await server().startWorker([echo]);
    const plan = await worker.start(chain(length));
    await plan.result();
    const [events = [], ...more] = await plan.runs();
    expect(more).toEqual([]);
    const isMemo = (event: HistoryEvent): boolean =>
      event.workflowPropertiesModifiedEventAttributes != null;
    expect(events.filter((event) => !isMemo(event))).toHaveLength(6 * length + FIXED);
    // What lists show is written at the start, at the end, and at every quarter; and every five
    // seconds, should the machine be so slow.
    const seconds = (event?: HistoryEvent): number => Number(event?.eventTime?.seconds);
    const slow = Math.floor((seconds(events.at(-1)) - seconds(events[0])) / 5);
    expect(events.filter(isMemo).length).toBeLessThanOrEqual(5 + slow);
  },
);
