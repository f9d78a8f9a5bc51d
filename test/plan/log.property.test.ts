import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { LoggedEvent } from "../../src/contract/plan/event.ts";
import { fromLastState, toLastState } from "../../src/plan/model/packing/last-state.ts";
import { beginChain, chain, factsOf } from "../../src/plan/views/log/log-chain.ts";
import { copyOf, drive, planOf, type Drive } from "./support/drive.ts";
import { always } from "./support/properties.ts";
import { randomPlan } from "./support/random-plan.ts";
import { live, randomStory } from "./support/random-story.ts";

const cases = fc.record({ input: randomPlan(), story: randomStory() });

/** The head after each of the events. */
function headsOf(id: string, events: readonly LoggedEvent[]): string[] {
  let head = beginChain(id);
  return events.map((event) => (head = chain(head, factsOf(event))));
}

/** The same as another version may spell it: in other words, and by the same sentences. */
function spelledAnew<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const fields = Object.entries(value).map(([field, each]) => [
    field,
    Object.hasOwn(value, `${field}_said`) ? "in other words" : spelledAnew<unknown>(each),
  ]);
  return Object.fromEntries(fields) as Value;
}

describe("a plan's log", () => {
  always("has in it every head that anybody has noted", cases, ({ input, story }) => {
    const noted: string[] = [];
    const watcher = {
      before({ state }: Drive["plan"]) {
        const newest = state.events.at(-1);
        if (newest === undefined || newest.seq === noted.length) return;
        noted.push(chain(noted.at(-1) ?? beginChain(state.id), factsOf(newest)));
      },
      rest() {},
    };
    const { id, events } = live(input, story, watcher).plan.state;
    expect(noted.length).toBeGreaterThan(0);
    expect(headsOf(id, events).slice(0, noted.length)).toEqual(noted);
  });

  always("has the same head wherever it is kept", cases, ({ input, story }) => {
    const { state } = live(input, story).plan;
    const head = headsOf(state.id, state.events).at(-1);
    expect(headsOf(state.id, copyOf(state).events).at(-1)).toBe(head);
    const { events } = fromLastState(copyOf(toLastState(state)));
    expect(headsOf(state.id, events).at(-1)).toBe(head);
  });

  always("keeps its head when a version words it otherwise", cases, ({ input, story }) => {
    const { id, events } = live(input, story).plan.state;
    expect(headsOf(id, events.map(spelledAnew))).toEqual(headsOf(id, events));
  });

  test("tells apart answers by every field that was answered, whatever it is called", () => {
    const headWith = (amount: number) => {
      const question = { question: "How much?", input_type: "form", schema: { type: "object" } };
      const plan = drive(
        planOf([{ id: "ask", tool_name: null, input_request: question as never }]),
      );
      plan.accept("input", { todo_id: "ask", value: { amount, amount_said: 1 }, by: "kim" });
      const { id, events } = plan.plan.state;
      return headsOf(id, events).at(-1);
    };
    expect(headWith(5)).toBe(headWith(5));
    expect(headWith(5)).not.toBe(headWith(5_000));
  });

  test("says by its sentence why a model is to plan anew after a rejection", () => {
    const plan = drive(planOf([{ id: "pay", requires_approval: true }]));
    plan.hasModel = true;
    plan.accept("approval", { todo_id: "pay", decision: "reject", then: "replan", by: "kim" });
    const asked = plan.plan.state.events.find(({ type }) => type === "plan.replan_requested");
    expect(asked?.data).toMatchObject({
      feedback: "Rejected by kim",
      feedback_said: { id: "rejected_by" },
    });
  });
});
