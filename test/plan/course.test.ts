import { describe, expect, test } from "vitest";
import type { NewPlanInput } from "../../src/contract/plan/plan.ts";
import { courseOf } from "../../src/plan/views/board/course.ts";
import { newPlan } from "./support/outlook-plan.ts";

const AT = "2026-02-05T10:00:00.000Z";
const course = (todos: NewPlanInput["todos"], facts: object = {}, status = "running") => {
  const plan = newPlan({ title: "p", todos, max_parallel: 1 }, AT);
  for (const [id, fact] of Object.entries(facts)) Object.assign(plan.todos.get(id)!, fact);
  Object.assign(plan.state, { status });
  return courseOf(plan, Date.parse(AT));
};
const work = (id: string, seconds: number | null, more: object = {}) => ({
  id,
  title: `Todo ${id}`,
  tool_name: "t",
  ...(seconds !== null && { estimated_seconds: seconds }),
  ...more,
});

describe("where a plan is, as lists show it", () => {
  test("is the todo that would start next, by its title, and the work that is left", () => {
    expect(course([work("a", 10), work("b", 20, { priority: 9 })])).toEqual({
      running: null,
      next: { id: "b", title: "Todo b" },
      left: { kind: "range", least_seconds: 30, most_seconds: 30 },
    });
  });

  test("tells of no time that nothing tells, and of none where only people are left", () => {
    const none = { least_seconds: null, most_seconds: null };
    expect(course([work("a", 10), work("b", null)]).left).toEqual({ kind: "unknown", ...none });
    expect(course([{ id: "call", title: "Call" }])).toEqual({
      running: null,
      next: null,
      left: { kind: "people", ...none },
    });
  });

  test("cuts long titles, and guesses no time for a plan larger than a board", () => {
    const many = Array.from({ length: 1_001 }, (_, place) => work(`t${place}`, 1));
    expect(course([work("a", 1, { title: "가".repeat(200) })]).next!.title).toHaveLength(120);
    expect(course(many).left!.kind).toBe("unknown");
    expect(course(many).next).toEqual({ id: "t0", title: "Todo t0" });
  });

  test("is nothing once the plan has ended", () => {
    expect(course([work("a", 10)], {}, "failed")).toEqual({
      running: null,
      next: null,
      left: null,
    });
  });
});
