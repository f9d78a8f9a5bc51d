/** The middle value, or the mean of the two middle values of an even number of them. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return (sorted[Math.floor(middle - 0.5)]! + sorted[Math.ceil(middle - 0.5)]!) / 2;
}

/** A figure in eight columns, right-aligned. */
export function format(value: number, digits: number): string {
  return value.toFixed(digits).padStart(8);
}
