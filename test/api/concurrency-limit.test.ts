import { fc, test } from "@fast-check/vitest";
import { expect, test as plain } from "vitest";
import { createConcurrencyLimit } from "../../src/api/gateway/asking/concurrency-limit.ts";

test.prop(
  [
    fc.integer({ min: 1, max: 8 }),
    fc.array(fc.record({ plan: fc.constantFrom("a", "b", "c"), fails: fc.boolean() }), {
      maxLength: 40,
    }),
    fc.scheduler(),
  ],
  { numRuns: 300 },
)(
  "works on a plan begin in order, at most so many at a time, and none is lost",
  async (most, works, s) => {
    const limit = createConcurrencyLimit(most);
    const busy = new Map<string, number>();
    const begun = new Map<string, number[]>();
    const outcomes = works.map(({ plan, fails }, place) =>
      limit(plan, async () => {
        busy.set(plan, (busy.get(plan) ?? 0) + 1);
        begun.set(plan, [...(begun.get(plan) ?? []), place]);
        expect(busy.get(plan)).toBeLessThanOrEqual(most);
        await s.schedule(Promise.resolve());
        busy.set(plan, busy.get(plan)! - 1);
        if (fails) throw new Error(`${place}`);
        return place;
      }),
    );
    const settled = Promise.allSettled(outcomes);
    await s.waitFor(settled);
    const results = await settled;
    for (const [place, { fails }] of works.entries()) {
      expect(results[place]!.status).toBe(fails ? "rejected" : "fulfilled");
    }
    for (const places of begun.values()) expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect([...begun.values()].flat()).toHaveLength(works.length);
  },
);

plain("plans do not wait for each other", async () => {
  const limit = createConcurrencyLimit(1);
  const never = limit("stuck", () => new Promise<never>(() => undefined));
  expect(await limit("other", () => Promise.resolve("done"))).toBe("done");
  expect(never).toBeInstanceOf(Promise);
});
