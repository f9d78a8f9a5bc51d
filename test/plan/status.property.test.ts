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

always("a hold ends by its time only once everybody was asked, in order", cases, (it) => {
  const drive = live(it.input, it.story);
  finish(drive);
  for (const { id, todo_id, status } of drive.plan.state.holds) {
    const named = drive.plan.todos.get(todo_id ?? "")?.approval.escalate_to ?? [];
    const asked = drive.events.flatMap((event) =>
      event.type === "hold.escalated" && event.hold_id === id ? [event.data.to] : [],
    );
    const most = status === "expired" ? named.length : asked.length;
    expect(asked).toEqual(named.slice(0, most));
  }
});

test("the random stories reach every kind of event, every plan status and every end of a hold", () => {
  // These come of edits, of what people do, of words about one todo or an ended plan and of pauses that interrupt, which are stories of
  // their own; a refused message is logged by the shell.
  const beyond: readonly string[] = [
    ...GOAL_EVENTS,
    "command.refused",
    "hold.delegated",
    "hold.extended",
    "hold.revealed",
    // What is remembered is told in remember.test.ts.
    "hold.revoked",
    "todo.let_through",
    // What workers know of their tools is told in demanded-approvals.test.ts.
    "todo.approval_demanded",
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
  // Sessions of agents have stories of their own, too, and so has what models propose (replan.test.ts).
  const isOfOthers = (type: string) => /^(?:session\.|continuation\.|plan\.replan_)/.test(type);
  const missing = new Set<string>([
    ...EVENT_TYPES.filter((type) => !beyond.includes(type) && !isOfOthers(type)),
    ...PLAN_STATUSES,
    "approved",
    "expired",
    "rejected",
    "withdrawn",
    "a large plan",
  ]);
  for (const { input, story } of fc.sample(cases, { numRuns: 500, seed: 1 })) {
    if (missing.size === 0) break;
    const drive = live(input, story);
    missing.delete(drive.plan.state.status);
    finish(drive);
    const { status, events, holds, todos } = drive.plan.state;
    missing.delete(status);
    for (const event of events) missing.delete(event.type);
    for (const hold of holds) missing.delete(hold.status);
    if (todos.length >= 35) missing.delete("a large plan");
  }
  expect([...missing]).toEqual([]);
});
