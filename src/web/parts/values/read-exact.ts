import type { Json } from "../../../contract/text.ts";
import { inexactInteger } from "../../../text/inexact-integer.ts";
import { jsonOf } from "../../../text/json-of.ts";

type Read = { readonly value: Json } | { readonly mistake: "no_json" | "inexact" };

/** What a text says in JSON, or why that is not what is written: it is none, or a whole number would lose digits. */
export function readExact(text: string): Read {
  const value = jsonOf(text) as Json | undefined;
  if (value === undefined) return { mistake: "no_json" };
  return inexactInteger(text) === null ? { value } : { mistake: "inexact" };
}
