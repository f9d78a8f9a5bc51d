import type { NewPlan } from "../../../contract/plan/plan.ts";
import type { InputRequest, NewTodo } from "../../../contract/plan/todo.ts";
import { wrongAt } from "../../../contract/problems/problem-error.ts";
import type { ProblemDetail } from "../../../contract/problems/problem.ts";
import { say, type Sentence } from "../../../contract/sentences/sentence.ts";
import type { Json, JsonObject } from "../../../contract/text.ts";
import { isObject } from "../../../json/json-object.ts";
import { isWithin, parsePointer, toPointer, type Path } from "../../../json/json-pointer.ts";
import { looksSealed, MASK, sealedPlaces, sealsIn } from "../../../json/seals.ts";
import { mapSecrets, touchesSecret } from "../../../json/secret-places.ts";
import { mapTexts } from "../../../json/texts.ts";
import { toSource } from "../../../plan/todos/flat-fields.ts";
import {
  BRACES,
  findReferences,
  isWholeReference,
  type Reference,
} from "../../../plan/todos/references.ts";
import { sourceSchema, type OutputOf, type Source } from "../../../plan/todos/result-paths.ts";
import {
  purposeOfArgument,
  type SecretScope,
  type Secrets,
} from "../../../temporal/connection/payloads/secrets.ts";

/*
 * Secrets are sealed where they come in, before anything reaches Temporal: what stands at a place that a
 * tool marks as secret, and what people answer to secret questions. Only such places take seals, and
 * only seals that were made here, for the same plan, tool and place.
 */

export interface Sealing {
  readonly secrets: Secrets;
  /** The JSON Schemas of what tools take and give. */
  readonly tools: { readonly input: OutputOf; readonly output: OutputOf };
}

/** Within what is sealed, and by whom for which command, so that the command can be repeated. */
export interface SealedFor {
  readonly scope: SecretScope;
  readonly once?: string | undefined;
}

/** What todos say that their tools get. */
type Inputs = Pick<NewTodo, "tool_params"> & {
  readonly tool_name?: string | null | undefined;
  readonly task_queue?: string | null | undefined;
  readonly input_data?: JsonObject | null | undefined;
};

/** @throws Refusal with every place where a secret cannot stand as it does. */
export function sealPlan(deps: Sealing, plan: NewPlan, given: SealedFor): NewPlan {
  const sources = new Map(
    plan.todos.flatMap((todo) =>
      todo.id === undefined ? [] : [[todo.id, { ...toSource(todo), id: todo.id }] as const],
    ),
  );
  const mistakes: ProblemDetail[] = [];
  const todos = plan.todos.map((todo, place) => ({
    ...todo,
    tool_params: sealInputs(deps, todo, {
      ...given,
      pointer: `/todos/${place}`,
      sourceOf: (id) => sources.get(id),
      mistakes,
    }),
  }));
  refuse(mistakes, say("correct_plan"));
  return { ...plan, todos };
}

/** @throws Refusal */
export function refuse(mistakes: readonly ProblemDetail[], hint: Sentence): void {
  if (mistakes.length > 0) throw wrongAt(mistakes, hint, "invalid_tool_input");
}

interface Where extends SealedFor {
  /** Where the todo stands in what was sent. */
  readonly pointer: string;
  readonly sourceOf: (todoId: string) => Source | null | undefined;
  readonly mistakes: ProblemDetail[];
}

/** What a todo's tool gets, as it was written, with its secrets sealed. Mistakes go to the list. */
export function sealInputs(deps: Sealing, todo: Inputs, where: Where): JsonObject {
  const { tool_name, task_queue, tool_params, input_data } = todo;
  // Workers of another queue have tools of their own, and cannot open seals.
  const known = tool_name != null && task_queue == null ? tool_name : "";
  const seen: string[] = [];
  const wrong = (field: string, path: Path, detail: Sentence): void => {
    const pointer = `${where.pointer}/${field}${toPointer(path)}`;
    where.mistakes.push({ pointer, detail, code: "invalid_tool_input" });
  };
  const outOfPlace = (field: string) => (text: string, path: Path) => {
    if (holdsSeal(deps, where, text)) wrong(field, path, say("sealed_out_of_place"));
    return text;
  };
  const sealed = mapSecrets(deps.tools.input(known), tool_params, {
    secret(part, place, path) {
      seen.push(toPointer(path));
      const sealer = createSealer(deps, where, purposeOfArgument(known, place));
      return sealer.seal(part, path, (at, detail) => wrong("tool_params", at, detail));
    },
    elsewhere: outOfPlace("tool_params"),
    stands: isFrom,
  });
  if (input_data != null) mapTexts(input_data, outOfPlace("input_data"));
  const isSecret = (pointer: string): boolean => seen.some((place) => isWithin(pointer, place));
  for (const [field, value] of [
    ["tool_params", tool_params],
    ["input_data", input_data ?? {}],
  ] as const) {
    for (const reference of findReferences(value).references) {
      const at = parsePointer(reference.pointer) ?? [];
      const secret = field === "tool_params" && isSecret(reference.pointer);
      const detail = referenceMistake(deps, reference, where.sourceOf, secret);
      if (detail !== null) wrong(field, at, detail);
    }
  }
  return sealed as JsonObject;
}

/** Why what a reference brings may not stand there, as far as that is known. */
function referenceMistake(
  deps: Sealing,
  { todo_id, path }: Reference,
  sourceOf: Where["sourceOf"],
  isSecret: boolean,
): Sentence | null {
  const source = sourceOf(todo_id);
  if (source == null) return null;
  const gives = touchesSecret(sourceSchema(source, deps.tools.output), parsePointer(path) ?? []);
  if (gives && !isSecret) return say("secret_to_open_place", { id: todo_id });
  // What people answer would stand in the history before it is secret.
  return isSecret && !gives && source.input_request !== null
    ? say("answer_is_not_secret", { id: todo_id })
    : null;
}

/** The fields of a decision's arguments, with secrets sealed: nothing in them is looked up. */
export function sealChanges(
  deps: Sealing,
  toolName: string,
  changes: JsonObject,
  given: SealedFor,
): JsonObject {
  const mistakes: ProblemDetail[] = [];
  const wrong = (path: Path, detail: Sentence): void =>
    void mistakes.push({ pointer: `/args${toPointer(path)}`, detail });
  const sealed = mapSecrets(deps.tools.input(toolName), changes, {
    secret: (part, place, path) =>
      createSealer(deps, given, purposeOfArgument(toolName, place)).sealValue(part, path, wrong),
    elsewhere(text, path) {
      if (holdsSeal(deps, given, text)) wrong(path, say("sealed_out_of_place"));
      return text;
    },
  });
  refuse(mistakes, say("correct_args"));
  return sealed as JsonObject;
}

/** Whether a question asks for something secret. */
export function asksSecret({ secret, schema }: InputRequest): boolean {
  return secret === true || touchesSecret(schema, []);
}

/** An answer with what is secret in it sealed. */
export function sealAnswer(
  { secrets }: Pick<Sealing, "secrets">,
  { secret, schema }: InputRequest,
  value: Json,
  { scope, once }: SealedFor,
): Json {
  const marked = secret === true ? { writeOnly: true } : schema;
  return mapSecrets(marked, value, {
    secret: (part) =>
      part === null || part === "" ? part : secrets.seal(scope, { value: part, for: null }, once),
  });
}

type Wrong = (path: Path, detail: Sentence) => void;

function createSealer({ secrets }: Sealing, { scope, once }: SealedFor, purpose: string) {
  return { seal, sealValue };

  /** What was written where references are looked up: they stay, and values are sealed. */
  function seal(part: Json, path: Path, wrong: Wrong): Json {
    if (isFrom(part)) {
      const { default: fallback } = part;
      if (fallback === undefined) return part;
      return { ...part, default: sealValue(fallback, [...path, "default"], wrong) };
    }
    if (typeof part === "string") {
      if (isWholeReference(part) || part.includes("{{param.")) return part;
      if (findReferences(part).references.length > 0) {
        wrong(path, say("secret_with_reference"));
        return part;
      }
      return sealValue(part.replaceAll(BRACES, "{{"), path, wrong);
    }
    return isMixed(part)
      ? eachPart(part, path, (item, at) => seal(item, at, wrong))
      : sealValue(part, path, wrong);
  }

  /** A value as it is; a seal of exactly this place stays one. */
  function sealValue(part: Json, path: Path, wrong: Wrong): Json {
    if (part === null) return null;
    if (typeof part === "string" && part.startsWith(MASK)) {
      wrong(path, say("mask_is_no_secret"));
      return part;
    }
    if (looksSealed(part)) {
      if (secrets.open(scope, part)?.for !== purpose) wrong(path, say("sealed_elsewhere"));
      return part;
    }
    return hasSealWithin(part)
      ? eachPart(part, path, (item, at) => sealValue(item, at, wrong))
      : secrets.seal(scope, { value: part, for: purpose }, once);
  }
}

/** A list or an object with each of its parts changed. */
function eachPart(value: Json, path: Path, change: (part: Json, path: Path) => Json): Json {
  if (Array.isArray(value)) return value.map((item, at) => change(item, [...path, at]));
  if (!isObject(value)) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(entries.map(([key, item]) => [key, change(item, [...path, key])]));
}

const isFrom = (part: Json): part is JsonObject => isObject(part) && Object.hasOwn(part, "$from");

/** Whether some of a value is written elsewhere: its parts are sealed, each by itself. */
function isMixed(part: Json): boolean {
  if (typeof part !== "object" || part === null) return false;
  if (findReferences(part).references.length > 0 || hasSealWithin(part)) return true;
  return JSON.stringify(part).includes("{{param.");
}

function hasSealWithin(part: Json): boolean {
  return typeof part === "object" && sealedPlaces(part).length > 0;
}

/** Whether a text has a seal in it that was made here for this plan. What only looks like one is data. */
function holdsSeal({ secrets }: Sealing, { scope }: SealedFor, text: string): boolean {
  return sealsIn(text).some((seal) => secrets.open(scope, seal) !== null);
}
