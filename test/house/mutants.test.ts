import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { MUTANTS } from "../mutants/mutants.ts";

test.each(MUTANTS)("the mistake “$name” can still be planted", async ({ file, text }) => {
  const parts = (await readFile(file, "utf8")).split(text);
  expect(parts, `${file} holds the text that is replaced, once`).toHaveLength(2);
});
