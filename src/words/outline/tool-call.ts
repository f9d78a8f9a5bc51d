import { LIMITS } from "../../contract/tables/limits.ts";
import type { Json, JsonObject } from "../../contract/text.ts";
import { validateJson } from "../../json/validate-json.ts";
import { jsonOf } from "../../text/json-of.ts";

/** A call such as `write_file(path: "a.md")` at the end of a text. */
export interface ToolCall {
  /** Where it begins. */
  readonly from: number;
  readonly name: string;
  /** Undefined for what cannot be read. */
  readonly args: JsonObject | undefined;
}

const NAME_BEFORE = /[a-z][\w.-]{0,63}$/i;

/** The call that a text ends with. @param folded as long as the text, with quotations hidden. */
export function findCall(text: string, folded: string): ToolCall | undefined {
  if (!folded.endsWith(")")) return undefined;
  let open = folded.length;
  for (let depth = 0; open > 0;) {
    const sign = folded[--open];
    if (sign === ")") depth++;
    else if (sign === "(" && --depth === 0) break;
  }
  const [name] = NAME_BEFORE.exec(text.slice(0, open)) ?? [];
  if (name === undefined || folded[open] !== "(") return undefined;
  const args = readArguments(text.slice(open + 1, -1), folded.slice(open + 1, -1));
  const isKept = args !== undefined && validateJson(args, LIMITS.json_depth) === null;
  return { from: open - name.length, name, args: isKept ? args : undefined };
}

/** Arguments as a JSON object, or as names and values with `:` or `=` between them and commas behind. */
function readArguments(text: string, folded: string): JsonObject | undefined {
  const whole = jsonOf(text.trim()) as Json | undefined;
  if (typeof whole === "object" && whole !== null && !Array.isArray(whole)) return whole;
  const args: JsonObject = {};
  for (const [from, to] of pieces(folded)) {
    if (text.slice(from, to).trim() === "") {
      if (folded.trim() === "") return {};
      return undefined;
    }
    const [head, name] =
      /^\s*"?([\p{L}_][\p{L}\p{N}_.-]*)"?\s*[:=]\s*/u.exec(text.slice(from, to)) ?? [];
    if (name === undefined || Object.hasOwn(args, name) || name === "__proto__") return undefined;
    const value = readValue(text.slice(from + head!.length, to).trim());
    if (value === undefined) return undefined;
    args[name] = value;
  }
  return args;
}

/** From comma to comma; not of those in brackets or quotations. */
function pieces(folded: string): (readonly [from: number, to: number])[] {
  const found: [number, number][] = [];
  let from = 0;
  let depth = 0;
  for (let place = 0; place < folded.length; place++) {
    const sign = folded[place]!;
    if ("([{".includes(sign)) depth++;
    else if (")]}".includes(sign)) depth--;
    else if (sign === "," && depth === 0) {
      found.push([from, place]);
      from = place + 1;
    }
  }
  return [...found, [from, folded.length]];
}

/** JSON, a text in any quotation marks, or one word. */
function readValue(text: string): Json | undefined {
  const value = jsonOf(text) as Json | undefined;
  if (value !== undefined) return value;
  const [, , quoted] = /^(["'“‘`])([^"'“”‘’`]*)["'”’`]$/.exec(text) ?? [];
  if (quoted !== undefined) return quoted;
  return /^[\p{L}\p{N}_./:-]+$/u.test(text) ? text : undefined;
}
