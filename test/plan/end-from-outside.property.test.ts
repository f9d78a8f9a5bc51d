import fc from "fast-check";
import { describe, expect } from "vitest";
import { endFromOutside } from "../../src/plan/end-from-outside.ts";
import { isFinished, loadPlan } from "../../src/plan/model/plan.ts";
import { inEnglish } from "../support/in-english.ts";
import { always } from "./support/properties.ts";
import { randomPlan } from "./support/random-plan.ts";
import { live, randomStory } from "./support/random-story.ts";
import { isOver } from "./support/status-table.ts";

const cases = fc.record({
  input: randomPlan(),
  story: randomStory(),
  how: fc.constantFrom("terminated" as const, "timed_out" as const),
});

describe("a plan that is ended in Temporal, wherever it stands", () => {
  always("has ended as a whole, and says who ended it and why", cases, ({ input, story, how }) => {
    const { state } = live(input, story).plan;
    const plan = loadPlan(structuredClone(state));
    const at = "2031-01-01T00:00:00.000Z";
    endFromOutside(plan, { how, at, by: "kim@host", reason: "stuck" });
    if (isFinished(state)) return expect(plan.state).toEqual(state);
    expect(plan.state).toMatchObject({
      status: how === "terminated" ? "cancelled" : "failed",
      completed_at: at,
    });
    for (const todo of plan.state.todos) expect(isOver(todo.status)).toBe(true);
    for (const hold of plan.state.holds) expect(hold.status).not.toBe("open");
    expect(plan.running.size + plan.openHolds.size + plan.work.size).toBe(0);
    expect(inEnglish(plan.state.ended_because)).toBe(
      how === "terminated"
        ? "kim@host terminated the workflow in Temporal (stuck)."
        : "The workflow timed out in Temporal.",
    );
    // What it ran is over, too, when it is loaded again.
    const again = loadPlan(structuredClone(plan.state));
    expect(again.counts).toEqual(plan.counts);
    expect(again.running.size).toBe(0);
  });
});
