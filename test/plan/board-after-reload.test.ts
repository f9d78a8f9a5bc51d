import { expect, test } from "vitest";
import type { BoardEvent } from "../../src/contract/plan/board.ts";
import { boardOf, rowsBetween } from "../../src/plan/views/board/board.ts";
import { fold } from "../../src/plan/views/board/fold-board.ts";
import { drive, planOf } from "./support/drive.ts";

test("who watches a plan to its end sees which ended todo an undo has changed, though its worker restarted meanwhile", () => {
  const watched = drive(planOf(["a", "b"], { max_parallel: 1 }));
  const params = { priority: 1 };
  watched.accept("edit", { ops: [{ edit_type: "change_priority", target_id: "a", params }] });
  watched.accept("control_todo", { todo_id: "b", action: "skip" });
  watched.accept("cancel");
  watched.failAttempt("a");
  expect(watched.statuses()).toEqual({ a: "failed", b: "skipped" });
  const board = structuredClone(boardOf(watched.plan));
  watched.accept("control_todo", { todo_id: "b", action: "rerun" });
  watched.accept("undo");
  watched.complete("b");
  expect(watched.finished).toBe(true);
  watched.reload();

  const { events, seq } = watched.plan.state;
  const rows = rowsBetween(watched.plan, board.plan.seq, seq);
  const told: BoardEvent[] = events.map((event) => ({ ...event, rows: rows[event.seq] }));
  const folded = told.reduce(fold, board);
  expect(folded.todos.map(({ id, priority }) => [id, priority])).toEqual([
    ["a", 5],
    ["b", 5],
  ]);
  expect(folded).toEqual(boardOf(watched.plan));
});
