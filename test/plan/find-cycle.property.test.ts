import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findCycle } from "../../src/plan/edits/find-cycle.ts";
import { always } from "./support/properties.ts";

type Graph = { id: string; depends_on: string[] }[];

const graphs = fc
  .record({
    size: fc.integer({ min: 1, max: 30 }),
    edges: fc.array(fc.tuple(fc.nat(29), fc.nat(29)), { size: "max", maxLength: 40 }),
  })
  .map(({ size, edges }): Graph => {
    const graph = Array.from({ length: size }, (_, place) => ({
      id: `t${place}`,
      depends_on: [] as string[],
    }));
    for (const [from, to] of edges) graph[from % size]!.depends_on.push(`t${to % size}`);
    return graph;
  });

/** Kahn's reading: a graph has a circle when taking away free todos does not take away all. */
function hasCircle(graph: Graph): boolean {
  let left = graph;
  for (;;) {
    const there = new Set(left.map(({ id }) => id));
    const waiting = left.filter(({ depends_on }) => depends_on.some((id) => there.has(id)));
    if (waiting.length === left.length) return left.length > 0;
    left = waiting;
  }
}

describe("a circle of dependencies", () => {
  always("is found exactly when there is one", graphs, (graph) => {
    expect(findCycle(graph) !== null).toBe(hasCircle(graph));
  });

  always("is named as a path along real dependencies, each todo once", graphs, (graph) => {
    const circle = findCycle(graph);
    if (circle === null) return;
    expect(circle.at(0)).toBe(circle.at(-1));
    expect(new Set(circle.slice(1)).size).toBe(circle.length - 1);
    circle.slice(1).forEach((id, place) => {
      const from = graph.find((todo) => todo.id === circle[place]);
      expect(from!.depends_on).toContain(id);
    });
  });

  always("is not there in a graph that points backwards only", graphs, (graph) => {
    const placeOf = (id: string): number => Number(id.slice(1));
    const backwards = graph.map(({ id, depends_on }) => ({
      id,
      depends_on: depends_on.filter((other) => placeOf(other) < placeOf(id)),
    }));
    expect(findCycle(backwards)).toBe(null);
  });

  test("of one todo is that todo twice", () => {
    expect(findCycle([{ id: "a", depends_on: ["a"] }])).toEqual(["a", "a"]);
  });

  test("is looked for past dependencies that are not there", () => {
    const graph = [
      { id: "a", depends_on: ["nowhere", "b"] },
      { id: "b", depends_on: ["nowhere"] },
    ];
    expect(findCycle(graph)).toBe(null);
  });

  test("is found at the end of a chain of 10,000 todos, written in either direction", () => {
    const chain = Array.from({ length: 10_000 }, (_, place) => ({
      id: `t${place}`,
      depends_on: [`t${place + 1}`],
    }));
    expect(findCycle(chain)).toBe(null);
    expect(findCycle(chain.toReversed())).toBe(null);
    chain[9_999]!.depends_on = ["t0"];
    expect(findCycle(chain)).toHaveLength(10_001);
    chain[9_999]!.depends_on = ["t9998"];
    expect(findCycle(chain.toReversed())).toHaveLength(3);
  });

  test("is looked for once per dependency, however many ways lead there", () => {
    // Each layer waits twice for the one below: 2,000 dependencies, and 2^1,000 ways along them.
    let reads = 0;
    const counted = (ids: string[]): string[] =>
      new Proxy(ids, {
        get(target, key) {
          reads += 1;
          if (reads > 10_000) throw new Error("It goes every way.");
          return Reflect.get(target, key) as unknown;
        },
      });
    const layers = Array.from({ length: 1_000 }, (_, place) => ({
      id: `t${place}`,
      depends_on: counted(place === 0 ? [] : [`t${place - 1}`, `t${place - 1}`]),
    }));
    expect(findCycle(layers.toReversed())).toBe(null);
    // Two dependencies and their end for 999 layers, and the end of the lowest one's.
    expect(reads).toBe(999 * 3 + 1);
  });
});
