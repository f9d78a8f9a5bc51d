import { expect, test } from "vitest";
import type { Board, BoardEvent } from "../../src/contract/plan/board.ts";
import { checkpointsOf } from "../../src/plan/edits/checkpoints.ts";
import { boardOf, rowsBetween } from "../../src/plan/views/board/board.ts";
import { fold } from "../../src/plan/views/board/fold-board.ts";
import { drive, planOf, type Drive } from "./support/drive.ts";

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

  const folded = followed(watched, board);
  expect(folded.todos.map(({ id, priority }) => [id, priority])).toEqual([
    ["a", 5],
    ["b", 5],
  ]);
  expect(folded).toEqual(boardOf(watched.plan));
});

test("who watches a plan to its end sees which todo a restore has ended again, though its worker restarted meanwhile", () => {
  const watched = drive(planOf(["a"]));
  watched.complete("a");
  const newest = checkpointsOf(watched.plan.state).at(-1);
  watched.accept("control_todo", { todo_id: "a", action: "rerun" });
  watched.fail("a");
  const board = structuredClone(boardOf(watched.plan));
  expect(board.todos.map(({ status }) => status)).toEqual(["failed"]);
  watched.accept("rollback", { checkpoint_id: newest!.checkpoint_id });
  expect(watched.finished).toBe(true);
  watched.reload();

  const folded = followed(watched, board);
  expect(folded.todos.map(({ status }) => status)).toEqual(["completed"]);
  expect(folded).toEqual(boardOf(watched.plan));
});

/** The board of who has read it once, and every event since. */
function followed({ plan }: Drive, board: Board): Board {
  const { events, seq } = plan.state;
  const rows = rowsBetween(plan, board.plan.seq, seq);
  return events
    .map((event): BoardEvent => ({ ...event, rows: rows[event.seq] }))
    .reduce(fold, board);
}
