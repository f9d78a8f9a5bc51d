import { expect, test } from "vitest";
import { readNumber } from "../../src/text/read-number.ts";

test.each([
  ["16", 16],
  [" -1.5 ", -1.5],
  ["+3", 3],
  [".5", 0.5],
  ["2.", 2],
  ["1e3", 1_000],
  ["007", 7],
  ["１２", 12],
  ["－1．５", -1.5],
])("%j is a number as people write it", (text, number) => {
  expect(readNumber(text)).toBe(number);
});

test.each([
  "",
  " ",
  "0x10",
  "0b1",
  "0o7",
  "Infinity",
  "1e999",
  "NaN",
  "1,000",
  "1 000",
  "10²",
  "①",
  "12m",
  ".",
])("%j is none: nobody who writes it means what a program would read", (text) => {
  expect(readNumber(text)).toBeUndefined();
});
