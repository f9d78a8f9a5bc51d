import type { Json } from "../contract/text.ts";

/** The parts of an RFC 6901 JSON Pointer, or null when it is not one. */
export function parsePointer(pointer: string): string[] | null {
  if (pointer === "") return [];
  if (!pointer.startsWith("/")) return null;
  const parts = pointer.slice(1).split("/");
  if (parts.some((part) => /~(?![01])/.test(part))) return null;
  return parts.map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Keys and array positions that lead to a value. */
export type Path = readonly (string | number)[];

/** The RFC 6901 pointer to a path. */
export function toPointer(path: Path): string {
  return path
    .map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`)
    .join("");
}

/** Whether a pointer leads to a place, or into what stands there. */
export function isWithin(pointer: string, place: string): boolean {
  return pointer === place || pointer.startsWith(`${place}/`);
}

/** Characters of a pointer that a mistake names. */
const MAX_POINTER = 1_000;

/** The pointer to a path, or to its last ancestor whose keys are not too long to be repeated. */
export function shortPointer(path: Path): string {
  let pointer = "";
  for (const part of path) {
    if (pointer.length + String(part).length > MAX_POINTER) break;
    pointer += toPointer([part]);
  }
  return pointer;
}

/** The value at `pointer`, or undefined when nothing is there. Reads own properties only. */
export function valueAt(value: Json, pointer: string): Json | undefined {
  const parts = parsePointer(pointer);
  if (parts === null) return undefined;
  let current: Json | undefined = value;
  for (const part of parts) {
    if (Array.isArray(current)) {
      current = /^(0|[1-9][0-9]*)$/.test(part) ? current[Number(part)] : undefined;
    } else if (typeof current === "object" && current !== null) {
      current = Object.hasOwn(current, part) ? current[part] : undefined;
    } else {
      return undefined;
    }
  }
  return current;
}
