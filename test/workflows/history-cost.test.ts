import { expect, test } from "vitest";
import type { NewPlanInput } from "../../src/contract/plan/plan.ts";
import { echo } from "../support/plan-tools.ts";
import { useDevServer } from "../support/plan-worker.ts";

const server = useDevServer();

/**
 * Workflow started; search attributes written once it runs and at the end; the first workflow task
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

/** What lists show: a memo once it has run for a second and one at the end, and timers to tell them then and later. */
const LISTED = 5;
/** The first timer's end, and the workflow task that it may bring. */
const BEGUN = 4;
/** A timer's end, the workflow task that it brings, a memo and the next timer. */
const TOLD = 6;
/** What a plan ended as is archived, where it is too much to tell it with the end: an activity. */
const ARCHIVED = 6;

test.each([10, 60])(
  "a chain of %i todos costs Temporal's least, 6 history events a todo, and lists a few each 10 s",
  async (length) => {
    const worker = await server().startWorker([echo]);
    const plan = await worker.start(chain(length));
    await plan.result();
    const [events = [], ...more] = await plan.runs();
    expect(more).toEqual([]);
    const [first, last] = [events[0]!, events.at(-1)!].map(({ eventTime }) =>
      Number(eventTime?.seconds),
    );
    const times = Math.ceil((last! - first! + 1) / 10);
    expect(events.length).toBeGreaterThanOrEqual(6 * length + FIXED);
    const archived = length > 10 ? ARCHIVED : 0;
    const most = 6 * length + FIXED + LISTED + BEGUN + archived + TOLD * (times - 1);
    expect(events.length).toBeLessThanOrEqual(most);
    const { memo } = await plan.handle.describe();
    expect(memo).toMatchObject({ progress: { percentage: 100, counts: { completed: length } } });
  },
);
