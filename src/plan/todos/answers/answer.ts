import { Validator, type OutputUnit, type Schema } from "@cfworker/json-schema";
import type { InputRequest } from "../../../contract/plan/todo.ts";
import type { ProblemDetail } from "../../../contract/problems/problem.ts";
import { say, type Sentence } from "../../../contract/sentences/sentence.ts";
import { LIMITS } from "../../../contract/tables/limits.ts";
import type { Json, JsonObject } from "../../../contract/text.ts";
import { isObject } from "../../../json/json-object.ts";
import { valueAt } from "../../../json/json-pointer.ts";
import { sealedPlaces } from "../../../json/seals.ts";
import { marksSecrets } from "../../../json/secret-places.ts";
import { textOrJson } from "../../../json/text-or-json.ts";
import { validateJson } from "../../../json/validate-json.ts";
import { fileMisfit } from "./file-misfit.ts";
import { checksOf, schemaMistake } from "./form-schema.ts";

/** How many mistakes of an answer are named. */
const MOST = 10;

/** How many checks of defaults are left for one request: see LIMITS.default_checks. */
export interface CheckBudget {
  left: number;
}

/** What checking all defaults of one request may take. */
export function checkBudget(): CheckBudget {
  return { left: LIMITS.default_checks };
}

/** Why a question cannot be asked as it is written, or null. @param budget what its default may cost. */
export function questionMistake(
  request: InputRequest,
  budget: CheckBudget = checkBudget(),
): ProblemDetail | null {
  const { input_type, options, schema } = request;
  if (input_type === "choice" && options === undefined) {
    return { pointer: "/options", detail: say("choice_needs_options") };
  }
  if (input_type !== "choice" && options !== undefined) {
    return { pointer: "/options", detail: say("only_choice_has_options") };
  }
  if ((input_type === "form") !== (schema !== undefined)) {
    return { pointer: "/schema", detail: say("only_form_has_schema") };
  }
  if (input_type !== "file" && (request.accept ?? request.max_bytes) !== undefined) {
    const pointer = request.accept === undefined ? "/max_bytes" : "/accept";
    return { pointer, detail: say("only_file_has_accept") };
  }
  if (request.secret === true && input_type !== "text") {
    return { pointer: "/secret", detail: say("only_text_is_secret") };
  }
  // A default would stand in the plan for everybody to read.
  if (request.default !== undefined && (request.secret === true || marksSecrets(schema))) {
    return { pointer: "/default", detail: say("secret_has_no_default") };
  }
  const wrongSchema = schema === undefined ? null : schemaMistake(schema);
  if (wrongSchema !== null) return { ...wrongSchema, pointer: `/schema${wrongSchema.pointer}` };
  if (request.default === undefined) return null;
  const [wrong] = answerMistakes(request, request.default, budget);
  return wrong === undefined ? null : { ...wrong, pointer: `/default${wrong.pointer}` };
}

/**
 * What is wrong with an answer, by field for a form; nothing when it is taken.
 * @param budget besides what one answer may cost.
 */
export function answerMistakes(
  request: InputRequest,
  value: Json,
  budget: CheckBudget = checkBudget(),
): ProblemDetail[] {
  const wrong = (detail: Sentence): ProblemDetail[] => [{ pointer: "", detail }];
  if (isEmpty(request, value)) {
    return request.required ? wrong(say("answer_needed")) : [];
  }
  switch (request.input_type) {
    case "text":
      if (typeof value !== "string") return wrong(say("answer_is_text"));
      if (!value.isWellFormed()) return wrong(say("answer_half_character"));
      return value.length > LIMITS.answer
        ? wrong(say("answer_too_long", { most: LIMITS.answer }))
        : [];
    case "number":
      return typeof value === "number" && Number.isFinite(value)
        ? []
        : wrong(say("answer_is_number"));
    case "choice":
      return request.options?.includes(value as string) === true
        ? []
        : wrong(say("answer_is_one_of", { options: request.options?.join(", ") ?? "" }));
    case "form":
      return formMistakes(request.schema ?? {}, value, budget);
    case "file": {
      const mistake = fileMistake(request, value);
      return mistake === null ? [] : wrong(mistake);
    }
  }
}

/** Whether nothing was answered: a text of spaces says nothing either. */
function isEmpty({ input_type }: InputRequest, value: Json): boolean {
  const isText = input_type === "text" && typeof value === "string";
  return value === null || value === "" || (isText && value.trim() === "");
}

/** Of a file that the API looked at: it says what the file is, and only its bytes' digest counts. */
function fileMistake(request: InputRequest, value: Json): Sentence | null {
  if (!isObject(value)) {
    return say("answer_is_file");
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
  if (!isFile) return say("answer_is_file");
  return fileMisfit(request, { bytes, media_type });
}

function formMistakes(schema: JsonObject, value: Json, budget: CheckBudget): ProblemDetail[] {
  if (!isObject(value)) {
    return [{ pointer: "", detail: say("answer_is_object") }];
  }
  const unsafe = validateJson(value);
  if (unsafe !== null) return [unsafe];
  if (JSON.stringify(value).length > LIMITS.answer) {
    return [{ pointer: "", detail: say("answer_too_long", { most: LIMITS.answer }) }];
  }
  const most = Math.min(LIMITS.answer_checks, budget.left);
  const checks = checksOf(schema, value, most);
  budget.left -= checks;
  if (checks === most) return [{ pointer: "", detail: say("too_much_to_check") }];
  try {
    // Who sealed a part has checked it.
    const judged = sealedPlaces(value).length === 0 ? schema : withoutSecrets(schema);
    const { valid, errors } = new Validator(judged as Schema, "2020-12", false).validate(value);
    if (valid) return [];
    return mistakesOf(schema, value, errors);
  } catch (error) {
    return [{ pointer: "", detail: say("schema_broken", { why: String(error) }) }];
  }
}

/** A schema that says nothing of secret parts. */
function withoutSecrets<Part extends Json>(schema: Part): Part | true {
  if (Array.isArray(schema)) return schema.map(withoutSecrets) as unknown as Part;
  if (!isObject(schema)) return schema;
  if (schema["writeOnly"] === true) return true;
  return Object.fromEntries(
    Object.entries(schema).map(([key, part]) => [key, withoutSecrets(part)]),
  ) as Part;
}

type SchemaError = OutputUnit & { readonly keyword: string };

/** What the library found, without what only says that a part is wrong. */
function mistakesOf(
  schema: JsonObject,
  value: Json,
  errors: readonly OutputUnit[],
): ProblemDetail[] {
  const found = new Map<string, ProblemDetail>();
  for (const { keyword, instanceLocation, keywordLocation } of errors as readonly SchemaError[]) {
    const pointer = instanceLocation.replace(/^#/, "");
    const limit = valueAt(schema, keywordLocation.replace(/^#/, ""));
    for (const detail of sentencesOf(keyword, limit, valueAt(value, pointer))) {
      found.set(pointer + JSON.stringify(detail), { pointer, detail });
      if (found.size === MOST) return [...found.values()];
    }
  }
  return [...found.values()];
}

/** What a form says of a number, by the keyword that has it. */
const BOUNDS = new Map<string, (bound: number) => Sentence>([
  ["minimum", (least) => say("at_least", { least })],
  ["maximum", (most) => say("at_most", { most })],
  ["exclusiveMinimum", (least) => say("greater_than", { least })],
  ["exclusiveMaximum", (most) => say("less_than", { most })],
  ["multipleOf", (step) => say("multiple_of", { step })],
  ["minLength", (least) => say("shorter_than", { least })],
  ["maxLength", (most) => say("longer_than", { most })],
  ["minItems", (least) => say("entries_at_least", { least })],
  ["maxItems", (most) => say("entries_at_most", { most })],
]);

/** A form's mistake by its keyword. @param limit what the schema says there. */
function sentencesOf(keyword: string, limit: Json = null, given: Json = null): Sentence[] {
  switch (keyword) {
    // Each says only that something in it is wrong.
    case "properties":
    case "items":
    case "prefixItems":
    case "allOf":
    case "if":
    case "additionalProperties":
      return [];
    case "required":
      return (limit as string[])
        .filter((name) => !Object.hasOwn(given as JsonObject, name))
        .map((name) => say("field_needed", { name }));
    case "type":
      return [typeSentence(limit)];
    case "enum":
      return [say("one_of", { values: (limit as Json[]).map(textOrJson).join(", ") })];
    case "const":
      return [say("must_equal", { value: textOrJson(limit) })];
    case "uniqueItems":
      return [say("entries_differ")];
    case "false":
      return [say("unknown_name")];
    default:
      return [BOUNDS.get(keyword)?.(Number(limit)) ?? say("unfit", { keyword })];
  }
}

function typeSentence(type: Json): Sentence {
  const known = TYPES.find((name) => name === type);
  if (known !== undefined) return say(`must_be_${known}`);
  if (type === "integer") return say("must_be_int");
  return say("must_be_type", { type: [type].flat().map(textOrJson).join(", ") });
}

const TYPES = ["string", "number", "boolean", "array", "object", "null"] as const;
