import { describe, expect, test } from "vitest";
import { TODO_STATUSES, type TodoStatus } from "../../src/contract/tables/vocabulary.ts";
import { apply } from "../../src/plan/apply.ts";
import { loadPlan, type Plan } from "../../src/plan/model/plan.ts";
import type { EventBody } from "../../src/plan/model/state/events.ts";
import {
  canMove,
  hasEnded,
  satisfiesDependents,
  TRANSITIONS,
} from "../../src/plan/model/transitions.ts";
import { skipOf } from "../../src/plan/todos/skip-todo.ts";
import { newState, planOf, START } from "./support/drive.ts";
import { EXTENSIONS, isLegalMove, S0_TABLE, STATUSES } from "./support/status-table.ts";

const pairs = STATUSES.flatMap((from) => STATUSES.map((to) => ({ from, to })));

describe("the status table", () => {
  test("has exactly S0's eight statuses", () => {
    expect([...TODO_STATUSES]).toEqual(STATUSES);
    expect(Object.keys(TRANSITIONS)).toEqual(STATUSES);
    expect(pairs).toHaveLength(64);
  });

  test.each(pairs)("$from → $to is as S0 and the declared extensions say", ({ from, to }) => {
    const extension = EXTENSIONS.some(([a, b]) => a === from && b === to);
    expect(canMove(from, to)).toBe(S0_TABLE[from].includes(to) || extension);
  });

  test("keeps every edge of S0 and adds only those with a reason of their own", () => {
    const edges = pairs.filter(({ from, to }) => canMove(from, to));
    const ofS0 = pairs.filter(({ from, to }) => S0_TABLE[from].includes(to));
    expect(edges).toHaveLength(ofS0.length + EXTENSIONS.length);
    expect(EXTENSIONS.filter(([from, to]) => S0_TABLE[from].includes(to))).toEqual([]);
    for (const [, , why] of EXTENSIONS) expect(why).not.toBe("");
  });

  test("lets nothing leave cancelled, and completed and skipped only to run again", () => {
    const left = pairs.filter(({ from, to }) => S0_TABLE[from].length === 0 && canMove(from, to));
    expect(left).toEqual([
      { from: "completed", to: "pending" },
      { from: "completed", to: "blocked" },
      { from: "skipped", to: "pending" },
      { from: "skipped", to: "blocked" },
    ]);
  });

  test("counts completed and skipped as done for those that wait, and nothing else", () => {
    const satisfying = STATUSES.filter((status) => satisfiesDependents({ status, skipped: null }));
    expect(satisfying).toEqual(["completed", "skipped"]);
  });

  test("counts the four ends as ended", () => {
    expect(STATUSES.filter(hasEnded)).toEqual(["completed", "failed", "skipped", "cancelled"]);
  });
});

describe("a fact that the table does not have", () => {
  const moves: Record<string, EventBody> = {
    in_progress: { type: "todo.started", by: "x", todo_id: "a", data: { run: 1 } },
    completed: {
      type: "todo.completed",
      by: "x",
      todo_id: "a",
      data: { result: 1, references: [] },
    },
    failed: {
      type: "todo.failed",
      by: "x",
      todo_id: "a",
      data: { error_type: "api_error", message: "m", attempts: 1, asks: false },
    },
    skipped: {
      type: "todo.skipped",
      by: "x",
      todo_id: "a",
      data: { reason: "r", skip: skipOf({ id: "a", optional: false }, "operator", "x") },
    },
    cancelled: { type: "todo.cancelled", by: "x", todo_id: "a", data: { reason: "r" } },
  };
  const tried = pairs.filter(({ to }) => to in moves);
  // Only an answer moves a blocked todo so, and no start: `agents.test.ts` has it.
  const isAnswered = (from: TodoStatus, to: TodoStatus) =>
    from === "blocked" && to === "in_progress";
  const may = (from: TodoStatus, to: TodoStatus) => isLegalMove(from, to) && !isAnswered(from, to);
  const legal = tried.filter(({ from, to }) => may(from, to));
  const illegal = tried.filter(({ from, to }) => !may(from, to));

  function planWith(status: TodoStatus): Plan {
    const state = newState(planOf(["a"]));
    state.todos[0]!.status = status;
    return loadPlan(state);
  }

  test.each(legal)("$from → $to moves the todo and its counts", ({ from, to }) => {
    const plan = planWith(from);
    apply(plan, moves[to]!, START);
    expect(plan.state.todos[0]!.status).toBe(to);
    expect(plan.counts).toEqual(loadPlan(plan.state).counts);
  });

  test.each(illegal)("$from → $to is refused and moves nothing", ({ from, to }) => {
    const plan = planWith(from);
    const message = `Todo "a" cannot go from ${from} to ${to}.`;
    expect(() => apply(plan, moves[to]!, START)).toThrow(message);
    expect(plan.state.todos[0]!.status).toBe(from);
    expect(plan.counts).toEqual(loadPlan(plan.state).counts);
  });
});
