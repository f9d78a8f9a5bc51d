import type { ProblemDetail } from "../../../contract/problems/problem.ts";
import { say, type Sentence } from "../../../contract/sentences/sentence.ts";
import { LIMITS } from "../../../contract/tables/limits.ts";
import type { Json, JsonObject } from "../../../contract/text.ts";
import { isObject } from "../../../json/json-object.ts";
import { toPointer, type Path } from "../../../json/json-pointer.ts";

/*
 * A form's schema comes from whoever writes the plan, and answers are checked by it where plans run.
 * So it may use these keywords only, has a size, and what an answer costs is counted before it is
 * checked. Regular expressions (`pattern`, `patternProperties`, `format`) can take hours on a hostile
 * answer, references can form cycles, and `unevaluated…` costs what nobody can count.
 */

/** What stands behind a keyword. */
type Kind = keyof typeof SHAPES;

const isCount = (value: Json): boolean => Number.isInteger(value) && (value as number) >= 0;
const isTexts = (value: Json): boolean =>
  Array.isArray(value) && value.every((item) => typeof item === "string");
const isSchema = (value: Json): boolean => typeof value === "boolean" || isObject(value);
const TYPES = new Set(["string", "number", "integer", "boolean", "array", "object", "null"]);

const SHAPES = {
  anything: () => true,
  text: (value: Json) => typeof value === "string",
  flag: (value: Json) => typeof value === "boolean",
  number: (value: Json) => typeof value === "number",
  step: (value: Json) => typeof value === "number" && value > 0,
  count: isCount,
  values: (value: Json) => Array.isArray(value),
  names: isTexts,
  type: (value: Json) => {
    const types = [value].flat();
    return types.length > 0 && types.every((type) => TYPES.has(type as string));
  },
  names_by_name: (value: Json) => isObject(value) && Object.values(value).every(isTexts),
  schema: isSchema,
  schemas: (value: Json) => Array.isArray(value) && value.length > 0 && value.every(isSchema),
  schemas_by_name: (value: Json) => isObject(value) && Object.values(value).every(isSchema),
} as const satisfies Record<string, (value: Json) => boolean>;

/** Every keyword that a form may use, and what stands behind it. */
const KEYWORDS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ...["title", "description", "$comment", "$schema"].map((key) => [key, "text"] as const),
  ...["default", "examples", "const"].map((key) => [key, "anything"] as const),
  ...["deprecated", "readOnly", "writeOnly", "uniqueItems"].map((key) => [key, "flag"] as const),
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"].map(
    (key) => [key, "number"] as const,
  ),
  ...["minLength", "maxLength", "minItems", "maxItems", "minContains", "maxContains"].map(
    (key) => [key, "count"] as const,
  ),
  ...["minProperties", "maxProperties"].map((key) => [key, "count"] as const),
  ["multipleOf", "step"],
  ["type", "type"],
  ["enum", "values"],
  ["required", "names"],
  ["dependentRequired", "names_by_name"],
  ...["properties", "dependentSchemas"].map((key) => [key, "schemas_by_name"] as const),
  ...["allOf", "anyOf", "oneOf", "prefixItems"].map((key) => [key, "schemas"] as const),
  ...["items", "contains", "additionalProperties", "propertyNames"].map(
    (key) => [key, "schema"] as const,
  ),
  ...["not", "if", "then", "else"].map((key) => [key, "schema"] as const),
]);

/** Why a form cannot have this schema, or null: the place counts from the schema. */
export function schemaMistake(schema: JsonObject): ProblemDetail | null {
  const most = LIMITS.form_schema;
  if (JSON.stringify(schema).length > most) {
    return { pointer: "", detail: say("schema_too_long", { most }) };
  }
  let parts = 0;
  const open: { schema: Json; path: Path }[] = [{ schema, path: [] }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    parts += 1;
    if (!isObject(next.schema)) continue;
    for (const [keyword, value] of Object.entries(next.schema)) {
      const path = [...next.path, keyword];
      const wrong = (detail: Sentence) => ({ pointer: toPointer(path), detail });
      const kind = KEYWORDS.get(keyword);
      if (kind === undefined) return wrong(say("keyword_refused", { keyword }));
      if (!SHAPES[kind](value)) return wrong(say("keyword_broken", { keyword }));
      if (kind === "schema") open.push({ schema: value, path });
      else if (kind.startsWith("schemas")) {
        for (const [key, inner] of Object.entries(value as JsonObject)) {
          open.push({ schema: inner, path: [...path, key] });
        }
      } else parts += countOf(value);
    }
    if (parts > LIMITS.form_parts) {
      const detail = say("schema_has_too_many_parts", { most: LIMITS.form_parts });
      return { pointer: toPointer(next.path), detail };
    }
  }
  return null;
}

/** How many values stand in a list of values or names, and in the lists of an object. */
function countOf(value: Json): number {
  if (Array.isArray(value)) return value.length;
  return isObject(value) ? Object.values(value).length : 0;
}

/** Characters that are compared, counted or repeated in what one check costs. */
const CHARACTERS_A_STEP = 50;

/**
 * How many checks of a part of the schema against a part of the answer it takes to tell whether the
 * answer fits, or `most` as soon as there are more. Every subschema is looked at, as the library does.
 * @param schema one that `schemaMistake` takes.
 */
export function checksOf(schema: Json, value: Json, most: number): number {
  let checks = 0;
  const open: [schema: Json, value: Json][] = [[schema, value]];
  for (let next = open.pop(); next !== undefined && checks < most; next = open.pop()) {
    const [part, given] = next;
    checks += 1;
    if (!isObject(part)) continue;
    checks += ownChecks(part, given);
    for (const key of SAME) if (part[key] !== undefined) open.push([part[key], given]);
    for (const key of SAME_EACH) {
      for (const inner of (part[key] ?? []) as Json[]) open.push([inner, given]);
    }
    if (Array.isArray(given)) {
      const { prefixItems = [], items, contains } = part;
      (prefixItems as Json[]).forEach((inner, place) => open.push([inner, given[place] ?? null]));
      for (const inner of [items, contains]) {
        if (inner !== undefined) for (const item of given) open.push([inner, item]);
      }
    } else if (isObject(given)) {
      const { properties = {}, dependentSchemas = {}, additionalProperties, propertyNames } = part;
      for (const [name, inner] of Object.entries(properties as JsonObject)) {
        if (Object.hasOwn(given, name)) open.push([inner, given[name]!]);
        else checks += 1 / CHARACTERS_A_STEP;
      }
      for (const inner of Object.values(dependentSchemas as JsonObject)) open.push([inner, given]);
      for (const [name, item] of Object.entries(given)) {
        checks += name.length / CHARACTERS_A_STEP;
        if (additionalProperties !== undefined) open.push([additionalProperties, item]);
        if (propertyNames !== undefined) open.push([propertyNames, name]);
      }
    }
    if (open.length > most) return most;
  }
  return Math.min(most, Math.ceil(checks));
}

const SAME = ["not", "if", "then", "else"] as const;
const SAME_EACH = ["allOf", "anyOf", "oneOf"] as const;

/** What keywords cost whose check is longer than a look. */
function ownChecks(part: JsonObject, given: Json): number {
  const { required, dependentRequired } = part;
  let characters = 0;
  for (const key of ["enum", "const"]) {
    if (part[key] !== undefined) characters += JSON.stringify(part[key]).length;
  }
  if (typeof given === "string" && (part["minLength"] ?? part["maxLength"]) !== undefined) {
    characters += given.length;
  }
  let checks = characters / CHARACTERS_A_STEP;
  if (Array.isArray(given) && part["uniqueItems"] === true) {
    // Each is compared with each.
    checks += (given.length * JSON.stringify(given).length) / CHARACTERS_A_STEP;
  }
  if (isObject(given)) {
    // Its names are listed.
    checks += countOf(given) / 10 + countOf(required ?? []);
    for (const names of Object.values(dependentRequired ?? {})) checks += countOf(names as Json);
  }
  return checks;
}
