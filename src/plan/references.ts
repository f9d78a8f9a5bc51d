import type { Json, JsonObject } from "../contract/text.ts";
import { parsePointer, toPointer, valueAt } from "./json-pointer.ts";

/**
 * Input mapping. A value `{"$from": "<todo>", "path": "/json/pointer", "default": …}` stands for
 * another todo's result; a string may hold `{{todo.<id>.result/json/pointer}}`. There is nothing to
 * execute: a reference is looked up or it is missing.
 */
export interface Reference {
  readonly todo_id: string;
  readonly path: string;
  /** Where the reference stands in the arguments, as an RFC 6901 pointer. */
  readonly pointer: string;
}

const TEMPLATE = /\{\{\s*todo\.([A-Za-z0-9][A-Za-z0-9_-]*)\.result((?:\/[^{}\s]*)?)\s*\}\}/g;
const FROM_KEYS = new Set(["$from", "path", "default"]);

interface FromValue {
  todo_id: string;
  path: string;
  fallback?: Json;
}

/** What keeps a `$from` object from being a reference, or null when it is one. */
function readFrom(value: JsonObject): FromValue | string {
  const { $from, path = "", default: fallback } = value;
  const extra = Object.keys(value).find((key) => !FROM_KEYS.has(key));
  if (extra !== undefined) return `takes only "$from", "path" and "default", not "${extra}"`;
  if (typeof $from !== "string" || $from === "") return '"$from" must be the id of a todo';
  if (typeof path !== "string" || parsePointer(path) === null) {
    return '"path" must be a JSON Pointer such as "/reviews/0"';
  }
  return { todo_id: $from, path, ...(fallback === undefined ? {} : { fallback }) };
}

const isObject = (value: Json): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Every reference in a value, and every place that looks like one and is not. */
export function findReferences(value: Json): {
  references: Reference[];
  mistakes: { pointer: string; detail: string }[];
} {
  const references: Reference[] = [];
  const mistakes: { pointer: string; detail: string }[] = [];
  walk(value, []);
  return { references, mistakes };

  function walk(current: Json, path: (string | number)[]): void {
    if (typeof current === "string") {
      for (const match of current.matchAll(TEMPLATE)) {
        references.push({ todo_id: match[1]!, path: match[2]!, pointer: toPointer(path) });
      }
    } else if (Array.isArray(current)) {
      current.forEach((item, position) => walk(item, [...path, position]));
    } else if (isObject(current)) {
      if (Object.hasOwn(current, "$from")) {
        const from = readFrom(current);
        if (typeof from === "string") mistakes.push({ pointer: toPointer(path), detail: from });
        else references.push({ todo_id: from.todo_id, path: from.path, pointer: toPointer(path) });
      } else {
        for (const [key, item] of Object.entries(current)) walk(item, [...path, key]);
      }
    }
  }
}

/** A reference that could not be resolved. Caught where a todo's arguments are made. */
export class MissingValue extends Error {}

/**
 * The arguments with every reference replaced by the value it stands for.
 * @throws MissingValue naming the place and the todo, when a value without default is not there.
 */
export function resolveReferences(
  args: JsonObject,
  resultOf: (todoId: string) => Json | undefined,
): JsonObject {
  return resolveObject(args, []);

  function resolve(current: Json, path: (string | number)[]): Json {
    if (typeof current === "string") return fillTemplate(current, path);
    if (Array.isArray(current)) {
      return current.map((item, position) => resolve(item, [...path, position]));
    }
    if (!isObject(current)) return current;
    if (!Object.hasOwn(current, "$from")) return resolveObject(current, path);
    const from = readFrom(current);
    if (typeof from === "string") throw new MissingValue(`${toPointer(path)}: ${from}`);
    const found = lookUp(from.todo_id, from.path);
    if (found !== undefined) return found;
    if (from.fallback !== undefined) return from.fallback;
    throw missing(from.todo_id, from.path, path);
  }

  function resolveObject(object: JsonObject, path: (string | number)[]): JsonObject {
    return Object.fromEntries(
      Object.entries(object).map(([key, item]) => [key, resolve(item, [...path, key])]),
    );
  }

  function fillTemplate(text: string, path: (string | number)[]): string {
    return text.replaceAll(TEMPLATE, (_, todoId: string, pointer: string) => {
      const found = lookUp(todoId, pointer);
      if (found === undefined) throw missing(todoId, pointer, path);
      if (isObject(found) && Object.hasOwn(found, "$artifact")) {
        throw new MissingValue(
          `${toPointer(path)}: the result of "${todoId}" is too large for a text; refer to a part of it with {"$from": "${todoId}"}`,
        );
      }
      return typeof found === "string" ? found : JSON.stringify(found);
    });
  }

  function lookUp(todoId: string, path: string): Json | undefined {
    const result = resultOf(todoId);
    if (result === undefined) return undefined;
    if (path !== "" && isObject(result) && typeof result["$artifact"] === "string") {
      return { $artifact: result["$artifact"], path };
    }
    return valueAt(result, path);
  }
}

function missing(todoId: string, path: string, at: (string | number)[]): MissingValue {
  const part = path === "" ? "result" : `"${path}" in the result`;
  return new MissingValue(`${toPointer(at) || "/"}: there is no ${part} of todo "${todoId}"`);
}
