import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { english } from "../../src/contract/sentences/sentence.ts";
import type { Json } from "../../src/contract/text.ts";
import { inexactNumber } from "../../src/json/inexact-number.ts";
import { isInexact } from "../../src/text/inexact-integer.ts";
import { always } from "./support/properties.ts";

const mistakeIn = (text: string) => {
  const found = inexactNumber(text, JSON.parse(text) as Json);
  return found && { pointer: found.pointer, detail: english(found.detail) };
};

describe("a whole number that would be read as another one", () => {
  test.each([
    [
      '{"id":1234567890123456789}',
      "/id",
      "1234567890123456789 would be read as 1234567890123456800",
    ],
    ['{"a":[1,-9007199254740993]}', "/a/1", "-9007199254740993 would be read as -9007199254740992"],
    // The double is this very number, and is written with other digits all the same.
    ["1152921504606846976", "", "1152921504606846976 would be read as 1152921504606847000"],
    ['{"text":"\\"1","n":10000000000000000000001}', "/n", "would be read as 1e+22"],
  ])("is found with its place: %s", (text, pointer, detail) => {
    expect(mistakeIn(text)).toEqual({ pointer, detail: expect.stringContaining(detail) as string });
  });

  test.each([
    "9007199254740991",
    "-9007199254740992",
    "100000000000000000000",
    "12345678901234567000",
    '"12345678901234567891"',
    '{"12345678901234567891":1}',
    '"a \\" 12345678901234567891"',
    "0.1234567890123456789",
    "12345678901234567891.5",
    "1.2345678901234567e+300",
    "12345678901234567e2",
    "[1e999]",
  ])("is none that is read as the same digits, or was never whole: %s", (text) => {
    expect(mistakeIn(text)).toBe(null);
  });

  always("is none that a program has written from a double", fc.json(), (text) => {
    expect(mistakeIn(text)).toBe(null);
  });

  always(
    "is none but those that come back with other digits",
    fc.bigInt({ min: -(10n ** 21n) + 1n, max: 10n ** 21n - 1n }),
    (number) => {
      expect(isInexact(String(number))).toBe(String(Number(number)) !== String(number));
    },
  );
});
