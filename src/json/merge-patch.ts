import type { Json, JsonObject } from "../contract/text.ts";
import { isObject } from "./json-object.ts";
import { valueAt } from "./json-pointer.ts";
import { referencesUnder, referencesWithin, type Referring } from "./referring.ts";

/**
 * An object with some of its fields changed, as a JSON merge patch (RFC 7396) says: fields that the
 * patch does not name stay, null removes one, objects merge in the same way, and everything else is
 * put in the place of what was there. What stands there by reference is one value: nothing merges
 * with it, and a patch that repeats it leaves it. Nothing in a patch is a reference itself.
 */
function mergePatch(
  { value, references }: Referring<JsonObject>,
  patch: JsonObject,
): Referring<JsonObject> {
  const placeholders = new Set(references.map((pointer) => valueAt(value, pointer)));
  const merged = merge(value, patch);
  // The very object that the core put there, and not one that looks the same.
  const kept = references.filter((place) => {
    const there = valueAt(merged, place);
    return there !== undefined && there === valueAt(value, place);
  });
  return { value: merged, references: kept };

  function merge(target: JsonObject, changes: JsonObject): JsonObject {
    const changed = Object.entries(changes).flatMap(([key, change]): [string, Json][] => {
      if (change === null) return [];
      const there = Object.hasOwn(target, key) ? target[key] : undefined;
      return [[key, isObject(change) ? mergeInto(there, change) : change]];
    });
    const untouched = Object.entries(target).filter(([key]) => !Object.hasOwn(changes, key));
    return Object.fromEntries([...untouched, ...changed]);
  }

  function mergeInto(there: Json | undefined, change: JsonObject): JsonObject {
    if (!isObject(there)) return merge({}, change);
    if (!placeholders.has(there)) return merge(there, change);
    return isSame(there, change) ? there : merge({}, change);
  }
}

/** Whether a flat object has the same fields: placeholders hold texts and numbers. */
function isSame(one: JsonObject, other: JsonObject): boolean {
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => one[key] === other[key]);
}

/** The arguments of a hold, changed as a patch says. @param references pointers from `/args` on. */
export function patchArguments(
  args: JsonObject,
  references: string[],
  patch: JsonObject,
): { args: JsonObject; references: string[] } {
  const merged = mergePatch(
    { value: args, references: referencesWithin("/args", references) },
    patch,
  );
  return { args: merged.value, references: referencesUnder("/args", merged.references) };
}
