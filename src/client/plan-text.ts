import { z } from "zod";
import { NewPlanSchema, type NewPlan } from "../contract/plan/plan.ts";
import type { ProblemDetail } from "../contract/problems/problem.ts";
import type { Language, SaidValue } from "../contract/sentences/catalog.ts";
import { textOf, type Sentence } from "../contract/sentences/sentence.ts";
import type { JsonObject } from "../contract/text.ts";
import { createPlan, type ToolMarks } from "../plan/create/create.ts";
import { codeOf, placesOf } from "../plan/model/read-as.ts";
import { nearestName } from "../text/nearest-name.ts";
import { readDocument, segmentsOf, type DocumentText, type TextPlace } from "./document-text.ts";

/** One wrong place of a plan as it is written. */
export interface PlanMistake extends TextPlace {
  /** RFC 6901 JSON Pointer; empty for what is no YAML or JSON. */
  readonly pointer: string;
  readonly detail: string;
  /** The field that was probably meant. */
  readonly meant?: string;
}

/** A plan as it is written, in YAML or JSON. */
export interface PlanText {
  /** Undefined when it is no object at all, or cannot be read. */
  readonly plan: JsonObject | undefined;
  /** Everything that is wrong with it, as far as that shows here, in the order of its lines. */
  readonly mistakes: readonly PlanMistake[];
  readonly placeOf: DocumentText["placeOf"];
}

/** The tools that plans here may use. */
export interface KnownTools {
  readonly output: (name: string) => JsonObject | undefined;
  readonly marks: ToolMarks;
  mistakesIn(plan: NewPlan): readonly ProblemDetail[];
}

/** Reads a plan, and looks for everything that is wrong with it. */
export function readPlanText(written: string, language: Language, tools?: KnownTools): PlanText {
  const { value: plan, unreadable, placeOf } = readDocument(written);
  if (typeof plan !== "object" || plan === null || Array.isArray(plan)) {
    const mistakes = unreadable.map((mistake) => ({
      ...mistake,
      detail: textOf(mistake.detail, language),
      pointer: "",
    }));
    return { plan: undefined, mistakes, placeOf };
  }
  const mistakes = mistakesIn(plan, tools).map(({ pointer, detail }): PlanMistake => {
    const meant = fieldMeantBy(pointer);
    return {
      ...placeOf(pointer),
      pointer,
      detail: textOf(meant === undefined ? detail : withoutGuess(detail), language),
      ...(meant !== undefined && { meant }),
    };
  });
  mistakes.sort((a, b) => a.line - b.line || a.column - b.column);
  return { plan, mistakes, placeOf };
}

/** The field that was probably meant at a place where there is an unknown one. */
export function fieldMeantBy(pointer: string): string | undefined {
  return meantBy(segmentsOf(pointer));
}

/** A mistake without the field that its sentence guesses, where `meant` names one beside it. */
function withoutGuess(detail: Sentence): SaidValue {
  return detail.id === "did_you_mean" ? (detail.values.unknown ?? detail) : detail;
}

function mistakesIn(plan: JsonObject, tools: KnownTools | undefined): ProblemDetail[] {
  const parsed = NewPlanSchema.safeParse(plan, { error: codeOf });
  if (!parsed.success) return parsed.error.issues.flatMap(placesOf);
  const unfit = tools?.mistakesIn(parsed.data) ?? [];
  const origin = { id: "checked", owner: "", at: new Date().toISOString() };
  const made = createPlan(parsed.data, origin, tools);
  if (!("problem" in made)) return [...unfit];
  const { errors, detail } = made.problem;
  return [...unfit, ...(errors ?? [{ pointer: "", detail }])];
}

/** What other words for a field often mean. */
const SYNONYMS: Readonly<Record<string, string | null>> = {
  // What somebody has put around a whole plan.
  plan: null,
  name: "title",
  agent: "agent_name",
  args: "tool_params",
  needs: "depends_on",
  after: "depends_on",
  question: "input_request",
  steps: "todos",
  tasks: "todos",
  jobs: "todos",
  uses: "tool_name",
  with: "tool_params",
};

/** The field of the contract that an unknown one probably means. */
function meantBy(path: readonly string[]): string | undefined {
  const key = path.at(-1) ?? "";
  const fields = fieldsAt(path.slice(0, -1));
  if (fields.length === 0 || fields.includes(key)) return undefined;
  const synonym = SYNONYMS[key];
  if (synonym === null) return undefined;
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
