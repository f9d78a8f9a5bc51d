import fc from "fast-check";
import { describe, expect } from "vitest";
import { PlanEventSchema } from "../../src/contract/plan/event.ts";
import { HoldSchema } from "../../src/contract/plan/holds/hold.ts";
import { PlanViewSchema, ProgressSchema, ScheduleSchema } from "../../src/contract/plan/plan.ts";
import { progressOf } from "../../src/plan/model/progress.ts";
import { viewHold } from "../../src/plan/todos/flat-fields.ts";
import { viewPlan } from "../../src/plan/views/view.ts";
import { scheduleOf } from "../../src/plan/views/why.ts";
import { always } from "../plan/support/properties.ts";
import { randomPlan } from "../plan/support/random-plan.ts";
import { live, randomStory } from "../plan/support/random-story.ts";

const cases = fc.record({
  input: randomPlan({ maxTodos: 20, references: true }),
  story: randomStory(),
  offset: fc.nat(25),
  limit: fc.integer({ min: 1, max: 25 }),
});

describe("what a plan shows of itself", () => {
  always("is what the contract promises, whatever happened", cases, (it) => {
    const { plan } = live(it.input, it.story);
    const view = viewPlan(plan, { offset: 0, limit: 1_000 });
    // Strict: a field that the contract does not know would be dropped by the parser and differ.
    expect(PlanViewSchema.parse(view)).toEqual(view);
    expect(ProgressSchema.parse(progressOf(plan))).toEqual(progressOf(plan));
    expect(ScheduleSchema.parse(scheduleOf(plan))).toEqual(scheduleOf(plan));
    for (const hold of plan.state.holds.map(viewHold)) expect(HoldSchema.parse(hold)).toEqual(hold);
    for (const event of plan.state.events) expect(PlanEventSchema.parse(event)).toEqual(event);
  });

  always("comes in pages that together are the whole", cases, ({ input, story, limit }) => {
    const { plan } = live(input, story);
    const whole = viewPlan(plan, { offset: 0, limit: 1_000 });
    const paged = [];
    for (let offset: number | null = 0; offset !== null;) {
      const page = viewPlan(plan, { offset, limit });
      expect(page.todos.length).toBeLessThanOrEqual(limit);
      paged.push(...page.todos);
      offset = page.next_offset;
    }
    expect(paged).toEqual(whole.todos);
    expect(whole.todo_count).toBe(paged.length);
  });

  always("beyond its end is an empty page", cases, ({ input, story, offset }) => {
    const { plan } = live(input, story);
    const beyond = plan.state.todos.length + offset;
    const page = viewPlan(plan, { offset: beyond, limit: 10 });
    expect(page.todos).toEqual([]);
    expect(page.next_offset).toBe(null);
  });
});
