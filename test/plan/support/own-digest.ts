import { createHash } from "node:crypto";
import type { Json } from "../../../src/contract/text.ts";

/** RFC 8785 written down a second time: sorted keys, no blanks, ECMAScript's numbers and texts. */
function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.keys(value)
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key]!)}`);
  return `{${members.join(",")}}`;
}

/** `sha256:<hex>` by Node's own hash. */
export function ownDigest(value: Json): string {
  return `sha256:${createHash("sha256").update(canonical(value), "utf8").digest("hex")}`;
}
