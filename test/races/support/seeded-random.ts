/** Choices that the same seed makes in the same way. */
export interface SeededRandom {
  /** A whole number from 0 to `below` - 1. */
  below(below: number): number;
  /** Whether something of this probability happens. */
  happens(probability: number): boolean;
  /** @throws RangeError when there is nothing to choose from. */
  pick<Item>(items: readonly Item[]): Item;
  /** An independent sequence, so that one client's choices do not depend on another's speed. */
  fork(): SeededRandom;
}

/** Numbers from 0 to 1 that a seed decides (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Choices by such numbers. */
export function createSeededRandom(seed: number): SeededRandom {
  const next = createRandom(seed);
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    happens: (probability) => next() < probability,
    pick(items) {
      const chosen = items[below(items.length)];
      if (chosen === undefined) throw new RangeError("There is nothing to choose from.");
      return chosen;
    },
    fork: () => createSeededRandom(Math.floor(next() * 2 ** 32)),
  };
}

/** The seed of this run; `RACE_SEED=123` makes the same choices again. */
export function raceSeed(): number {
  const given = process.env["RACE_SEED"];
  return given === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(given);
}
