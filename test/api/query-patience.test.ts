import { expect, test } from "vitest";
import { createQueryPatience } from "../../src/api/gateway/asking/ask-temporal.ts";

test("an unanswered query is asked again after half a second while workers answer quickly", () => {
  const patience = createQueryPatience();
  expect(patience.first()).toBe(500);
  for (let answer = 0; answer < 100; answer += 1) patience.answered(8);
  expect(patience.first()).toBe(500);
});

test("it is asked again later while workers are busy, and soon again once they are not", () => {
  const patience = createQueryPatience();
  for (let answer = 0; answer < 50; answer += 1) patience.answered(1_000);
  expect(patience.first()).toBeGreaterThan(3_000);
  for (let answer = 0; answer < 50; answer += 1) patience.answered(8);
  expect(patience.first()).toBe(500);
});
