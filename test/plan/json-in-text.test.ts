import { expect, test } from "vitest";
import { jsonInText } from "../../src/json/json-in-text.ts";

test.each([
  ["by itself", '{"a":1}'],
  ["with space around it", ' \n{"a":1}\n'],
  ["in a code fence", '```json\n{"a":1}\n```'],
  ["in a fence of no language", '```\n{"a":1}\n```'],
  ["with words around it", 'Sure! Here it is: {"a":1} – anything else?'],
  ["with words and a fence around it", 'Here:\n```json\n{"a":1}\n```\nGood luck!'],
])("one object %s is what a model said", (_, text) => {
  expect(jsonInText(text)).toEqual({ a: 1 });
});

test.each([
  ["nothing", ""],
  ["words", "I will not."],
  ["a list", "[1]"],
  ["a number", "7"],
  ["an object that breaks off", '{"a":1, "b":'],
  ["two objects, of which either could be meant", '{"a":1} or {"a":2}'],
  ["braces the wrong way round", "} {"],
])("%s is no object", (_, text) => {
  expect(jsonInText(text)).toBeUndefined();
});
