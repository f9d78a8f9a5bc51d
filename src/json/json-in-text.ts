import type { Json } from "../contract/text.ts";
import { jsonOf } from "../text/json-of.ts";
import { isObject } from "./json-object.ts";

const FENCE = /^\s*```(?:json)?\s*\n([\s\S]*?)\n?\s*```\s*$/i;

/**
 * The one JSON object that a model's text is: by itself, in a code fence, or with words around it.
 * Undefined when there is none, or more than one thing could be meant.
 */
export function jsonInText(text: string): Json | undefined {
  const bare = text.trim();
  const whole = parse(bare) ?? parse(FENCE.exec(text)?.[1] ?? "");
  if (whole !== undefined) return whole;
  const first = bare.indexOf("{");
  const last = bare.lastIndexOf("}");
  // Two objects with words between them do not parse as one.
  return first === -1 || last < first ? undefined : parse(bare.slice(first, last + 1));
}

function parse(text: string): Json | undefined {
  const value = jsonOf(text) as Json | undefined;
  return isObject(value) ? value : undefined;
}
