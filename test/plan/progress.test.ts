import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { percentageOf, progressOf } from "../../src/plan/model/progress.ts";
import { drive, planOf } from "./support/drive.ts";

/** The examples of `docs/progress.md`: the cells of each row by the table's head. */
function examples(): Record<string, string>[] {
  const text = readFileSync(new URL("../../docs/progress.md", import.meta.url), "utf8");
  const [head = [], , ...rows] = text
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .map((line) => line.split("|").slice(1, -1))
    .map((cells) => cells.map((cell) => cell.trim()));
  return rows.map((row) => Object.fromEntries(row.map((cell, place) => [head[place]!, cell])));
}

describe("progress", () => {
  test("has examples", () => expect(examples().length).toBeGreaterThanOrEqual(15));

  test.each(examples())("is as its documentation says: %o", (row) => {
    const running = (row["running"] ?? "").split(",").filter(Boolean).map(Number);
    const counts = {
      completed: Number(row["completed"]),
      in_progress: running.length,
      pending: Number(row["waiting"]),
      skipped: Number(row["skipped"]),
      failed: Number(row["failed"]),
      cancelled: Number(row["cancelled"]),
    };
    const percentage = percentageOf(
      counts,
      running.reduce((sum, percent) => sum + percent, 0),
    );
    expect(percentage).toBe(Number(row["progress"]));
    expect(Math.floor(percentage)).toBe(Number(row["S1's"]));
  });

  test("is not raised by a todo that was rejected", () => {
    const plan = drive(planOf([{ id: "a", requires_approval: true }, "b"]));
    plan.reject("a");
    expect(progressOf(plan.plan)).toMatchObject({ percentage: 0, total: 2 });
    plan.complete("b");
    expect(progressOf(plan.plan)).toMatchObject({ percentage: 50, total: 2 });
  });

  test("of a cancelled plan is what had been done", () => {
    const plan = drive(planOf(["a", "b", { id: "c", depends_on: ["b"] }]));
    plan.complete("a");
    plan.complete("b");
    plan.accept("cancel");
    plan.stopped("c");
    expect(plan.plan.state.status).toBe("cancelled");
    expect(progressOf(plan.plan)).toMatchObject({ percentage: 66.7, total: 3 });
  });

  test("adds what is told of running todos, of this run of them and within 0 to 100 only", () => {
    const plan = drive(planOf(["a", "b", { id: "c", depends_on: ["b"] }]));
    const told = (percents: Record<string, unknown>): number => {
      const live = Object.entries(percents).map(([run, percentage]) => [run, { percentage }]);
      return progressOf(plan.plan, Object.fromEntries(live) as never).percentage;
    };
    expect(told({ "a.1": 60, "b.1": 30 })).toBe(30);
    expect(told({ "a.2": 60, "c.0": 60, "nowhere.1": 60, a: 60 })).toBe(0);
    expect(told({ "a.1": "60", "b.1": 101 })).toBe(0);
    plan.complete("a");
    expect(told({ "a.1": 60, "b.1": 30 })).toBe(43.3);
  });

  test("says how many todos stand in each status", () => {
    const plan = drive(
      planOf(["a", { id: "b", requires_approval: true }, { id: "c", depends_on: ["a"] }], {
        max_parallel: 1,
      }),
    );
    expect(progressOf(plan.plan).counts).toEqual({
      pending: 0,
      blocked: 1,
      needs_approval: 1,
      in_progress: 1,
      completed: 0,
      failed: 0,
      skipped: 0,
      cancelled: 0,
    });
  });
});
