import { LIMITS } from "../contract/vocabulary.ts";
import { toPointer } from "./json-pointer.ts";

/**
 * Why a value cannot be part of a plan, or null: nested too deep, half a character (a lone
 * surrogate, which has no UTF-8 and so no digest), a number that JSON does not have. Iterative, so
 * that a hostile depth is a sentence and not a stack overflow.
 */
export function jsonMistake(value: unknown): { pointer: string; detail: string } | null {
  let level: { value: unknown; path: string[] }[] = [{ value, path: [] }];
  for (let depth = 0; level.length > 0; depth += 1) {
    const deeper: typeof level = [];
    for (const { value: item, path } of level) {
      const wrong = scalarMistake(item);
      if (wrong !== null) return { pointer: toPointer(path), detail: wrong };
      if (typeof item !== "object" || item === null) continue;
      if (depth >= LIMITS.json_depth) {
        const detail = `is nested deeper than ${LIMITS.json_depth} levels`;
        return { pointer: toPointer(path), detail };
      }
      for (const [key, inner] of Object.entries(item)) {
        if (!key.isWellFormed()) {
          return {
            pointer: toPointer(path),
            detail: "has a key with half a character (a lone surrogate)",
          };
        }
        // As an own key it is legal JSON, and a trap for every object it is ever copied into.
        if (key === "__proto__")
          return { pointer: toPointer(path), detail: 'has a key "__proto__"' };
        deeper.push({ value: inner, path: [...path, key] });
      }
    }
    level = deeper;
  }
  return null;
}

function scalarMistake(item: unknown): string | null {
  switch (typeof item) {
    case "string":
      return item.isWellFormed() ? null : "holds half a character (a lone surrogate)";
    case "number":
      return Number.isFinite(item) ? null : "is not a finite number";
    case "boolean":
    case "object":
    case "undefined":
      return null;
    default:
      return "is not JSON";
  }
}
