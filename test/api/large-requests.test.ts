import { expect, test } from "vitest";
import { problemOf, useApi } from "../support/api-harness.ts";

const api = useApi({ worker: false });

test("of many large requests at once a few are worked on, and the others are told at once to come back", async () => {
  const todos = [{ title: "x", kind: "milestone", input_data: { text: "x".repeat(600_000) } }];
  const sendAll = () =>
    Promise.all(Array.from({ length: 20 }, () => api().post("/v1/plans", { title: "x", todos })));
  for (const answers of [await sendAll(), await sendAll()]) {
    const taken = answers.filter(({ status }) => status === 201);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(taken.length).toBeGreaterThanOrEqual(10);
    expect(refused.length).toBeGreaterThan(0);
    for (const answer of refused) {
      expect(answer.headers.get("retry-after")).toBe("5");
      await problemOf(Promise.resolve(answer), "rate_limited");
    }
  }
  // A small one waits for none of them.
  const [small] = await Promise.all([
    api().post("/v1/plans", { title: "x", todos: [] }),
    sendAll(),
  ]);
  await problemOf(Promise.resolve(small), "validation_failed");
});
