import { expect, test } from "vitest";
import { readAnswer, readField, WHOLE } from "../../src/web/deciding/choosing/read-answer.ts";

test("a field in which only spaces stand is a field that is left empty", () => {
  const request = { question: "Which?", input_type: "text", required: true } as const;
  expect(readAnswer(request, { [WHOLE]: "  \n " })).toEqual({ value: null, mistakes: {} });
  expect(readAnswer(request, { [WHOLE]: " red " }).value).toBe(" red ");
});

test("a number that would lose digits is not sent as another one", () => {
  const id = "12345678901234567890";
  expect(readField(`{"id":${id}}`, { type: "object" })).toEqual({ mistake: "number_inexact" });
  expect(readField(id, { type: "integer" })).toEqual({ mistake: "answer_number_unfit" });
  expect(readField(id, { type: "string" })).toEqual({ value: id });
  expect(readField('{"id":1}', { type: "object" })).toEqual({ value: { id: 1 } });
});
