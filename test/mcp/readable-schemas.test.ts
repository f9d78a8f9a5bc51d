import { expect, test } from "vitest";
import { planFileSchema } from "../../src/contract/plan/plan-file.ts";
import { serveApi } from "../api/stream/support/served-api.ts";
import { useApi } from "../support/api-harness.ts";
import { connectMcp } from "./support/mcp-client.ts";

const api = useApi();

/** Whether programs in every language can read a pattern: Python's `re` knows no classes such as `\p{L}`. */
const isForAll = (pattern: string): boolean =>
  !/\\[pP]\{/.test(pattern) && new RegExp(pattern).source === pattern;

test("the patterns of all tools are such as programs in other languages can read", async () => {
  const client = await connectMcp((await serveApi(api().deps)).url);
  const { tools } = await client.listTools();
  const patterns = tools.flatMap(({ name, inputSchema, outputSchema }) =>
    patternsIn({ inputSchema, outputSchema }).map((pattern) => `${name}: ${pattern}`),
  );
  expect(patterns.length).toBeGreaterThan(50);
  expect(
    patterns.filter((told) => !isForAll(told.slice(told.indexOf(": ") + 2))),
    "these cannot be read",
  ).toEqual([]);
});

test("so are those of the plan file", () => {
  const patterns = patternsIn(planFileSchema());
  expect(patterns.length).toBeGreaterThan(10);
  expect(patterns.filter((pattern) => !isForAll(pattern))).toEqual([]);
});

function patternsIn(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) =>
    key === "pattern" && typeof value === "string" ? [value] : patternsIn(value),
  );
}
