import type { Json } from "../contract/text.ts";

interface Open {
  readonly value: Json[] | { [key: string]: Json };
  /** Of an object, in the order of RFC 8785: by UTF-16 code units. */
  readonly keys: readonly string[] | null;
  at: number;
}

/** Characters of a piece, about. */
const PIECE = 64 * 1024;

/**
 * The RFC 8785 form of a value in pieces, so that nothing holds it whole.
 * @param load what stands in the place of an object, or undefined for the object itself; what it
 * answers is written as it is.
 */
export async function* canonicalPieces(
  value: Json,
  load: (object: Json) => Promise<Json> | undefined = () => undefined,
): AsyncGenerator<string, void> {
  const open: Open[] = [];
  let within = 0;
  let text = "";
  let next: Json | undefined = value;
  for (;;) {
    if (next !== undefined) {
      // Nothing is looked up in what was put in.
      const loaded: Promise<Json> | undefined = within === 0 ? load(next) : undefined;
      const current: Json = loaded === undefined ? next : await loaded;
      if (loaded !== undefined) within = open.length + 1;
      next = undefined;
      if (typeof current !== "object" || current === null) {
        text += JSON.stringify(current);
        if (open.length < within) within = 0;
      } else {
        const keys = Array.isArray(current) ? null : Object.keys(current).sort();
        open.push({ value: current, keys, at: 0 });
        text += keys === null ? "[" : "{";
      }
    } else {
      const top = open.at(-1);
      if (top === undefined) break;
      const key = top.keys === null ? top.at : top.keys[top.at];
      if (top.at === (top.keys ?? (top.value as Json[])).length) {
        text += top.keys === null ? "]" : "}";
        open.pop();
        if (open.length < within) within = 0;
      } else {
        if (top.at > 0) text += ",";
        if (top.keys !== null) text += `${JSON.stringify(key)}:`;
        next = (top.value as Record<string | number, Json>)[key!]!;
        top.at += 1;
      }
    }
    if (text.length >= PIECE) {
      yield text;
      text = "";
    }
  }
  if (text !== "") yield text;
}
