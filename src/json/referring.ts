import type { Json, JsonObject } from "../contract/text.ts";
import { isObject } from "./json-object.ts";
import { isWithin, toPointer, valueAt } from "./json-pointer.ts";

/**
 * A value in which some places stand for what is kept in the artifact store: a large result, or a
 * file. Nothing in a value says which places these are, since anybody may write anything there. The
 * list beside it does, and only the core makes that list.
 */
export interface Referring<Value extends Json = Json> {
  readonly value: Value;
  /** JSON pointers into the value, sorted. Everything else in it is data, whatever it looks like. */
  readonly references: string[];
}

const DIGEST = /^sha256:[0-9a-f]{64}$/;

/** Whether a value has the form in which a worker of ours answers a result that it kept. */
export function isKeptResult(
  value: Json,
): value is { $artifact: string; bytes: number; preview: string } {
  if (!isObject(value)) return false;
  const { $artifact, bytes, preview, ...more } = value;
  return (
    typeof $artifact === "string" &&
    DIGEST.test($artifact) &&
    typeof bytes === "number" &&
    typeof preview === "string" &&
    Object.keys(more).length === 0
  );
}

/** A result as a worker of ours answers it: wrapped when it could be taken for one that was kept. */
export function toAnswer(result: Json): Json {
  const isAmbiguous =
    isObject(result) && (Object.hasOwn(result, "$artifact") || Object.hasOwn(result, "$value"));
  return isAmbiguous ? { $value: result } : result;
}

/** The result that a worker of ours answered. */
export function readAnswer(answer: Json): Referring {
  if (isKeptResult(answer)) return { value: answer, references: [""] };
  const isWrapped = isObject(answer) && Object.keys(answer).join() === "$value";
  return { value: isWrapped ? answer["$value"]! : answer, references: [] };
}

/** The pointers as they are where the value stands at `place` of another. */
export function referencesUnder(place: string, references: string[]): string[] {
  return references.map((pointer) => `${place}${pointer}`);
}

/** The pointers that are at `place` or below it, as seen from there. */
export function referencesWithin(place: string, references: string[]): string[] {
  return references
    .filter((pointer) => isWithin(pointer, place))
    .map((pointer) => pointer.slice(place.length));
}

/**
 * The value with what `load` finds in the place of each reference.
 * @param load gets the placeholder that the core put there.
 */
export async function loadReferences(
  { value, references }: Referring,
  load: (placeholder: JsonObject) => Promise<Json>,
): Promise<Json> {
  const places = new Set(references);
  return places.size === 0 ? value : loadIn(value, []);

  async function loadIn(current: Json, path: (string | number)[]): Promise<Json> {
    if (typeof current !== "object" || current === null) return current;
    if (isObject(current) && places.has(toPointer(path))) return load(current);
    if (Array.isArray(current)) {
      return Promise.all(current.map((item, position) => loadIn(item, [...path, position])));
    }
    const entries = Object.entries(current).map(
      async ([key, item]) => [key, await loadIn(item, [...path, key])] as const,
    );
    return Object.fromEntries(await Promise.all(entries));
  }
}

/**
 * Reads parts of kept results, each result once.
 * @param read answers what a digest names.
 */
export function createPartReader(
  read: (digest: string) => Promise<Json>,
): (placeholder: JsonObject) => Promise<Json | undefined> {
  const loaded = new Map<string, Promise<Json>>();
  return async ({ $artifact, path }) => {
    const digest = typeof $artifact === "string" ? $artifact : "";
    let whole = loaded.get(digest);
    if (whole === undefined) {
      whole = read(digest);
      loaded.set(digest, whole);
    }
    return valueAt(await whole, typeof path === "string" ? path : "");
  };
}
