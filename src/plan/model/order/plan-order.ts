/** Plan order. Texts are compared by code unit, the same on every machine. */
export function compareByRank(a: Placed, b: Placed): number {
  return compareText(a.rank, b.rank) || compareText(a.id, b.id);
}

interface Placed {
  readonly id: string;
  readonly rank: string;
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
