import fc from "fast-check";
import { describe, expect } from "vitest";
import type { Board, BoardTodo } from "../../src/contract/plan/board.ts";
import { percentageOf, progressOf, type ToldProgress } from "../../src/plan/model/progress.ts";
import type { PlanEvent } from "../../src/plan/model/state/events.ts";
import { boardOf } from "../../src/plan/views/board/board.ts";
import { viewPlan } from "../../src/plan/views/view.ts";
import { finishOn, livingPlan, livingStory, liveOn } from "./support/living-story.ts";
import { always } from "./support/properties.ts";

const cases = fc.record({ input: livingPlan(), story: livingStory(), steps: fc.nat(1_000) });

/** What gives a plan more to do, or makes it do something again. */
const BACKWARDS: readonly PlanEvent["type"][] = [
  "plan.edited",
  "todo.attempt_failed",
  "todo.attempt_requeued",
  "todo.cancelled",
  "todo.failed",
  "todo.interrupted",
  "todo.rerun",
  "todo.skipped",
];

/** Tools that tell their percents, never less than before within an attempt. */
function createTellers(steps: number) {
  const live: Record<string, ToldProgress> = {};
  let moves = steps;
  return {
    live,
    move(running: Iterable<string>, event: PlanEvent): void {
      if (event.type === "todo.attempt_started") delete live[`${event.todo_id}.${event.data.run}`];
      for (const key of running) {
        moves = (moves * 31 + 7) % 997;
        live[key] = {
          percentage: Math.min(100, (live[key]?.percentage ?? 0) + (moves % 40)),
          message: `Step ${moves}`,
        };
      }
    },
  };
}

describe("progress, whatever happens to a plan", () => {
  always("goes backwards by what has to be done again only", cases, ({ input, story, steps }) => {
    const tellers = createTellers(steps);
    let last = 0;
    const drive = liveOn(input, story, {
      after(plan, event) {
        const { percentage } = progressOf(plan, tellers.live);
        if (!BACKWARDS.includes(event.type)) expect(percentage).toBeGreaterThanOrEqual(last);
        const running = [...plan.running].map((id) => `${id}.${plan.todos.get(id)!.run}`);
        tellers.move(running, event);
        last = progressOf(plan, tellers.live).percentage;
      },
    });
    finishOn(drive);
  });

  always("is never more than what is done", cases, ({ input, story }) => {
    liveOn(input, story, {
      rest({ plan }) {
        const { percentage, total, counts } = progressOf(plan);
        const { todos } = plan.state;
        // What gave its result is done when that is written, too.
        const written = todos.filter(({ delivered }) => delivered !== undefined).length;
        const done = todos.filter(({ status }) => status === "completed").length + written;
        expect(total).toBe(todos.length);
        expect(percentage).toBe(percentageOf(counts, 100 * written));
        expect(percentage).toBeLessThanOrEqual(total === 0 ? 0 : (100 * done) / total + 0.05);
        expect(percentage === 100).toBe(total > 0 && done === total);
      },
    });
  });

  always("is the same in every view", cases, ({ input, story, steps }) => {
    const tellers = createTellers(steps);
    liveOn(input, story, {
      after(plan, event) {
        const running = [...plan.running].map((id) => `${id}.${plan.todos.get(id)!.run}`);
        tellers.move(running, event);
      },
      rest({ plan }) {
        const { live } = tellers;
        const board: Board = boardOf(plan, 1_000, live);
        const view = viewPlan(plan, { offset: 0, limit: 1_000 }, live);
        const { percentage } = progressOf(plan, live);
        expect([board.plan.progress, view.progress]).toEqual(Array(2).fill(progressOf(plan, live)));
        const sum = view.todos
          .filter(({ status }) => status === "in_progress")
          .reduce((all, todo) => all + todo.progress_percentage, 0);
        expect(percentageOf(view.progress.counts, sum)).toBe(percentage);
        const said = (todos: readonly BoardTodo[]) =>
          todos.map(({ id, progress_message }) => [id, progress_message]);
        expect(said(board.todos)).toEqual(said(view.todos));
      },
    });
  });
});
