import type { Json, JsonObject } from "../contract/text.ts";
import { isObject } from "./json-object.ts";
import { toPointer, valueAt, type Path } from "./json-pointer.ts";

/*
 * Which places of a value are secret: those whose JSON Schema says `writeOnly: true`. Where a value may
 * be one of several things, one that is secret is enough.
 */

/** Whether a schema marks anything as secret. */
export function marksSecrets(schema: Json | undefined): schema is JsonObject {
  return isObject(schema) && JSON.stringify(schema).includes('"writeOnly":true');
}

/** What becomes of the parts of a value. */
export interface SecretMapping {
  /**
   * Of a secret part. `place` says where it stands, the same for all entries of a list and for all names
   * that the schema does not know: `/headers/*`.
   */
  readonly secret: (part: Json, place: string, path: Path) => Json;
  /** Of a text that is in no secret part; it stays when absent. */
  readonly elsewhere?: (text: string, path: Path) => Json;
  /** Which parts stand for something else: they stay, unless they are secret. */
  readonly stands?: (part: JsonObject) => boolean;
}

/** A value with each of its parts as the mapping has it. */
export function mapSecrets(
  schema: Json | undefined,
  value: Json,
  { secret, elsewhere = (text) => text, stands = () => false }: SecretMapping,
): Json {
  const root = marksSecrets(schema) ? schema : {};
  return walk([root], value, "", []);

  function walk(schemas: Json[], part: Json, place: string, path: (string | number)[]): Json {
    const known = alternativesOf(schemas, root);
    if (known.some((one) => one["writeOnly"] === true)) return secret(part, place, path);
    if (typeof part === "string") return elsewhere(part, path);
    if (typeof part !== "object" || part === null) return part;
    if (isObject(part) && stands(part)) return part;
    if (Array.isArray(part)) {
      return part.map((item, at) =>
        walk(
          known.flatMap((one) => entryOf(one, at)),
          item,
          `${place}/*`,
          [...path, at],
        ),
      );
    }
    const named = new Set(known.flatMap(({ properties }) => keysOf(properties)));
    const entries = Object.entries(part).map(([key, item]): [string, Json] => {
      const name = named.has(key) ? toPointer([key]) : "/*";
      const inner = known.flatMap((one) => fieldOf(one, key));
      return [key, walk(inner, item, `${place}${name}`, [...path, key])];
    });
    return Object.fromEntries(entries);
  }
}

/** Whether what stands at a path is secret, is in something secret, or holds something secret. */
export function touchesSecret(schema: Json | undefined, path: readonly string[]): boolean {
  if (!marksSecrets(schema)) return false;
  let known = alternativesOf([schema], schema);
  for (const part of path) {
    if (known.some((one) => one["writeOnly"] === true)) return true;
    const inner = known.flatMap((one) => [
      ...fieldOf(one, part),
      ...(/^\d+$/.test(part) ? entryOf(one, Number(part)) : []),
    ]);
    known = alternativesOf(inner, schema);
  }
  return holdsSecret(known, schema, new Set());
}

function holdsSecret(schemas: readonly JsonObject[], root: JsonObject, seen: Set<Json>): boolean {
  for (const one of schemas) {
    if (seen.has(one)) continue;
    seen.add(one);
    if (one["writeOnly"] === true) return true;
    const { properties, additionalProperties, patternProperties, items, prefixItems } = one;
    const inner = [
      ...(isObject(properties) ? Object.values(properties) : []),
      ...(isObject(patternProperties) ? Object.values(patternProperties) : []),
      ...(Array.isArray(prefixItems) ? prefixItems : []),
      ...[additionalProperties, items].filter((schema) => schema !== undefined),
    ];
    if (holdsSecret(alternativesOf(inner, root), root, seen)) return true;
  }
  return false;
}

/** The schemas, with all that each of them stands for or puts together. */
function alternativesOf(schemas: readonly Json[], root: JsonObject): JsonObject[] {
  const found = new Set<JsonObject>();
  const open = [...schemas];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (!isObject(one) || found.has(one)) continue;
    found.add(one);
    const { $ref, anyOf, oneOf, allOf } = one;
    if (typeof $ref === "string" && $ref.startsWith("#")) {
      open.push(valueAt(root, decodeURIComponent($ref.slice(1))) ?? true);
    }
    for (const several of [anyOf, oneOf, allOf]) if (Array.isArray(several)) open.push(...several);
  }
  return [...found];
}

const keysOf = (properties: Json | undefined): string[] =>
  isObject(properties) ? Object.keys(properties) : [];

function fieldOf(schema: JsonObject, key: string): Json[] {
  const { properties, additionalProperties, patternProperties } = schema;
  const own =
    isObject(properties) && Object.hasOwn(properties, key)
      ? [properties[key]!]
      : [additionalProperties ?? true];
  // Which of them a name fits is not looked at: too much is sealed rather than too little.
  const patterns = isObject(patternProperties) ? Object.values(patternProperties) : [];
  return [...own, ...patterns];
}

function entryOf({ prefixItems, items }: JsonObject, at: number): Json[] {
  const listed = Array.isArray(prefixItems) ? prefixItems[at] : undefined;
  return [listed ?? items ?? true];
}
