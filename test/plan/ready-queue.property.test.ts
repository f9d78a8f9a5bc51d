import fc from "fast-check";
import { describe, expect } from "vitest";
import { compareStartOrder, ReadyQueue } from "../../src/plan/model/order/ready-queue.ts";
import { always } from "./support/properties.ts";

interface Entry {
  id: string;
  priority: number;
  position: number;
}
/** Entries with places of their own, in any order. */
const entries = fc
  .array(fc.record({ priority: fc.nat(10), key: fc.nat() }), { size: "max", maxLength: 60 })
  .map((items) =>
    items
      .map(({ priority, key }, position) => ({ id: `t${position}`, priority, position, key }))
      .toSorted((a, b) => a.key - b.key)
      .map(({ key: _, ...entry }): Entry => entry),
  );
const steps = fc.array(fc.constantFrom("comes", "comes", "comes again", "leaves", "is taken"), {
  size: "max",
  maxLength: 120,
});

/** Sorting by hand: the highest priority, and of these the first place. */
function firstOf(waiting: Entry[]): Entry | undefined {
  const top = Math.max(...waiting.map((entry) => entry.priority));
  const best = waiting.filter((entry) => entry.priority === top);
  const place = Math.min(...best.map((entry) => entry.position));
  return best.find((entry) => entry.position === place);
}

function filled(items: readonly Entry[]): ReadyQueue {
  const queue = new ReadyQueue();
  for (const { id, ...rank } of items) queue.push(id, rank);
  return queue;
}

describe("the queue of ready todos", () => {
  always("gives them in order of priority, then of age", entries, (items) => {
    const queue = filled(items);
    const waiting = [...items];
    while (waiting.length > 0) {
      const first = firstOf(waiting)!;
      waiting.splice(waiting.indexOf(first), 1);
      expect(queue.size).toBe(waiting.length + 1);
      expect(queue.pop()).toBe(first.id);
    }
    expect(queue.pop()).toBe(undefined);
    expect(queue.size).toBe(0);
  });

  always(
    "gives the first of those that wait at that moment, whoever came again or left meanwhile",
    fc.record({ items: entries, happens: steps }),
    ({ items, happens }) => {
      const queue = new ReadyQueue();
      const waiting: Entry[] = [];
      const coming = [...items];
      const comes = (entry: Entry): void => {
        queue.push(entry.id, entry);
        waiting.push(entry);
      };
      for (const does of happens) {
        const [somebody] = waiting;
        const next = does === "comes" ? coming.pop() : undefined;
        if (next !== undefined) comes(next);
        else if (does === "comes again" && somebody !== undefined) {
          waiting.shift();
          comes({ ...somebody, priority: 10 - somebody.priority });
        } else if (does === "leaves" && somebody !== undefined) {
          waiting.shift();
          queue.delete(somebody.id);
        } else {
          const first = waiting.length === 0 ? undefined : firstOf(waiting);
          expect(queue.pop()).toBe(first?.id);
          if (first !== undefined) waiting.splice(waiting.indexOf(first), 1);
        }
        expect(queue.size).toBe(waiting.length);
      }
    },
  );

  always("lists them in the order in which it gives them, and stays as it is", entries, (items) => {
    const queue = filled(items);
    const listed = queue.inOrder();
    expect(queue.size).toBe(items.length);
    expect(listed).toEqual(items.map(() => queue.pop()));
  });

  always("orders any two todos one way only", fc.tuple(fc.nat(10), fc.nat(10)), ([a, b]) => {
    const one = { priority: a, position: 0 };
    const other = { priority: b, position: 1 };
    expect(Math.sign(compareStartOrder(one, other))).toBe(
      -Math.sign(compareStartOrder(other, one)),
    );
    expect(compareStartOrder(one, other) < 0).toBe(a >= b);
  });
});
