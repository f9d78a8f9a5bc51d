import type { Json } from "../../../contract/text.ts";
import { inexactInteger } from "../../../text/inexact-integer.ts";

type Read = { readonly value: Json } | { readonly mistake: "no_json" | "inexact" };

/** What a text says in JSON, or why that is not what is written: it is none, or a whole number would lose digits. */
export function readExact(text: string): Read {
  try {
    const value = JSON.parse(text) as Json;
    return inexactInteger(text) === null ? { value } : { mistake: "inexact" };
  } catch {
    return { mistake: "no_json" };
  }
}
