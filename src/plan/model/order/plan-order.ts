import { generateKeyBetween, generateNKeysBetween } from "fractional-indexing";

/** Ranks of a new plan's todos, in order. */
export function firstRanks(count: number): string[] {
  return generateNKeysBetween(null, null, count);
}

/** A rank between two others; null stands for the plan's beginning or end. */
export function rankBetween(before: string | null, after: string | null): string {
  return generateKeyBetween(before, after);
}

/** Plan order. Texts are compared by code unit, the same on every machine. */
export function compareByRank(a: Placed, b: Placed): number {
  return compareText(a.rank, b.rank) || compareText(a.id, b.id);
}

interface Placed {
  readonly id: string;
  readonly rank: string;
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
