/**
 * What a value is called that JSON would leave out or empty without a word; null for what it writes. An object
 * of a class is written with its own fields, so one that has none is not: what it holds is hidden. Bytes
 * would become objects of numbers.
 */
export function beyondJson(value: unknown): string | null {
  if (typeof value === "number") return Number.isFinite(value) ? null : String(value);
  if (["function", "symbol", "bigint"].includes(typeof value)) return typeof value;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  if (value instanceof Error) return value.name;
  if (ArrayBuffer.isView(value)) return nameOf(value);
  const made: object | null = Object.getPrototypeOf(value);
  const isPlain = made === null || Object.getPrototypeOf(made) === null;
  const isBoxed = ["Number", "String", "Boolean"].includes(tagOf(value));
  if (isPlain || isBoxed || Object.keys(value).length > 0) return null;
  return nameOf(value);
}

const tagOf = (value: object): string => Object.prototype.toString.call(value).slice(8, -1);

/** Its class, as far as it tells. */
function nameOf(value: object): string {
  const name: unknown = (value.constructor as { name?: unknown } | undefined)?.name;
  return typeof name === "string" && name !== "" ? name.slice(0, 100) : tagOf(value);
}
