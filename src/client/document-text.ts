import {
  isMap,
  isScalar,
  Lexer,
  LineCounter,
  parseDocument,
  visit,
  type Document,
  type YAMLParseError,
} from "yaml";
import { inexactScalar } from "../contract/sentences/inexact-scalar.ts";
import type { Sentence } from "../contract/sentences/sentence.ts";
import { placeOfMistake, yamlMistake } from "../contract/sentences/yaml-mistake.ts";
import { LIMITS } from "../contract/tables/limits.ts";
import type { Json } from "../contract/text.ts";

export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** What is written in YAML or JSON, and where in it. */
export interface DocumentText {
  /** Undefined when it cannot be read. */
  readonly value: Json | undefined;
  /** Why it cannot be read, in the order of its lines. */
  readonly unreadable: readonly (TextPlace & { readonly detail: Sentence })[];
  /** Where something stands, by its JSON Pointer (RFC 6901); of what is not there, the nearest place around it. */
  readonly placeOf: (pointer: string) => TextPlace;
}

/** Reads what is written in YAML or JSON. Never throws. */
export function readDocument(written: string): DocumentText {
  const lines = new LineCounter();
  const document = parseDocument(written, { lineCounter: lines });
  const at = (offset: number): TextPlace => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const placeOf: DocumentText["placeOf"] = (pointer) => at(offsetOf(document, segmentsOf(pointer)));
  if (document.errors.length > 0) {
    const lineOf = (error: YAMLParseError): number => at(error.pos[0]).line;
    // What else is wrong with a line follows from the first.
    const mistakes = document.errors.filter(
      (error, place, all) => all.findIndex((one) => lineOf(one) === lineOf(error)) === place,
    );
    const pieces = [...new Lexer().lex(written)];
    const unreadable = mistakes
      .map((error) => ({
        ...at(placeOfMistake(error, pieces)),
        detail: yamlMistake(error),
      }))
      .toSorted((one, other) => one.line - other.line);
    return { value: undefined, unreadable, placeOf };
  }
  const inexact: (TextPlace & { readonly detail: Sentence })[] = [];
  visit(document, {
    Scalar(_, scalar) {
      const detail = inexactScalar(scalar);
      if (detail !== null) inexact.push({ ...at(scalar.range?.[0] ?? 0), detail });
    },
  });
  if (inexact.length > 0) return { value: undefined, unreadable: inexact, placeOf };
  try {
    const value = document.toJS({ maxAliasCount: LIMITS.yaml_aliases }) as Json;
    return { value, unreadable: [], placeOf };
  } catch (error) {
    const detail = yamlMistake(error as Error);
    return { value: undefined, unreadable: [{ ...at(0), detail }], placeOf };
  }
}

/** The names and numbers of a JSON Pointer. */
export function segmentsOf(pointer: string): string[] {
  const segments = pointer.split("/").slice(1);
  return segments.map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"));
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
