import { Validator, type Schema } from "@cfworker/json-schema";
import type { ProblemDetail } from "../contract/problem.ts";
import type { Json } from "../contract/text.ts";
import type { InputRequest } from "../contract/todo.ts";
import { LIMITS } from "../contract/vocabulary.ts";
import { jsonMistake } from "./json-mistake.ts";

/**
 * Keywords that a form may not use: a regular expression can take hours on a hostile answer, and a
 * reference can go in circles. Forms need neither.
 */
const REFUSED_KEYWORDS = new Set([
  "pattern",
  "patternProperties",
  "format",
  "$ref",
  "$dynamicRef",
  "$recursiveRef",
]);
const MOST = 10;

/** Why a person cannot do a todo as it is written, or null. */
export function humanMistake(todo: {
  readonly tool_name?: string | null | undefined;
  readonly input_request?: InputRequest | null | undefined;
}): ProblemDetail | null {
  if (todo.input_request == null) return null;
  if (todo.tool_name != null) {
    return { pointer: "", detail: "A todo has either a tool or a question." };
  }
  return questionMistake(todo.input_request);
}

function questionMistake(request: InputRequest): ProblemDetail | null {
  const { input_type, options, schema } = request;
  if (input_type === "choice" && options === undefined) {
    return { pointer: "/options", detail: "A choice needs options." };
  }
  if (input_type !== "choice" && options !== undefined) {
    return { pointer: "/options", detail: "Only a choice has options." };
  }
  if ((input_type === "form") !== (schema !== undefined)) {
    return { pointer: "/schema", detail: "A form needs a schema, and nothing else has one." };
  }
  if (input_type !== "file" && (request.accept ?? request.max_bytes) !== undefined) {
    const pointer = request.accept === undefined ? "/max_bytes" : "/accept";
    return { pointer, detail: "Only a file has media types and a greatest size." };
  }
  const keyword = schema === undefined ? null : refusedKeyword(schema);
  if (keyword !== null) {
    return { pointer: "/schema", detail: `A form's schema may not use "${keyword}".` };
  }
  if (request.default === undefined) return null;
  const [wrong] = answerMistakes(request, request.default);
  return wrong === undefined ? null : { ...wrong, pointer: `/default${wrong.pointer}` };
}

/** What is wrong with an answer, by field for a form; nothing when it is taken. */
export function answerMistakes(request: InputRequest, value: Json): ProblemDetail[] {
  const wrong = (detail: string): ProblemDetail[] => [{ pointer: "", detail }];
  if (value === null || value === "") {
    return request.required ? wrong("The question needs an answer.") : [];
  }
  switch (request.input_type) {
    case "text":
      if (typeof value !== "string") return wrong("The answer must be a text.");
      if (!value.isWellFormed()) return wrong("The answer holds half a character.");
      return value.length > LIMITS.answer
        ? wrong(`The answer is longer than ${LIMITS.answer} characters.`)
        : [];
    case "number":
      return typeof value === "number" && Number.isFinite(value)
        ? []
        : wrong("The answer must be a number.");
    case "choice":
      return request.options?.includes(value as string) === true
        ? []
        : wrong(`The answer must be one of: ${request.options?.join(", ") ?? ""}.`);
    case "form":
      return formMistakes(request.schema ?? {}, value);
    case "file":
      return fileMistakes(request, value);
  }
}

/** Of a file that the API looked at: it says what the file is, and only its bytes' digest counts. */
function fileMistakes({ accept, max_bytes }: InputRequest, value: Json): ProblemDetail[] {
  const detail = fileMistake(value, accept, max_bytes ?? LIMITS.file_bytes);
  return detail === null ? [] : [{ pointer: "", detail }];
}

function fileMistake(value: Json, accept: readonly string[] | undefined, most: number) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return "The answer must be a file that was uploaded before.";
  }
  const { $file, name, media_type, bytes, ...more } = value;
  const isFile =
    typeof $file === "string" &&
    /^sha256:[0-9a-f]{64}$/.test($file) &&
    typeof name === "string" &&
    name.length <= LIMITS.file_name &&
    name.isWellFormed() &&
    typeof media_type === "string" &&
    typeof bytes === "number" &&
    Object.keys(more).length === 0;
  if (!isFile) return "The answer must be a file that was uploaded before.";
  if (bytes > most) return `The file has ${bytes} bytes; at most ${most} are taken.`;
  const fits = accept?.some((type) =>
    type.endsWith("/*") ? media_type.startsWith(type.slice(0, -1)) : media_type === type,
  );
  return fits === false ? `The file is ${media_type}; taken are ${accept?.join(", ")}.` : null;
}

function formMistakes(schema: { [key: string]: Json }, value: Json): ProblemDetail[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return [{ pointer: "", detail: "The answer must be a JSON object." }];
  }
  const unsafe = jsonMistake(value);
  if (unsafe !== null) return [unsafe];
  if (JSON.stringify(value).length > LIMITS.answer) {
    return [{ pointer: "", detail: `The answer is longer than ${LIMITS.answer} characters.` }];
  }
  try {
    const { valid, errors } = new Validator(schema as Schema, "2020-12", false).validate(value);
    if (valid) return [];
    return errors
      .filter(({ keyword }) => keyword !== "properties")
      .slice(0, MOST)
      .map(({ instanceLocation, error }) => ({
        pointer: instanceLocation.replace(/^#/, ""),
        detail: error,
      }));
  } catch (error) {
    return [{ pointer: "", detail: `The form's schema does not work: ${String(error)}.` }];
  }
}

function refusedKeyword(value: Json): string | null {
  if (typeof value !== "object" || value === null) return null;
  for (const [key, inner] of Object.entries(value)) {
    if (!Array.isArray(value) && REFUSED_KEYWORDS.has(key) && typeof inner === "string") return key;
    if (key === "patternProperties") return key;
    const found = refusedKeyword(inner);
    if (found !== null) return found;
  }
  return null;
}
