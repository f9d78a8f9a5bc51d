import fc from "fast-check";
import { describe, expect } from "vitest";
import { packState, unpackState } from "../../src/plan/model/packing/pack-state.ts";
import { copyOf } from "./support/drive.ts";
import { always } from "./support/properties.ts";
import { randomPlan } from "./support/random-plan.ts";
import { live, randomStory } from "./support/random-story.ts";

const cases = fc.record({
  input: randomPlan({ maxTodos: 15, references: true }),
  story: randomStory(),
});

describe("what a plan hands to its next run", () => {
  always("is the same plan there, whatever has happened to it", cases, ({ input, story }) => {
    const { state } = live(input, story).plan;
    expect(unpackState(copyOf(packState(state)))).toStrictEqual(state);
  });

  always("is smaller than the plan", cases, ({ input, story }) => {
    const { todos } = live(input, story).plan.state;
    const { todos: packed } = packState({ todos } as Parameters<typeof packState>[0]);
    expect(JSON.stringify(packed).length).toBeLessThan(JSON.stringify(todos).length);
  });

  always("may be whole, as earlier runs handed it over", cases, ({ input, story }) => {
    const { state } = live(input, story).plan;
    expect(unpackState(state)).toStrictEqual(state);
  });
});
