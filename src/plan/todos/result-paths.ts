import type { TodoDefinition } from "../../contract/plan/edit.ts";
import type { InputRequest } from "../../contract/plan/todo.ts";
import { say, type Sentence } from "../../contract/sentences/sentence.ts";
import type { Json, JsonObject } from "../../contract/text.ts";
import { isObject } from "../../json/json-object.ts";
import { parsePointer, toPointer, valueAt } from "../../json/json-pointer.ts";
import { nearestName } from "../../text/nearest-name.ts";
import type { Reference } from "./references.ts";

/** The JSON Schema of what a tool gives or takes, or undefined when nobody here knows it. */
export type OutputOf = (toolName: string) => JsonObject | undefined;

/** A todo whose result another one uses. */
export type Source = Pick<
  TodoDefinition,
  "id" | "kind" | "tool_name" | "task_queue" | "input_request"
>;

/** Of a schema with more choices it is not told which parts there are. */
const MOST_CHOICES = 50;

/** How many of the parts that there are a person is told. */
const SHOWN = 10;

const ANSWERS: Readonly<Record<Exclude<InputRequest["input_type"], "form">, JsonObject>> = {
  text: { type: "string" },
  choice: { type: "string" },
  number: { type: "number" },
  file: {
    type: "object",
    properties: { $file: {}, name: {}, media_type: {}, bytes: {} },
  },
};

/** Why a reference can never find what it names in the result of `source`, or null when it may. */
export function referenceMistake(
  { path, has_default }: Pick<Reference, "path" | "has_default">,
  source: Source,
  outputOf: OutputOf,
): Sentence | null {
  if (has_default) return null;
  if (source.kind === "milestone") {
    return say("milestone_gives_nothing", { id: source.id });
  }
  const schema = sourceSchema(source, outputOf);
  if (schema === undefined) return null;
  return missingPart(schema, parsePointer(path) ?? [], source);
}

/** What a todo gives, as a JSON Schema; undefined when nobody here knows. */
export function sourceSchema(source: Source, outputOf: OutputOf): JsonObject | undefined {
  const { tool_name, task_queue, input_request } = source;
  if (input_request !== null) {
    if (input_request.secret === true) return { type: "string", writeOnly: true };
    return input_request.input_type === "form"
      ? input_request.schema
      : ANSWERS[input_request.input_type];
  }
  // Workers of another queue have tools of their own.
  return tool_name === null || task_queue !== null ? undefined : outputOf(tool_name);
}

function missingPart(root: JsonObject, path: readonly string[], { id }: Source): Sentence | null {
  let found: Json[] = [root];
  for (const [depth, part] of path.entries()) {
    const schemas = found.flatMap((schema) => alternatives(schema, root));
    if (schemas.length > MOST_CHOICES || schemas.some(isOpen)) return null;
    found = schemas.flatMap((schema) => partOf(schema, part));
    if (found.length > 0) continue;
    const whole =
      depth === 0
        ? say("the_result", { id })
        : say("part_of_result", { path: toPointer(path.slice(0, depth)), id });
    const names = [...new Set(schemas.flatMap(namesIn))];
    const missing = toPointer([part]);
    if (names.length === 0) return say("has_no_parts", { whole, missing });
    const nearest = nearestName(part, names);
    const shown = names.slice(0, SHOWN).map((name) => toPointer([name]));
    const parts = names.length > SHOWN ? [...shown, "…"].join(", ") : shown.join(", ");
    return nearest === undefined
      ? say("has_no_part", { whole, missing, parts })
      : say("has_no_part_but", { whole, missing, nearest: toPointer([nearest]), parts });
  }
  return null;
}

/** A schema without references and choices: each of what the value may be. */
function alternatives(schema: Json, root: JsonObject, followed: readonly string[] = []): Json[] {
  if (!isObject(schema)) return [schema];
  const { $ref, anyOf, oneOf } = schema;
  if (typeof $ref === "string") {
    const target =
      followed.includes($ref) || !$ref.startsWith("#") ? true : valueAt(root, $ref.slice(1));
    return alternatives(target ?? true, root, [...followed, $ref]);
  }
  const choices = Array.isArray(anyOf) ? anyOf : Array.isArray(oneOf) ? oneOf : null;
  if (choices === null) return [schema];
  if (choices.length > MOST_CHOICES) return [true];
  return choices.flatMap((choice) => alternatives(choice, root, followed));
}

/** Whether the schema does not tell which parts there are. */
function isOpen(schema: Json): boolean {
  if (!isObject(schema)) return schema !== false;
  const { type, properties, additionalProperties, patternProperties, allOf } = schema;
  if (allOf !== undefined || patternProperties !== undefined) return true;
  if (typeof type !== "string") return properties === undefined;
  if (type === "object") {
    return (
      properties === undefined || ![undefined, false].includes(additionalProperties as undefined)
    );
  }
  return false;
}

function partOf(schema: Json, part: string): Json[] {
  if (!isObject(schema)) return [];
  const { properties, items, prefixItems } = schema;
  if (isObject(properties) && Object.hasOwn(properties, part)) return [properties[part]!];
  if (schema["type"] !== "array" || !/^(?:0|[1-9][0-9]*)$/.test(part)) return [];
  const listed = Array.isArray(prefixItems) ? prefixItems[Number(part)] : undefined;
  const item = listed ?? items ?? true;
  return item === false ? [] : [item];
}

function namesIn(schema: Json): string[] {
  if (!isObject(schema)) return [];
  if (schema["type"] === "array") return ["0"];
  return isObject(schema["properties"]) ? Object.keys(schema["properties"]) : [];
}
