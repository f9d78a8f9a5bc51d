import fc from "fast-check";
import { describe, expect } from "vitest";
import type { PlanState } from "../../src/plan/model/state/state.ts";
import { drive } from "./support/drive.ts";
import { always } from "./support/properties.ts";
import { randomPlan } from "./support/random-plan.ts";
import { finish, live, randomStory } from "./support/random-story.ts";
import { isOver } from "./support/status-table.ts";

const cases = fc.record({ input: randomPlan(), story: randomStory() });

describe("nothing is ever stuck", () => {
  always("when everyone decides and every tool reports, the plan ends", cases, (it) => {
    const plan = live(it.input, it.story);
    // Throws when the plan has not ended and nothing is left to decide, report or wait for.
    finish(plan);
    const { state } = plan.plan;
    for (const todo of state.todos) expect(isOver(todo.status)).toBe(true);
    for (const hold of state.holds) expect(hold.status).not.toBe("open");
    expect(plan.runs).toEqual([]);
    expect(plan.wakeAt).toBe(null);
  });

  always(
    "a plan is completed exactly when nothing failed and nothing was given up",
    cases,
    (it) => {
      const driven = live(it.input, it.story);
      finish(driven);
      const { state } = driven.plan;
      const lost = countOf(state, "failed") + countOf(state, "cancelled");
      const cancelled = driven.events.some(({ type }) => type === "plan.cancel_requested");
      const aborted = driven.events.some(({ type }) => type === "plan.abort_requested");
      const expected = cancelled ? "cancelled" : aborted || lost > 0 ? "failed" : "completed";
      expect(state.status).toBe(expected);
      // A plan that completed without what somebody rejected, or what failed, says so.
      const isShort = state.todos.some(({ skipped }) => skipped?.stops === true);
      const isWhole = expected === "completed" && !isShort;
      expect(state.ended_because === null).toBe(isWhole);
    },
  );

  always(
    "a plan in which nothing fails completes, every todo of it",
    randomPlan({ maxTodos: 40, references: false }),
    (input) => {
      const plan = drive(input);
      finish(plan);
      expect(plan.plan.state.status).toBe("completed");
      expect(new Set(Object.values(plan.statuses()))).toEqual(new Set(["completed"]));
      expect(plan.started.toSorted()).toEqual(input.todos.map((todo) => todo.id!).toSorted());
    },
  );
});

function countOf(state: PlanState, status: string): number {
  return state.todos.filter((todo) => todo.status === status).length;
}
