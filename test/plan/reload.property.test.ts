import fc from "fast-check";
import { describe, expect } from "vitest";
import { loadPlan, type Plan } from "../../src/plan/model/plan.ts";
import { next } from "../../src/plan/views/why.ts";
import { copyOf, Drive, newState } from "./support/drive.ts";
import { always } from "./support/properties.ts";
import { randomPlan } from "./support/random-plan.ts";
import { finish, happen, live, randomStory } from "./support/random-story.ts";

const cases = fc.record({ input: randomPlan(), story: randomStory() });

describe("the plan's indexes", () => {
  always("are at every fact what a load from the state builds", cases, ({ input, story }) => {
    const { plan } = live(input, story, {
      after(shadow) {
        expect(movingIndexes(shadow)).toBe(movingIndexes(loadPlan(shadow.state)));
      },
    });
    const loaded = loadPlan(copyOf(plan.state));
    for (const index of ["todos", "positions", "dependents", "holds", "seen"] as const) {
      expect(plan[index]).toEqual(loaded[index]);
    }
    expect(movingIndexes(plan)).toBe(movingIndexes(loaded));
  });
});

describe("a plan that is loaded again from its JSON", () => {
  always("is the same plan: state → JSON → state is the identity", cases, ({ input, story }) => {
    const { plan } = live(input, story);
    expect(copyOf(plan.state)).toStrictEqual(plan.state);
  });

  always("has nothing to do that the first had not done", cases, ({ input, story }) => {
    const drive = live(input, story);
    const before = JSON.stringify(drive.plan.state);
    const { runs, wakeAt } = drive;
    const order = next(drive.plan, Infinity);
    drive.reload();
    expect(JSON.stringify(drive.plan.state)).toBe(before);
    expect(byId(drive.runs)).toEqual(byId(runs));
    expect(drive.wakeAt).toBe(wakeAt);
    // A paused plan sorts its ready todos when it goes on.
    if (drive.plan.state.paused === null) expect(next(drive.plan, Infinity)).toEqual(order);
  });

  const short = fc.record({
    input: randomPlan({ maxTodos: 15, references: true }),
    story: randomStory(25),
  });
  always("goes on by the same events as one that never stopped", short, ({ input, story }) => {
    const through = new Drive(newState(input));
    const reloaded = new Drive(newState(input));
    for (const one of story) {
      happen(through, one);
      reloaded.reload();
      happen(reloaded, one);
    }
    finish(through);
    finish(reloaded);
    expect(reloaded.events.map(copyOf)).toEqual(through.events.map(copyOf));
    expect(reloaded.plan.state).toEqual(through.plan.state);
  });
});

describe("the log", () => {
  always("has a number for every event, without gaps", cases, ({ input, story }) => {
    const { plan, events } = live(input, story);
    const numbers = plan.state.events.map((event) => event.seq);
    expect(numbers).toEqual(numbers.map((_, place) => place + 1));
    expect(plan.state.seq).toBe(numbers.length);
    expect(events.map((event) => event.seq)).toEqual(numbers.slice(1));
  });

  always("moves another copy of the plan to the same state", cases, ({ input, story }) => {
    const drive = live(input, story, {});
    expect(drive.shadow!.state).toEqual(drive.plan.state);
  });

  always("never goes back in time", cases, ({ input, story }) => {
    const times = live(input, story).plan.state.events.map((event) => Date.parse(event.at));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });
});

/** Every index that facts move, as one text; the running and the ready in plan order. */
function movingIndexes(plan: Plan): string {
  const ready = new Set([...plan.fresh, ...plan.queue.inOrder(), ...plan.turns.inOrder()]);
  return JSON.stringify([
    plan.counts,
    [...plan.openDependencies],
    plan.state.todos.filter(({ id }) => plan.running.has(id)).map(({ id }) => id),
    plan.running.size,
    plan.state.todos.filter(({ id }) => ready.has(id) && isPending(plan, id)).map(({ id }) => id),
    [...plan.holds.keys()],
    [...plan.openHolds.keys()],
    [...plan.newestHolds].map(([id, hold]) => [id, hold.id]),
    [...plan.seen.keys()],
  ]);
}

const isPending = (plan: Plan, id: string): boolean => plan.todos.get(id)!.status === "pending";
const byId = (runs: Drive["runs"]) => runs.toSorted((a, b) => (a.todo_id < b.todo_id ? -1 : 1));
