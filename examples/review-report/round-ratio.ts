/**
 * `numerator / denominator` rounded half away from zero to `digits` decimals, or null when there is
 * nothing to divide by. Works on integers, because 1.605 is not 1.605 in binary and would round down.
 */
export function roundRatio(numerator: number, denominator: number, digits: number): number | null {
  if (denominator === 0) return null;
  const scale = 10 ** digits;
  const doubled = 2 * Math.abs(numerator) * scale;
  const rounded = Math.floor((doubled + denominator) / (2 * denominator)) / scale;
  return numerator < 0 && rounded !== 0 ? -rounded : rounded;
}
