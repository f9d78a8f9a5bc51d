import { textOf } from "../../contract/sentences/sentence.ts";
import { LineCounter, parseDocument, isMap, isScalar, type Document } from "yaml";
import { z } from "zod";
import { NewPlanSchema, type NewPlan } from "../../contract/plan/plan.ts";
import { ProblemError } from "../../contract/problem-error.ts";
import type { ProblemDetail } from "../../contract/problem.ts";
import type { Json, JsonObject } from "../../contract/text.ts";
import { createPlan } from "../../plan/create.ts";
import { codeOf, placesOf } from "../../plan/model/read-as.ts";
import { nearestName } from "../../text/nearest-name.ts";
import { CliError, EXIT } from "../session/cli-error.ts";
import { language, words } from "../messages/i18n.ts";
import type { Words } from "../messages/words.ts";
import { MAX_ALIASES, readText } from "./read-input.ts";

/** One wrong place of a plan file. */
export interface FileMistake {
  readonly line: number;
  readonly column: number;
  /** RFC 6901 JSON Pointer; empty for what is no YAML or JSON. */
  readonly pointer: string;
  readonly detail: string;
  /** The field that was probably meant. */
  readonly meant?: string;
}

/** A plan as it stands in a file. */
interface PlanFile {
  readonly file: string;
  readonly plan: JsonObject;
  /** Everything that is wrong with it, as far as that shows here. */
  readonly mistakes: readonly FileMistake[];
  /** Where something stands, by its pointer. */
  readonly placeOf: (pointer: string) => { readonly line: number; readonly column: number };
}

/** The tools that plans here may use. */
export interface KnownTools {
  readonly output: (name: string) => JsonObject | undefined;
  mistakesIn(plan: NewPlan): readonly ProblemDetail[];
}

/** Reads a plan file, and looks for everything that is wrong with it. @throws CliError when there is none. */
export async function readPlanFile(
  file: string,
  words: Words,
  tools?: KnownTools,
): Promise<PlanFile> {
  const written = await readText(file, words);
  const lines = new LineCounter();
  const document = parseDocument(written, { lineCounter: lines });
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const placeOf: PlanFile["placeOf"] = (pointer) => at(offsetOf(document, segmentsOf(pointer)));
  if (document.errors.length > 0) {
    const mistakes = document.errors.map(({ pos, message }) => ({
      ...at(pos[0]),
      pointer: "",
      detail: message.split(" at line ")[0]!,
    }));
    return { file, plan: {}, mistakes, placeOf };
  }
  const plan = document.toJS({ maxAliasCount: MAX_ALIASES }) as Json;
  if (typeof plan !== "object" || plan === null || Array.isArray(plan)) {
    throw new CliError(words("no_object", { file }), `$EDITOR ${file}`, EXIT.usage);
  }
  const mistakes = mistakesIn(plan, tools).map(({ pointer, detail }): FileMistake => {
    const meant = meantBy(segmentsOf(pointer));
    return {
      ...placeOf(pointer),
      pointer,
      detail: textOf(detail, language),
      ...(meant !== undefined && { meant }),
    };
  });
  mistakes.sort((a, b) => a.line - b.line || a.column - b.column);
  return { file, plan, mistakes, placeOf };
}

/** A refusal of the API with the lines of the file in which its places are. */
export function placedIn(plan: PlanFile, error: unknown): unknown {
  if (!(error instanceof ProblemError)) return error;
  const { problem, retryAfter, status } = error;
  const errors = problem.errors?.map((mistake) => {
    const { line, column } = plan.placeOf(mistake.pointer);
    const meant = meantBy(segmentsOf(mistake.pointer));
    return {
      ...mistake,
      pointer: `${plan.file}:${line}:${column} ${mistake.pointer}`,
      detail: withMeant(mistake.detail, meant),
    };
  });
  if (errors === undefined) return error;
  const [only, ...others] = errors;
  const detail =
    others.length > 0 || only === undefined ? problem.detail : `${only.pointer}: ${only.detail}`;
  return new ProblemError({ ...problem, detail, errors }, retryAfter, status);
}

/** What is wrong, and the field that was probably meant. */
export function withMeant(problem: string, meant: string | undefined): string {
  return meant === undefined ? problem : words("field_meant", { problem, meant });
}

function mistakesIn(plan: JsonObject, tools: KnownTools | undefined): ProblemDetail[] {
  const parsed = NewPlanSchema.safeParse(plan, { error: codeOf });
  if (!parsed.success) return parsed.error.issues.flatMap(placesOf);
  const unfit = tools?.mistakesIn(parsed.data) ?? [];
  const origin = { id: "checked", owner: "", at: new Date().toISOString() };
  const made = createPlan(parsed.data, origin, tools?.output);
  if (!("problem" in made)) return [...unfit];
  const { errors, detail } = made.problem;
  return [...unfit, ...(errors ?? [{ pointer: "", detail }])];
}

/** What other words for a field often mean. */
const SYNONYMS: Readonly<Record<string, string>> = {
  name: "title",
  agent: "tool_name",
  args: "tool_params",
  needs: "depends_on",
  after: "depends_on",
  question: "input_request",
};

/** The field of the contract that an unknown one probably means. */
function meantBy(path: readonly string[]): string | undefined {
  const key = path.at(-1) ?? "";
  const fields = fieldsAt(path.slice(0, -1));
  if (fields.length === 0 || fields.includes(key)) return undefined;
  const synonym = SYNONYMS[key];
  if (synonym !== undefined && fields.includes(synonym)) return synonym;
  return (
    fields.find((field) => field.startsWith(`${key}_`)) ??
    fields.find((field) => field.endsWith(`_${key}`)) ??
    nearestName(key, fields)
  );
}

/** The fields that may stand at a place; none where any may, or where there is no object. */
function fieldsAt(path: readonly string[]): string[] {
  let schema: z.core.$ZodType | undefined = NewPlanSchema;
  for (const segment of path) {
    const inner: z.core.$ZodType | undefined = bare(schema);
    if (inner instanceof z.ZodObject) schema = inner.shape[segment] as z.ZodType | undefined;
    else if (inner instanceof z.ZodArray) schema = inner.element;
    else if (inner instanceof z.ZodRecord) schema = inner.valueType;
    else return [];
  }
  const last = bare(schema);
  return last instanceof z.ZodObject ? Object.keys(last.shape) : [];
}

function bare(schema: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  let inner = schema;
  while (
    inner instanceof z.ZodOptional ||
    inner instanceof z.ZodNullable ||
    inner instanceof z.ZodDefault
  ) {
    inner = inner.unwrap();
  }
  return inner;
}

/** Where the value at a path begins; of a field that is not there, the nearest place around it. */
function offsetOf(document: Document.Parsed, path: readonly string[]): number {
  const parent = document.getIn(path.slice(0, -1), true);
  if (isMap(parent)) {
    const pair = parent.items.find(({ key }) => isScalar(key) && String(key.value) === path.at(-1));
    if (pair !== undefined && isScalar(pair.key) && pair.key.range) return pair.key.range[0];
  }
  const node = document.getIn(path, true);
  if (hasRange(node)) return node.range[0];
  return path.length === 0 ? 0 : offsetOf(document, path.slice(0, -1));
}

function hasRange(node: unknown): node is { range: readonly [number, ...number[]] } {
  return typeof node === "object" && node !== null && "range" in node && Array.isArray(node.range);
}

function segmentsOf(pointer: string): string[] {
  const segments = pointer.split("/").slice(1);
  return segments.map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"));
}
