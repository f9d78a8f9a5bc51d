import fc from "fast-check";
import { describe, expect } from "vitest";
import { always } from "./support/properties.ts";
import { randomPlan } from "./support/random-plan.ts";
import { live, randomStory } from "./support/random-story.ts";
import { dependenciesDone, letsStart, pickNext, runningCount } from "./support/slow-model.ts";

const cases = fc.record({ input: randomPlan(), story: randomStory() });

describe("whatever happens to a plan", () => {
  always("no todo starts before all that it waits for is completed or skipped", cases, (it) => {
    live(it.input, it.story, {
      before({ state, todos }, event) {
        if (event.type !== "todo.started") return;
        expect(dependenciesDone(state, todos.get(event.todo_id)!)).toBe(true);
      },
    });
  });

  always("the todo that starts is the one that S0's rule picks", cases, ({ input, story }) => {
    const written = input.todos.map((todo) => todo.id!);
    live(input, story, {
      before({ state }, event) {
        if (event.type === "todo.started") expect(event.todo_id).toBe(pickNext(state, written));
      },
    });
  });

  always("no more todos run than the plan allows, and none when it may not go on", cases, (it) => {
    live(it.input, it.story, {
      before({ state }, event) {
        if (event.type === "todo.started") expect(letsStart(state)).toBe(true);
      },
      after({ state }) {
        expect(runningCount(state)).toBeLessThanOrEqual(state.max_parallel);
      },
    });
  });

  always("no place stays free while a todo could take it", cases, ({ input, story }) => {
    const written = input.todos.map((todo) => todo.id!);
    live(input, story, {
      rest({ plan: { state }, mayStart }) {
        if (!mayStart || !letsStart(state) || runningCount(state) === state.max_parallel) return;
        expect(pickNext(state, written)).toBe(null);
      },
    });
  });
});
