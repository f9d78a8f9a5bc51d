import { describe, expect, test } from "vitest";
import type { NewPlanInput } from "../../src/contract/plan/plan.ts";
import { todoOf } from "../../src/plan/model/plan.ts";
import { cutSegments, isQuick } from "../../src/plan/segments/cut-segments.ts";
import { Drive, newState } from "./support/drive.ts";

type NewTodo = NewPlanInput["todos"][number];

const todo = (id: string, more: Partial<NewTodo> = {}): NewTodo =>
  ({ id, title: id, tool_name: "quick", ...more }) as NewTodo;
const after = (id: string, before: string, more: Partial<NewTodo> = {}): NewTodo =>
  todo(id, { depends_on: [before], ...more });

function drive(todos: NewTodo[], settings: Partial<NewPlanInput> = {}): Drive {
  return new Drive({ ...newState({ title: "Cut", ...settings, todos }), quick_tools: ["quick"] });
}

/** The todos of each segment that the plan would run now. */
function cut({ plan, runs }: Drive): (readonly string[])[] {
  const quick = runs.filter(({ todo_id }) => isQuick(plan, todoOf(plan, todo_id)));
  return cutSegments(plan, quick).map(({ members }) => members);
}

describe("a segment", () => {
  test("is what runs now, and what can run after it with nothing else between", () => {
    const plan = drive([todo("a"), after("b", "a"), after("c", "b"), after("d", "a")]);
    expect(cut(plan)).toEqual([["a", "b", "d", "c"]]);
  });

  test("waits for what is not in it", () => {
    const slow = todo("slow", { tool_name: "other" });
    const both = todo("both", { depends_on: ["a", "slow"] });
    expect(cut(drive([todo("a"), slow, both]))).toEqual([["a"]]);
  });

  test.each<[string, Partial<NewTodo>]>([
    ["that is approved first", { requires_approval: true }],
    ["of another tool", { tool_name: "other" }],
    ["of another queue", { task_queue: "elsewhere" }],
    ["that may take hours", { timeout_seconds: 7_200 }],
    ["whose result is written to a file", { output_path: "b.json" }],
    ["at whose result a model looks first", { review_result: true }],
    ["that asks a question", { tool_name: undefined, input_request: { question: "?" } }],
    ["that a person does", { tool_name: undefined, kind: "manual" }],
    ["that is a milestone", { tool_name: undefined, kind: "milestone" }],
  ])("ends before a todo %s", (_, more) => {
    expect(cut(drive([todo("a"), after("b", "a", more), after("c", "b")]))).toEqual([["a"]]);
  });

  test("has no todo that the plan goes through one by one with a person", () => {
    const plan = drive([todo("a"), after("b", "a")], { approval: "every_todo" });
    plan.approve("a");
    expect(cut(plan)).toEqual([["a"]]);
  });

  test("goes on with nothing new while the plan is paused", () => {
    const plan = drive([todo("a"), after("b", "a")]);
    plan.accept("pause");
    expect(cut(plan)).toEqual([["a"]]);
  });

  test("has 250 todos at the most, and takes those that only wait for a place", () => {
    const plan = drive(
      Array.from({ length: 400 }, (_, place) => todo(`t${place}`)),
      { max_parallel: 20 },
    );
    expect(plan.running).toHaveLength(20);
    const segments = cut(plan);
    expect(segments.map(({ length }) => length)).toEqual([250]);
    expect(new Set(segments.flat()).size).toBe(250);
  });

  test("has the results that its todos use, and no other of the plan's", () => {
    const plan = drive([
      todo("used"),
      todo("unused"),
      todo("a", {
        depends_on: ["used", "unused"],
        tool_params: { of: { $from: "used" } },
      }),
    ]);
    plan.complete("used", { n: 1 });
    plan.complete("unused", { n: 2 });
    const [segment] = cutSegments(plan.plan, plan.runs);
    expect(segment!.state.todos.map(({ id }) => id)).toEqual(["used", "a"]);
  });
});

test("without quick tools there are no segments", () => {
  const plan = new Drive(newState({ title: "Plain", todos: [todo("a"), after("b", "a")] }));
  expect(cut(plan)).toEqual([]);
});
