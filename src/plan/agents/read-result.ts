import { z } from "zod";
import type { ModelTool } from "../../contract/model.ts";
import type { Json, JsonObject } from "../../contract/text.ts";
import { textOrJson } from "../../json/text-or-json.ts";
import { startOf } from "../../text/cut-text.ts";
import { readCall } from "./read-call.ts";

/** The tool by which an agent reads what is too large to be told whole. */
export const READ_RESULT = "read_result";

/** Of texts above this length an agent is told how they begin and end. */
export const TOLD_WHOLE = 8_000;
const BEGINS = 1_000;
const ENDS = 500;
/** What one reading answers at most. */
const MOST_READ = 8_000;
const MOST_FOUND = 20;
const AROUND = 120;

export const READ_RESULT_TOOL: ModelTool = {
  name: READ_RESULT,
  description:
    "Reads a result that is too large to be shown whole (`too_long`: what stands there is only how it begins and ends): a part of it, or the places where a text stands in it.",
  parameters: {
    type: "object",
    additionalProperties: false,
    required: ["result"],
    properties: {
      result: { type: "string", description: "What it is called where it was shown." },
      offset: { type: "integer", minimum: 0 },
      length: { type: "integer", minimum: 1, maximum: MOST_READ },
      find: { type: "string", minLength: 1, maxLength: 200 },
    },
  },
};

/** What to read of a result: a part of its text, or places in it. */
export type Reading =
  | { readonly offset: number; readonly length: number }
  | { readonly offset: number; readonly find: string };

const AskSchema = z.strictObject({
  result: z.string().min(1).max(500),
  offset: z.int().min(0).default(0),
  length: z.int().min(1).max(MOST_READ).optional(),
  find: z.string().min(1).max(200).optional(),
});

/** What a call wants to read, or what is wrong with it. */
export function readReading(
  args: unknown,
): { readonly result: string; readonly reading: Reading } | { readonly refusal: string } {
  const read = readCall(AskSchema, args, "call");
  if ("refusal" in read) return read;
  const { result, offset, length, find } = read.value;
  if (find !== undefined && length !== undefined) {
    return { refusal: "Either length or find: a part, or the places of a text." };
  }
  return {
    result,
    reading: find === undefined ? { offset, length: length ?? MOST_READ } : { offset, find },
  };
}

/** What an agent is told of a value that is too large for it, in place of the value. */
export function lookAt(value: Json): JsonObject {
  const text = textOrJson(value);
  return {
    type: typeOf(value),
    characters: text.length,
    begins: startOf(text, BEGINS),
    ends: text.slice(-ENDS).toWellFormed(),
  };
}

function typeOf(value: Json): string {
  if (Array.isArray(value)) return `list of ${value.length}`;
  return value === null ? "null" : typeof value === "string" ? "text" : typeof value;
}

/** What a reading finds. */
export function readIn(value: Json, reading: Reading): JsonObject {
  const text = textOrJson(value);
  return "find" in reading ? find(text, reading) : part(text, reading);
}

function part(text: string, { offset, length }: { offset: number; length: number }): JsonObject {
  const read = text.slice(offset, offset + Math.min(length, MOST_READ)).toWellFormed();
  const next = offset + read.length;
  return {
    characters: text.length,
    offset,
    text: read,
    next_offset: next < text.length && read !== "" ? next : null,
  };
}

function find(
  text: string,
  { offset, find: wanted }: { offset: number; find: string },
): JsonObject {
  const found: JsonObject[] = [];
  let at = text.indexOf(wanted, offset);
  for (; at >= 0 && found.length < MOST_FOUND; at = text.indexOf(wanted, at + wanted.length)) {
    const from = Math.max(0, at - AROUND);
    const around = text.slice(from, at + wanted.length + AROUND).toWellFormed();
    found.push({ offset: at, around });
  }
  return { characters: text.length, found, next_offset: at >= 0 ? at : null };
}
