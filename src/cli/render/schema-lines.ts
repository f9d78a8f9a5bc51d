import type { Json, JsonObject } from "../../contract/text.ts";
import { asObject, formFields } from "../../json/form-fields.ts";
import { isObject } from "../../json/json-object.ts";
import { words } from "../messages/i18n.ts";
import { oneLine } from "../terminal/printable.ts";
import { pad, widthOf, wrapWords } from "../terminal/width.ts";
import { yamlText } from "./yaml-text.ts";

/** Deeper than this only the type is told; a schema may also hold itself. */
const DEEPEST = 4;
/** A longer pattern tells a person nothing. */
const LONGEST_PATTERN = 80;

interface Row {
  readonly name: string;
  readonly told: string;
}

interface Reading {
  /** The whole schema, which holds what `$ref` names. */
  readonly root: JsonObject;
  /** Whether values are to be written by it: then it is said of each whether it is required. */
  readonly isWritten: boolean;
}

/**
 * A JSON Schema as people read it: a line for each property, those of objects within as `outer.inner`. What has
 * no such form, as a choice of several objects, is shown as it is written.
 */
export function schemaLines(
  root: JsonObject,
  columns: number,
  { isWritten }: Omit<Reading, "root">,
): string[] {
  const reading = { root, isWritten };
  const schema = resolved(root, reading);
  const rows = rowsOf(schema, reading);
  if (rows.length > 0) {
    const width = Math.max(...rows.map(({ name }) => widthOf(name)));
    return [
      ...rows.flatMap(({ name, told }) =>
        wrapWords(`  ${pad(name, width)}  ${told}`, columns, " ".repeat(width + 4)),
      ),
      ...(isOpen(schema) && isWritten ? [`  ${words("tool_takes_others")}`] : []),
    ];
  }
  if (isBare(schema)) {
    return [`  ${words(isOpen(schema) ? "tool_fields_any" : "tool_fields_none")}`];
  }
  if (typeof schema["type"] === "string" && schema["type"] !== "object") {
    return wrapWords(`  ${typeOf(schema, reading)}`, columns, "  ");
  }
  const { $schema: _, ...written } = root;
  return yamlText(written)
    .trimEnd()
    .split("\n")
    .map((line) => `  ${line}`);
}

function rowsOf(schema: JsonObject, reading: Reading, before = "", depth = 0): Row[] {
  return formFields(schema).flatMap(({ name, label, description, schema: one, required }) => {
    const field = resolved(one, reading);
    const path = `${before}${oneLine(name)}`;
    const told = [
      typeOf(field, reading),
      field["writeOnly"] === true ? words("type_secret") : "",
      neededOf(field, required, reading),
      label === name ? "" : oneLine(label),
      oneLine(description === "" ? textOf(field["description"]) : description),
    ].filter((part) => part !== "");
    const items = resolved(asObject(field["items"]), reading);
    const inner =
      depth + 1 >= DEEPEST
        ? []
        : [
            ...rowsOf(field, reading, `${path}.`, depth + 1),
            ...rowsOf(items, reading, `${path}[].`, depth + 1),
          ];
    return [{ name: path, told: told.join("; ") }, ...inner];
  });
}

function neededOf(field: JsonObject, required: boolean, { isWritten }: Reading): string {
  const preset = field["default"];
  if (isWritten && preset !== undefined) {
    return words("type_default", { value: JSON.stringify(preset) });
  }
  if (required) return isWritten ? words("type_required") : "";
  return words(isWritten ? "type_optional" : "type_sometimes");
}

/** What a value is, in words: `integer, at least 1`. */
function typeOf(schema: JsonObject, reading: Reading, depth = 0): string {
  if (depth >= DEEPEST) return words("type_any");
  const inside = (one: Json | undefined): string =>
    typeOf(resolved(asObject(one), reading), reading, depth + 1);
  const options = "const" in schema ? [schema["const"]!] : schema["enum"];
  if (Array.isArray(options)) {
    const values = options.map((option) => JSON.stringify(option)).join(", ");
    return options.length === 1 ? oneLine(values) : words("type_one_of", { options: values });
  }
  const several = schema["anyOf"] ?? schema["oneOf"];
  if (Array.isArray(several) && isOfEveryType(several)) return words("type_any");
  if (Array.isArray(several)) return eitherOf(several.map(inside));
  const type = schema["type"];
  if (Array.isArray(type)) {
    return eitherOf(type.map((one) => inside({ ...schema, type: one })));
  }
  switch (type) {
    case "string":
    case "integer":
    case "number":
      return [words(`type_${type}`), ...boundsOf(schema)].join(", ");
    case "boolean":
    case "null":
      return words(`type_${type}`);
    case "array":
      return [words("type_list", { what: inside(schema["items"]) }), ...boundsOf(schema)].join(
        ", ",
      );
    case "object": {
      const values = schema["additionalProperties"];
      const isRecord = !("properties" in schema) && isObject(values) && "type" in values;
      return isRecord ? words("type_record", { what: inside(values) }) : words("type_object");
    }
    default:
      return words("type_any");
  }
}

/** Any JSON value is written as a choice of all types, which holds itself. */
function isOfEveryType(schemas: readonly Json[]): boolean {
  const types = schemas.map((schema) => asObject(schema)["type"]);
  return ["string", "number", "boolean", "array", "object"].every((type) => types.includes(type));
}

function eitherOf(types: readonly string[]): string {
  const different = [...new Set(types)];
  if (different.length === 0) return words("type_any");
  return different.reduce((first, second) => words("type_either", { first, second }));
}

const BOUNDS = [
  ["minimum", "type_from"],
  ["exclusiveMinimum", "type_above"],
  ["maximum", "type_to"],
  ["exclusiveMaximum", "type_below"],
  ["minLength", "type_length_from"],
  ["maxLength", "type_length_to"],
  ["minItems", "type_items_from"],
  ["maxItems", "type_items_to"],
] as const;

/** Within which bounds a value has to be, and which form a text has to have. */
function boundsOf(schema: JsonObject): string[] {
  const bounds = BOUNDS.flatMap(([name, sentence]) => {
    const bound = schema[name];
    // Every integer of zod is bounded by what a number can hold.
    if (typeof bound !== "number" || Math.abs(bound) === Number.MAX_SAFE_INTEGER) return [];
    return [words(sentence, { bound })];
  });
  const format = textOf(schema["format"]);
  const pattern = textOf(schema["pattern"]);
  if (format !== "") return [...bounds, words("type_format", { format })];
  return pattern === "" || pattern.length > LONGEST_PATTERN
    ? bounds
    : [...bounds, words("type_pattern", { pattern })];
}

/** Whether it is an object of which no property is named, and nothing else is said of what it holds. */
function isBare(schema: JsonObject): boolean {
  return schema["type"] === "object" && !["anyOf", "oneOf", "allOf"].some((name) => name in schema);
}

/** Whether it takes properties that it does not name. */
function isOpen({ additionalProperties: others }: JsonObject): boolean {
  return others === true || isObject(others);
}

/** What a schema refers to within the whole one; itself where it refers to nothing there. */
function resolved(schema: JsonObject, { root }: Pick<Reading, "root">): JsonObject {
  let found = schema;
  // One that refers to itself leads nowhere.
  for (let steps = 0; steps < DEEPEST; steps += 1) {
    const { $ref: ref, ...own } = found;
    if (typeof ref !== "string") return found;
    const [, table, name] = /^#\/(\$defs|definitions)\/([^/]+)$/.exec(ref) ?? [];
    const target = ref === "#" ? root : asObject(asObject(root[table ?? ""])[name ?? ""]);
    found = { ...target, ...own };
  }
  return found;
}

function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}
