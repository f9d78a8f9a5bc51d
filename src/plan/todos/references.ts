import { say, type Sentence } from "../../contract/sentences/sentence.ts";
import { LIMITS } from "../../contract/tables/limits.ts";
import type { Json, JsonObject } from "../../contract/text.ts";
import { isObject } from "../../json/json-object.ts";
import {
  isWithin,
  parsePointer,
  shortPointer,
  toPointer,
  valueAt,
  type Path,
} from "../../json/json-pointer.ts";
import { referencesUnder, referencesWithin, type Referring } from "../../json/referring.ts";
import { textOrJson } from "../../json/text-or-json.ts";

/**
 * Input mapping. A value `{"$from": "<todo>", "path": "/json/pointer", "default": …}` stands for
 * another todo's result; a string may hold `{{todo.<id>.result/json/pointer}}`. There is nothing to
 * execute: a reference is looked up or it is missing.
 */
export interface Reference {
  readonly todo_id: string;
  readonly path: string;
  /** Where the reference stands in the arguments, as an RFC 6901 pointer; made when it is read. */
  readonly pointer: string;
  /** Whether it says what to take when nothing is there. */
  readonly has_default: boolean;
  /** Whether it stands within a text, and so needs the value itself. */
  readonly in_text: boolean;
}

const TEMPLATE = /\{\{\s*todo\.([A-Za-z0-9][A-Za-z0-9_-]*)\.result((?:\/[^{}\s]*)?)\s*\}\}/g;
/** Two braces that begin no reference: what `{{"{{"}}` in a text stands for. */
export const BRACES = '{{"{{"}}';
/** All that a text's readers find in it: references, and braces that were written not to be any. */
const LIVE = new RegExp(`${TEMPLATE.source}|\\{\\{"\\{\\{"\\}\\}`, "g");
/** What says that it means a todo, and is no reference. */
const NEAR_TEMPLATE = /\{\{\s*todo\.([A-Za-z0-9][A-Za-z0-9_-]*)((?:\.[^{}\s]*)?)\s*\}\}/g;
const FROM_KEYS = new Set(["$from", "path", "default"]);

/** Whether a text is one reference and nothing else: it stands for a text as a whole. */
export function isWholeReference(text: string): boolean {
  return text.replaceAll(TEMPLATE, "") === "" && (text.match(TEMPLATE) ?? []).length === 1;
}

interface FromValue {
  todo_id: string;
  path: string;
  fallback?: Json;
}

class Found implements Reference {
  readonly todo_id: string;
  readonly path: string;
  readonly has_default: boolean;
  readonly in_text: boolean;
  readonly #at: Path;

  constructor(todo_id: string, path: string, has_default: boolean | "text", at: Path) {
    this.todo_id = todo_id;
    this.path = path;
    this.has_default = has_default === true;
    this.in_text = has_default === "text";
    this.#at = at;
  }

  get pointer(): string {
    return shortPointer(this.#at);
  }
}

/** What keeps a `$from` object from being a reference, or null when it is one. */
function readFrom(value: JsonObject): FromValue | Sentence {
  const { $from, path = "", default: fallback } = value;
  const extra = Object.keys(value).find((key) => !FROM_KEYS.has(key));
  if (extra !== undefined) return say("from_allows", { name: extra });
  if (typeof $from !== "string" || $from === "") return say("from_is_id");
  if (typeof path !== "string" || parsePointer(path) === null) {
    return say("path_is_pointer");
  }
  return { todo_id: $from, path, ...(fallback === undefined ? {} : { fallback }) };
}

/**
 * Every reference in a value, and every place that looks like one and is not.
 * @param isTodo whether there is such a todo: a text in braces that names none is a text.
 */
export function findReferences(
  value: Json,
  isTodo: (id: string) => boolean = () => false,
): {
  references: Reference[];
  mistakes: { pointer: string; detail: Sentence }[];
} {
  const references: Reference[] = [];
  const mistakes: { pointer: string; detail: Sentence }[] = [];
  walk(value, []);
  if (references.length > LIMITS.references) {
    const detail = say("too_many_references", { most: LIMITS.references });
    return {
      references: references.slice(0, LIMITS.references),
      mistakes: [{ pointer: "", detail }],
    };
  }
  return { references, mistakes };

  function walk(current: Json, path: Path): void {
    if (references.length > LIMITS.references || mistakes.length > LIMITS.references) return;
    if (typeof current === "string") {
      for (const match of current.matchAll(TEMPLATE)) {
        const [, todo_id = "", found = ""] = match;
        if (references.push(new Found(todo_id, found, "text", path)) > LIMITS.references) return;
      }
      for (const [written, id = "", rest = ""] of current
        .replaceAll(TEMPLATE, "")
        .matchAll(NEAR_TEMPLATE)) {
        if (!isTodo(id)) continue;
        const part = /[./]/.exec(rest.slice(1))?.index;
        const within = part === undefined ? "" : rest.slice(part + 1);
        const pointer = within.startsWith(".") ? within.replaceAll(".", "/") : within;
        const meant = `{{todo.${id}.result${pointer}}}`;
        const detail = say("refers_to_nothing", { written, meant });
        mistakes.push({ pointer: shortPointer(path), detail });
      }
    } else if (Array.isArray(current)) {
      current.forEach((item, position) => walk(item, [...path, position]));
    } else if (isObject(current)) {
      if (Object.hasOwn(current, "$from")) {
        const from = readFrom(current);
        if ("id" in from) mistakes.push({ pointer: shortPointer(path), detail: from });
        else {
          const { todo_id, path: inResult, fallback } = from;
          const has_default = fallback !== undefined;
          references.push(new Found(todo_id, inResult, has_default, path));
        }
      } else {
        for (const [key, item] of Object.entries(current)) walk(item, [...path, key]);
      }
    }
  }
}

/** A reference that could not be resolved. Caught where a todo's arguments are made. */
export class MissingValue extends Error {
  readonly said: Sentence;

  constructor(path: Path, what: Sentence) {
    super();
    this.said = say("at_place", { place: shortPointer(path) || "/", what });
  }
}

/**
 * The arguments with every reference replaced by the value it stands for, and where values stand
 * that are kept elsewhere. What was put in is data: nothing in it is looked up again.
 * @throws MissingValue naming the place and the todo, when a value without default is not there.
 */
export function resolveReferences(
  args: JsonObject,
  resultOf: (todoId: string) => Referring | undefined,
): Referring<JsonObject> {
  let characters = 0;
  const references: string[] = [];
  const value = resolveObject(args, []);
  return { value, references: references.sort() };

  /** Counts what results put into the arguments: a result can stand in many places. */
  function count<Found extends Json>(found: Found, path: Path): Found {
    characters += textOrJson(found).length;
    if (characters <= LIMITS.resolved) return found;
    throw new MissingValue(path, say("results_too_long", { most: LIMITS.resolved }));
  }

  function resolve(current: Json, path: Path): Json {
    if (typeof current === "string") return fillTemplate(current, path);
    if (Array.isArray(current)) {
      return current.map((item, position) => resolve(item, [...path, position]));
    }
    if (!isObject(current)) return current;
    if (!Object.hasOwn(current, "$from")) return resolveObject(current, path);
    const from = readFrom(current);
    if ("id" in from) throw new MissingValue(path, from);
    const found = lookUp(from.todo_id, from.path);
    if (found !== undefined) {
      references.push(...referencesUnder(toPointer(path), found.references));
      return count(found.value, path);
    }
    if (from.fallback !== undefined) return from.fallback;
    throw missing(from.todo_id, from.path, path);
  }

  function resolveObject(object: JsonObject, path: Path): JsonObject {
    return Object.fromEntries(
      Object.entries(object).map(([key, item]) => [key, resolve(item, [...path, key])]),
    );
  }

  function fillTemplate(text: string, path: Path): string {
    return text.replaceAll(LIVE, (_, todoId: string | undefined, pointer: string) => {
      if (todoId === undefined) return "{{";
      const found = lookUp(todoId, pointer);
      if (found === undefined) throw missing(todoId, pointer, path);
      if (found.references.includes("") && isLarge(found.value)) {
        const part = pointer === "" ? "" : `, "path": ${JSON.stringify(pointer)}`;
        const example = `{"$from": "${todoId}"${part}}`;
        throw new MissingValue(path, say("result_too_large", { id: todoId, example }));
      }
      return count(textOrJson(found.value), path);
    });
  }

  function lookUp(todoId: string, path: string): Referring | undefined {
    const result = resultOf(todoId);
    return result === undefined ? undefined : partOf(result, path);
  }
}

/** A part of a result. What is within a large one is known by its place only; a file's record is data. */
function partOf({ value, references }: Referring, path: string): Referring | undefined {
  const above = references.find((place) => isWithin(path, place));
  const kept = above === undefined ? undefined : valueAt(value, above);
  if (above !== undefined && isLarge(kept)) {
    return {
      value: { $artifact: kept["$artifact"]!, path: path.slice(above.length) },
      references: [""],
    };
  }
  const part = valueAt(value, path);
  return part === undefined
    ? undefined
    : { value: part, references: referencesWithin(path, references) };
}

/** Whether a placeholder is a large result's, and not a file's. */
function isLarge(placeholder: Json | undefined): placeholder is JsonObject {
  return isObject(placeholder) && Object.hasOwn(placeholder, "$artifact");
}

function missing(todoId: string, path: string, at: Path): MissingValue {
  return new MissingValue(
    at,
    path === ""
      ? say("no_result_of", { id: todoId })
      : say("no_part_of_result", { path, id: todoId }),
  );
}
