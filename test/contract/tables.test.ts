import { describe, expect, test } from "vitest";
import { PROBLEMS } from "../../src/contract/tables/problems.ts";
import * as vocabulary from "../../src/contract/tables/vocabulary.ts";

/** Tables that are not in snake_case: S0's capitals, and types of events. */
const SPELLINGS: Readonly<Record<string, RegExp>> = {
  RECOVERY_ACTIONS: /^[A-Z]+$/,
  NEWS_TYPES: /^[a-z]+\.[a-z]+(_[a-z]+)*$/,
};

describe("the words of the contract", () => {
  const tables = Object.entries(vocabulary).filter(([, value]) => Array.isArray(value)) as [
    string,
    readonly string[],
  ][];

  test.each(tables)("%s names each thing once, spelled as its kind is", (table, words) => {
    expect(words.length).toBeGreaterThan(0);
    expect(new Set(words).size).toBe(words.length);
    const spelling = SPELLINGS[table] ?? /^[a-z]+(_[a-z]+)*$/;
    for (const word of words) expect(word).toMatch(spelling);
  });

  test("are S0's statuses, modes and kinds of failure", () => {
    expect([...vocabulary.TODO_STATUSES].toSorted()).toEqual([
      "blocked",
      "cancelled",
      "completed",
      "failed",
      "in_progress",
      "needs_approval",
      "pending",
      "skipped",
    ]);
    expect([...vocabulary.PLAN_MODES].toSorted()).toEqual([
      "approval_wait",
      "input_request",
      "paused",
      "plan_edit",
      "running",
    ]);
    expect([...vocabulary.ERROR_TYPES].toSorted()).toEqual([
      "api_error",
      "critical_error",
      "dependency_failed",
      "timeout",
      "validation_error",
    ]);
  });
});

describe("the table of problems", () => {
  test.each(Object.entries(PROBLEMS))("%s has a status and a title in both", (code, problem) => {
    expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(problem.status).toBeGreaterThanOrEqual(400);
    expect(problem.status).toBeLessThan(600);
    expect(problem.title.en).toMatch(/^[A-Z][^.]*$/);
    expect(problem.title.ko).toMatch(/\p{Script=Hangul}[^.]*$/u);
  });

  test("lets callers try again only where Holdpoint was at fault, or they came too often, too early or with others", () => {
    const atTheSameTime = new Set(["request_in_progress", "webhook_changed", "schedule_changed"]);
    for (const [code, { status, retryable }] of Object.entries(PROBLEMS)) {
      const isOurs =
        status >= 500 && !["temporal_refused", "plan_stuck", "artifact_missing"].includes(code);
      const passes = isOurs || status === 429 || atTheSameTime.has(code);
      expect(retryable).toBe(passes);
    }
  });
});
