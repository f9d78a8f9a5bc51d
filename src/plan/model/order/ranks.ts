import { generateKeyBetween, generateNKeysBetween } from "fractional-indexing";

/** Ranks of a new plan's todos, in order. */
export function firstRanks(count: number): string[] {
  return generateNKeysBetween(null, null, count);
}

/** A rank between two others; null stands for the plan's beginning or end. */
export function rankBetween(before: string | null, after: string | null): string {
  return generateKeyBetween(before, after);
}
