import { expect, test } from "vitest";
import { z } from "zod";
import * as mini from "zod/mini";
import { schemaOf, secret } from "../../src/tools/define-tool.ts";

const marked = { type: "string", writeOnly: true };

/** What the schema of an argument looks like from outside. */
function seen(token: z.ZodType | mini.ZodMiniType) {
  const input = z.object({ token: token as z.ZodType });
  const { properties } = schemaOf({ name: "deploy", input, output: z.any() }, "input");
  return (properties as { token: object }).token;
}

test("what a schema says of itself stays beside the mark", () => {
  expect(seen(secret(z.string().describe("From the vault")))).toEqual({
    ...marked,
    description: "From the vault",
  });
  expect(seen(secret(z.string()).describe("From the vault"))).toMatchObject(marked);
});

test("the schema itself stays as it was", () => {
  const plain = z.string();
  secret(plain);
  expect(seen(plain)).toEqual({ type: "string" });
});

test("a schema of another version of zod, whose own list of marks nobody reads here, is marked all the same", () => {
  const theirs = z.registry();
  const schema = z.string();
  Object.defineProperty(schema, "meta", {
    value: (data?: object) => {
      if (data === undefined) return theirs.get(schema);
      const copy = schema.clone();
      theirs.add(copy, data);
      return copy;
    },
  });
  expect(seen(secret(schema))).toEqual(marked);
});

test("a schema of zod/mini is marked", () => {
  expect(seen(secret(mini.string() as unknown as z.ZodString))).toEqual(marked);
});

test("what only comes out of a pipe is secret where it goes in, and what only goes in where it comes out", () => {
  expect(seen(z.string().pipe(secret(z.string())))).toMatchObject(marked);
  expect(seen(z.string().pipe(z.string()))).toEqual({ type: "string" });
  const self = z.object({
    get inner() {
      return z.preprocess((value) => value, z.union([z.null(), self])).pipe(z.any());
    },
  });
  expect(seen(self as never)).not.toHaveProperty("writeOnly");
  const output = secret(z.string()).transform((text) => text.length);
  const tool = { name: "deploy", input: z.any(), output };
  expect(schemaOf(tool, "output")).toMatchObject({ writeOnly: true });
});

test("what is no schema of zod 4 is refused", () => {
  expect(() => secret({} as z.ZodType)).toThrow(/takes a schema of zod 4/);
});
