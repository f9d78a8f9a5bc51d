import type { Problem, ProblemDetail } from "../../contract/problems/problem.ts";
import { say, sayAt, type Sentence } from "../../contract/sentences/sentence.ts";
import { LIMITS } from "../../contract/tables/limits.ts";
import type { Parameter, ParameterValues, Template } from "../../contract/template.ts";
import type { Json, JsonObject } from "../../contract/text.ts";
import {
  parsePointer,
  shortPointer,
  toPointer,
  valueAt,
  type Path,
} from "../../json/json-pointer.ts";
import { eachText, mapTexts } from "../../json/texts.ts";
import { BRACES } from "../todos/references.ts";

const PLACEHOLDER = /\{\{\s*param\.([^{}\s]*)\s*\}\}/g;
const WHOLE = /^\{\{\s*param\.([^{}\s]*)\s*\}\}$/;

/** How many mistakes of a template are named. */
const MAX_ERRORS = 50;
/** What a template's writer means as a reference, right or wrong, or as braces. */
const OWN_REFERENCE = /\{\{\s*todo\.[^{}]*\}\}|\{\{"\{\{"\}\}/g;

type Written = Pick<Template, "parameters" | "plan">;

/**
 * The plan with its parameters' values in place. A text that is nothing but a placeholder becomes
 * the value itself, a number stays a number; within a longer text it is written out.
 */
export function fillTemplate(
  { parameters, plan }: Written,
  values: ParameterValues,
): { plan: JsonObject } | { problem: Problem } {
  const errors = valueMistakes(parameters, values);
  if (errors.length > 0) {
    const [first] = errors;
    return {
      problem: {
        code: "validation_failed",
        detail:
          errors.length === 1 ? sayAt(first!) : say("values_invalid", { count: errors.length }),
        hint: say("template_lists_parameters"),
        errors,
      },
    };
  }
  const given = new Map(Object.entries(values));
  const known = new Map(
    parameters.map(({ name, default: usual }) => [name, given.get(name) ?? usual ?? null]),
  );
  let characters = 0;
  const put = <Value extends Json>(value: Value): Value | "" => {
    if (typeof value === "string") characters += value.length;
    // What is refused below need not be made.
    return characters > LIMITS.body_bytes ? "" : value;
  };
  const filled = mapTexts(plan, (text, path) => {
    const whole = known.get(WHOLE.exec(text)?.[1] ?? "");
    if (whole !== undefined && typeof whole !== "string") return whole;
    const fill = isInput(path) ? fillInput : fillText;
    return fill(text, (name) => {
      const value = known.get(name);
      return value === undefined ? undefined : put(value);
    });
  });
  if (characters <= LIMITS.body_bytes) return { plan: filled as JsonObject };
  const detail = say("values_too_long", { most: LIMITS.body_bytes });
  return { problem: { code: "validation_failed", detail, hint: say("template_lists_parameters") } };
}

/**
 * Where who gives the values can mend what is wrong with the plan that was made of them: at the one value that stands
 * there, or among several; undefined where none does, and the template itself is what is wrong.
 * @param place a pointer into the plan.
 */
export function valuePlaceOf({ parameters, plan }: Written, place: string): string | undefined {
  const at = parsePointer(place) ?? [];
  const isList = Array.isArray(valueAt(plan, place));
  const known = parameters.map(({ name }) => name);
  const names = new Set<string>();
  eachText(plan, (text, path) => {
    const isThere = path.length === at.length || (isList && path.length > at.length);
    if (!isThere || at.some((key, depth) => key !== String(path[depth]))) return;
    for (const [, name = ""] of text.matchAll(PLACEHOLDER))
      if (known.includes(name)) names.add(name);
  });
  const [first, ...others] = names;
  if (first === undefined) return undefined;
  return others.length > 0 ? "/values" : `/values${toPointer([first])}`;
}

/** The value of a parameter; undefined when the template has none of that name. */
type ValueOf = (name: string) => string | number | boolean | null | undefined;

function fillText(text: string, valueOf: ValueOf): string {
  return text.replaceAll(PLACEHOLDER, (placeholder, name: string) => {
    const value = valueOf(name);
    if (value === undefined) return placeholder;
    return value === null ? "" : String(value);
  });
}

/**
 * The text of an argument. The template's own references stay; what the values bring is data, also
 * together with what stands around it: no reference comes of it.
 */
function fillInput(text: string, valueOf: ValueOf): string {
  if (text.match(PLACEHOLDER) === null) return text;
  const own = text.match(OWN_REFERENCE) ?? [];
  return text
    .split(OWN_REFERENCE)
    .map((part, place) => fillText(part, valueOf).replaceAll("{{", BRACES) + (own[place] ?? ""))
    .join("");
}

/** Whether references are looked up there: in what a todo's tool gets. */
function isInput([todos, , field]: Path): boolean {
  return todos === "todos" && (field === "tool_params" || field === "input_data");
}

/** What is wrong with a template as it is written, with a pointer for each place. */
export function templateMistakes({ parameters, plan }: Written): ProblemDetail[] {
  const errors: ProblemDetail[] = [];
  const names = new Set<string>();
  parameters.forEach((parameter, place) => {
    const at = `/parameters/${place}`;
    const { name, type, options, default: usual } = parameter;
    if (names.has(name)) {
      errors.push({ pointer: `${at}/name`, detail: say("parameter_twice", { name }) });
    }
    names.add(name);
    if ((type === "choice") !== (options !== undefined)) {
      errors.push({
        pointer: `${at}/options`,
        detail: say("only_choice_has_them"),
      });
    }
    const wrong = usual === undefined ? null : valueMistake(parameter, usual);
    if (wrong !== null) errors.push({ pointer: `${at}/default`, detail: wrong });
  });
  eachText(plan, (text, path) => {
    for (const [, name] of text.matchAll(PLACEHOLDER)) {
      if (names.has(name!)) continue;
      if (errors.length === MAX_ERRORS) return;
      const detail = say("no_parameter", { name: name! });
      errors.push({ pointer: `/plan${shortPointer(path)}`, detail });
    }
  });
  return errors;
}

/** The parameters that nothing in the plan uses, with a pointer for each. */
export function unusedParameters({ parameters, plan }: Written): ProblemDetail[] {
  const used = new Set<string>();
  eachText(plan, (text) => {
    for (const [, name] of text.matchAll(PLACEHOLDER)) used.add(name!);
  });
  return parameters.flatMap(({ name }, place) => {
    const detail = say("parameter_unused", { name });
    return used.has(name) ? [] : [{ pointer: `/parameters/${place}/name`, detail }];
  });
}

/** Values with which a template can be tried: defaults, else something of the right type. */
export function sampleValues(parameters: readonly Parameter[]): ParameterValues {
  const samples = { text: "sample", number: 1, boolean: true };
  return Object.fromEntries(
    parameters.map(({ name, type, options, default: usual }) => [
      name,
      usual ?? (type === "choice" ? (options?.[0] ?? "") : samples[type]),
    ]),
  );
}

/**
 * Puts placeholders where the parameters' `places` say; what stood there becomes the default of a
 * parameter that has none. A place that is not in the plan is a mistake.
 */
export function markPlaces(
  plan: JsonObject,
  parameters: readonly Parameter[],
): { written: Written } | { errors: ProblemDetail[] } {
  const errors: ProblemDetail[] = [];
  const marked = structuredCopy(plan);
  const kept = parameters.map(({ places = [], ...parameter }, position): Parameter => {
    let found: Json | undefined;
    places.forEach((pointer, place) => {
      const path = parsePointer(pointer);
      const value = path === null ? undefined : valueAt(marked, pointer);
      if (path === null || path.length === 0 || value === undefined) {
        const detail = say("nothing_at", { pointer });
        errors.push({ pointer: `/parameters/${position}/places/${place}`, detail });
        return;
      }
      found ??= value;
      setAt(marked, path, `{{param.${parameter.name}}}`);
    });
    // A reference stands for something else in every plan.
    const isData = found !== undefined && !JSON.stringify(found).includes("{{");
    const usable = isData && valueMistake(parameter, found!) === null;
    return parameter.default === undefined && usable
      ? { ...parameter, default: found as string | number | boolean }
      : parameter;
  });
  return errors.length > 0 ? { errors } : { written: { plan: marked, parameters: kept } };
}

function valueMistakes(parameters: readonly Parameter[], values: ParameterValues): ProblemDetail[] {
  const known = new Map(parameters.map((parameter) => [parameter.name, parameter]));
  const wrong = Object.entries(values).flatMap(([name, value]): ProblemDetail[] => {
    const parameter = known.get(name);
    const detail =
      parameter === undefined
        ? known.size === 0
          ? say("no_parameters")
          : say("no_such_parameter", { names: [...known.keys()].join(", ") })
        : valueMistake(parameter, value);
    return detail === null ? [] : [{ pointer: `/values${toPointer([name])}`, detail }];
  });
  const isMissing = ({ name, type }: Parameter): boolean =>
    !Object.hasOwn(values, name) || (type === "text" && String(values[name]).trim() === "");
  const missing = parameters
    .filter(
      (parameter) => parameter.required && parameter.default === undefined && isMissing(parameter),
    )
    .map(({ name, title }) => ({
      pointer: `/values/${name}`,
      detail: title === undefined ? say("value_required") : say("value_required_for", { title }),
    }));
  return [...wrong, ...missing];
}

/** What keeps a value from being one of the parameter, or null. */
function valueMistake({ type, options }: Parameter, value: Json): Sentence | null {
  switch (type) {
    case "number":
      return typeof value === "number" && Number.isFinite(value) ? null : say("it_is_number");
    case "boolean":
      return typeof value === "boolean" ? null : say("it_is_boolean");
    case "choice":
      return options?.includes(value as string) === true
        ? null
        : say("it_is_one_of", { options: options?.join(", ") ?? "" });
    case "text":
      if (typeof value !== "string") return say("it_is_text");
      if (!value.isWellFormed()) return say("it_has_half_character");
      return value.length > LIMITS.answer ? say("it_is_too_long", { most: LIMITS.answer }) : null;
  }
}

function structuredCopy(value: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(value)) as JsonObject;
}

function setAt(root: JsonObject, path: readonly string[], value: Json): void {
  const holder = valueAt(root, toPointer(path.slice(0, -1))) as Record<string, Json>;
  holder[path.at(-1)!] = value;
}
