import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { NewPlanSchema, type NewPlanInput } from "../../src/contract/plan/plan.ts";
import { english } from "../../src/contract/sentences/sentence.ts";
import { createPlan } from "../../src/plan/create/create.ts";
import { loadPlan, type Plan } from "../../src/plan/model/plan.ts";
import { graphOf } from "../../src/plan/views/graph.ts";
import { listTodos } from "../../src/plan/views/list-todos.ts";

const AT = "2026-02-05T10:00:00.000Z";

function planOf(todos: NewPlanInput["todos"]): Plan {
  const input = NewPlanSchema.parse({ title: "p", todos });
  const made = createPlan(input, { id: "g", owner: "kim", at: AT });
  if ("problem" in made) throw new Error(english(made.problem.detail));
  return loadPlan(made.state);
}
const todo = (id: string, depends_on: string[] = [], timeout_seconds = 10) => ({
  id,
  title: id,
  tool_name: "t",
  depends_on,
  timeout_seconds,
});

describe("a plan's graph", () => {
  test("puts todos into layers and says what waits for what", () => {
    const graph = graphOf(
      planOf([todo("d", ["b", "c"]), todo("a"), todo("b", ["a"]), todo("c"), todo("e")]),
    );
    expect(graph.layers).toEqual([["a", "c", "e"], ["b"], ["d"]]);
    expect(graph.edges.map(({ from, to }) => `${from} ${to}`)).toEqual(["b d", "c d", "a b"]);
    expect(graph.nodes.find(({ id }) => id === "d")!.depth).toBe(2);
  });

  test("finds the chain that takes the longest, which need not be the one of the most todos", () => {
    const graph = graphOf(
      planOf([
        todo("a"),
        todo("b", ["a"]),
        todo("c", ["b"]),
        todo("x", [], 100),
        todo("y", ["x", "a"], 5),
      ]),
    );
    expect(graph.critical_path).toEqual({ todo_ids: ["x", "y"], seconds: 105 });
    expect(graph.nodes.filter(({ critical }) => critical).map(({ id }) => id)).toEqual(["x", "y"]);
    expect(graph.edges.filter(({ critical }) => critical)).toMatchObject([{ from: "x", to: "y" }]);
  });

  test("counts what was measured instead of what it might have taken", () => {
    const plan = planOf([todo("a", [], 1_000), todo("b", ["a"]), todo("x", [], 50)]);
    Object.assign(plan.todos.get("a")!, {
      status: "completed",
      started_at: AT,
      completed_at: "2026-02-05T10:00:02.500Z",
    });
    const graph = graphOf(plan);
    expect(graph.nodes[0]).toMatchObject({ seconds: 2.5, measured: true });
    expect(graph.critical_path).toEqual({ todo_ids: ["x"], seconds: 50 });
  });

  test("counts nothing for what is skipped", () => {
    const plan = planOf([todo("a", [], 1_000), todo("b")]);
    plan.todos.get("a")!.status = "skipped";
    expect(graphOf(plan).critical_path.todo_ids).toEqual(["b"]);
  });

  test("finds the same longest time as trying every chain", () => {
    const plans = fc.integer({ min: 1, max: 9 }).chain((count) =>
      fc.tuple(
        ...Array.from({ length: count }, (_, place) =>
          fc.record({
            seconds: fc.integer({ min: 1, max: 20 }),
            waits: fc.subarray(Array.from({ length: place }, (__, before) => `t${before}`)),
          }),
        ),
      ),
    );
    fc.assert(
      fc.property(plans, (written) => {
        const todos = written.map(({ seconds, waits }, place) => todo(`t${place}`, waits, seconds));
        const longest = (id: string): number => {
          const { depends_on, timeout_seconds } = todos.find((one) => one.id === id)!;
          return timeout_seconds + Math.max(0, ...depends_on.map(longest));
        };
        const graph = graphOf(planOf(todos));
        const { todo_ids, seconds } = graph.critical_path;
        expect(seconds).toBe(Math.max(...todos.map(({ id }) => longest(id))));
        const sum = todo_ids.reduce(
          (all, id) => all + todos.find((one) => one.id === id)!.timeout_seconds,
          0,
        );
        expect(sum).toBe(seconds);
        todo_ids.slice(1).forEach((id, place) => {
          expect(todos.find((one) => one.id === id)!.depends_on).toContain(todo_ids[place]);
        });
        expect(graph.layers.flat().toSorted()).toEqual(todos.map(({ id }) => id).toSorted());
        for (const { from, to } of graph.edges) {
          const depthOf = (id: string) => graph.nodes.find((node) => node.id === id)!.depth;
          expect(depthOf(from)).toBeLessThan(depthOf(to));
        }
      }),
      { seed: 5, numRuns: 300 },
    );
  });
});

describe("pages of a plan's todos", () => {
  const plan = planOf(
    Array.from({ length: 7 }, (_, place) => todo(`t${place}`, place === 0 ? [] : ["t0"])),
  );

  test("hold every todo once", () => {
    const ids: string[] = [];
    for (let after: { rank: string; id: string } | undefined; ;) {
      const page = listTodos(plan, { limit: 3, ...(after !== undefined && { after }) });
      ids.push(...page.todos.map(({ id }) => id));
      expect(page.total).toBe(7);
      if (!page.has_more) break;
      after = page.todos.at(-1)!;
    }
    expect(ids).toEqual(plan.state.todos.map(({ id }) => id));
  });

  test("may hold some statuses only", () => {
    const page = listTodos(plan, { limit: 100, statuses: ["pending"] });
    expect(page.todos.map(({ id }) => id)).toEqual(["t0"]);
    expect(listTodos(plan, { limit: 2, statuses: ["blocked"] })).toMatchObject({
      total: 6,
      has_more: true,
    });
  });
});
