import { expect, test } from "vitest";
import { readAnswer, WHOLE } from "../../src/web/deciding/choosing/read-answer.ts";

test("a field in which only spaces stand is a field that is left empty", () => {
  const request = { question: "Which?", input_type: "text", required: true } as const;
  expect(readAnswer(request, { [WHOLE]: "  \n " })).toEqual({ value: null, mistakes: {} });
  expect(readAnswer(request, { [WHOLE]: " red " }).value).toBe(" red ");
});
