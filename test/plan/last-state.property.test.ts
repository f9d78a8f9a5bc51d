import fc from "fast-check";
import { describe, expect } from "vitest";
import { fromLastState, toLastState } from "../../src/plan/model/packing/last-state.ts";
import { fromTables, toTables } from "../../src/plan/model/packing/tables.ts";
import { copyOf } from "./support/drive.ts";
import { always } from "./support/properties.ts";
import { randomPlan } from "./support/random-plan.ts";
import { live, randomStory } from "./support/random-story.ts";

const stories = fc.record({
  input: randomPlan({ maxTodos: 15, references: true }),
  story: randomStory(),
});

describe("what is kept of a plan that has ended", () => {
  always("is the same plan for who reads it", stories, ({ input, story }) => {
    const { state } = live(input, story).plan;
    expect(fromLastState(copyOf(toLastState(state)))).toStrictEqual(copyOf(state));
  });

  always("shares nothing between two todos", stories, ({ input, story }) => {
    const { todos } = fromLastState(toLastState(live(input, story).plan.state));
    const containers = todos.flatMap(({ depends_on, tags, context }) => [
      depends_on,
      tags,
      context,
    ]);
    expect(new Set(containers).size).toBe(containers.length);
  });
});

const name = fc.constantFrom("a", "b", "c", "0", "constructor");
const value = fc.oneof(
  fc.constantFrom(null, "", 0, true, [], {}, undefined),
  fc.jsonValue({ maxDepth: 2 }),
);
const lists = fc.array(fc.dictionary(name, value, { noNullPrototype: true }), { maxLength: 12 });

describe("a list as tables", () => {
  always("is the same list again, in its order", lists, (list) => {
    expect(fromTables(copyOf(toTables(list)))).toEqual(copyOf(list));
  });
});
