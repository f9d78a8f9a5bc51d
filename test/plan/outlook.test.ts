import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { NewPlanInput } from "../../src/contract/plan/plan.ts";
import { boardOf } from "../../src/plan/views/board/board.ts";
import { outlookOf, type Outlook } from "../../src/plan/views/outlook.ts";
import { newPlan } from "./support/outlook-plan.ts";

const AT = "2026-02-05T10:00:00.000Z";
const NOW = Date.parse(AT);
type Facts = Partial<{
  status: string;
  started_at: string;
  completed_at: string;
  progress_percentage: number;
}>;

/** What is left of a plan of which some todos stand as told. */
function leftOf(
  todos: NewPlanInput["todos"],
  facts: Readonly<Record<string, Facts>> = {},
  settings: Partial<NewPlanInput> = {},
): Outlook {
  const plan = newPlan({ title: "p", todos, ...settings }, AT);
  for (const [id, fact] of Object.entries(facts)) Object.assign(plan.todos.get(id)!, fact);
  return outlookOf(boardOf(plan), NOW);
}

const ago = (seconds: number): string => new Date(NOW - seconds * 1_000).toISOString();
const work = (id: string, estimated_seconds?: number, depends_on: string[] = []) => ({
  id,
  title: id,
  tool_name: "t",
  depends_on,
  ...(estimated_seconds !== undefined && { estimated_seconds }),
});
const ran = (from: number, to: number): Facts => ({
  status: "completed",
  started_at: ago(from),
  completed_at: ago(to),
});

describe("how late a todo can be", () => {
  test("without delaying the plan is what its chain is shorter than the longest", () => {
    const { slack } = leftOf([
      work("a", 10),
      work("b", 60, ["a"]),
      work("c", 30),
      work("d", 5, ["c"]),
      work("e", 1, ["b", "d"]),
    ]);
    expect(Object.fromEntries(slack())).toEqual({ a: 0, b: 0, c: 35, d: 35, e: 0 });
  });

  test("is not told while a time is unknown, or a person's", () => {
    expect(leftOf([work("a", 10), work("b")]).slack().size).toBe(0);
    const asked = { id: "ask", title: "ask", input_request: { question: "?", input_type: "text" } };
    expect(leftOf([work("a", 10), asked as never]).slack().size).toBe(0);
  });

  test("moves the end by what is more than that, and by nothing else", () => {
    const plans = fc.array(
      fc.record({ seconds: fc.integer({ min: 1, max: 50 }), needs: fc.array(fc.nat(8)) }),
      { minLength: 1, maxLength: 9 },
    );
    fc.assert(
      fc.property(plans, fc.nat(8), fc.nat(30), (drawn, chosen, late) => {
        const place = chosen % drawn.length;
        const todos = (extra: number) =>
          drawn.map(({ seconds, needs }, own) =>
            work(
              `t${own}`,
              seconds + (own === place ? extra : 0),
              [...new Set(needs)].filter((need) => need < own).map((need) => `t${need}`),
            ),
          );
        // As many places as todos: the longest chain is all that counts.
        const endOf = (extra: number) => {
          const { left } = leftOf(todos(extra), {}, { max_parallel: 20 });
          return left.kind === "range" ? left.least : NaN;
        };
        const own = leftOf(todos(0), {}, { max_parallel: 20 }).slack().get(`t${place}`)!;
        expect(endOf(late)).toBe(endOf(0) + Math.max(0, late - own));
      }),
    );
  });
});

describe("what is left of a plan", () => {
  test("is the longest chain at the least, and what no order of starting can exceed at the most", () => {
    const { left, critical_path } = leftOf(
      [work("a", 10), work("b", 60, ["a"]), work("c", 30), work("d", 30)],
      {},
      { max_parallel: 2 },
    );
    // 130 seconds of work in two places; a and b one after the other.
    expect(left).toEqual({ kind: "range", least: 70, most: 65 + 35, bases: ["estimates"] });
    expect(critical_path).toEqual(["a", "b"]);
  });

  test("is all work one after the other where only one todo may run", () => {
    const { left } = leftOf([work("a", 10), work("b", 20), work("c", 30)], {}, { max_parallel: 1 });
    expect(left).toMatchObject({ least: 60, most: 60 });
  });

  test("is all work one after the other in step mode, whatever the plan's places, and each waits for a person", () => {
    const { left, people, expected } = leftOf(
      [work("a", 10), work("b", 20), work("c", 30)],
      {},
      { approval: "every_todo", max_parallel: 3 },
    );
    expect(left).toMatchObject({ least: 60, most: 60 });
    expect(people).toEqual(["a", "b", "c"]);
    expect(expected.size).toBe(0);
  });

  test("is what runs beside each other, and then one step after the other, since the plan goes step by step", () => {
    const runs = { status: "in_progress", started_at: ago(5) };
    const { left } = leftOf(
      [work("a", 15), work("b", 25), work("c", 30), work("d", 40)],
      { a: runs, b: runs },
      { approval: "every_todo" },
    );
    // 20 seconds until both that run are done.
    expect(left).toMatchObject({ least: 90, most: 90 });
  });

  test("is unknown, with their names, while nothing tells how long some todos take", () => {
    expect(leftOf([work("a", 10), work("b"), work("c")]).left).toEqual({
      kind: "unknown",
      todo_ids: ["b", "c"],
    });
  });

  test("is told by what the same tool took before, from its quickest run to its slowest", () => {
    const { left } = leftOf([work("a"), work("b"), work("c")], { a: ran(50, 40), b: ran(30, 5) });
    expect(left).toEqual({ kind: "range", least: 10, most: 25, bases: ["runs"] });
  });

  test("is told by percents for what runs, and counts what has passed of an estimate", () => {
    const running = { status: "in_progress", started_at: ago(20), progress_percentage: 40 };
    expect(leftOf([work("a", 500)], { a: running }).left).toEqual({
      kind: "range",
      least: 30,
      most: 30,
      bases: ["progress"],
    });
    const silent = { status: "in_progress", started_at: ago(20) };
    expect(leftOf([work("a", 50)], { a: silent }).left).toMatchObject({ least: 30, most: 30 });
    expect(leftOf([work("a", 5)], { a: silent }).left).toMatchObject({ least: 0, most: 0 });
  });

  test("never holds people's time, but says how many of them are waited for", () => {
    const { left, people, expected } = leftOf([
      { id: "ask", title: "Ask", input_request: { question: "When?" } },
      { id: "do", title: "Do" },
      work("a", 10, ["ask"]),
      { ...work("b", 20), requires_approval: true },
      work("c", 30),
    ]);
    expect(left).toMatchObject({ kind: "range", least: 30 });
    expect(people).toEqual(["ask", "do", "b"]);
    // When todos run is not foretold where a person comes first.
    expect([...expected]).toEqual([["c", { from: 0, to: 30 }]]);
  });

  test("counts nobody for milestones, and nobody any more for what was approved and runs", () => {
    const milestone = (id: string) => ({ id, title: id, kind: "milestone" as const });
    const steps = [work("a", 20), milestone("one"), milestone("two"), milestone("three")];
    const asked = { ...work("pay", 20), requires_approval: true };
    expect(leftOf([...steps, asked]).people).toEqual(["pay"]);
    const { people } = leftOf([...steps, asked], {
      pay: { status: "in_progress", started_at: ago(1) },
    });
    expect(people).toEqual([]);
  });

  test("is nothing but people's where no tool is left, and nothing at the end", () => {
    expect(leftOf([{ id: "do", title: "Do" }]).left).toEqual({ kind: "people" });
    const { left, critical_path } = leftOf([work("a"), work("b", 1, ["a"])], {
      a: ran(50, 40),
      b: ran(40, 10),
    });
    expect(left.kind).toBe("people");
    expect(critical_path).toEqual(["a", "b"]);
  });

  test("is not told from a part of the todos", () => {
    const plan = newPlan({ title: "p", todos: [work("a", 1), work("b", 1)] }, AT);
    const board = boardOf(plan);
    expect(outlookOf({ ...board, todos: board.todos.slice(0, 1) }, NOW).left).toEqual({
      kind: "partial",
    });
  });
});
