import { endOfText } from "../../text/inexact-integer.ts";

/**
 * The first key that stands twice in one object of a JSON text, or null. `JSON.parse` keeps the last
 * of both in silence, so that two readers of one body could understand different things.
 * @param text valid JSON of bounded depth.
 */
export function duplicateKey(text: string): string | null {
  // The keys of each open object; null for an open array.
  const open: (Set<string> | null)[] = [];
  let keyComes = false;
  for (let place = 0; place < text.length; place += 1) {
    const keys = open.at(-1);
    switch (text.charAt(place)) {
      case "{":
        open.push(new Set());
        keyComes = true;
        break;
      case "[":
        open.push(null);
        keyComes = false;
        break;
      case "}":
      case "]":
        open.pop();
        keyComes = false;
        break;
      case ",":
        keyComes = keys instanceof Set;
        break;
      case '"': {
        const end = endOfText(text, place);
        if (keyComes && keys instanceof Set) {
          const key = JSON.parse(text.slice(place, end + 1)) as string;
          if (keys.has(key)) return key;
          keys.add(key);
          keyComes = false;
        }
        place = end;
      }
    }
  }
  return null;
}
