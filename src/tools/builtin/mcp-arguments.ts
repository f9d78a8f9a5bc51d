import { isDeepStrictEqual } from "node:util";
import type { Json, JsonObject } from "../../contract/text.ts";
import { isObject } from "../../json/json-object.ts";
import { startOf } from "../../text/cut-text.ts";

/** Of what a schema says against arguments. */
const MOST = 5;
/** Of what a server wrote. */
const LONGEST = 80;

/**
 * What an MCP tool's own schema says against arguments, each with its place: what is missing, unknown, of another
 * type or none of the values that it names. The schema is from outside: what it says in other words is left
 * to its server, a pattern most of all, which could keep this worker busy for hours.
 */
export function argumentMistakes(schema: unknown, args: JsonObject): string[] {
  const mistakes: string[] = [];
  look(schema as Json, args, "arguments");
  return mistakes.slice(0, MOST);

  function look(wanted: Json | undefined, value: Json, place: string): void {
    if (mistakes.length >= MOST || !isObject(wanted)) return;
    const types = [wanted["type"] ?? []].flat().filter((type) => typeof type === "string");
    if (types.length > 0 && !types.some((type) => isOfType(value, type))) {
      mistakes.push(`${place} must be of type ${types.map(shown).join(" or ")}`);
      return;
    }
    const named = "const" in wanted ? [wanted["const"]!] : wanted["enum"];
    if (Array.isArray(named) && !named.some((one) => isDeepStrictEqual(one, value))) {
      const values = named.slice(0, MOST).map((one) => shown(JSON.stringify(one)));
      mistakes.push(`${place} must be one of ${values.join(", ")}`);
      return;
    }
    if (Array.isArray(value)) {
      value.forEach((item, index) => look(wanted["items"], item, `${place}/${index}`));
    } else if (isObject(value)) lookInside(wanted, value, place);
  }

  function lookInside(wanted: JsonObject, value: JsonObject, place: string): void {
    const properties = isObject(wanted["properties"]) ? wanted["properties"] : {};
    const required = Array.isArray(wanted["required"]) ? wanted["required"] : [];
    for (const name of required) {
      if (typeof name !== "string" || Object.hasOwn(value, name)) continue;
      mistakes.push(`${place}/${shown(name)} is missing`);
      if (mistakes.length >= MOST) return;
    }
    // Others may be allowed by their pattern, or by a part of the schema that is not read here.
    const isClosed =
      wanted["additionalProperties"] === false && !Object.hasOwn(wanted, "patternProperties");
    for (const [name, item] of Object.entries(value)) {
      const at = `${place}/${shown(name)}`;
      if (Object.hasOwn(properties, name)) look(properties[name], item, at);
      else if (isClosed) mistakes.push(`${at} is not known to the tool`);
    }
  }
}

/** A type that JSON Schema does not know is taken for any. */
function isOfType(value: Json, type: string): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return isObject(value);
    case "integer":
      return Number.isInteger(value);
    case "string":
    case "number":
    case "boolean":
      return typeof value === type;
    default:
      return true;
  }
}

function shown(text: string): string {
  return startOf(text, LONGEST);
}
