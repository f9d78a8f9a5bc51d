/**
 * The number that a person wrote in decimal: `16`, `-1.5`, `1e3`. Undefined for anything else, also
 * for what only a program takes for one, such as `0x10`, `0b1`, `Infinity`, or nothing at all.
 */
export function readNumber(text: string): number | undefined {
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text.trim())) return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}
