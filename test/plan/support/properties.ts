import fc from "fast-check";
import { expect, test } from "vitest";

/** How many cases every property is tried on with the fixed seed; `CASES=10000` tries more. */
export const CASES = Number(process.env["CASES"] ?? 200);
/** How many more with a seed of this run. */
const FRESH_CASES = Math.ceil(CASES / 5);
const FIXED_SEED = 20_260_205;
/** `PROPERTY_SEED=123 npx vitest run test/plan` repeats a run. */
export const FRESH_SEED = Number(
  process.env["PROPERTY_SEED"] ?? Math.floor(Math.random() * 2 ** 31),
);

declare module "vitest" {
  interface TaskMeta {
    /** On how many cases the property was tried, repeats while it looks for a smaller one included. */
    cases?: number;
    seeds?: readonly number[];
  }
}

console.info(`properties: seed ${FIXED_SEED}, and for this run PROPERTY_SEED=${FRESH_SEED}`);

/**
 * A test that a property is true of the fixed cases and a fifth as many of this run. A failure names its seed
 * and path and the smallest case that still fails. It has no time limit: nothing ends what only computes, so
 * a limit could but fail it afterwards, on a busy machine.
 */
export function always<Case>(
  title: string,
  cases: fc.Arbitrary<Case>,
  check: (value: Case) => void,
): void {
  test(`${title}`, { timeout: 0 }, ({ task }) => {
    // A property that never got as far as its expectations proves nothing.
    expect.hasAssertions();
    task.meta.cases = 0;
    task.meta.seeds = [FIXED_SEED, FRESH_SEED];
    const property = fc.property(cases, (value) => {
      task.meta.cases! += 1;
      check(value);
    });
    fc.assert(property, { seed: FIXED_SEED, numRuns: CASES });
    fc.assert(property, { seed: FRESH_SEED, numRuns: FRESH_CASES });
  });
}
