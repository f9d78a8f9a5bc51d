import type { Problem, ProblemDetail } from "../contract/problem.ts";
import type { Parameter, ParameterValues, Template } from "../contract/template.ts";
import type { Json, JsonObject } from "../contract/text.ts";
import { LIMITS } from "../contract/vocabulary.ts";
import { parsePointer, toPointer, valueAt } from "./json-pointer.ts";

const PLACEHOLDER = /\{\{\s*param\.([^{}\s]*)\s*\}\}/g;
const WHOLE = /^\{\{\s*param\.([^{}\s]*)\s*\}\}$/;

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
          errors.length === 1
            ? `${first!.pointer}: ${first!.detail}`
            : `${errors.length} values need a change.`,
        hint: "Look at the template for its parameters; nothing was created.",
        errors,
      },
    };
  }
  const given = new Map(Object.entries(values));
  const known = new Map(
    parameters.map(({ name, default: usual }) => [name, given.get(name) ?? usual ?? null]),
  );
  const filled = mapTexts(plan, (text) => {
    const whole = WHOLE.exec(text)?.[1];
    if (whole !== undefined && known.has(whole)) return known.get(whole)!;
    return text.replaceAll(PLACEHOLDER, (placeholder, name: string) => {
      const value = known.get(name);
      if (value === undefined) return placeholder;
      return value === null ? "" : String(value);
    });
  });
  return { plan: filled as JsonObject };
}

/** What is wrong with a template as it is written, with a pointer for each place. */
export function templateMistakes({ parameters, plan }: Written): ProblemDetail[] {
  const errors: ProblemDetail[] = [];
  const names = new Set<string>();
  parameters.forEach((parameter, place) => {
    const at = `/parameters/${place}`;
    const { name, type, options, default: usual } = parameter;
    if (names.has(name)) {
      errors.push({ pointer: `${at}/name`, detail: `"${name}" is a parameter before it.` });
    }
    names.add(name);
    if ((type === "choice") !== (options !== undefined)) {
      errors.push({ pointer: `${at}/options`, detail: "A choice has options, and nothing else." });
    }
    const wrong = usual === undefined ? null : valueMistake(parameter, usual);
    if (wrong !== null) errors.push({ pointer: `${at}/default`, detail: wrong });
  });
  eachText(plan, [], (text, path) => {
    for (const [, name] of text.matchAll(PLACEHOLDER)) {
      if (names.has(name!)) continue;
      const detail = `"${name}" is no parameter of the template.`;
      errors.push({ pointer: `/plan${toPointer(path)}`, detail });
    }
  });
  return errors;
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
        const detail = `There is nothing at "${pointer}" in the plan.`;
        errors.push({ pointer: `/parameters/${position}/places/${place}`, detail });
        return;
      }
      found ??= value;
      setAt(marked, path, `{{param.${parameter.name}}}`);
    });
    const usable = found !== undefined && valueMistake(parameter, found) === null;
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
        ? `There is no such parameter; there are: ${[...known.keys()].join(", ") || "none"}.`
        : valueMistake(parameter, value);
    return detail === null ? [] : [{ pointer: `/values${toPointer([name])}`, detail }];
  });
  const missing = parameters
    .filter(
      ({ name, required, default: usual }) =>
        required && usual === undefined && !Object.hasOwn(values, name),
    )
    .map(({ name, title }) => ({
      pointer: `/values/${name}`,
      detail: `A value is needed${title === undefined ? "" : ` (${title})`}.`,
    }));
  return [...wrong, ...missing];
}

/** What keeps a value from being one of the parameter, or null. */
function valueMistake({ type, options }: Parameter, value: Json): string | null {
  switch (type) {
    case "number":
      return typeof value === "number" && Number.isFinite(value) ? null : "It must be a number.";
    case "boolean":
      return typeof value === "boolean" ? null : "It must be true or false.";
    case "choice":
      return options?.includes(value as string) === true
        ? null
        : `It must be one of: ${options?.join(", ") ?? ""}.`;
    case "text":
      if (typeof value !== "string") return "It must be a text.";
      if (!value.isWellFormed()) return "It holds half a character.";
      if (value.length > LIMITS.answer) return `It is longer than ${LIMITS.answer} characters.`;
      // Else a value could refer to results of todos, which its writer need not be allowed to see.
      return value.includes("{{") ? 'It may not hold "{{".' : null;
  }
}

function mapTexts(value: Json, map: (text: string) => Json): Json {
  if (typeof value === "string") return map(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, map));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapTexts(item, map)]));
}

function eachText(
  value: Json,
  path: (string | number)[],
  see: (text: string, path: (string | number)[]) => void,
): void {
  if (typeof value === "string") return see(value, path);
  if (typeof value !== "object" || value === null) return;
  for (const [key, item] of Object.entries(value)) eachText(item, [...path, key], see);
}

function structuredCopy(value: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(value)) as JsonObject;
}

function setAt(root: JsonObject, path: readonly string[], value: Json): void {
  const holder = valueAt(root, toPointer(path.slice(0, -1))) as Record<string, Json>;
  holder[path.at(-1)!] = value;
}
