import type { JsonObject } from "../contract/text.ts";
import { isObject } from "./json-object.ts";
import { parsePointer, toPointer } from "./json-pointer.ts";

/**
 * JSON pointers to the values of an object and of the objects in it. Lists, and what stands for something else
 * (`$artifact`, `$file`, a sealed secret), are one value.
 */
export function objectPlaces(value: JsonObject, path: readonly string[] = []): string[] {
  return Object.entries(value).flatMap(([key, there]) => {
    const own = [...path, key];
    const isValue = !isObject(there) || Object.keys(there).some((name) => name.startsWith("$"));
    return isValue || Object.keys(there).length === 0 ? [toPointer(own)] : objectPlaces(there, own);
  });
}

/** An object without what stands at these JSON pointers; what is not there, or in a list, is left alone. */
export function withoutPlaces(value: JsonObject, pointers: readonly string[]): JsonObject {
  return pointers.reduce((left, pointer) => without(left, parsePointer(pointer) ?? []), value);
}

function without(value: JsonObject, [key, ...deeper]: readonly string[]): JsonObject {
  if (key === undefined || !Object.hasOwn(value, key)) return value;
  const { [key]: there, ...others } = value;
  if (deeper.length === 0) return others;
  return isObject(there) ? { ...others, [key]: without(there, deeper) } : value;
}
