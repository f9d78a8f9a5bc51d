import { isInexact } from "./inexact-integer.ts";

/**
 * The number that a person wrote in decimal: `16`, `-1.5`, `1e3`. Undefined for anything else, also
 * for what only a program takes for one, such as `0x10`, `0b1`, `Infinity`, or nothing at all, and for a whole
 * number that would lose digits.
 */
export function readNumber(text: string): number | undefined {
  // Korean and Japanese keyboards also write signs of full width: U+FF01 to U+FF5E stand for those of ASCII.
  const written = text
    .replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .trim();
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(written)) return undefined;
  if (isInexact(written)) return undefined;
  const number = Number(written);
  return Number.isFinite(number) ? number : undefined;
}
