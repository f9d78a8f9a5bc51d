import type { Json, JsonObject } from "../../../contract/text.ts";
import { isObject } from "../../../json/json-object.ts";
import { looksMarked, readBlocks, type Block } from "./read-blocks.ts";
import { readDelimited } from "./read-delimited.ts";
import { readExact } from "./read-exact.ts";
import { bytesOf, bytesOfAddress, readPicture } from "./read-picture.ts";

/** How a value is best read by a person. */
export type Reading =
  | { readonly as: "short" | "json"; readonly value: Json }
  | { readonly as: "text"; readonly text: string }
  | { readonly as: "blocks"; readonly blocks: readonly Block[] }
  | { readonly as: "picture"; readonly bytes: Uint8Array }
  | { readonly as: "list"; readonly items: readonly Json[] }
  | { readonly as: "fields"; readonly fields: readonly (readonly [string, Json])[] }
  | {
      readonly as: "table";
      readonly columns: readonly string[];
      /** A cell is undefined where its row has none. */
      readonly rows: readonly (readonly (Json | undefined)[])[];
    };

const SHORT = 80;
/** More columns are no table that somebody could read. */
const MOST_COLUMNS = 30;
const MOST_FIELDS = 60;
/** Below this, fields within fields are narrower than what stands in them. */
const DEEPEST = 2;
/** Characters of a text that are looked through for what they might be. */
const LONGEST_READ = 2_000_000;

/**
 * How to show a value that anybody may have made: nothing in it is believed but what it is made of.
 * @param depth how many values it stands within.
 * @param isCsv whether a text comes from a file that is called so.
 */
export function readValue(value: Json, depth = 0, isCsv = false): Reading {
  if (typeof value === "string") return readText(value, depth, isCsv);
  if (Array.isArray(value)) return readList(value, depth);
  return isObject(value) ? readObject(value, depth) : { as: "short", value };
}

function readText(text: string, depth: number, isCsv: boolean): Reading {
  const bytes = bytesOfAddress(text);
  if (bytes !== null && readPicture(bytes) !== null) return { as: "picture", bytes };
  const isLine = !text.includes("\n") && text.length <= SHORT;
  const inner = depth <= DEEPEST && text.length <= LONGEST_READ ? innerOf(text) : undefined;
  if (inner !== undefined) return readValue(inner, depth);
  if (isLine) return { as: "short", value: text };
  if (text.length > LONGEST_READ) return { as: "text", text };
  const [columns, ...rows] = readDelimited(text, isCsv) ?? [];
  if (columns !== undefined && columns.length <= MOST_COLUMNS)
    return { as: "table", columns, rows };
  return looksMarked(text) ? { as: "blocks", blocks: readBlocks(text) } : { as: "text", text };
}

/** A text that is a list or an object of JSON, as programs hand it on; what would be shown otherwise stays a text. */
function innerOf(text: string): Json | undefined {
  const whole = text.trim();
  const isWhole = (open: string, end: string) => whole.startsWith(open) && whole.endsWith(end);
  if (!isWhole("[", "]") && !isWhole("{", "}")) return undefined;
  const read = readExact(whole);
  return "value" in read ? read.value : undefined;
}

function readList(items: readonly Json[], depth: number): Reading {
  if (items.length === 0) return { as: "short", value: [] };
  if (items.every(isObject)) {
    const columns = columnsOf(items);
    if (columns !== null) {
      const rows = items.map((item) =>
        columns.map((name) => (Object.hasOwn(item, name) ? item[name] : undefined)),
      );
      return { as: "table", columns, rows };
    }
  }
  return depth > DEEPEST ? { as: "json", value: [...items] } : { as: "list", items };
}

/** The names of objects that are alike: each has at least half of them all. */
function columnsOf(items: readonly JsonObject[]): readonly string[] | null {
  const names = new Set<string>();
  for (const item of items) {
    for (const name of Object.keys(item)) names.add(name);
    if (names.size > MOST_COLUMNS) return null;
  }
  const isAlike = items.every((item) => Object.keys(item).length * 2 >= names.size);
  return names.size > 0 && isAlike ? [...names] : null;
}

function readObject(value: JsonObject, depth: number): Reading {
  const picture = pictureOf(value);
  if (picture !== null) return { as: "picture", bytes: picture };
  const fields = Object.entries(value);
  if (fields.length === 0) return { as: "short", value };
  const isPlain = depth <= DEEPEST && fields.length <= MOST_FIELDS;
  return isPlain ? { as: "fields", fields } : { as: "json", value };
}

/** A picture as MCP servers answer one. */
function pictureOf({ type, data }: JsonObject): Uint8Array | null {
  const bytes = type === "image" && typeof data === "string" ? bytesOf(data) : null;
  return bytes !== null && readPicture(bytes) !== null ? bytes : null;
}
