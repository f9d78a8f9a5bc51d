import { describe, expect, test } from "vitest";
import type { AgentStep } from "../../src/contract/plan/agents/agent.ts";
import {
  continuationPrompt,
  countSteps,
  isPlanningAgent,
  whyNoEffect,
  writeSteps,
} from "../../src/plan/agents/step-list.ts";

/** A list from one letter a step: p, i, c or x, by the ids a, b, c … */
const list = (letters: string): AgentStep[] =>
  [...letters].map((letter, place) => ({
    id: String.fromCharCode(97 + place),
    content: `Step ${place + 1}`,
    status: ({ p: "pending", i: "in_progress", c: "completed", x: "cancelled" } as const)[
      letter as "p"
    ],
  }));

const write = (before: string, after: string) => writeSteps(list(before), { todos: list(after) });

describe("an agent's list of its steps (S3)", () => {
  test.each([
    ["", "ppp"],
    ["", "ipp"],
    ["ipp", "cpp"],
    ["ipp", "cip"],
    ["ipp", "xip"],
    ["ccc", "ccci"],
    ["ip", "ixp"],
  ])("may go from %j to %j", (before, after) => {
    expect(write(before, after)).toEqual({ steps: list(after) });
  });

  test.each([
    [
      "a second step in progress",
      "ipp",
      "iip",
      'Only one step may be in_progress at a time, not 2: "a", "b".',
    ],
    ["several steps completed at once", "iip", "ccp", 'not several at once: "a", "b".'],
    ["a step completed that nobody saw in progress", "pp", "cp", '"a" was never in_progress.'],
    ["a new step that is done already", "i", "ic", '"b" was never in_progress.'],
    ["an unfinished step that is gone", "ipp", "ip", 'Unfinished steps are missing: "c".'],
  ])("has no %s", (_what, before, after, why) => {
    expect(write(before, after)).toEqual({ refusal: expect.stringContaining(why) });
  });

  test.each([
    ["no list", {}],
    ["an empty list", { todos: [] }],
    ["too long a list", { todos: list("p".repeat(101)) }],
    ["two steps of one id", { todos: [...list("p"), ...list("p")] }],
    ["another status", { todos: [{ id: "a", content: "x", status: "done" }] }],
    ["other fields", { todos: [{ id: "a", content: "x", status: "pending", priority: 1 }] }],
    ["a text", "todos"],
    ["nothing", null],
  ])("is not %s", (_what, args) => {
    expect(writeSteps([], args)).toEqual({ refusal: expect.any(String) });
  });

  test.each([
    ["", "Write your list with todo_write first"],
    ["pp", "No step is in_progress."],
    ["cpx", "No step is in_progress."],
    ["cc", "All steps of your list are over. If there is more to do, add it"],
  ])("lets nothing be changed at %j", (steps, why) => {
    expect(whyNoEffect(list(steps))).toContain(why);
  });

  test("lets the step be done that is in progress", () => {
    expect(whyNoEffect(list("cip"))).toBeNull();
  });

  test("counts what is done and left, and says so to an agent that stopped", () => {
    expect(countSteps(list("ccipx"))).toEqual({ done: 2, total: 4, left: 2 });
    expect(continuationPrompt(list("ccipx"))).toContain("[status: 2/4 done, 2 left]");
    for (const rule of ["Do not ask for permission", "Mark each step completed", "Do not stop"])
      expect(continuationPrompt(list("ip"))).toContain(rule);
  });

  test("is asked of an agent that needed one and stopped without it", () => {
    expect(continuationPrompt([])).toContain("Write your list with todo_write");
    expect(continuationPrompt([])).not.toContain("[status:");
  });
});

test.each([
  ["plan", true],
  ["planner-sisyphus", true],
  ["planner-other", false],
  ["planner", false],
  ["Plan", false],
  ["writer", false],
])("S3's planning agents are two, by their names: %s %s", (name, isOne) => {
  expect(isPlanningAgent(name)).toBe(isOne);
});
