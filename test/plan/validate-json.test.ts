import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { english } from "../../src/contract/sentences/sentence.ts";
import type { Json } from "../../src/contract/text.ts";
import { parsePointer, toPointer, valueAt } from "../../src/json/json-pointer.ts";
import { validateJson } from "../../src/json/validate-json.ts";
import { always } from "./support/properties.ts";

describe("a value that cannot be kept", () => {
  const SURROGATE = "holds half a character (a lone surrogate).";
  test.each<[name: string, value: unknown, pointer: string, detail: string]>([
    ["half a character", "\ud83d", "", SURROGATE],
    ["half a character inside", { a: ["ok", "x\udc00"] }, "/a/1", SURROGATE],
    [
      "a broken key",
      { a: { "\ud800": 1 } },
      "/a",
      "has a key with half a character (a lone surrogate).",
    ],
    ["no number", { "a/b~": NaN }, "/a~1b~0", "is not a finite number."],
    ["an endless number", [-Infinity], "/0", "is not a finite number."],
    ["a bigint", { x: { y: 1n } }, "/x/y", "is not JSON."],
    ["a function", { x: () => 1 }, "/x", "is not JSON."],
    ["a symbol", { x: Symbol("s") }, "/x", "is not JSON."],
    ["a trap for copies", JSON.parse('{"a":{"__proto__":1}}'), "/a", 'has a key "__proto__".'],
  ])("is one with %s, named by place and reason.", (_, value, pointer, detail) => {
    expect(mistakeIn(value)).toEqual({ pointer, detail });
  });

  test("is one that is nested deeper than 32 levels, however deep.", () => {
    expect(validateJson(nested(32))).toBe(null);
    const detail = "is nested deeper than 32 levels.";
    expect(mistakeIn(nested(33))).toEqual({ pointer: "/0".repeat(32), detail });
    expect(mistakeIn(nested(200_000))).toEqual({ pointer: "/0".repeat(32), detail });
  });

  test("is one that contains itself.", () => {
    const circle: unknown[] = [];
    circle.push(circle);
    expect(mistakeIn(circle).detail).toBe("is nested deeper than 32 levels.");
  });

  test("is not one with emoji, Hangul or control characters.", () => {
    expect(validateJson({ "키 👩‍👧": "좋아요 🎉\u0000\n" })).toBe(null);
  });
});

describe("a JSON Pointer", () => {
  const keys = fc.array(
    fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("", "/", "~", "~1", "0", "__proto__")),
    { maxLength: 6 },
  );

  always("made of keys is read as the same keys", keys, (path) => {
    expect(parsePointer(toPointer(path))).toEqual(path);
  });

  const withPlace = fc.jsonValue({ maxDepth: 4 }).chain((value) => {
    const places = [...placesOf(value as Json, [])];
    return fc.record({ value: fc.constant(value as Json), place: fc.constantFrom(...places) });
  });
  always("to any place of a value finds what is there", withPlace, ({ value, place }) => {
    expect(valueAt(value, toPointer(place.path))).toBe(place.value);
  });

  test.each(["x", "#/x", "/~", "/a~2b", "/~01~"])("%s is none", (text) => {
    expect(parsePointer(text)).toBe(null);
    expect(valueAt({ x: 1 }, text)).toBe(undefined);
  });

  test.each<[Json, string]>([
    [{ a: 1 }, "/b"],
    [{ a: 1 }, "/toString"],
    [{ a: 1 }, "/__proto__"],
    [["x"], "/1"],
    [["x"], "/-"],
    [["x"], "/00"],
    [["x"], "/-1"],
    [["x"], "/length"],
    [["x"], "/99999999999999999999"],
    ["text", "/0"],
    [null, "/a"],
  ])("into %j finds nothing at %s", (value, pointer) => {
    expect(valueAt(value, pointer)).toBe(undefined);
  });
});

function nested(levels: number): unknown {
  let value: unknown = 0;
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
}

function* placesOf(value: Json, path: string[]): Generator<{ path: string[]; value: Json }> {
  yield { path, value };
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) yield* placesOf(inner, [...path, key]);
}

function mistakeIn(value: unknown): { pointer: string; detail: string } {
  const { pointer, detail } = validateJson(value)!;
  return { pointer, detail: english(detail) };
}
