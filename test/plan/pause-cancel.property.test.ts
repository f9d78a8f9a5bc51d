import fc from "fast-check";
import { describe, expect } from "vitest";
import type { Drive } from "./support/drive.ts";
import { always } from "./support/properties.ts";
import { randomPlan } from "./support/random-plan.ts";
import { happen, live, randomStory } from "./support/random-story.ts";
import { isOver } from "./support/status-table.ts";

const cases = fc.record({ input: randomPlan(), before: randomStory(30), after: randomStory(30) });
const OPENING = new Set(["todo.started", "hold.requested"]);

describe("whatever happened before", () => {
  always("while a plan is paused nothing starts and no hold opens", cases, (it) => {
    live(it.input, [...it.before, { does: "pause" }, ...it.after], {
      before({ state }, event) {
        if (state.paused !== null) expect(OPENING).not.toContain(event.type);
      },
    });
  });

  always("while a plan is paused no deadline runs", cases, ({ input, before, after }) => {
    live(input, [...before, { does: "pause" }, ...after], {
      rest({ plan: { state }, wakeAt }) {
        if (state.paused === null || state.ending !== null) return;
        for (const hold of state.holds) {
          if (hold.status === "open") expect(hold.deadline_at).toBe(null);
        }
        // Only a decision that is made already takes effect.
        const decided = state.holds.flatMap(({ deciding }) => deciding?.takes_effect_at ?? []);
        expect(wakeAt).toBe(decided.toSorted()[0] ?? null);
      },
    });
  });

  always(
    "what was left of every deadline at the pause is left at the resume",
    fc.record({ input: randomPlan(), before: randomStory(30), seconds: fc.nat(10_000) }),
    ({ input, before, seconds }) => {
      const drive = live(input, before);
      if (drive.finished || drive.plan.state.paused !== null || drive.plan.state.ending) return;
      const left = leftOfDeadlines(drive);
      drive.accept("pause");
      drive.pass(seconds);
      // A rejection that took effect may have ended the plan.
      if (drive.finished || drive.plan.state.ending !== null) return;
      drive.accept("resume");
      // A decision that took effect meanwhile may have opened holds, and ended others.
      for (const [id, milliseconds] of leftOfDeadlines(drive)) {
        if (left.has(id)) expect(milliseconds, id).toBe(left.get(id));
      }
    },
  );

  always("after a cancel nothing starts, no hold stays open, all ends in time", cases, (it) => {
    const drive = live(it.input, it.before);
    const answer = drive.send("cancel");
    if ("problem" in answer) {
      expect(["illegal_transition", "plan_finished"]).toContain(answer.problem.code);
      return;
    }
    const cancelled = answer.accepted.seq;
    expect(drive.plan.openHolds.size).toBe(0);
    expect(drive.runs).toEqual([]);
    expect([...drive.stopping].toSorted()).toEqual([...drive.plan.running].toSorted());
    for (const one of it.after) happen(drive, one);
    drive.pass(30);
    expect(drive.plan.state.status).toBe("cancelled");
    for (const todo of drive.plan.state.todos) expect(isOver(todo.status)).toBe(true);
    for (const type of drive.typesSince(cancelled)) expect(OPENING).not.toContain(type);
    for (const hold of drive.plan.state.holds) expect(hold.status).not.toBe("open");
  });
});

/** What is left of each open hold's deadline, in milliseconds. */
function leftOfDeadlines(drive: Drive): Map<string, number> {
  const left = new Map<string, number>();
  for (const { id, deadline_at, deciding } of drive.plan.openHolds.values()) {
    if (deadline_at === null || deciding !== null) continue;
    left.set(id, Math.max(0, Date.parse(deadline_at) - Date.parse(drive.now)));
  }
  return left;
}
