import { say, type Sentence } from "../contract/sentences/sentence.ts";
import { LIMITS } from "../contract/tables/limits.ts";
import { shortPointer } from "./json-pointer.ts";

/** An object or list within a value, and how it is reached. */
interface Place {
  readonly value: object;
  readonly key: string;
  readonly within: Place | null;
}

/**
 * Why a value cannot be part of a plan, or null: nested too deep, half a character (a lone
 * surrogate, which has no UTF-8 and so no digest), a number that JSON does not have. Iterative, so
 * that a hostile depth is a sentence and not a stack overflow.
 */
export function validateJson(
  value: unknown,
  maxDepth: number = LIMITS.json_depth,
): { pointer: string; detail: Sentence } | null {
  const wrong = scalarMistake(value);
  if (wrong !== null) return { pointer: "", detail: wrong };
  let level: Place[] = isNested(value) ? [{ value, key: "", within: null }] : [];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= maxDepth) return mistake(level[0]!, say("nested_deeper", { most: maxDepth }));
    const deeper: Place[] = [];
    for (const place of level) {
      const isList = Array.isArray(place.value);
      for (const key of Object.keys(place.value)) {
        if (!isList && !key.isWellFormed()) return mistake(place, say("half_character_key"));
        // As an own key it is legal JSON, and a trap for every object it is ever copied into.
        if (key === "__proto__") return mistake(place, say("proto_key"));
        const item: unknown = (place.value as Record<string, unknown>)[key];
        const detail = scalarMistake(item);
        if (detail !== null) return mistake({ value: place.value, key, within: place }, detail);
        if (isNested(item)) deeper.push({ value: item, key, within: place });
      }
    }
    level = deeper;
  }
  return null;
}

function isNested(item: unknown): item is object {
  return typeof item === "object" && item !== null;
}

function mistake(place: Place, detail: Sentence): { pointer: string; detail: Sentence } {
  const path: string[] = [];
  for (let at = place; at.within !== null; at = at.within) path.unshift(at.key);
  return { pointer: shortPointer(path), detail };
}

function scalarMistake(item: unknown): Sentence | null {
  switch (typeof item) {
    case "string":
      return item.isWellFormed() ? null : say("half_character");
    case "number":
      return Number.isFinite(item) ? null : say("not_finite");
    case "boolean":
    case "object":
    case "undefined":
      return null;
    default:
      return say("not_json");
  }
}
