import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { EVENT_TYPES } from "../../src/contract/plan/event.ts";
import { PLAN_STATUSES, type TodoStatus } from "../../src/contract/tables/vocabulary.ts";
import { AGENT_EVENTS } from "./support/agent-events.ts";
import { GOAL_EVENTS } from "./support/goal-events.ts";
import { always } from "./support/properties.ts";
import { randomPlan } from "./support/random-plan.ts";
import { finish, live, randomStory } from "./support/random-story.ts";
import { isLegalMove, isOver } from "./support/status-table.ts";

const cases = fc.record({ input: randomPlan(), story: randomStory() });

describe("whatever happens to a plan", () => {
  always("every todo changes its status along the table only", cases, ({ input, story }) => {
    const statuses = new Map<string, TodoStatus>();
    live(input, story, {
      before({ state }) {
        for (const { id, status } of state.todos) statuses.set(id, status);
      },
      after({ state }) {
        for (const { id, status } of state.todos) {
          const before = statuses.get(id)!;
          if (status !== before) expect(isLegalMove(before, status)).toBe(true);
        }
      },
    });
  });

  always("a todo that ended stays as it ended, to the last byte", cases, ({ input, story }) => {
    const ended = new Map<string, string>();
    const drive = live(input, story, {
      after({ state }) {
        for (const todo of state.todos) {
          if (!isOver(todo.status)) continue;
          const seen = ended.get(todo.id);
          if (seen === undefined) ended.set(todo.id, JSON.stringify(todo));
          // A failed one may not even change its message: S0's edges from `failed` need a command.
          else expect(JSON.stringify(todo)).toBe(seen);
        }
      },
    });
    for (const todo of drive.plan.state.todos) {
      expect(ended.has(todo.id)).toBe(isOver(todo.status));
    }
  });

  always("a plan that ended takes nothing any more", cases, ({ input, story }) => {
    const drive = live(input, story);
    finish(drive);
    const end = JSON.stringify(drive.plan.state);
    for (const name of ["pause", "resume", "cancel"] as const) {
      expect(drive.refuse(name).code).toBe("plan_finished");
    }
    for (const hold of drive.plan.state.holds) {
      drive.refuse("approval", { hold_id: hold.id, decision: "approve" });
    }
    drive.report({ type: "time_passed" });
    drive.pass(1e6);
    for (const todo of drive.plan.state.todos) drive.complete(todo.id, "late");
    expect(JSON.stringify(drive.plan.state)).toBe(end);
    expect(drive.wakeAt).toBe(null);
  });
});

test("the random stories reach every kind of event, every plan status and every end of a hold", () => {
  const events = new Set<string>();
  const plans = new Set<string>();
  const holds = new Set<string>();
  const sizes: number[] = [];
  for (const { input, story } of fc.sample(cases, { numRuns: 500, seed: 1 })) {
    const drive = live(input, story);
    plans.add(drive.plan.state.status);
    finish(drive);
    plans.add(drive.plan.state.status);
    for (const event of drive.plan.state.events) events.add(event.type);
    for (const hold of drive.plan.state.holds) holds.add(hold.status);
    sizes.push(drive.plan.state.todos.length);
  }
  // These come of edits, of what people do, of words about one todo or an ended plan and of pauses that interrupt, which are stories of
  // their own; a refused message is logged by the shell.
  const beyond = [
    ...GOAL_EVENTS,
    "command.refused",
    "hold.delegated",
    "hold.extended",
    "hold.revealed",
    // What is remembered is told in remember.test.ts.
    "hold.revoked",
    "todo.let_through",
    "hold.stale",
    "plan.acknowledged",
    "plan.archived",
    "plan.edited",
    "plan.reopened",
    "plan.unarchived",
    "todo.claimed",
    "todo.due_soon",
    "todo.interrupted",
    "todo.offered",
    "todo.overdue",
    "todo.released",
    "todo.kept",
    "todo.reopened",
    "todo.rerun",
    "todo.retried",
    "todo.skip_requested",
    ...AGENT_EVENTS,
  ];
  // Sessions of agents have stories of their own, too.
  const ofSessions = EVENT_TYPES.filter((type) => /^(session|continuation)\./.test(type));
  // And so has what models propose (replan.test.ts).
  const ofReplans = EVENT_TYPES.filter((type) => type.startsWith("plan.replan_"));
  beyond.push(...ofSessions, ...ofReplans);
  expect([...events, ...beyond].toSorted()).toEqual([...EVENT_TYPES].toSorted());
  expect([...plans].toSorted()).toEqual([...PLAN_STATUSES].toSorted());
  expect([...holds].toSorted()).toEqual(["approved", "expired", "rejected", "withdrawn"]);
  expect(Math.max(...sizes)).toBeGreaterThanOrEqual(35);
});
