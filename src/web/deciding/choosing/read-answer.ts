import type { InputRequest } from "../../../contract/plan/todo.ts";
import type { Json, JsonObject } from "../../../contract/text.ts";
import { asObject, formFields, optionsOf, type FormField } from "../../../json/form-fields.ts";
import { isObject } from "../../../json/json-object.ts";
import { readNumber } from "../../../text/read-number.ts";
import { readExact } from "../../parts/values/read-exact.ts";
import type { PlainWordId } from "../../words/words.ts";

/** What a person wrote: a text for each field, or under `""` for a question that is no form. */
export type Written = Readonly<Record<string, string>>;

export interface ReadAnswer {
  readonly value: Json;
  /** What cannot be read, by field; everything else is judged by the plan. */
  readonly mistakes: Readonly<Record<string, PlainWordId>>;
}

/** The field in which a question that is no form is answered. */
export const WHOLE = "";

/** What stands in the fields at first: the answers that the plan proposes. */
export function writtenFirst(request: InputRequest): Written {
  const { default: usual, schema } = request;
  if (request.input_type !== "form") {
    return { [WHOLE]: usual === undefined ? "" : textOf(usual, {}) };
  }
  const fields = formFields(schema ?? {});
  const given = asObject(usual);
  if (fields.length === 0)
    return { [WHOLE]: usual === undefined ? "{}" : JSON.stringify(usual, null, 2) };
  return Object.fromEntries(
    fields.map(({ name, schema: one }) => {
      const value = given[name] ?? one["default"];
      return [name, value === undefined ? "" : textOf(value, one)];
    }),
  );
}

/** The answer as it is sent; a field that is left empty is not there. */
export function readAnswer(request: InputRequest, written: Written): ReadAnswer {
  const text = written[WHOLE] ?? "";
  switch (request.input_type) {
    case "number":
      return readOne(text, { type: "number" });
    case "form": {
      const fields = formFields(request.schema ?? {});
      return fields.length === 0 ? readOne(text, {}) : readFields(fields, written);
    }
    case "text":
    case "choice":
    case "file":
      return { value: text.trim() === "" ? null : text, mistakes: {} };
  }
}

function readOne(text: string, schema: JsonObject): ReadAnswer {
  if (text.trim() === "") return { value: null, mistakes: {} };
  const { value, mistake } = readField(text, schema);
  return { value: value ?? null, mistakes: mistake === undefined ? {} : { [WHOLE]: mistake } };
}

function readFields(fields: readonly FormField[], written: Written): ReadAnswer {
  const value: JsonObject = {};
  const mistakes: Record<string, PlainWordId> = {};
  for (const { name, schema, required } of fields) {
    const text = written[name] ?? "";
    if (text.trim() === "") {
      if (required) mistakes[name] = "answer_needed";
      continue;
    }
    const one = readField(text, schema);
    if (one.mistake !== undefined) mistakes[name] = one.mistake;
    else if (one.value !== undefined) value[name] = one.value;
  }
  return { value, mistakes };
}

/** What a text in a field stands for, by the field's JSON Schema, or what is wrong with it. */
export function readField(
  text: string,
  schema: JsonObject,
): { value?: Json; mistake?: PlainWordId } {
  const options = optionsOf(schema);
  if (options.length > 0)
    return { value: (schema["enum"] as Json[])[options.indexOf(text)] ?? text };
  switch (schema["type"]) {
    case "string":
      return { value: text };
    case "boolean":
      return { value: text === "true" };
    case "integer":
    case "number": {
      const value = readNumber(text);
      return value === undefined ? { mistake: "answer_number_unfit" } : { value };
    }
    case "array": {
      const lines = text.split("\n").filter((line) => line.trim() !== "");
      const items = lines.map((line) => readField(line.trim(), asObject(schema["items"])));
      const wrong = items.find(({ mistake }) => mistake !== undefined);
      return wrong ?? { value: items.map(({ value }) => value ?? null) };
    }
    default: {
      const read = readExact(text);
      if ("value" in read) return read;
      return { mistake: read.mistake === "inexact" ? "number_inexact" : "answer_field_json" };
    }
  }
}

function textOf(value: Json, schema: JsonObject): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value) && schema["type"] === "array") {
    return value.map((item) => (typeof item === "string" ? item : JSON.stringify(item))).join("\n");
  }
  return isObject(value) ? JSON.stringify(value, null, 2) : JSON.stringify(value);
}
