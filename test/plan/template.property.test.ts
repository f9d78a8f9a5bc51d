import fc from "fast-check";
import { describe, expect } from "vitest";
import { argumentOf, SECRET } from "./support/filled-argument.ts";
import { always } from "./support/properties.ts";

const piece = fc.constantFrom(
  "{",
  "{{",
  "}",
  "}}",
  "todo.source.result",
  "source",
  '"{{"',
  " ",
  "x",
  "param.a",
);
const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(""));
/** What a template's writer puts around a parameter without meaning a reference. */
const calm = text.map((around) => around.replaceAll(/[{}]{2}/g, "{ "));
const cases = fc.record({ before: calm, value: text, after: calm });

describe("a parameter's value", () => {
  always("is data, whatever it is and whatever stands around it", cases, (it) => {
    const written = `${it.before}{{param.a}}${it.after}|{{todo.source.result}}`;
    expect(argumentOf(written, { a: it.value })).toBe(
      `${it.before}${it.value}${it.after}|${SECRET}`,
    );
  });
});
