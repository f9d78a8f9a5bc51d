import type { Json, JsonObject } from "../contract/text.ts";
import { isObject } from "./json-object.ts";

/** A field of a form: what the schema says of one of its properties. */
export interface FormField {
  readonly name: string;
  /** What a person reads: the property's title, or its name. */
  readonly label: string;
  readonly description: string;
  readonly schema: JsonObject;
  readonly required: boolean;
}

/** The fields of a form, in the order in which they are written; none when it names none. */
export function formFields({ properties, required }: JsonObject): FormField[] {
  const needed = Array.isArray(required) ? required : [];
  return Object.entries(asObject(properties)).map(([name, written]) => {
    const schema = asObject(written);
    return {
      name,
      label: asText(schema["title"]) ?? name,
      description: asText(schema["description"]) ?? "",
      schema,
      required: needed.includes(name),
    };
  });
}

/** What a field that takes one of several values takes, as people read it; empty for other fields. */
export function optionsOf(schema: JsonObject): string[] {
  const options = schema["enum"];
  return Array.isArray(options)
    ? options.map((option) => asText(option) ?? JSON.stringify(option))
    : [];
}

/** An object, or an empty one in place of anything else. */
export function asObject(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

function asText(value: Json | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}
