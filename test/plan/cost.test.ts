import { describe, expect, test } from "vitest";
import type { NewPlanInput } from "../../src/contract/plan/plan.ts";
import { Drive, newState, planOf } from "./support/drive.ts";

const named = (count: number): string[] => Array.from({ length: count }, (_, place) => `t${place}`);

const SHAPES: Readonly<Record<string, { plan: (n: number) => NewPlanInput; perTodo: number }>> = {
  "a chain": {
    plan: (n) =>
      planOf(named(n).map((id, at) => ({ id, depends_on: at === 0 ? [] : [`t${at - 1}`] }))),
    perTodo: 2,
  },
  "a wide plan": { plan: (n) => planOf(named(n), { max_parallel: 5 }), perTodo: 2 },
  "layers of ten that wait for all of the layer before": {
    plan: (n) =>
      planOf(
        named(n).map((id, at) => ({
          id,
          depends_on: at < 10 ? [] : named(n).slice(at - (at % 10) - 10, at - (at % 10)),
        })),
      ),
    perTodo: 2,
  },
  "a chain of milestones": {
    plan: (n) =>
      planOf(
        named(n).map((id, at) => ({
          id,
          tool_name: null,
          kind: "milestone" as const,
          depends_on: at === 0 ? [] : [`t${at - 1}`],
        })),
      ),
    perTodo: 2,
  },
  "a wide plan in which every todo asks": {
    plan: (n) => planOf(named(n), { approval: "every_todo" }),
    perTodo: 4,
  },
};

/** Runs a plan to its end and counts the facts and how often a place of its lists was read. */
function run(input: NewPlanInput): { events: number; todoReads: number; holdReads: number } {
  const state = newState(input);
  const reads = { todos: 0, holds: 0 };
  const counted = <Item>(items: Item[], list: "todos" | "holds"): Item[] =>
    new Proxy(items, {
      get(target, key, receiver) {
        if (typeof key === "string" && /^[0-9]/.test(key)) reads[list] += 1;
        return Reflect.get(target, key, receiver) as unknown;
      },
    });
  state.todos = counted(state.todos, "todos");
  state.holds = counted(state.holds, "holds");
  const drive = new Drive(state);
  while (!drive.finished) {
    const hold = drive.plan.openHolds.keys().next().value;
    if (hold !== undefined) drive.accept("approval", { hold_id: hold, decision: "approve" });
    for (const id of drive.running) drive.complete(id);
  }
  expect(state.status).toBe("completed");
  return { events: state.seq, todoReads: reads.todos, holdReads: reads.holds };
}

describe.each(Object.entries(SHAPES))("%s", (_, { plan, perTodo }) => {
  test.each([100, 2_000])("of %d todos takes the same number of facts per todo", (count) => {
    // Besides its todos' facts a plan is created, started and completed.
    expect(run(plan(count)).events).toBe(perTodo * count + 3);
  });

  test("looks at its lists in proportion to its size", () => {
    const small = run(plan(100));
    const large = run(plan(1_000));
    expect(large.todoReads).toBeLessThanOrEqual(10 * small.todoReads);
    expect(large.holdReads).toBeLessThanOrEqual(10 * small.holdReads);
  });
});
